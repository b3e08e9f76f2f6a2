// What the page is about: every answer that the commands have on one language, and in place of an
// answer that there is not, the reason.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/algebra/classify.hpp"
#include "ltlc/network/model.hpp"
#include "ltlc/proof/prove.hpp"

#include "../language.hpp"

namespace ltlc::app::report {

// A formula, a sentence or a polynomial; or why there is none.
struct written_form {
  std::string name; // "LTL", "PFO²", "Polynomial"
  outcome<std::string> text;
};

struct compiled {
  network::model model;
  std::string weights; // the document of `export --to json`
  std::string dtype;   // of the weights: the model's format, fp64 where that is exact
};

struct material {
  language input;
  std::shared_ptr<automaton::minimal_dfa> automaton;
  algebra::classification classes;
  std::vector<written_form> forms;
  outcome<std::string> egg_box; // a graph for Graphviz
  outcome<compiled> model;
  std::string compiled_from; // the formula, where INPUT itself has no lowering
  outcome<proof::report> proof;
};

// Errors: INPUT is wrong, or its automaton passes a limit. Everything after that is an answer, or a
// failure inside the material.
[[nodiscard]] outcome<material> gathered(report_options const& o, streams const& io);

} // namespace ltlc::app::report
