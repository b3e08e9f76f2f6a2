// First-order trees as terms. A quantifier's body reaches as far as it can: to the parenthesis that
// closes around it, or to the end. The fragment's rules are checked on what was written, not on
// what a simplification leaves of it. Source: [RoPE, §A.2].
#include <array>
#include <optional>

#include "ltlc/grammar/first_order_tree.hpp"
#include "ltlc/grammar/precedence.hpp"

namespace ltlc::grammar::first_order {

namespace {

using logic::variable;

constexpr std::int64_t largest_number = (std::int64_t{1} << 31) - 1;

std::size_t index(variable v) {
  return static_cast<std::size_t>(v);
}

// A sub-formula, where each variable is free in it first, and where it stands.
struct value {
  logic::fo_formula f;
  std::array<std::optional<text::span>, 2> free;
  iterator begin = nullptr;
  iterator end = nullptr;
};

// A row of operands inside a parenthesis or after a quantifier, and the prefixes before that.
struct row {
  std::vector<prefix> prefixes;
  prefix opener;
  std::vector<value> operands;
  std::vector<logic::op> operators;
};

// The first two names of variables, in the order of their appearance.
class names {
public:
  explicit names(formula const& tree) {
    add(tree.first);
    for (continuation const& c : tree.rest)
      add(c.next);
    // x is always the first variable and y the second, so that printed sentences read back the
    // same.
    swapped_ = names_[0] == "y" || names_[1] == "x";
  }

  // The variable of this name, or nothing for a third one.
  [[nodiscard]] std::optional<variable> find(range const& name) const {
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (names_[i] == view(name)) return variable((i == 1) != swapped_ ? 1 : 0);
    return std::nullopt;
  }
  [[nodiscard]] std::string name(variable v) const {
    return std::string(names_[(index(v) == 1) != swapped_ ? 1 : 0]);
  }
  [[nodiscard]] std::string listed() const {
    return std::string(names_[0]) + " and " + std::string(names_[1]);
  }

private:
  void add(operand const& o) {
    for (prefix const& p : o.prefixes) {
      if (!p.binds) continue;
      add(p.binds->variable);
      if (p.binds->limit) add(p.binds->limit->variable);
    }
    struct {
      names& self;
      void operator()(bool) {}
      void operator()(length const&) {}
      void operator()(modular const& m) { self.add(m.variable); }
      void operator()(letter const& l) { self.add(l.variable); }
      void operator()(ending const& l) { self.add(l.variable); }
      void operator()(successor const& s) { self.add(s.left), self.add(s.right); }
      void operator()(comparison const& c) { self.add(c.left), self.add(c.right); }
    } visitor{*this};
    boost::apply_visitor([&](auto const& atom) { visitor(atom); }, o.core);
  }
  void add(range const& name) {
    for (std::string_view& known : names_) {
      if (known == view(name)) return;
      if (known.empty()) {
        known = view(name);
        return;
      }
    }
  }

  std::array<std::string_view, 2> names_;
  bool swapped_ = false;
};

class elaboration {
public:
  elaboration(context in, formula const& tree, logic::fo_pool& pool)
      : in_(in), tree_(tree), pool_(pool), names_(tree) {}

  text::result<logic::fo_formula> run() {
    open_.emplace_back();
    if (auto const added = add(tree_.first); !added) return tl::unexpected(added.error());
    for (continuation const& c : tree_.rest) {
      open_.back().operators.push_back(c.infix);
      if (auto const added = add(c.next); !added) return tl::unexpected(added.error());
    }
    if (auto const closed = close_quantifiers(); !closed) return tl::unexpected(closed.error());
    value const whole = folded(open_.back());
    for (variable const v : {variable::first, variable::second}) {
      if (!whole.free[index(v)]) continue;
      return refuse(*whole.free[index(v)], "variable " + names_.name(v) + " is free",
                    "a sentence binds every variable", "bind it: exists " + names_.name(v) + ". …");
    }
    return whole.f;
  }

private:
  using atom_result = text::result<value>;

  // Atoms.

  tl::unexpected<text::diagnostic> third(range const& name, text::span subformula) {
    return refuse(subformula,
                  "variable " + std::string(view(name)) + " is a third one, besides " +
                      names_.listed(),
                  "a sentence has at most two variables", "use one of the two again");
  }

