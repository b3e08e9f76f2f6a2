// Formulas that look right, read from left to right. Guess and check: while reading, the truth of
// each sub-formula F g, X g, f U g at the present position is a guess, one Boolean variable each.
// The guesses at position i are implied by those at i + 1 (F g is g ∨ F g there, X g is g, f U g is
// g ∨ f ∧ f U g), and past sub-formulas at i follow from the letters and the guesses. So the set of
// runs of the guessing automaton is the graph of a function from guesses to truth values: a state
// of the subset construction is one Boolean function of the guesses for each P and S and for each
// bit of each shift register (as in construct_formula.cpp), and decision diagrams are its canonical
// form. Reading a letter replaces each guess by what implies it at the next position. At EOS all
// guesses are false.
// A past sub-formula without F, X, U below it has constant functions: it stays deterministic.
#include "ltlc/automaton/construct_future.hpp"

#include "ltlc/automaton/decision_diagram.hpp"
#include "ltlc/automaton/formula_classes.hpp"
#include "ltlc/automaton/state_table.hpp"
#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::automaton {

namespace {

using logic::op;
using ref = decision_diagrams::ref;

constexpr ref no = decision_diagrams::no;
constexpr ref yes = decision_diagrams::yes;

// A node of the formula; children come before it.
struct step {
  op kind = op::falsity;
  std::uint32_t a = 0; // operands: indices of earlier steps
  std::uint32_t b = 0;
  // The class of a letter, the residue of MOD (its modulus is `length`), the guess of a formula
  // that looks right, the place of its function for P and S, and for Y the place in a register.
  std::uint32_t at = 0;
  std::uint32_t length = 0;
};

struct shift_register {
  std::uint32_t of = 0; // the step whose truth it remembers
  std::uint32_t at = 0;
  std::uint32_t length = 0;
};

struct plan {
  std::vector<step> steps; // the last one is the formula
  std::vector<shift_register> registers;
  letter_classes classes;
  std::uint32_t functions = 0;
  std::uint32_t guesses = 0;
  std::uint32_t modulus = 1;
};

class planning {
public:
  planning(logic::formula f, text::alphabet const& sigma)
      : pool_(*f.pool), ids_(logic::subformulas(f)), sigma_(sigma) {
    for (std::uint32_t i = 0; i < ids_.size(); ++i)
      place_.try_emplace(ids_[i], i);
  }

  budget::limited<plan> run(budget::budget const& limits) {
    auto const modulus = common_modulus(pool_, ids_, limits);
    if (!modulus) return tl::unexpected(modulus.error());
    result_.modulus = static_cast<std::uint32_t>(*modulus);
    result_.classes = classes_of(pool_, ids_, sigma_);
    if (!place_registers(limits)) return tl::unexpected(budget::bytes_passed(limits));
    for (term::id const i : ids_)
      result_.steps.push_back(translate(i));
    return std::move(result_);
  }

private:
  // Y^j f and Y^k f share one register of the longer length. False when a state would not fit.
  bool place_registers(budget::budget const& limits) {
    std::vector<std::uint32_t> length(ids_.size(), 0);
    for (term::id const i : ids_)
      if (pool_[i].kind == op::yesterday) {
        std::uint32_t& k = length[place_.at(pool_[i].a)];
        k = std::max(k, pool_[i].b);
      }
    register_at_.assign(ids_.size(), 0);
    std::uint64_t functions = 0;
    for (std::uint32_t i = 0; i < ids_.size(); ++i) {
      if (length[i] == 0) continue;
      register_at_[i] = static_cast<std::uint32_t>(functions);
      result_.registers.push_back({i, register_at_[i], length[i]});
      functions += length[i];
      if (functions > UINT32_MAX / 2 || functions * sizeof(ref) > limits.max_bytes / 8)
        return false;
    }
    result_.functions = static_cast<std::uint32_t>(functions);
    return true;
  }

  step translate(term::id i) {
    logic::node const& n = pool_[i];
    logic::operator_info const& info = logic::info(n.kind);
    step s{n.kind, 0, 0, 0, 0};
    if (info.arity >= 1) s.a = place_.at(n.a);
    if (info.arity == 2) s.b = place_.at(n.b);
    if (info.looks_right) s.at = result_.guesses++;
    if (n.kind == op::past || n.kind == op::since) s.at = result_.functions++;
    if (n.kind == op::yesterday) s.at = register_at_[s.a] + n.b - 1;
    if (n.kind == op::mod) {
      s.at = n.a;
      s.length = n.b;
    }
    if (n.kind == op::letter) {
      if (auto const x = letter_of(pool_, i, sigma_))
        s.at = result_.classes.class_of[*x];
      else
        s.kind = op::falsity;
    }
    return s;
  }

  logic::formula_pool const& pool_;
  std::vector<term::id> ids_;
  boost::unordered_flat_map<term::id, std::uint32_t> place_;
  std::vector<std::uint32_t> register_at_; // by place, where the node is under Y
  text::alphabet const& sigma_;
  plan result_;
};

// A state is its functions, and i mod M in one word more.
class reader {
public:
  reader(plan const& p, budget::budget const& limits)
      : p_(p), diagrams_(limits), value_(p.steps.size()), image_(p.guesses),
        next_(p.functions + std::size_t{1}) {}

  [[nodiscard]] std::vector<ref> initial() const {
    std::vector<ref> s(p_.functions + std::size_t{1}, no);
    s.back() = 1 % p_.modulus;
    return s;
  }

