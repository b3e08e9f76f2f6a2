#include <optional>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/contract.hpp"
#include "ltlc/logic/first_order.hpp"
#include "ltlc/logic/marked.hpp"

// A sentence is translated from its leaves up into marked formulas (logic/marked.hpp). A bounded
// quantifier removes the outer marks, an unbounded one the closed marks: it is distributed over
// "or", conjuncts made of marks alone are pulled out, and what still has marks is split by Shannon
// expansion on one of them. What is left under the quantifier becomes P, or, where it speaks of the
// link, Y or Y P. N+1 is to an unbounded quantifier what the other variable is to a bounded one:
// last(x) is the link there, and false where x is bounded by a variable.
namespace ltlc::logic {
namespace {

// Looking at a node is much cheaper than making one.
constexpr std::uint64_t looks_per_node = 64;

// How a first-order node reads.
struct reading {
  formula own;      // no free variable: at N+1; one free variable: at that variable
  formula bound[2]; // two free variables: with the first, with the second about to be bound
};

class temporal_translator {
public:
  temporal_translator(fo_pool const& source, budget::budget const& limits)
      : source_(source), limits_(limits) {}

  budget::limited<formula> run(fo_formula sentence, formula_pool& target) {
    for (term::id const i : subformulas(sentence)) {
      readings_.emplace(i, read(i));
      if (over_budget()) return tl::unexpected(*reason_);
    }
    return marked_.exported(readings_.at(sentence.id).own, target);
  }

private:
  // exists (guard & rest) where the guard has no say in where the bound variable stands.
  struct choice {
    formula guard;
    formula rest;
  };
  struct task {
    formula f;
    std::vector<choice> choices;
    std::size_t next = 0;
  };
  using results = boost::unordered_flat_map<term::id, formula>;

  formula_pool& pool() { return marked_.pool(); }

  reading read(term::id i) {
    fo_node const& n = source_[i];
    reading r;
    if (n.kind == fo_op::exists) {
      r.own = exists(child(n.a, n.v, false), mark::closed);
    } else if (n.kind == fo_op::exists_before) {
      r.own = exists(child(n.a, n.v, true), mark::outer);
    } else if (source_.free_in(i) == 3) {
      for (auto const v : {variable::first, variable::second})
        r.bound[static_cast<std::size_t>(v)] = node_with(n, v, true);
    } else if (source_.free_in(i) == 0) {
      r.own = node_with(n, std::nullopt, false);
    } else {
      r.own = node_with(n, source_.free_in(i) == 1 ? variable::first : variable::second, false);
    }
    return r;
  }

  // A child as its parent sees it when `bound` is about to be bound, to places `before` the other
  // variable or anywhere; without one, in a sentence.
  formula child(term::id i, std::optional<variable> bound, bool before) {
    reading const& r = readings_.at(i);
    free_variables const free = source_.free_in(i);
    if (!bound) return r.own;
    if (free == 0) return marked_.mark_for(mark::closed, r.own);
    if (free == 3) return r.bound[static_cast<std::size_t>(*bound)];
    bool const inner = free == (*bound == variable::first ? 1 : 2);
    if (!inner) return marked_.mark_for(mark::outer, r.own);
    bool const never_last = before && marked_.has_link(r.own);
    return never_last ? marked_.assigned(r.own, marked_.link(), false) : r.own;
  }

  // Atoms and connectives. Where two variables are free, `bound` stands `before` the other one.
  formula node_with(fo_node const& n, std::optional<variable> bound, bool before) {
    bool const bound_first = bound == n.v;
    auto const part = [&](term::id i) { return child(i, bound, before); };
    switch (n.kind) {
    case fo_op::truth:
      return pool().truth();
    case fo_op::letter:
      return marked_.letter(source_.symbols().name(n.a));
    case fo_op::mod:
      return pool().mod(n.a, n.b);
    case fo_op::length:
      return pool().mod(std::int64_t{n.a} + 1, n.b); // the end is N+1
    case fo_op::less:
      return bound_first ? pool().truth() : pool().falsity();
    case fo_op::successor:
      return bound_first ? marked_.link() : pool().falsity();
    case fo_op::last:
      return marked_.link();
    case fo_op::negation:
      return pool().negation(part(n.a));
    case fo_op::conjunction:
      return pool().conjunction(part(n.a), part(n.b));
    case fo_op::disjunction:
      return pool().disjunction(part(n.a), part(n.b));
    case fo_op::implication:
      return pool().implication(part(n.a), part(n.b));
    case fo_op::equivalence:
      return pool().equivalence(part(n.a), part(n.b));
    case fo_op::falsity:
    case fo_op::equal:
    case fo_op::exists_before:
    case fo_op::exists:
      break;
    }
    return pool().falsity();
  }

