#include "ltlc/interchange/automaton_hoa.hpp"

#include <algorithm>
#include <map>

#include "ltlc/budget/pace.hpp"

namespace ltlc::interchange {

namespace {

std::string quoted_proposition(std::string const& token) {
  std::string out = "\"";
  for (char const c : token) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// Letter x and no other, as an alias: @x.
std::string alias(text::letter x, std::size_t letters) {
  std::string out = "Alias: @" + std::to_string(x) + " ";
  for (text::letter y = 0; y < letters; ++y) {
    if (y > 0) out += '&';
    if (y != x) out += '!';
    out += std::to_string(y);
  }
  return out + "\n";
}

} // namespace

budget::limited<std::string> to_hoa(automaton::dfa const& a, budget::budget const& limits) {
  std::uint64_t const digits = std::to_string(a.letters()).size() + 2;
  if (a.letters() > limits.max_bytes / digits / a.letters())
    return tl::unexpected(budget::bytes_passed(limits));
  std::string out = "HOA: v1\n/* Finite words: a state in set 0 accepts the words that end there. "
                    "Every letter is a proposition; exactly one holds at a time. */\n"
                    "tool: \"ltlc\"\nwords: finite\nStates: " +
                    std::to_string(a.states()) + "\nStart: " + std::to_string(a.initial) +
                    "\nAP: " + std::to_string(a.letters());
  for (auto const& token : a.sigma.tokens())
    out += " " + quoted_proposition(token);
  out += "\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n"
         "properties: trans-labels explicit-labels state-acc deterministic\n";
  for (text::letter x = 0; x < a.letters(); ++x)
    out += alias(x, a.letters());
  out += "--BODY--\n";
  for (automaton::state q = 0; q < a.states(); ++q) {
    out += "State: " + std::to_string(q) + (a.accepting[q] ? " {0}\n" : "\n");
    std::map<automaton::state, std::string> label;
    for (text::letter x = 0; x < a.letters(); ++x) {
      std::string& text = label[a.next(q, x)];
      text += (text.empty() ? "@" : " | @") + std::to_string(x);
    }
    for (auto const& [target, text] : label)
      out += "[" + text + "] " + std::to_string(target) + "\n";
  }
  return out + "--END--\n";
}

} // namespace ltlc::interchange
