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

} // namespace ltlc::support
