#include "ltlc/logic/to_first_order.hpp"

#include <array>

// Children come first in a pool, so two loops do it: downwards to see at which places a sub-formula
// is read, upwards to make what is read. No recursion, and what f shares stays shared.
namespace ltlc::logic {
namespace {

constexpr std::size_t shown_bytes = 60; // of a refused sub-formula

// Where a formula is read: at the value of a variable, or at N+1.
enum class place : std::uint8_t { first, second, end };
constexpr std::array<place, 3> places{place::first, place::second, place::end};

constexpr std::size_t index(place p) {
  return static_cast<std::size_t>(p);
}
// The variable that ranges over what is left of the place.
constexpr variable bound_left_of(place p) {
  return p == place::first ? variable::second : variable::first;
}
constexpr place at(variable v) {
  return v == variable::first ? place::first : place::second;
}

class translator {
public:
  translator(formula f, fo_pool& pool, budget::budget const& limits)
      : source_(*f.pool), pool_(pool), limits_(limits), ids_(subformulas(f)), read_(ids_.size()),
        made_(ids_.size()) {}

  tl::expected<fo_formula, std::variant<no_sentence, budget::limit_reached>> run() {
    for (term::id const i : ids_)
      if (op const kind = source_[i].kind; kind > op::yesterday)
        return tl::unexpected(no_sentence{
            kind, print(formula{&source_, i}, {.unicode = false, .max_bytes = shown_bytes})});
    read_.back()[index(place::end)] = true;
    for (std::size_t s = ids_.size(); s-- > 0;)
      for (place const p : places)
        if (read_[s][index(p)]) pass_down(source_[ids_[s]], p);
    for (std::size_t s = 0; s < ids_.size(); ++s)
      for (place const p : places) {
        if (!read_[s][index(p)]) continue;
        node const& n = source_[ids_[s]];
        if (!has_room(n)) return tl::unexpected(passed());
        made_[s][index(p)] = at_place(n, p);
        if (limits_.out_of_time()) return tl::unexpected(limits_.time_passed());
      }
    return made_.back()[index(place::end)];
  }

private:
  [[nodiscard]] std::size_t number(term::id i) const { return term::index_of(ids_, i); }

  // Y^k makes two quantified nodes or so a step, anything else a few nodes.
  [[nodiscard]] bool has_room(node const& n) const {
    std::uint64_t const more = n.kind == op::yesterday ? 4 * std::uint64_t{n.b} : 4;
    return pool_.size() + more <= limits_.max_states;
  }
  [[nodiscard]] budget::limit_reached passed() const {
    return {"nodes of the first-order sentence", limits_.max_states, "--max-states"};
  }

  // The variable at which Y^k's operand is read: they take turns, and the first step binds one.
  static variable last_of_turns(node const& n, place p) {
    variable const v = bound_left_of(p);
    return n.b % 2 == 1 ? v : other(v);
  }

  void pass_down(node const& n, place p) {
    auto const reads = [&](term::id i, place q) { read_[number(i)][index(q)] = true; };
    if (n.kind == op::past)
      reads(n.a, at(bound_left_of(p)));
    else if (n.kind == op::yesterday)
      reads(n.a, at(last_of_turns(n, p)));
    else if (info(n.kind).arity >= 1)
      reads(n.a, p);
    if (info(n.kind).arity == 2) reads(n.b, p);
  }

  fo_formula at_place(node const& n, place p) {
    auto const part = [&](term::id i, place q) { return made_[number(i)][index(q)]; };
    auto const v = p == place::second ? variable::second : variable::first;
    switch (n.kind) {
    case op::truth:
      return pool_.truth();
    case op::letter:
      return p == place::end ? pool_.falsity() : pool_.letter(source_.symbols().name(n.a), v);
    case op::mod:
      return p == place::end ? pool_.length(std::int64_t{n.a} - 1, n.b) : pool_.mod(v, n.a, n.b);
    case op::negation:
      return negation(part(n.a, p));
    case op::conjunction:
      return conjunction(part(n.a, p), part(n.b, p));
    case op::disjunction:
      return disjunction(part(n.a, p), part(n.b, p));
    case op::implication:
      return implication(part(n.a, p), part(n.b, p));
    case op::equivalence:
      return equivalence(part(n.a, p), part(n.b, p));
    case op::past:
      return exists_left_of(p, part(n.a, at(bound_left_of(p))));
    case op::yesterday:
      return steps_back(n.b, p, part(n.a, at(last_of_turns(n, p))), last_of_turns(n, p));
    default:
      return pool_.falsity();
    }
  }

  // The operand, read at `innermost`, k positions before p.
  fo_formula steps_back(std::uint32_t k, place p, fo_formula operand, variable innermost) {
    variable v = innermost;
    for (std::uint32_t step = k; step > 1; --step) {
      operand = exists_left_of(at(other(v)), conjunction(pool_.successor(v), operand));
      v = other(v);
    }
    return exists_left_of(
        p, conjunction(p == place::end ? pool_.last(v) : pool_.successor(v), operand));
  }

  fo_formula exists_left_of(place p, fo_formula f) {
    if (is(f, fo_op::falsity)) return f;
    variable const v = bound_left_of(p);
    return p == place::end ? pool_.exists(v, f) : pool_.exists_before(v, f);
  }

  // The connectives, with constants folded.

  [[nodiscard]] bool is(fo_formula f, fo_op constant) const { return pool_[f.id].kind == constant; }
  fo_formula negation(fo_formula f) {
    if (is(f, fo_op::truth)) return pool_.falsity();
    if (is(f, fo_op::falsity)) return pool_.truth();
    return pool_.negation(f);
  }
  fo_formula conjunction(fo_formula f, fo_formula g) {
    if (is(f, fo_op::falsity) || is(g, fo_op::truth)) return f;
    if (is(g, fo_op::falsity) || is(f, fo_op::truth)) return g;
    return pool_.conjunction(f, g);
  }
  fo_formula disjunction(fo_formula f, fo_formula g) {
    if (is(f, fo_op::truth) || is(g, fo_op::falsity)) return f;
    if (is(g, fo_op::truth) || is(f, fo_op::falsity)) return g;
    return pool_.disjunction(f, g);
  }
  fo_formula implication(fo_formula f, fo_formula g) {
    if (is(f, fo_op::truth) || is(g, fo_op::truth)) return g;
    if (is(f, fo_op::falsity) || is(g, fo_op::falsity)) return negation(f);
    return pool_.implication(f, g);
  }
  fo_formula equivalence(fo_formula f, fo_formula g) {
    if (is(f, fo_op::truth)) return g;
    if (is(g, fo_op::truth)) return f;
    if (is(f, fo_op::falsity)) return negation(g);
    if (is(g, fo_op::falsity)) return negation(f);
    return pool_.equivalence(f, g);
  }

  formula_pool const& source_;
  fo_pool& pool_;
  budget::budget const& limits_;
  std::vector<term::id> ids_;
  std::vector<std::array<bool, 3>> read_;
  std::vector<std::array<fo_formula, 3>> made_;
};

} // namespace

tl::expected<fo_formula, std::variant<no_sentence, budget::limit_reached>>
to_first_order(formula f, fo_pool& pool, budget::budget const& limits) {
  return translator(f, pool, limits).run();
}

} // namespace ltlc::logic
