// SL and TSL. Letters that move no state can be put in and left out anywhere, and the others are on
// every tier of the language; so the tier is made of these, and what is left is SL. A pair of
// states that can still accept and stay apart under words of any length breaks every k.
#include <algorithm>
#include <optional>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/algebra/pair_cycles.hpp"
#include "ltlc/algebra/words.hpp"
#include "ltlc/automaton/compare.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {

using namespace evidence;

namespace {

using automaton::dfa;
using automaton::state;

bool moves_some_state(dfa const& a, text::letter x) {
  for (state q = 0; q < a.states(); ++q)
    if (a.next(q, x) != q) return true;
  return false;
}

std::vector<text::letter> tier_of(dfa const& a, bool whole_alphabet) {
  std::vector<text::letter> tier;
  for (text::letter x = 0; x < a.letters(); ++x)
    if (whole_alphabet || moves_some_state(a, x)) tier.push_back(x);
  return tier;
}

// The one state of a minimal automaton that accepts nothing, if it has one.
std::optional<state> dead_state(dfa const& a) {
  for (state q = 0; q < a.states(); ++q) {
    bool dead = !a.accepting[q];
    for (text::letter x = 0; dead && x < a.letters(); ++x)
      dead = a.next(q, x) == q;
    if (dead) return q;
  }
  return std::nullopt;
}

text::word accepted_from(dfa a, state q) {
  a.initial = q;
  std::optional<text::word> w = automaton::shortest_accepted(a);
  LTLC_ENSURES(w.has_value());
  return std::move(*w);
}

substitution_certificate certificate_of(dfa const& a, looping_pair const& found, text::word e) {
  auto [p, q, loop] = found;
  text::word z = telling_word(a, p, q);
  if (!a.accepting[automaton::run(a, p, z)]) std::swap(p, q);
  return {.p = p,
          .q = q,
          .x = reaching_word(a, p),
          .y = reaching_word(a, q),
          .e = std::move(e),
          .z = std::move(z),
          .f = accepted_from(a, q)};
}

} // namespace

verdict decide_strictly_local(dfa const& a, class_id id, budget::budget const& limits) {
  LTLC_EXPECTS(id == class_id::sl || id == class_id::tsl);
  std::vector<text::letter> tier = tier_of(a, id == class_id::sl);
  // A language with an empty tier has one state, and then words of length 0 decide.
  if (tier.empty()) return {id, membership::member, strictly_local_certificate{1, {}}, {}};
  // Words over the tier are numbered by place in it.
  dfa const part = automaton::restricted(a, tier);
  state_groups groups{std::vector<std::uint32_t>(a.states(), 0),
                      std::vector<std::uint32_t>(a.states(), 0)};
  if (auto const dead = dead_state(a)) groups.group[*dead] = state_groups::none;
  auto found = find_looping_pair(part, groups, limits);
  if (!found) return {id, membership::undecided, {}, found.error()};
  if (auto const* const none = std::get_if<no_looping_pair>(&*found))
    return {
        id, membership::member, strictly_local_certificate{none->length + 1, std::move(tier)}, {}};
  auto const& looping = std::get<looping_pair>(*found);
  std::uint64_t visits = 1U << 18;
  text::word const shorter =
      shortest_loop(part, looping.p, looping.q, 1, visits).value_or(looping.e);
  text::word e;
  for (text::letter const x : shorter)
    e.push_back(tier[x]);
  return {id, membership::not_member, certificate_of(a, looping, std::move(e)), {}};
}

} // namespace ltlc::algebra
