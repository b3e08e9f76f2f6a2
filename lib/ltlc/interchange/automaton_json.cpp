#include "ltlc/interchange/automaton_json.hpp"

#include <nlohmann/json.hpp>

#include "ltlc/interchange/automaton_table.hpp"

namespace ltlc::interchange {

using json = nlohmann::ordered_json;

std::string alphabet_json(text::alphabet const& sigma) {
  return json(sigma.tokens()).dump(-1, ' ', false, json::error_handler_t::replace);
}

// Written without a document in between: automata can be large, and this is all numbers.
std::string table_json(automaton::dfa const& a) {
  std::string out = "\"states\":" + std::to_string(a.states()) +
                    ",\"initial\":" + std::to_string(a.initial) + ",\"accepting\":[";
  char const* separator = "";
  for (std::size_t q = 0; q < a.states(); ++q) {
    if (!a.accepting[q]) continue;
    out += separator + std::to_string(q);
    separator = ",";
  }
  out += "],\"delta\":[";
  for (automaton::state q = 0; q < a.states(); ++q) {
    out += q == 0 ? "[" : ",[";
    for (text::letter x = 0; x < a.letters(); ++x) {
      if (x > 0) out += ',';
      out += std::to_string(a.next(q, x));
    }
    out += ']';
  }
  return out + "]";
}

std::string to_json(automaton::dfa const& a) {
  return "{\"alphabet\":" + alphabet_json(a.sigma) + "," + table_json(a) + "}";
}

text::alphabet read_alphabet(json_reader const& at) {
  std::vector<std::string> tokens;
  for (auto const& token : at.elements())
    tokens.push_back(token.string());
  auto sigma = text::alphabet::make(std::move(tokens));
  if (!sigma) at.fail(sigma.error().message);
  return std::move(*sigma);
}

automaton::dfa read_table(json_reader const& at, text::alphabet sigma,
                          budget::budget const& limits) {
  automaton::dfa a;
  a.sigma = std::move(sigma);
  auto const states = at.key("states").integer(1, static_cast<std::int64_t>(limits.max_states));
  a.initial = static_cast<automaton::state>(at.key("initial").integer(0, states - 1));
  a.accepting.assign(static_cast<std::size_t>(states), false);
  for (auto const& q : at.key("accepting").elements())
    a.accepting[static_cast<std::size_t>(q.integer(0, states - 1))] = true;
  auto const rows = at.key("delta");
  rows.expect_size(static_cast<std::size_t>(states), "one row per state");
  a.delta.reserve(static_cast<std::size_t>(states) * a.letters());
  for (auto const& row : rows.elements()) {
    row.expect_size(a.letters(), "one successor per letter");
    for (auto const& q : row.elements())
      a.delta.push_back(static_cast<automaton::state>(q.integer(0, states - 1)));
  }
  return a;
}

text::result<automaton::dfa> dfa_from_json(text::source const& text, budget::budget const& limits) {
  return read_document<automaton::dfa>(text, [&](json_reader const& root) {
    return read_table(root, read_alphabet(root.key("alphabet")), limits);
  });
}

} // namespace ltlc::interchange
