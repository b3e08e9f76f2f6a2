#include "unsettled.hpp"

#include <nlohmann/json.hpp>

#include "language.hpp"

namespace ltlc::app {

namespace {

std::string place_of(proof::unsettled_head const& u) {
  auto const layer = "layer " + std::to_string(u.layer + 1);
  return u.irrational_norm ? layer + "'s norm" : layer + " head " + std::to_string(u.head + 1);
}

// A long prefix by its two ends.
std::string shortened(text::word const& w, text::alphabet const& sigma) {
  constexpr std::size_t most = 40;
  constexpr std::ptrdiff_t end = 8;
  if (w.size() <= most) return shown(sigma, w);
  return shown(sigma, {w.begin(), w.begin() + end}) + "…" + shown(sigma, {w.end() - end, w.end()}) +
         " (" + std::to_string(w.size()) + " letters)";
}

// Nothing was explored: the length is asked for with an option, or is the model's own.
failure too_much(budget::limit_reached const& reached, bool bounded) {
  std::string const way = bounded ? "a lower --max-length asks for less"
                                  : "--max-length asks for words up to a length only";
  return {exit_status::limit, "ltlc: undecided: " + budget::describe(reached) + "; " + way + "\n"};
}

} // namespace

std::string gap_that_settles(network::model const& m, execution::regime const& arithmetic) {
  constexpr int digits = 6;
  if (arithmetic) return format::shortest_decimal(format::f_large(arithmetic->format));
  return exact::approximate(exact::scalar(m.scale), digits);
}

std::string describe(proof::unsettled_head const& u, text::alphabet const& sigma,
                     std::string const& enough) {
  std::string text = place_of(u) + ", on the row of ";
  text += u.at ? sigma.token(*u.at) : std::string("<eos>");
  text += " after " + shortened(u.prefix, sigma);
  if (u.irrational_norm)
    return text + ": the root is not rational; number formats round it (--regime fp32)";
  if (u.gap == "not finite") return text + ": a score or value is not finite";
  return text + ": the query " + u.query + " leaves a gap of about " + u.gap +
         " between keys of different values; " + enough + " or more would settle it";
}

nlohmann::ordered_json unsettled_json(proof::unsettled_head const& u, text::alphabet const& sigma) {
  nlohmann::ordered_json document = {{"layer", u.layer + 1}};
  if (u.irrational_norm) {
    document["norm"] = "irrational";
  } else {
    document["head"] = u.head + 1;
    document["gap"] = u.gap;
    document["query"] = u.query;
  }
  document["prefix"] = sigma.print(u.prefix);
  document["at"] =
      u.at ? nlohmann::ordered_json(sigma.token(*u.at)) : nlohmann::ordered_json(nullptr);
  return document;
}

failure without_period(proof::no_period const& endless) {
  return wrong_input("the rotations of layer " + std::to_string(endless.layer + 1) + " head " +
                     std::to_string(endless.head + 1) +
                     " never come back, so only words up to a length can be decided: give "
                     "--max-length");
}

failure not_proved(proof::prove_error const& error, text::alphabet const& sigma, bool bounded) {
  if (auto const* reached = std::get_if<budget::limit_reached>(&error))
    return too_much(*reached, bounded);
  if (auto const* endless = std::get_if<proof::no_period>(&error)) return without_period(*endless);
  auto const& word = std::get<proof::unconfirmed>(error).difference.word;
  return {exit_status::bug, "ltlc: bug: the interpreter does not confirm the counterexample " +
                                shown(sigma, word) + "; please report the model\n"};
}

exit_status status_of(proof::verdict verdict) {
  switch (verdict) {
  case proof::verdict::proved:
    return exit_status::done;
  case proof::verdict::refuted:
    return exit_status::does_not_hold;
  case proof::verdict::unsettled:
    break;
  }
  return exit_status::limit;
}

} // namespace ltlc::app