  // "There is a position for the bound variable with f", without marks of the kind. The tasks are a
  // stack of our own, as their depth depends on the sentence.
  formula exists(formula f, mark kind) {
    results& done = kind == mark::outer ? before_ : anywhere_;
    std::vector<task> tasks{{f, choices(f, kind)}};
    while (!tasks.empty() && !over_budget()) {
      task& top = tasks.back();
      if (top.next < top.choices.size()) {
        formula const rest = top.choices[top.next].rest;
        if (done.contains(rest.id))
          ++top.next;
        else
          tasks.push_back({rest, choices(rest, kind)});
        continue;
      }
      done.emplace(top.f.id, top.choices.empty() ? unmarked(top.f) : sum(top.choices, done));
      tasks.pop_back();
    }
    return over_budget() ? pool().falsity() : done.at(f.id);
  }

  formula sum(std::vector<choice> const& choices, results const& done) {
    formula total = pool().falsity();
    for (auto const& c : choices)
      total = pool().disjunction(total, pool().conjunction(c.guard, done.at(c.rest.id)));
    return total;
  }

  formula unmarked(formula f) {
    if (!marked_.has_link(f)) return pool().past(f);
    formula const linked = marked_.assigned(f, marked_.link(), true);
    formula const farther = marked_.assigned(f, marked_.link(), false);
    return pool().disjunction(pool().yesterday(linked), pool().yesterday(pool().past(farther)));
  }

  // How to get rid of marks in f; nothing if there are none.
  std::vector<choice> choices(formula f, mark kind) {
    if (!marked_.has(f, kind)) return {};
    if (auto parts = by_disjunction(f, kind); !parts.empty()) return parts;
    if (auto parts = by_conjunction(f, kind); !parts.empty()) return parts;
    formula const single = marked_.first_mark(f, kind);
    formula const meaning = marked_.meaning(single);
    return {{meaning, marked_.assigned(f, single, true)},
            {pool().negation(meaning), marked_.assigned(f, single, false)}};
  }

  // Those without marks stay together, under one quantifier.
  std::vector<choice> by_disjunction(formula f, mark kind) {
    auto const parts = marked_.disjuncts(f);
    if (parts.size() == 1 && parts[0] == f) return {};
    std::vector<choice> found;
    formula plain = pool().falsity();
    for (formula const part : parts) {
      if (marked_.has(part, kind))
        found.push_back({pool().truth(), part});
      else
        plain = pool().disjunction(plain, part);
    }
    found.push_back({pool().truth(), plain});
    return found;
  }

  std::vector<choice> by_conjunction(formula f, mark kind) {
    formula guard = pool().truth();
    formula rest = pool().truth();
    for (formula const part : marked_.conjuncts(f)) {
      formula& side = marked_.only_marks(part) ? guard : rest;
      side = pool().conjunction(side, part);
    }
    if (rest == f || guard == pool().truth()) return {};
    return {{marked_.resolved(guard, kind), rest}};
  }

  bool over_budget() {
    if (reason_) return true;
    if (pool().size() > limits_.max_states)
      reason_ = {"nodes of the temporal formula", limits_.max_states, "--max-states"};
    else if (marked_.steps() / looks_per_node > limits_.max_states)
      reason_ = {"expansion steps of the first-order translation", limits_.max_states,
                 "--max-states"};
    else if (limits_.out_of_time())
      reason_ = limits_.time_passed();
    return reason_.has_value();
  }

  fo_pool const& source_;
  budget::budget const& limits_;
  marked_formulas marked_;
  boost::unordered_flat_map<term::id, reading> readings_;
  results before_;
  results anywhere_;
  std::optional<budget::limit_reached> reason_;
};

} // namespace

budget::limited<formula> to_temporal(fo_formula f, formula_pool& pool,
                                     budget::budget const& limits) {
  LTLC_EXPECTS(f.pool->free_in(f.id) == 0);
  return temporal_translator(*f.pool, limits).run(f, pool);
}

} // namespace ltlc::logic
