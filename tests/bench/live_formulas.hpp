// How many sub-formulas a machine that evaluates a formula layer by layer must hold at once. It is
// counted from the formula alone, so that the width of a compiled model can be compared with it.
#pragma once

#include <algorithm>
#include <vector>

#include "lowering/head_depth.hpp"
#include "ltlc/logic/formula.hpp"

namespace ltlc::bench {

// The greatest number of sub-formulas alive in one layer. Letters come with the word (layer 0), an
// operator that looks elsewhere takes a layer, a Boolean one takes none, and MOD is made where it
// is read first. A value lives from there until the last layer that reads it. With `boolean` =
// false Boolean sub-formulas are not values: what they are made of lives until they are read.
// Constants are not counted. Cost: the DAG times its depth.
inline std::size_t most_alive(logic::formula f, bool boolean) {
  constexpr std::size_t unset = ~std::size_t{0};
  auto const nodes = logic::subformulas(f);
  std::vector<std::size_t> made(f.id + 1, 0);
  std::vector<std::size_t> first(f.id + 1, unset);
  std::vector<std::size_t> last(f.id + 1, 0);
  for (auto const id : nodes)
    made[id] = support::head_depth({f.pool, id});
  first[f.id] = last[f.id] = made[f.id];
  for (auto at = nodes.rbegin(); at != nodes.rend(); ++at) { // readers before what they read
    auto const& n = (*f.pool)[*at];
    auto const& info = logic::info(n.kind);
    bool const layer = info.looks_left || info.looks_right;
    // A Boolean sub-formula reads in the layer that completes it; when it is not a value, also in
    // every layer that reads it.
    std::size_t const from = made[*at];
    std::size_t const to = layer || boolean ? made[*at] : last[*at];
    auto const read = [&](term::id child) {
      first[child] = std::min(first[child], from);
      last[child] = std::max(last[child], to);
    };
    if (info.arity >= 1) read(n.a);
    if (info.arity == 2) read(n.b);
  }
  std::vector<std::size_t> alive(made[f.id] + 1, 0);
  for (auto const id : nodes) {
    auto const& n = (*f.pool)[id];
    auto const& info = logic::info(n.kind);
    bool const layer = info.looks_left || info.looks_right;
    if (n.kind == logic::op::truth || n.kind == logic::op::falsity) continue;
    if (info.arity > 0 && !layer && !boolean) continue;
    std::size_t const begin = n.kind == logic::op::mod ? first[id] : made[id];
    for (std::size_t l = begin; l <= last[id]; ++l)
      ++alive[l];
  }
  return *std::max_element(alive.begin(), alive.end());
}

} // namespace ltlc::bench