  // An atom with one or two variables, made by `make` from them.
  template <class Make>
  atom_result with_variables(text::span where, range const& left, range const& right, Make make) {
    auto const l = names_.find(left);
    if (!l) return third(left, where);
    auto const r = names_.find(right);
    if (!r) return third(right, where);
    value v;
    v.free[index(*l)] = where;
    v.free[index(*r)] = where;
    text::result<logic::fo_formula> f = make(*l, *r);
    if (!f) return tl::unexpected(f.error());
    v.f = *f;
    return v;
  }

  atom_result of(bool constant, text::span) {
    value v;
    v.f = constant ? pool_.truth() : pool_.falsity();
    return v;
  }

  struct residue_class {
    std::int64_t r = 0;
    std::int64_t m = 1;
  };
  text::result<residue_class> residue(range const& residue, range const& modulus) {
    auto const r = number_of(in_, residue, "a remainder", -largest_number, largest_number);
    if (!r) return tl::unexpected(r.error());
    auto const m = number_of(in_, modulus, "a modulus", 1, largest_number);
    if (!m) return tl::unexpected(m.error());
    return residue_class{*r, *m};
  }

  atom_result of(length const& l, text::span) {
    auto const c = residue(l.residue, l.modulus);
    if (!c) return tl::unexpected(c.error());
    value v;
    v.f = pool_.length(c->r, c->m);
    return v;
  }

  atom_result of(modular const& m, text::span where) {
    return with_variables(where, m.variable, m.variable, [&](variable v, variable) {
      return residue(m.residue, m.modulus).map([&](residue_class const& c) {
        return pool_.mod(v, c.r, c.m);
      });
    });
  }

  atom_result of(letter const& l, text::span where) {
    return with_variables(where, l.variable, l.variable, [&](variable v, variable) {
      return letter_of(in_, l.spelling).map([&](std::string const& token) {
        return pool_.letter(token, v);
      });
    });
  }

  atom_result of(successor const& s, text::span where) {
    return with_variables(where, s.left, s.right, [&](variable left, variable right) {
      return left == right ? pool_.falsity() : pool_.successor(left);
    });
  }

  atom_result of(ending const& l, text::span where) {
    return with_variables(where, l.variable, l.variable,
                          [&](variable v, variable) { return pool_.last(v); });
  }

  atom_result of(comparison const& c, text::span where) {
    return with_variables(where, c.left, c.right, [&](variable left, variable right) {
      bool const less = c.sign == '<';
      if (left == right) return less ? pool_.falsity() : pool_.truth();
      return less ? pool_.less(left) : pool_.equal();
    });
  }

  // Rows.

  text::result<void> add(operand const& o) {
    std::vector<prefix> prefixes;
    for (prefix const& p : o.prefixes) {
      if (p.sign == prefix_sign::negation) {
        prefixes.push_back(p);
        continue;
      }
      if (p.binds)
        if (auto const allowed = check(p); !allowed) return allowed;
      open_.push_back({std::move(prefixes), p, {}, {}});
      prefixes.clear();
    }
    text::span const where = in_.span(o.begin, o.end);
    atom_result v = boost::apply_visitor([&](auto const& a) { return of(a, where); }, o.core);
    if (!v) return tl::unexpected(v.error());
    v->begin = o.begin;
    v->end = o.end;
    open_.back().operands.push_back(negated(prefixes, std::move(*v)));
    for (iterator const closing : o.closings) {
      if (auto const closed = close_quantifiers(); !closed) return closed;
      row const last = std::move(open_.back());
      open_.pop_back();
      value inside = folded(last);
      inside.begin = last.opener.begin;
      inside.end = closing + 1;
      open_.back().operands.push_back(negated(last.prefixes, std::move(inside)));
    }
    return {};
  }

  value negated(std::vector<prefix> const& prefixes, value v) {
    for (std::size_t i = prefixes.size(); i-- > 0;) {
      v.f = pool_.negation(v.f);
      v.begin = prefixes[i].begin;
    }
    return v;
  }

  value folded(row const& r) {
    return fold(r.operands, r.operators, [this](logic::op infix, value left, value const& right) {
      left.f = joined(infix, left.f, right.f);
      for (std::size_t v = 0; v < 2; ++v)
        if (!left.free[v]) left.free[v] = right.free[v];
      left.end = right.end;
      return left;
    });
  }

