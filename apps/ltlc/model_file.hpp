// A model from a file, and the arithmetic it is run or exported in.
#pragma once

#include <optional>
#include <string>

#include "ltlc/format/number_format.hpp"
#include "ltlc/network/model.hpp"

#include "outcome.hpp"

namespace ltlc::app {

[[nodiscard]] outcome<network::model> read_model(std::string const& path, streams const& io);

// The format called `name`, or none for "exact". Pre: the command line checked the name.
[[nodiscard]] std::optional<format::number_format> arithmetic(std::string const& name);

} // namespace ltlc::app
