// What is known of an exported model, as texts for the metadata of its file.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "ltlc/format/number_format.hpp"
#include "ltlc/network/model.hpp"
#include "ltlc/proof/prove.hpp"

#include "outcome.hpp"

namespace ltlc::app {

struct model_facts {
  // "formula"; "class": the least classes of its language, or "undecided" where that would take
  // long; "proof"; "certified_length": digits, "every length" or "unknown"; "tool". No formula that
  // can be read: no class.
  std::map<std::string, std::string> texts;
  std::optional<proof::verdict> proof; // where one was asked for
};

struct asked_facts {
  bool prove = false;
  bool as_compiled = true; // the weights are those that were compiled, rounded
};

// With `prove` the model is proved to recognize its formula in the format, as `ltlc prove` does.
// Errors: a proof of a model without a formula, or one that cannot begin.
[[nodiscard]] outcome<model_facts> facts_of(network::model const& m, format::number_format const& f,
                                            asked_facts asked, budget::budget const& limits);

// How the export ends: a proof that was asked for and failed is not passed over.
[[nodiscard]] exit_status status_of(model_facts const& facts);

} // namespace ltlc::app
