// Verdicts in words a reader can check by hand.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "ltlc/algebra/classify.hpp"

namespace ltlc::app {

// "1 letter", "1,024 letters".
[[nodiscard]] std::string counted(std::uint64_t n, std::string const& what);

// One line: why the language is, or is not, in the class; or which limit left it open.
[[nodiscard]] std::string why(evidence::verdict const& v, algebra::classification const& all,
                              text::alphabet const& sigma);

// n as a number when every reader of JSON holds it exactly, else as a string.
[[nodiscard]] nlohmann::ordered_json integer_json(algebra::integer const& n);

} // namespace ltlc::app
