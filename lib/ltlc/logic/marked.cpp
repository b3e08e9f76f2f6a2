#include "ltlc/logic/marked.hpp"

#include <algorithm>
#include <string>

#include <boost/unordered/unordered_flat_set.hpp>

#include "ltlc/contract.hpp"

namespace ltlc::logic {
namespace {

bool is_temporal(op kind) {
  return info(kind).looks_left || info(kind).looks_right;
}

// The ids in f, children first; without `deep` nothing below a temporal operator.
std::vector<term::id> nodes_of(formula_pool const& pool, formula f, bool deep) {
  return term::reachable(f.id, [&](term::id i, auto&& visit) {
    node const& n = pool[i];
    int const arity = info(n.kind).arity;
    if (!deep && is_temporal(n.kind)) return;
    if (arity >= 1) visit(n.a);
    if (arity == 2) visit(n.b);
  });
}

} // namespace

formula marked_formulas::mark_for(mark kind, formula meaning) {
  node const n = pool_[meaning.id];
  if (n.kind == op::truth || n.kind == op::falsity) return meaning;
  if (n.kind == op::negation) return pool_.negation(mark_for(kind, {&pool_, n.a}));
  std::uint64_t const key = std::uint64_t{meaning.id} * 2 + (kind == mark::outer ? 0u : 1u);
  if (auto const found = mark_of_.find(key); found != mark_of_.end()) return found->second;
  formula const made = pool_.letter(std::string("#").append(std::to_string(marks_.size())));
  marks_.emplace(made.id, std::pair{kind, meaning});
  mark_of_.emplace(key, made);
  return made;
}

marked_formulas::content marked_formulas::look(term::id i) const {
  node const& n = pool_[i];
  if (n.kind == op::truth || n.kind == op::falsity) return {};
  if (i == link_.id) return {.outer = false, .link = true, .plain = false, .closed = false};
  if (auto const m = marks_.find(i); m != marks_.end()) {
    bool const outer = m->second.first == mark::outer;
    return {.outer = outer, .link = false, .plain = false, .closed = !outer};
  }
  content all;
  if (info(n.kind).arity >= 1) all = contents_[n.a];
  if (info(n.kind).arity == 2) {
    content const& right = contents_[n.b];
    all = {.outer = all.outer || right.outer,
           .link = all.link || right.link,
           .plain = all.plain || right.plain,
           .closed = all.closed || right.closed};
  }
  if (info(n.kind).arity == 0 || is_temporal(n.kind)) all.plain = true;
  return all;
}

marked_formulas::content const& marked_formulas::of(formula f) {
  while (contents_.size() <= f.id)
    contents_.push_back(look(static_cast<term::id>(contents_.size())));
  return contents_[f.id];
}

bool marked_formulas::has(formula f, mark kind) {
  return kind == mark::outer ? of(f).outer : of(f).closed;
}

bool marked_formulas::only_marks(formula f) {
  return !of(f).plain && !of(f).link;
}

std::vector<formula> marked_formulas::disjuncts(formula f) {
  struct signed_id {
    term::id id;
    bool negated;
  };
  std::vector<formula> found;
  boost::unordered_flat_set<std::uint64_t> seen;
  std::vector<signed_id> pending{{f.id, false}};
  while (!pending.empty()) {
    auto const [i, negated] = pending.back();
    pending.pop_back();
    if (!seen.insert(std::uint64_t{i} * 2 + (negated ? 1u : 0u)).second) continue;
    node const n = pool_[i];
    if (n.kind == op::negation) {
      pending.push_back({n.a, !negated});
    } else if (n.kind == (negated ? op::conjunction : op::disjunction)) {
      pending.push_back({n.b, negated});
      pending.push_back({n.a, negated});
    } else if (n.kind == op::implication && !negated) {
      pending.push_back({n.b, false});
      pending.push_back({n.a, true});
    } else {
      found.push_back(negated_if({&pool_, i}, negated));
    }
  }
  steps_ += seen.size();
  return found;
}

std::vector<formula> marked_formulas::conjuncts(formula f) {
  auto list = disjuncts(pool_.negation(f));
  for (auto& g : list)
    g = pool_.negation(g);
  return list;
}

formula marked_formulas::first_mark(formula f, mark kind) {
  LTLC_EXPECTS(has(f, kind));
  auto const ids = nodes_of(pool_, f, kind == mark::closed);
  steps_ += ids.size();
  auto const first = std::find_if(ids.begin(), ids.end(), [&](term::id i) {
    auto const m = marks_.find(i);
    return m != marks_.end() && m->second.first == kind;
  });
  return {&pool_, *first};
}

// replace(letter) is what a letter's node, with its id in this pool, becomes in the target.
template <class Replace>
formula marked_formulas::rebuilt(formula f, bool deep, formula_pool& target, Replace&& replace) {
  auto const ids = nodes_of(pool_, f, deep);
  steps_ += ids.size();
  std::vector<formula> made(ids.size());
  for (std::size_t s = 0; s < ids.size(); ++s) {
    node const n = pool_[ids[s]]; // a copy: the pool may grow
    auto const child = [&](term::id i) { return made[term::index_of(ids, i)]; };
    if (n.kind == op::letter)
      made[s] = replace(formula{&pool_, ids[s]});
    else if (n.kind == op::mod)
      made[s] = target.mod(n.a, n.b);
    else if (n.kind == op::truth)
      made[s] = target.truth();
    else if (n.kind == op::falsity)
      made[s] = target.falsity();
    else if (!deep && is_temporal(n.kind))
      made[s] = {&pool_, ids[s]};
    else if (n.kind == op::yesterday)
      made[s] = target.yesterday(child(n.a), n.b);
    else if (info(n.kind).arity == 1)
      made[s] = apply(target, n.kind, child(n.a));
    else
      made[s] = apply(target, n.kind, child(n.a), child(n.b));
  }
  return made.back();
}

formula marked_formulas::resolved(formula f, mark kind) {
  return rebuilt(f, false, pool_, [&](formula leaf) {
    auto const m = marks_.find(leaf.id);
    return m != marks_.end() && m->second.first == kind ? m->second.second : leaf;
  });
}

formula marked_formulas::assigned(formula f, formula single, bool value) {
  auto const m = marks_.find(single.id);
  bool const deep = m != marks_.end() && m->second.first == mark::closed;
  return rebuilt(f, deep, pool_, [&](formula leaf) {
    if (leaf != single) return leaf;
    return value ? pool_.truth() : pool_.falsity();
  });
}

formula marked_formulas::exported(formula f, formula_pool& target) {
  LTLC_EXPECTS(!has(f, mark::outer) && !has(f, mark::closed) && !has_link(f));
  return rebuilt(f, true, target, [&](formula leaf) {
    return target.letter(pool_.symbols().name(pool_[leaf.id].a).substr(1));
  });
}

} // namespace ltlc::logic
