// Formulas, sentences and words for tests: random ones from a seed, and all of them up to a size.
// Nothing here uses a distribution of the standard library, whose results differ between machines.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include "ltlc/logic/first_order.hpp"
#include "ltlc/logic/formula.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::support {

using random = std::mt19937_64;

// One of 0 … n-1. Pre: n >= 1.
inline std::size_t below(random& source, std::size_t n) {
  return static_cast<std::size_t>(source() % n);
}

template <class T>
T const& one_of(random& source, std::vector<T> const& list) {
  return list[below(source, list.size())];
}

// "ab" is the alphabet {a, b}. Pre: a valid alphabet.
inline text::alphabet alphabet_of(std::string_view option) {
  return text::alphabet::from_option(option).value();
}

inline text::word random_word(random& source, std::size_t letters, std::size_t length) {
  text::word w(length);
  for (auto& a : w)
    a = static_cast<text::letter>(below(source, letters));
  return w;
}

// All words up to a length, shorter ones first, then in alphabet order.
inline std::vector<text::word> all_words(std::size_t letters, std::size_t max_length) {
  std::vector<text::word> words{{}};
  std::size_t from = 0;
  for (std::size_t length = 1; length <= max_length; ++length) {
    std::size_t const to = words.size();
    for (std::size_t i = from; i < to; ++i)
      for (text::letter a = 0; a < letters; ++a) {
        text::word longer = words[i];
        longer.push_back(a);
        words.push_back(std::move(longer));
      }
    from = to;
  }
  return words;
}

// What random formulas are made of.
struct formula_shape {
  std::vector<std::string> letters{"a", "b"};
  std::vector<logic::op> operators{logic::op::negation,    logic::op::conjunction,
                                   logic::op::disjunction, logic::op::implication,
                                   logic::op::equivalence, logic::op::past,
                                   logic::op::yesterday,   logic::op::since};
  std::vector<std::uint32_t> moduli{2, 3}; // none: no MOD atoms
  std::uint32_t max_shift = 3;             // Y^1 … Y^max_shift
  bool constants = true;                   // true and false as atoms
};

// The fragment LTL[P], LTL[P,MOD], … by its temporal operators.
inline formula_shape shape_of(std::vector<logic::op> temporal, std::vector<std::uint32_t> moduli) {
  formula_shape shape;
  shape.operators = {logic::op::negation, logic::op::conjunction, logic::op::disjunction,
                     logic::op::implication, logic::op::equivalence};
  // As often as the Boolean operators together.
  for (std::size_t i = 0; !temporal.empty() && i < 5; ++i)
    shape.operators.push_back(temporal[i % temporal.size()]);
  for (std::size_t i = 5; i < temporal.size(); ++i)
    shape.operators.push_back(temporal[i]);
  shape.moduli = std::move(moduli);
  return shape;
}

inline logic::formula random_atom(logic::formula_pool& pool, random& source,
                                  formula_shape const& shape) {
  std::size_t const kind = below(source, 8);
  if (kind == 0 && shape.constants) return below(source, 2) == 0 ? pool.truth() : pool.falsity();
  if (kind <= 2 && !shape.moduli.empty()) {
    auto const m = one_of(source, shape.moduli);
    return pool.mod(static_cast<std::int64_t>(below(source, m)), m);
  }
  return pool.letter(one_of(source, shape.letters));
}

// A formula written with `operators` operators; smart constructors may leave fewer.
inline logic::formula random_formula(logic::formula_pool& pool, random& source,
                                     formula_shape const& shape, std::size_t operators) {
  if (operators == 0) return random_atom(pool, source, shape);
  auto const kind = one_of(source, shape.operators);
  if (logic::info(kind).arity == 1) {
    auto const f = random_formula(pool, source, shape, operators - 1);
    if (kind != logic::op::yesterday) return logic::apply(pool, kind, f);
    return pool.yesterday(f, static_cast<std::uint32_t>(1 + below(source, shape.max_shift)));
  }
  std::size_t const left = below(source, operators);
  auto const f = random_formula(pool, source, shape, left);
  auto const g = random_formula(pool, source, shape, operators - 1 - left);
  return logic::apply(pool, kind, f, g);
}