  logic::fo_formula joined(logic::op infix, logic::fo_formula left, logic::fo_formula right) {
    switch (infix) {
    case logic::op::conjunction:
      return pool_.conjunction(left, right);
    case logic::op::disjunction:
      return pool_.disjunction(left, right);
    case logic::op::implication:
      return pool_.implication(left, right);
    default:
      return pool_.equivalence(left, right);
    }
  }

  // Quantifiers.

  static std::string spelled(prefix const& p) {
    binding const& b = *p.binds;
    std::string text = p.sign == prefix_sign::exists ? "exists " : "forall ";
    text += view(b.variable);
    if (!b.limit) return text;
    constexpr std::array<std::string_view, 4> signs{"<", "<=", ">", ">="};
    text += signs[static_cast<std::size_t>(b.limit->relation)];
    return text + std::string(view(b.limit->variable));
  }

  // What a quantifier says by itself, before its body is seen.
  text::result<void> check(prefix const& p) {
    binding const& b = *p.binds;
    if (!names_.find(b.variable)) return third(b.variable, reach(p.begin));
    if (!b.limit) return {};
    if (!names_.find(b.limit->variable)) return third(b.limit->variable, reach(p.begin));
    if (b.limit->relation == relation::less && view(b.variable) != view(b.limit->variable))
      return {};
    std::string const bound(view(b.limit->variable));
    std::string const way_out = "exists " + std::string(view(b.variable)) + "<" + bound + ". …";
    if (view(b.variable) == bound)
      return refuse(reach(p.begin), "'" + spelled(p) + "' bounds a variable by itself",
                    "a bounded quantifier relates two different variables");
    if (b.limit->relation == relation::less_equal)
      return refuse(reach(p.begin), "'" + spelled(p) + "' looks at " + bound + " itself",
                    "a bounded quantifier looks strictly left of its bound", way_out);
    return refuse(reach(p.begin), "'" + spelled(p) + "' looks right of " + bound,
                  "a quantifier never looks right of a free variable", way_out);
  }

  // From a quantifier to the end of its body; only for a message, because it reads the text again.
  text::span reach(iterator begin) {
    iterator at = begin;
    int depth = 0;
    bool quoted = false;
    for (; at != in_.content.end(); ++at) {
      if (quoted && *at == '\\') {
        ++at;
        continue;
      }
      if (*at == '\'') quoted = !quoted;
      if (quoted) continue;
      if (*at == '(') ++depth;
      if (*at == ')' && depth-- == 0) break;
    }
    return in_.span(begin, at);
  }

  text::result<void> close_quantifiers() {
    while (open_.back().opener.binds) {
      row const last = std::move(open_.back());
      open_.pop_back();
      auto quantified = bind(last.opener, folded(last));
      if (!quantified) return tl::unexpected(quantified.error());
      open_.back().operands.push_back(negated(last.prefixes, std::move(*quantified)));
    }
    return {};
  }

  text::result<value> bind(prefix const& p, value v) {
    variable const bound = *names_.find(p.binds->variable);
    variable const rest = other(bound);
    bool const exists = p.sign == prefix_sign::exists;
    v.begin = p.begin;
    v.free[index(bound)].reset();
    if (p.binds->limit) {
      if (!v.free[index(rest)]) v.free[index(rest)] = in_.span(p.begin, v.end);
      v.f = exists ? pool_.exists_before(bound, v.f) : pool_.forall_before(bound, v.f);
      return v;
    }
    if (v.free[index(rest)])
      return refuse(in_.span(p.begin, v.end),
                    "'" + spelled(p) + "' is not bounded by " + names_.name(rest) +
                        ", which is free in its body",
                    "where a variable is free, a quantifier is bounded by it and so looks left",
                    "bound it: " + spelled(p) + "<" + names_.name(rest) + ". …");
    v.f = exists ? pool_.exists(bound, v.f) : pool_.forall(bound, v.f);
    return v;
  }

  context in_;
  formula const& tree_;
  logic::fo_pool& pool_;
  names names_;
  std::vector<row> open_;
};

} // namespace

text::result<logic::fo_formula> elaborate(context in, formula const& tree, logic::fo_pool& pool) {
  return elaboration(in, tree, pool).run();
}

} // namespace ltlc::grammar::first_order
