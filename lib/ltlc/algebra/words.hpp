// Words that certificates are made of: shortest ones by breadth-first search over tuples of states,
// and lengths that a modulus divides.
#pragma once

#include <array>
#include <optional>

#include "ltlc/algebra/classify.hpp"

namespace ltlc::algebra {

// A shortest nonempty word of a length divisible by `modulus` that leads from p to q (to any state
// but p in p's component when q is none), and where it leads. Stays in p's component.
struct route {
  text::word w;
  automaton::state end = 0;
};
[[nodiscard]] std::optional<route>
shortest_route(automaton::dfa const& a, automaton::component_order const& order, automaton::state p,
               std::optional<automaton::state> q, std::uint64_t modulus);

// A shortest nonempty word of a length divisible by `modulus` that fixes both states, by at most
// `visits` steps (which are subtracted), or none found. Pre: p ≠ q.
[[nodiscard]] std::optional<text::word> shortest_loop(automaton::dfa const& a, automaton::state p,
                                                      automaton::state q, std::uint64_t modulus,
                                                      std::uint64_t& visits);

// Two words of one length, u moving the r states of `cycle` on by one and e fixing them (e is empty
// when `with_identity` is false); a shortest such pair for the cycle, or none found.
struct rotation {
  text::word u, e;
};
[[nodiscard]] std::optional<rotation> shortest_rotation(automaton::dfa const& a,
                                                        std::vector<automaton::state> const& cycle,
                                                        bool with_identity, std::uint64_t& visits);

// w repeated n times.
[[nodiscard]] text::word repeated(text::word const& w, std::uint64_t n);

// The modulus of a certificate for p's component: the lcm of all periods when that is at most
// `largest_common_modulus` and the search it makes is small, else the period of the component.
inline constexpr std::uint64_t largest_common_modulus = 1000;
[[nodiscard]] std::uint64_t certificate_modulus(automaton::component_order const& order,
                                                automaton::state p);

// The words that every certificate has: how to reach p, and what tells p from q.
[[nodiscard]] text::word reaching_word(automaton::dfa const& a, automaton::state p);
[[nodiscard]] text::word telling_word(automaton::dfa const& a, automaton::state p,
                                      automaton::state q);

} // namespace ltlc::algebra
