// What both constructions from formulas share: the classes of letters that a formula cannot tell
// apart, and the common modulus.
#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "ltlc/budget/budget.hpp"
#include "ltlc/logic/formula.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::automaton {

struct letter_classes {
  std::vector<std::uint32_t> class_of; // by letter of the alphabet
  std::uint32_t count = 0;
};

// The letter of sigma that the node names, if it is an atom and sigma has it.
inline std::optional<text::letter> letter_of(logic::formula_pool const& pool, term::id i,
                                             text::alphabet const& sigma) {
  if (pool[i].kind != logic::op::letter) return std::nullopt;
  return sigma.find(pool.symbols().name(pool[i].a));
}

// One class for each letter of sigma that the nodes mention and one for all others, in alphabet
// order.
inline letter_classes classes_of(logic::formula_pool const& pool, std::vector<term::id> const& ids,
                                 text::alphabet const& sigma) {
  std::vector<bool> mentioned(sigma.size(), false);
  for (term::id const i : ids)
    if (auto const x = letter_of(pool, i, sigma)) mentioned[*x] = true;
  letter_classes result;
  std::optional<std::uint32_t> rest;
  for (bool const alone : mentioned) {
    if (!alone && rest) {
      result.class_of.push_back(*rest);
      continue;
    }
    if (!alone) rest = result.count;
    result.class_of.push_back(result.count++);
  }
  return result;
}

// The least common multiple of all moduli. States number positions by it, so it cannot be more than
// the states allowed.
inline budget::limited<std::uint64_t> common_modulus(logic::formula_pool const& pool,
                                                     std::vector<term::id> const& ids,
                                                     budget::budget const& limits) {
  std::uint64_t all = 1;
  for (term::id const i : ids) {
    if (pool[i].kind != logic::op::mod) continue;
    all = all / std::gcd(all, std::uint64_t{pool[i].b}) * pool[i].b;
    if (all > UINT32_MAX || all > limits.max_states) return tl::unexpected(limits.states_passed());
  }
  return all;
}

} // namespace ltlc::automaton
