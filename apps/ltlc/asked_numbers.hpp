// Exact numbers among the options, of any size.
#pragma once

#include <string>

#include "ltlc/exact/scalar.hpp"

#include "outcome.hpp"

namespace ltlc::app {

// Errors name the option and what was expected. A whole number of at most 4,000 digits, of either
// sign.
[[nodiscard]] outcome<exact::integer> read_whole(std::string const& option,
                                                 std::string const& text);
// At least 1.
[[nodiscard]] outcome<exact::integer> read_count(std::string const& option,
                                                 std::string const& text);
// A rational number above 0: "5", "3/2", "2.5", "1e9".
[[nodiscard]] outcome<exact::rational> read_positive(std::string const& option,
                                                     std::string const& text);

} // namespace ltlc::app