// Every formula with at most `max_operators` operators from the lists over the atoms, each node
// once, those written with fewer operators first. Y stands for Y^1.
inline std::vector<logic::formula> all_formulas(logic::formula_pool& pool,
                                                std::vector<logic::formula> const& atoms,
                                                std::vector<logic::op> const& operators,
                                                std::size_t max_operators) {
  std::vector<std::vector<logic::formula>> levels;
  boost::unordered_flat_set<term::id> seen;
  auto const add = [&](std::vector<logic::formula>& level, logic::formula f) {
    if (seen.insert(f.id).second) level.push_back(f);
  };
  levels.emplace_back();
  for (auto const f : atoms)
    add(levels[0], f);
  for (std::size_t size = 1; size <= max_operators; ++size) {
    std::vector<logic::formula> level;
    for (auto const kind : operators) {
      if (logic::info(kind).arity == 1)
        for (auto const f : levels[size - 1])
          add(level, logic::apply(pool, kind, f));
      else
        for (std::size_t left = 0; left < size; ++left)
          for (auto const f : levels[left])
            for (auto const g : levels[size - 1 - left])
              add(level, logic::apply(pool, kind, f, g));
    }
    levels.push_back(std::move(level));
  }
  std::vector<logic::formula> all;
  for (auto const& level : levels)
    all.insert(all.end(), level.begin(), level.end());
  return all;
}

// What random sentences of PFO² are made of.
struct sentence_shape {
  std::vector<std::string> letters{"a", "b"};
  std::vector<std::uint32_t> moduli{2, 3}; // none: neither MOD nor LEN
  bool successor = true;
  bool last = true;
  bool constants = true;
};

namespace sentences {

inline bool coin(random& source) {
  return below(source, 2) == 0;
}

// An atom whose free variables are among `allowed` (bit 0 first, bit 1 second).
inline logic::fo_formula atom(logic::fo_pool& pool, random& source, sentence_shape const& shape,
                              logic::free_variables allowed) {
  std::size_t const kind = below(source, 16);
  auto const m = shape.moduli.empty() ? 1u : one_of(source, shape.moduli);
  auto const r = static_cast<std::int64_t>(below(source, m));
  if (kind == 0 && shape.constants) return coin(source) ? pool.truth() : pool.falsity();
  if ((kind <= 2 || allowed == 0) && m > 1) return pool.length(r, m);
  if (allowed == 0) return coin(source) ? pool.truth() : pool.falsity();
  bool const first = (allowed & 1) != 0 && (allowed == 1 || coin(source));
  auto const v = first ? logic::variable::first : logic::variable::second;
  if (allowed == 3 && kind >= 10) {
    if (kind <= 11) return pool.less(v);
    if (kind == 12) return pool.equal();
    if (shape.successor) return pool.successor(v);
  }
  if (kind == 5 && shape.last) return pool.last(v);
  if (kind <= 4 && m > 1) return pool.mod(v, r, m);
  return pool.letter(one_of(source, shape.letters), v);
}

inline logic::fo_formula random_open(logic::fo_pool& pool, random& source,
                                     sentence_shape const& shape, logic::free_variables allowed,
                                     std::size_t operators);

inline logic::fo_formula quantified(logic::fo_pool& pool, random& source,
                                    sentence_shape const& shape, logic::free_variables allowed,
                                    std::size_t operators) {
  bool const first = allowed == 2 || (allowed != 1 && coin(source));
  auto const bound = first ? logic::variable::first : logic::variable::second;
  auto const only = static_cast<logic::free_variables>(first ? 1 : 2);
  // A closed sub-formula may stand anywhere; the bounded quantifier needs the other variable free.
  if (allowed == 0 || (allowed == only) || below(source, 6) == 0) {
    auto const f = random_open(pool, source, shape, only, operators - 1);
    return coin(source) ? pool.exists(bound, f) : pool.forall(bound, f);
  }
  auto const f = random_open(pool, source, shape, 3, operators - 1);
  return coin(source) ? pool.exists_before(bound, f) : pool.forall_before(bound, f);
}

inline logic::fo_formula random_open(logic::fo_pool& pool, random& source,
                                     sentence_shape const& shape, logic::free_variables allowed,
                                     std::size_t operators) {
  if (operators == 0) return atom(pool, source, shape, allowed);
  std::size_t const kind = below(source, 10);
  if (kind <= 3) return quantified(pool, source, shape, allowed, operators);
  if (kind == 4) return pool.negation(random_open(pool, source, shape, allowed, operators - 1));
  std::size_t const left = below(source, operators);
  auto const f = random_open(pool, source, shape, allowed, left);
  auto const g = random_open(pool, source, shape, allowed, operators - 1 - left);
  if (kind <= 6) return pool.conjunction(f, g);
  if (kind <= 7) return pool.disjunction(f, g);
  if (kind == 8) return pool.implication(f, g);
  return pool.equivalence(f, g);
}

} // namespace sentences

// A sentence written with `operators` connectives and quantifiers (a bounded or unbounded
// "forall" counts as one).
inline logic::fo_formula random_sentence(logic::fo_pool& pool, random& source,
                                         sentence_shape const& shape, std::size_t operators) {
  return sentences::random_open(pool, source, shape, 0, operators);
}

} // namespace ltlc::support
