// How deep a formula nests heads.
#pragma once

#include <algorithm>
#include <vector>

#include "ltlc/logic/formula.hpp"

namespace ltlc::support {

// Depth of nested heads: MOD needs one head and counts as a leaf of depth 1.
inline std::size_t head_depth(logic::formula f) {
  std::vector<std::size_t> depth(f.id + 1, 0);
  for (auto const id : logic::subformulas(f)) {
    auto const& n = (*f.pool)[id];
    auto const& info = logic::info(n.kind);
    if (n.kind == logic::op::mod) depth[id] = 1;
    if (info.arity >= 1) depth[id] = depth[n.a];
    if (info.arity == 2) depth[id] = std::max(depth[id], depth[n.b]);
    if (info.looks_left || info.looks_right) ++depth[id];
  }
  return depth[f.id];
}

} // namespace ltlc::support
