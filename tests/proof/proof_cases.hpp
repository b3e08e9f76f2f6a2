// What the proof is asked about.
#pragma once

#include <doctest/doctest.h>

#include "lowering/model_on_words.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/proof/prove.hpp"

namespace ltlc::support {

inline automaton::dfa automaton_of(logic::formula f, text::alphabet const& sigma) {
  return *automaton::minimize(automaton::construct(f, sigma, {}).value());
}

inline network::model compiled(logic::formula f, text::alphabet const& sigma,
                               std::optional<format::number_format> const& format) {
  auto m = lowering::compile(f, sigma, {.format = format}, {});
  REQUIRE(m.has_value());
  return std::move(*m);
}

inline proof::report proved(network::model const& m, execution::regime const& regime,
                            automaton::dfa const& specification,
                            std::optional<std::uint64_t> length = std::nullopt) {
  auto const r = proof::prove(m, regime, specification, length, {});
  REQUIRE(r.has_value());
  return *r;
}

// What the exploration decided of a word. Pre: it is not longer than e.length.
inline bool decided(proof::extracted const& e, text::word const& w) {
  automaton::state q = 0;
  for (auto const a : w)
    q = e.delta[q * e.sigma.size() + a];
  return e.accepting[q];
}

struct specified_model {
  network::model model;
  automaton::dfa specification;
};

// Y^shift a over {a, b} for fp32, promised for words up to a length.
inline specified_model yesterday_within(std::uint64_t length, std::uint32_t shift = 1) {
  logic::formula_pool pool;
  auto const sigma = alphabet_of("ab");
  auto const f = pool.yesterday(pool.letter("a"), shift);
  auto m = lowering::compile(f, sigma, {.max_length = length}, {});
  REQUIRE(m.has_value());
  return {std::move(*m), automaton_of(f, sigma)};
}

} // namespace ltlc::support