  // The successor by letters of class c; valid until the next call. Pre: s is a state.
  std::span<ref const> successor(std::span<ref const> s, std::uint32_t c) {
    diagrams_.forget_images();
    for (std::size_t i = 0; i < p_.steps.size(); ++i)
      value_[i] = truth(p_.steps[i], s, c);
    for (step const& t : p_.steps)
      if (t.kind == op::past || t.kind == op::since) next_[t.at] = later(t, s);
    for (shift_register const& r : p_.registers) {
      next_[r.at] = value_[r.of];
      for (std::uint32_t d = 1; d < r.length; ++d)
        next_[r.at + d] = before(s[r.at + d - 1]);
    }
    next_.back() = static_cast<ref>((std::uint64_t{s.back()} + 1) % p_.modulus);
    return next_;
  }

  // At EOS no letter stands and every guess is false, also the one about the last position.
  [[nodiscard]] bool accepting(std::span<ref const> s) {
    for (std::size_t i = 0; i < p_.steps.size(); ++i) {
      step const& t = p_.steps[i];
      if (t.kind == op::past || t.kind == op::since || t.kind == op::yesterday)
        value_[i] = diagrams_.at_zero(s[t.at]) ? yes : no;
      else if (t.kind == op::letter || logic::info(t.kind).looks_right)
        value_[i] = no;
      else
        value_[i] = timeless(t, s);
    }
    return value_.back() == yes;
  }

  [[nodiscard]] std::uint64_t bytes() const { return diagrams_.bytes(); }
  [[nodiscard]] std::optional<budget::limit_reached> const& stopped() const {
    return diagrams_.stopped();
  }

private:
  // A function of the guesses one position earlier, as a function of the present ones.
  ref before(ref f) { return f <= yes ? f : diagrams_.substitute(f, image_); }

  // Truth at the present position, which has a letter of class c, as a function of the guesses
  // there. In this order the images of all guesses that s[t.at] depends on are known: they belong
  // to sub-formulas of t.
  ref truth(step const& t, std::span<ref const> s, std::uint32_t c) {
    switch (t.kind) {
    case op::letter:
      return t.at == c ? yes : no;
    case op::past:
    case op::since:
    case op::yesterday:
      return before(s[t.at]);
    case op::next:
      image_[t.at] = value_[t.a];
      return diagrams_.variable(t.at);
    case op::future:
      image_[t.at] = diagrams_.disjunction(value_[t.a], diagrams_.variable(t.at));
      return diagrams_.variable(t.at);
    case op::until:
      image_[t.at] = diagrams_.disjunction(
          value_[t.b], diagrams_.conjunction(value_[t.a], diagrams_.variable(t.at)));
      return diagrams_.variable(t.at);
    default:
      return timeless(t, s);
    }
  }

  ref timeless(step const& t, std::span<ref const> s) {
    switch (t.kind) {
    case op::truth:
      return yes;
    case op::mod:
      return s.back() % t.length == t.at ? yes : no;
    case op::negation:
      return diagrams_.negation(value_[t.a]);
    case op::conjunction:
      return diagrams_.conjunction(value_[t.a], value_[t.b]);
    case op::disjunction:
      return diagrams_.disjunction(value_[t.a], value_[t.b]);
    case op::implication:
      return diagrams_.choose(value_[t.a], value_[t.b], yes);
    case op::equivalence:
      return diagrams_.choose(value_[t.a], value_[t.b], diagrams_.negation(value_[t.b]));
    default:
      return no;
    }
  }

  // P or S at the next position.
  ref later(step const& t, std::span<ref const> s) {
    ref const now = before(s[t.at]);
    if (t.kind == op::past) return diagrams_.disjunction(value_[t.a], now);
    return diagrams_.disjunction(value_[t.b], diagrams_.conjunction(value_[t.a], now));
  }

  plan const& p_;
  decision_diagrams diagrams_;
  std::vector<ref> value_; // by step
  std::vector<ref> image_; // by guess
  std::vector<ref> next_;
};

} // namespace

budget::limited<dfa> construct_with_future(logic::formula f, text::alphabet const& sigma,
                                           budget::budget const& limits) {
  LTLC_EXPECTS(sigma.size() > 0);
  auto const planned = planning(f, sigma).run(limits);
  if (!planned) return tl::unexpected(planned.error());
  plan const& p = *planned;
  reader machine(p, limits);
  state_table<ref> states;
  states.intern(machine.initial());
  dfa result{sigma, 0, {}, {}};
  std::vector<state> by_class(p.classes.count);
  std::vector<ref> present;
  budget::pace clock(limits, "states");
  std::uint64_t const weight = 1 + (p.steps.size() + p.functions) * p.classes.count / 16;
  for (state q = 0; q < states.size(); ++q) {
    if (clock.out_of_time(states.size(), weight)) return tl::unexpected(limits.time_passed());
    std::uint64_t const table = (result.delta.size() + sigma.size()) * sizeof(state);
    if (states.bytes() + machine.bytes() + table > limits.max_bytes)
      return tl::unexpected(budget::bytes_passed(limits));
    present.assign(states[q].begin(), states[q].end());
    result.accepting.push_back(machine.accepting(present));
    for (std::uint32_t c = 0; c < p.classes.count; ++c) {
      auto const next = machine.successor(present, c);
      if (machine.stopped()) return tl::unexpected(*machine.stopped());
      by_class[c] = states.intern(next);
      if (states.size() > limits.max_states || states.size() == UINT32_MAX)
        return tl::unexpected(limits.states_passed());
    }
    for (std::uint32_t const c : p.classes.class_of)
      result.delta.push_back(by_class[c]);
  }
  return result;
}

} // namespace ltlc::automaton
