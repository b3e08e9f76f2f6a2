#include <ostream>

#include <nlohmann/json.hpp>

#include "ltlc/automaton/compare.hpp"

#include "../language.hpp"
#include "commands.hpp"

namespace ltlc::app {

outcome<exit_status> run_command(equiv_options const& o, streams const& io) {
  auto const limits = budget_of(o.common);
  if (o.input.count() != 2)
    return tl::unexpected(wrong_input("two languages are needed, each by --regex, --ltl, --fo or "
                                      "--dfa (" +
                                      std::to_string(o.input.count()) + " given)"));
  auto const inputs = read_languages(o.input, limits, io);
  if (!inputs) return tl::unexpected(inputs.error());
  auto const first = minimal_automaton(inputs->front(), limits);
  if (!first) return tl::unexpected(first.error());
  auto const second = minimal_automaton(inputs->back(), limits);
  if (!second) return tl::unexpected(second.error());
  auto const word = automaton::difference(**first, **second, limits);
  if (!word) return tl::unexpected(limit(word.error()));

  auto const& sigma = inputs->front().sigma;
  bool const equal = !word->has_value();
  bool const in_first = !equal && automaton::accepts(**first, **word);
  if (o.common.json) {
    nlohmann::ordered_json document = {{"equal", equal}, {"counterexample", nullptr}};
    if (!equal) {
      document["counterexample"] = sigma.print(**word);
      document["accepted_by_first"] = in_first;
    }
    io.out << document.dump() << "\n";
  } else if (equal) {
    io.out << "equal over " << text::listed(sigma) << "\n";
  } else {
    io.out << "different over " << text::listed(sigma) << ": " << shown(sigma, **word) << " is in "
           << inputs->at(in_first ? 0 : 1).name << " and not in "
           << inputs->at(in_first ? 1 : 0).name << "\n";
  }
  return equal ? exit_status::done : exit_status::does_not_hold;
}

} // namespace ltlc::app
