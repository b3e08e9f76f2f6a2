#include "ltlc/synthesis/polynomial.hpp"

#include <algorithm>
#include <map>

#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"
#include "ltlc/text/latex.hpp"

namespace ltlc::synthesis {
namespace {

using algebra::integer;
using automaton::state;
using failure = std::variant<outside_class, too_many_monomials, budget::limit_reached>;

// From where it entered a component a run makes `rest` steps (and full rounds), and then ends, or
// leaves by one of the letters to a state of a later component.
struct way {
  std::uint32_t rest = 0;
  std::optional<state> to;
  letter_set by;
};

class polynomial_builder {
public:
  polynomial_builder(automaton::dfa const& a, automaton::component_order const& order,
                     budget::budget const& limits)
      : a_(a), order_(order), limits_(limits), counts_(order.components.size()) {}

  tl::expected<polynomial, failure> run(std::uint64_t max_monomials) {
    if (auto const reached = count()) return tl::unexpected(*reached);
    integer const& all = counts_[order_.component_of[a_.initial]];
    if (all > max_monomials) return tl::unexpected(too_many_monomials{all, max_monomials});
    if (all > 0)
      if (auto const reached = walk()) return tl::unexpected(*reached);
    LTLC_ENSURES(result_.monomials.size() == all);
    return std::move(result_);
  }

private:
  // One component visited on a path: the ways on from where it was entered.
  struct visit {
    state entered;
    std::vector<way> ways;
    std::size_t next = 0;
  };

  [[nodiscard]] bool inside(state q, text::letter x) const {
    return order_.component_of[a_.next(q, x)] == order_.component_of[q];
  }
  [[nodiscard]] bool live(state q) const { return counts_[order_.component_of[q]] > 0; }

  // Where a component leads from q, by target; dead ends are left out.
  [[nodiscard]] std::vector<way> exits(state q, std::uint32_t rest) const {
    std::map<state, letter_set> by_target;
    for (text::letter x = 0; x < a_.letters(); ++x)
      if (!inside(q, x) && live(a_.next(q, x))) by_target[a_.next(q, x)].push_back(x);
    std::vector<way> found;
    for (auto& [to, by] : by_target)
      found.push_back({rest, to, std::move(by)});
    return found;
  }

  // From the last component to the first: the ways from any of its states are the same many.
  std::optional<budget::limit_reached> count() {
    std::uint64_t bytes = 0; // numbers can have as many bits as there are components
    for (std::size_t c = counts_.size(); c-- > 0;) {
      for (state const q : order_.components[c].states) {
        if (a_.accepting[q]) ++counts_[c];
        for (way const& w : exits(q, 0))
          counts_[c] += counts_[order_.component_of[*w.to]];
      }
      if (counts_[c] > 0) bytes += msb(counts_[c]) / 8;
      if (bytes > limits_.max_bytes) return budget::bytes_passed(limits_);
      if (limits_.out_of_time()) return limits_.time_passed();
    }
    return std::nullopt;
  }

  // The states of q's component in the order in which a run from q passes them.
  [[nodiscard]] std::vector<state> round(state q) const {
    std::vector<state> states{q};
    for (text::letter x = 0; x < a_.letters();) {
      state const here = states.back();
      if (!inside(here, x)) {
        ++x;
        continue;
      }
      if (a_.next(here, x) == q) break;
      states.push_back(a_.next(here, x));
      x = 0;
    }
    return states;
  }

  [[nodiscard]] std::vector<way> ways(state entered) const {
    std::vector<way> found;
    auto const states = round(entered);
    for (std::uint32_t i = 0; i < states.size(); ++i) {
      if (a_.accepting[states[i]]) found.push_back({i, std::nullopt, {}});
      auto on = exits(states[i], i);
      std::move(on.begin(), on.end(), std::back_inserter(found));
    }
    return found;
  }

  // Depth first; every visit leads to a monomial, because dead ends are left out.
  std::optional<budget::limit_reached> walk() {
    std::vector<visit> path{{a_.initial, ways(a_.initial)}};
    while (!path.empty()) {
      visit& top = path.back();
      if (top.next == top.ways.size()) {
        path.pop_back();
        continue;
      }
      way const& w = top.ways[top.next++];
      if (w.to) {
        state const to = *w.to;
        path.push_back({to, ways(to)});
        continue;
      }
      add(path);
      if (letters_ > limits_.max_states)
        return budget::limit_reached{"letters of the polynomial", limits_.max_states,
                                     "--max-states"};
      if (limits_.out_of_time()) return limits_.time_passed();
    }
    return std::nullopt;
  }

  void add(std::vector<visit> const& path) {
    monomial m;
    for (visit const& v : path) {
      way const& w = v.ways[v.next - 1];
      m.blocks.push_back({cycle(v.entered), w.rest});
      for (auto const& set : m.blocks.back().cycle)
        letters_ += set.size();
      result_.modulus =
          lcm(result_.modulus, std::max<std::size_t>(m.blocks.back().cycle.size(), 1));
      if (!w.to) continue;
      letters_ += w.by.size();
      m.markers.push_back(w.by);
    }
    result_.longest = std::max(result_.longest, m.markers.size());
    result_.monomials.push_back(std::move(m));
  }

