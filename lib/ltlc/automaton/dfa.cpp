#include "ltlc/automaton/dfa.hpp"

#include <limits>

#include <fmt/core.h>

#include "ltlc/contract.hpp"

namespace ltlc::automaton {

state run(dfa const& a, state q, text::word const& w) {
  LTLC_EXPECTS(q < a.states());
  for (text::letter const x : w) {
    LTLC_EXPECTS(x < a.letters());
    q = a.next(q, x);
  }
  return q;
}

bool accepts(dfa const& a, text::word const& w) {
  return a.accepting[run(a, a.initial, w)];
}

dfa canonical(dfa const& a) {
  constexpr state unseen = std::numeric_limits<state>::max();
  std::vector<state> number(a.states(), unseen);
  std::vector<state> order{a.initial};
  number[a.initial] = 0;
  dfa result{a.sigma, 0, {}, {}};
  result.delta.reserve(a.delta.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (text::letter x = 0; x < a.letters(); ++x) {
      state const q = a.next(order[i], x);
      if (number[q] == unseen) {
        number[q] = static_cast<state>(order.size());
        order.push_back(q);
      }
      result.delta.push_back(number[q]);
    }
  }
  result.accepting.reserve(order.size());
  for (state const q : order)
    result.accepting.push_back(a.accepting[q]);
  return result;
}

dfa complement(dfa a) {
  a.accepting.flip();
  return a;
}

dfa restricted(dfa const& a, std::vector<text::letter> const& letters) {
  std::vector<std::string> tokens;
  for (text::letter const x : letters)
    tokens.push_back(a.sigma.token(x));
  dfa part{text::alphabet::make(std::move(tokens)).value(), a.initial, a.accepting, {}};
  part.delta.reserve(a.states() * letters.size());
  for (state q = 0; q < a.states(); ++q)
    for (text::letter const x : letters)
      part.delta.push_back(a.next(q, x));
  return part;
}

std::string malformed(dfa const& a) {
  if (a.letters() == 0) return "the alphabet is empty";
  if (a.states() == 0) return "there is no state";
  if (a.states() > std::numeric_limits<state>::max()) return "there are too many states";
  if (a.initial >= a.states())
    return fmt::format("the initial state {} is not one of the {} states", a.initial, a.states());
  if (a.delta.size() != a.states() * a.letters())
    return fmt::format("the table has {} entries instead of {} × {}", a.delta.size(), a.states(),
                       a.letters());
  for (std::size_t i = 0; i < a.delta.size(); ++i)
    if (a.delta[i] >= a.states())
      return fmt::format("state {} goes to {} by '{}', which is not one of the {} states",
                         i / a.letters(), a.delta[i],
                         a.sigma.token(static_cast<text::letter>(i % a.letters())), a.states());
  return {};
}

} // namespace ltlc::automaton
