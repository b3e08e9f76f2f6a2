// A model from a file, and the arithmetic it is run, proved or exported in.
#pragma once

#include <optional>
#include <string>

#include "ltlc/execution/interpreter.hpp"
#include "ltlc/network/model.hpp"

#include "options.hpp"
#include "outcome.hpp"

namespace ltlc::app {

// A model as `compile` writes it, or exported weights as JSON or safetensors.
[[nodiscard]] outcome<network::model> read_model(std::string const& path, streams const& io);

// The format called `name`, or none for "exact". Pre: the command line checked the name.
[[nodiscard]] std::optional<format::number_format> format_called(std::string const& name);

struct named_regime {
  std::string name; // "exact", "bf16", "bf16 with sums in fp32"
  execution::regime arithmetic;
};

// What the options say, else the model's own. Error: sums that the format cannot have.
[[nodiscard]] outcome<named_regime> regime_of(regime_options const& o, network::model const& m);

} // namespace ltlc::app