  static integer lcm(integer const& m, std::size_t n) {
    return boost::multiprecision::lcm(m, integer(n));
  }

  [[nodiscard]] std::vector<letter_set> cycle(state entered) const {
    if (order_.components[order_.component_of[entered]].period == 0) return {};
    std::vector<letter_set> sets;
    for (state const q : round(entered)) {
      sets.emplace_back();
      for (text::letter x = 0; x < a_.letters(); ++x)
        if (inside(q, x)) sets.back().push_back(x);
    }
    return sets;
  }

  automaton::dfa const& a_;
  automaton::component_order const& order_;
  budget::budget const& limits_;
  std::vector<integer> counts_; // by component: the ways on from any of its states
  polynomial result_;
  std::uint64_t letters_ = 0; // of the result so far
};

regex::expression any_of(letter_set const& letters, text::alphabet const& sigma,
                         regex::expression_pool& pool) {
  std::vector<std::string> tokens;
  for (text::letter const x : letters)
    tokens.push_back(sigma.token(x));
  return pool.letters(false, tokens);
}

// The first `n` sets of the cycle, one after the other, and then `end`.
regex::expression in_turn(block const& b, std::size_t n, regex::expression end,
                          text::alphabet const& sigma, regex::expression_pool& pool) {
  for (std::size_t i = n; i-- > 0;)
    end = pool.concatenation(any_of(b.cycle[i], sigma, pool), end);
  return end;
}

} // namespace

tl::expected<polynomial, failure> polynomial_of(automaton::minimal_dfa const& a,
                                                std::uint64_t max_monomials,
                                                budget::budget const& limits) {
  evidence::verdict member = algebra::decide(a, evidence::class_id::ltl_p_mod, limits);
  if (member.answer == evidence::membership::undecided) return tl::unexpected(*member.limit);
  if (member.answer != evidence::membership::member)
    return tl::unexpected(outside_class{std::move(member)});
  auto const* const ordered = std::get_if<evidence::order_certificate>(&member.proof);
  LTLC_ENSURES(ordered != nullptr);
  return polynomial_builder(*a, ordered->order, limits).run(max_monomials);
}

regex::expression to_regex(monomial const& m, text::alphabet const& sigma,
                           regex::expression_pool& pool) {
  regex::expression whole = pool.empty_word();
  for (std::size_t i = m.blocks.size(); i-- > 0;) {
    block const& b = m.blocks[i];
    if (i < m.markers.size()) whole = pool.concatenation(any_of(m.markers[i], sigma, pool), whole);
    whole = in_turn(b, b.rest, whole, sigma, pool);
    if (b.cycle.empty()) continue;
    auto const round = in_turn(b, b.cycle.size(), pool.empty_word(), sigma, pool);
    whole = pool.concatenation(pool.repetition(round, 0, regex::unbounded), whole);
  }
  return whole;
}

namespace {

std::string latex_set(letter_set const& letters, text::alphabet const& sigma) {
  if (letters.size() == sigma.size() && letters.size() > 1) return "\\Sigma";
  std::string text;
  for (text::letter const x : letters)
    text += (text.empty() ? "" : ",") + text::latex_token(sigma.token(x));
  return letters.size() == 1 ? text : "\\{" + text + "\\}";
}

// B_0 M_1 B_1 … M_n B_n; ε when nothing is left to write. Tokens of more than one character have a
// dot between them, and a star is of what stands in parentheses.
std::string latex_monomial(monomial const& m, text::alphabet const& sigma) {
  bool const plain = sigma.single_characters();
  std::string const wide = plain ? "\\," : " \\cdot ", narrow = plain ? "" : wide;
  std::string text;
  for (std::size_t i = 0; i < m.blocks.size(); ++i) {
    if (i > 0) text += (text.empty() ? "" : wide) + latex_set(m.markers[i - 1], sigma);
    block const& b = m.blocks[i];
    if (b.cycle.empty()) continue;
    std::vector<std::string> sets;
    for (auto const& letters : b.cycle)
      sets.push_back(latex_set(letters, sigma));
    std::string round;
    for (auto const& s : sets)
      round += (round.empty() ? "" : narrow) + s;
    bool const alone = sets.size() == 1 && (plain || b.cycle.front().size() > 1);
    if (!text.empty()) text += wide;
    text += (alone ? round : "(" + round + ")") + "^{*}";
    for (std::size_t r = 0; r < b.rest; ++r)
      text += narrow + sets[r];
  }
  return text.empty() ? "\\varepsilon" : text;
}

} // namespace

std::string print(polynomial const& p, text::alphabet const& sigma) {
  if (p.monomials.empty()) return "[]";
  std::string text;
  for (monomial const& m : p.monomials) {
    regex::expression_pool pool;
    if (!text.empty()) text += " | ";
    text += regex::print(to_regex(m, sigma, pool));
  }
  return text;
}

std::string to_latex(polynomial const& p, text::alphabet const& sigma) {
  if (p.monomials.empty()) return "\\emptyset";
  std::string text;
  for (monomial const& m : p.monomials) {
    if (!text.empty()) text += " \\cup ";
    text += latex_monomial(m, sigma);
  }
  return text;
}

} // namespace ltlc::synthesis
