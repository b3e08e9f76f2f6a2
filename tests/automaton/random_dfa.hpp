// Automata for tests: random ones from a seed, all small ones, and Brzozowski's and Moore's
// minimisations straight from their definitions.
#pragma once

#include <map>
#include <set>
#include <utility>

#include "ltlc/automaton/dfa.hpp"
#include "support/formula_generator.hpp"

namespace ltlc::support {

inline automaton::dfa random_dfa(random& source, text::alphabet const& sigma, std::size_t states) {
  automaton::dfa a{sigma, static_cast<automaton::state>(below(source, states)), {}, {}};
  for (std::size_t q = 0; q < states; ++q) {
    a.accepting.push_back(below(source, 2) == 0);
    for (std::size_t x = 0; x < sigma.size(); ++x)
      a.delta.push_back(static_cast<automaton::state>(below(source, states)));
  }
  return a;
}

// One letter of which many states of one language share most, so that minimizing has work to do: a
// random automaton whose states are copied.
inline automaton::dfa inflated(random& source, automaton::dfa const& a, std::size_t copies) {
  automaton::dfa b{a.sigma, static_cast<automaton::state>(a.initial * copies), {}, {}};
  for (std::size_t q = 0; q < a.states() * copies; ++q) {
    b.accepting.push_back(a.accepting[q / copies]);
    for (text::letter x = 0; x < a.letters(); ++x)
      b.delta.push_back(static_cast<automaton::state>(
          a.next(static_cast<automaton::state>(q / copies), x) * copies + below(source, copies)));
  }
  return b;
}

// Calls f with every automaton of exactly so many states and initial state 0.
template <class F>
void each_dfa(text::alphabet const& sigma, std::size_t states, F const& f) {
  std::size_t const entries = states * sigma.size();
  automaton::dfa a{sigma, 0, std::vector<bool>(states), std::vector<automaton::state>(entries, 0)};
  for (bool more_tables = true; more_tables;) {
    for (std::size_t subset = 0; subset < std::size_t{1} << states; ++subset) {
      for (std::size_t q = 0; q < states; ++q)
        a.accepting[q] = (subset >> q & 1) != 0;
      f(std::as_const(a));
    }
    std::size_t at = 0;
    while (at < entries && ++a.delta[at] == states)
      a.delta[at++] = 0;
    more_tables = at < entries;
  }
}

// Moore: refine "both accept or neither" by successors until nothing changes.
inline automaton::dfa moore(automaton::dfa const& input) {
  automaton::dfa const a = automaton::canonical(input);
  std::vector<automaton::state> block(a.states());
  for (automaton::state q = 0; q < a.states(); ++q)
    block[q] = a.accepting[q] ? 1 : 0;
  for (std::size_t blocks = 0;;) {
    std::map<std::vector<automaton::state>, automaton::state> number;
    std::vector<automaton::state> finer(a.states());
    for (automaton::state q = 0; q < a.states(); ++q) {
      std::vector<automaton::state> key{block[q]};
      for (text::letter x = 0; x < a.letters(); ++x)
        key.push_back(block[a.next(q, x)]);
      finer[q] =
          number.try_emplace(key, static_cast<automaton::state>(number.size())).first->second;
    }
    block = finer;
    if (number.size() == blocks) break;
    blocks = number.size();
  }
  automaton::dfa b{a.sigma, block[a.initial], {}, {}};
  automaton::state const blocks = *std::max_element(block.begin(), block.end()) + 1;
  b.accepting.resize(blocks);
  b.delta.resize(blocks * a.letters());
  for (automaton::state q = 0; q < a.states(); ++q) {
    b.accepting[block[q]] = a.accepting[q];
    for (text::letter x = 0; x < a.letters(); ++x)
      b.delta[block[q] * a.letters() + x] = block[a.next(q, x)];
  }
  return automaton::canonical(b);
}

// The reachable subset automaton of a's reversal: it accepts the mirror image of a's language.
inline automaton::dfa reversed(automaton::dfa const& a) {
  using subset = std::set<automaton::state>;
  std::map<subset, automaton::state> number;
  std::vector<subset> subsets;
  automaton::dfa b{a.sigma, 0, {}, {}};
  auto const intern = [&](subset const& s) {
    auto const [at, fresh] = number.try_emplace(s, static_cast<automaton::state>(subsets.size()));
    if (fresh) {
      subsets.push_back(s);
      b.accepting.push_back(s.contains(a.initial));
    }
    return at->second;
  };
  subset last;
  for (automaton::state q = 0; q < a.states(); ++q)
    if (a.accepting[q]) last.insert(q);
  intern(last);
  for (std::size_t i = 0; i < subsets.size(); ++i)
    for (text::letter x = 0; x < a.letters(); ++x) {
      subset before;
      for (automaton::state q = 0; q < a.states(); ++q)
        if (subsets[i].contains(a.next(q, x))) before.insert(q);
      b.delta.push_back(intern(before));
    }
  return b;
}

inline automaton::dfa brzozowski(automaton::dfa const& a) {
  return automaton::canonical(reversed(reversed(a)));
}

} // namespace ltlc::support
