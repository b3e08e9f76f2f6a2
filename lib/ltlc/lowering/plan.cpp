#include "ltlc/lowering/plan.hpp"

#include <algorithm>
#include <map>

#include "ltlc/contract.hpp"
#include "ltlc/lowering/arguments.hpp"
#include "ltlc/lowering/exact_sums.hpp"
#include "ltlc/lowering/plain_plan.hpp"
#include "ltlc/lowering/usage.hpp"
#include "ltlc/lowering/wording.hpp"

namespace ltlc::lowering {

namespace {

using logic::op;
using ref = diagram_pool::ref;

class planner {
public:
  planner(logic::formula f, text::alphabet const& sigma, options const& how, ways const& taken,
          budget::budget const& limits)
      : whole_(f), pool_(*f.pool), letters_of_alphabet_(sigma.size()), how_(how), ways_(taken),
        limits_(limits), most_(limits_within(greatest_exact_integer(arithmetic_for(how.format)))) {
    letter_of_ = list_letters(f, sigma, result_);
  }

  tl::expected<plan, compile_error> run() {
    for (term::id const id : logic::subformulas(whole_)) {
      if (limits_.out_of_time()) return tl::unexpected(limits_.time_passed());
      auto function = function_of(id);
      if (!function) return tl::unexpected(function.error());
      function_.emplace(id, std::move(*function));
    }
    plan_readout();
    mark_used(result_);
    delay_what_needs_no_input(result_);
    return std::move(result_);
  }

private:
  // --- functions of sub-formulas -------------------------------------------------------------

  boolean_function constant(bool value) const {
    return uniform(value ? diagram_pool::yes : diagram_pool::no);
  }
  // The same whatever the letter.
  boolean_function uniform(ref f) const { return boolean_function(result_.letters.size() + 1, f); }
  boolean_function literal(variable v) { return uniform(diagrams_.literal(v)); }
  boolean_function negated(boolean_function f) {
    for (ref& part : f)
      part = diagrams_.negate(part);
    return f;
  }

  tl::expected<boolean_function, compile_error> function_of(term::id id) {
    logic::node const n = pool_[id];
    switch (n.kind) {
    case op::falsity:
      return constant(false);
    case op::truth:
      return constant(true);
    case op::letter:
      return letter(id, n.a);
    case op::mod:
      return modular(n.a, n.b);
    case op::negation:
      return negation(n.a);
    case op::conjunction:
    case op::disjunction:
    case op::implication:
    case op::equivalence:
      return connective(id);
    case op::past:
      return past(text(id), text(n.a), function_.at(n.a));
    case op::yesterday:
      return yesterday(id, n.b, function_.at(n.a));
    case op::since:
      if (how_.attention == network::attention_kind::rightmost) return since(id);
      break;
    case op::future:
    case op::next:
    case op::until:
      break;
    }
    return tl::unexpected(refusal(pool_, id));
  }

  boolean_function letter(term::id id, std::uint32_t symbol) {
    boolean_function f = constant(false);
    auto const at = letter_of_.find(pool_.symbols().name(symbol));
    if (at == letter_of_.end()) return f;
    f[at->second] = diagram_pool::yes;
    result_.letter_texts[at->second] = text(id);
    return f;
  }

  // A modulus that no head can hold is the conjunction of its prime powers.
  boolean_function modular(std::uint64_t r, std::uint64_t m) {
    auto const split = ways_.split.find(m);
    if (split == ways_.split.end()) return residue(r, m, {});
    std::string const whole = residue_text(r, m);
    boolean_function all = constant(true);
    std::uint64_t done = 1;
    for (std::uint64_t const q : prime_powers(m)) {
      auto const part = residue(r % q, q, "a prime power of " + whole + split->second);
      auto both = apply(op::conjunction, all, part);
      if (both && !manageable(*both))
        both = apply(op::conjunction, written(all, residue_text(r % done, done)), part);
      done *= q;
      LTLC_ENSURES(both.has_value()); // a cube of at most 9 literals
      all = std::move(*both);
    }
    return all;
  }

  // The last residue of a small modulus is none of the others: modulo 2 there is one head for both.
  boolean_function residue(std::uint64_t r, std::uint64_t m, std::string why) {
    if (m == 1) return constant(true);
    if (auto none = none_of_the_others(r, m)) return std::move(*none);
    auto const [at, fresh] = modular_.try_emplace({r, m}, 0);
    if (fresh) {
      planned head{.kind = how_.sipe ? content::sinusoid : content::modular, .layer = 1};
      head.text = residue_text(r, m);
      head.residue = r;
      head.modulus = m;
      head.why = std::move(why);
      at->second = arguments_.add(std::move(head));
    }
    return literal(at->second);
  }

  std::optional<boolean_function> none_of_the_others(std::uint64_t r, std::uint64_t m) {
    if (m > most_derived || modular_.contains({r, m})) return std::nullopt;
    boolean_function result = constant(true);
    for (std::uint64_t other = 0; other < m; ++other) {
      if (other == r) continue;
      auto const at = modular_.find({other, m});
      if (at == modular_.end()) return std::nullopt;
      auto both = apply(op::conjunction, result, negated(literal(at->second)));
      LTLC_ENSURES(both.has_value()); // a cube
      result = std::move(*both);
    }
    if (!manageable(result)) return std::nullopt;
    return result;
  }

  // A letter outside the formula may not exist: a head's argument is read at word positions only.
  boolean_function at_word_positions(boolean_function f) const {
    bool const all_letters = result_.letters.size() == letters_of_alphabet_;
    if (all_letters && std::equal(f.begin() + 1, f.end() - 1, f.begin())) f.back() = f.front();
    return f;
  }

  boolean_function past(std::string const& name, std::string const& argument_name,
                        boolean_function const& anywhere) {
    boolean_function const argument = at_word_positions(anywhere);
    if (argument == constant(false)) return argument;
    auto const [at, fresh] = past_.try_emplace(argument, 0);
    if (fresh) {
      bool const always = argument == constant(true);
      readable key =
          always ? readable{{.constant = 1}, 1} : arguments_.key(argument, argument_name);
      planned head{.kind = content::past, .layer = key.layer};
      head.text = always ? "P true" : name;
      head.argument = std::move(key.f);
      head.always = always;
      at->second = arguments_.add(std::move(head));
    }
    return literal(at->second);
  }

  boolean_function yesterday(term::id id, std::uint32_t k, boolean_function const& anywhere) {
    if (how_.max_length && k > *how_.max_length && at_word_positions(anywhere) != constant(false)) {
      result_.cut_to_max_length = true;
      return constant(false);
    }
    std::string const argument_name = text(pool_[id].a);
    auto const chained = ways_.chained.find(k);
    if (chained == ways_.chained.end()) return offset(text(id), argument_name, k, anywhere, {});
    boolean_function result = anywhere;
    for (std::uint32_t step = 1; step <= k; ++step)
      result = offset(step == k ? text(id) : chain_text(argument_name, step),
                      step == 1 ? argument_name : chain_text(argument_name, step - 1), 1, result,
                      "a step of " + text(id) + chained->second);
    return result;
  }

  // Y true says i > 1, and so does P true, at every length.
  boolean_function offset(std::string const& name, std::string const& argument_name,
                          std::uint32_t k, boolean_function const& anywhere, std::string why) {
    boolean_function const argument = at_word_positions(anywhere);
    if (argument == constant(false)) return argument;
    if (k == 1 && argument == constant(true)) return past(name, argument_name, argument);
    if (k == 1 && steps_by_rightmost(how_))
      return last_with(name, constant(true), {}, argument, argument_name, std::move(why));
    auto const [at, fresh] = offset_.try_emplace({k, argument}, 0);
    if (fresh) {
      readable value = arguments_.value(argument, argument_name);
      planned head{.kind = content::offset, .layer = value.layer};
      head.text = name;
      head.argument = std::move(value.f);
      head.offset = k;
      head.why = std::move(why);
      at->second = arguments_.add(std::move(head));
    }
    return literal(at->second);
  }

  // The cover of f → g can be past a limit where those of f and g are not.
  boolean_function since(term::id id) {
    logic::node const n = pool_[id];
    boolean_function const value = at_word_positions(function_.at(n.b));
    if (value == constant(false)) return value;
    boolean_function const f = at_word_positions(function_.at(n.a));
    if (f == constant(true)) return past(text(id), text(n.b), value);
    auto key = manageable_apply(op::implication, f, value);
    if (!key) key = cut_and_apply(op::implication, n.a, f, n.b, value);
    return last_with(text(id), at_word_positions(std::move(*key)),
                     "(" + text(n.a) + ") -> " + text(n.b), value, text(n.b), {});
  }

  // The value of `value` at the last position where `key` holds.
  boolean_function last_with(std::string const& name, boolean_function const& key,
                             std::string const& key_name, boolean_function const& value,
                             std::string const& value_name, std::string why) {
    auto const [at, fresh] = since_.try_emplace({key, value}, 0);
    if (fresh) {
      readable where = arguments_.value(key, key_name);
      readable what = arguments_.value(value, value_name);
      planned head{.kind = content::since, .layer = std::max(where.layer, what.layer)};
      head.text = name;
      head.argument = std::move(where.f);
      head.value = std::move(what.f);
      head.why = std::move(why);
      at->second = arguments_.add(std::move(head));
    }
    return literal(at->second);
  }

  // --- Boolean structure ---------------------------------------------------------------------

  std::optional<boolean_function> apply(op kind, boolean_function const& f,
                                        boolean_function const& g) {
    boolean_function result(f.size());
    for (std::size_t l = 0; l < f.size(); ++l) {
      std::optional<ref> part;
      if (kind == op::conjunction) part = diagrams_.choose(f[l], g[l], diagram_pool::no);
      if (kind == op::disjunction) part = diagrams_.choose(f[l], diagram_pool::yes, g[l]);
      if (kind == op::implication) part = diagrams_.choose(f[l], g[l], diagram_pool::yes);
      if (kind == op::equivalence) part = diagrams_.choose(f[l], g[l], diagrams_.negate(g[l]));
      if (!part) return std::nullopt;
      result[l] = *part;
    }
    return result;
  }

  bool manageable(boolean_function const& f) {
    auto const [at, fresh] = coverable_.try_emplace(f, false);
    if (fresh)
      at->second =
          how_.norm ? exactly_coverable(diagrams_, f, most_) : coverable(diagrams_, f, most_);
    return at->second;
  }

  std::optional<boolean_function> manageable_apply(op kind, boolean_function const& f,
                                                   boolean_function const& g) {
    auto result = apply(kind, f, g);
    if (result && !manageable(*result)) return std::nullopt;
    return result;
  }

  // The complement of a function at a limit can be past it.
  boolean_function negation(term::id argument) {
    boolean_function const& f = function_.at(argument);
    boolean_function result = negated(f);
    return manageable(result) ? result : negated(cut(argument, f));
  }

  boolean_function connective(term::id id) {
    logic::node const n = pool_[id];
    if (auto direct = manageable_apply(n.kind, function_.at(n.a), function_.at(n.b)))
      return std::move(*direct);
    if (n.kind == op::conjunction || n.kind == op::disjunction) return chain(id);
    return cut_and_apply(n.kind, n.a, function_.at(n.a), n.b, function_.at(n.b));
  }

  // A long conjunction or disjunction: operands of the whole chain are put into blocks as large as
  // covers allow; each full block becomes one variable, so the blocks lie side by side in one
  // layer.
  boolean_function chain(term::id id) {
    op const kind = pool_[id].kind;
    std::vector<std::pair<term::id, boolean_function>> operands = operands_of(id, kind);
    while (operands.size() > 1) {
      std::vector<std::pair<term::id, boolean_function>> blocks;
      boolean_function block = operands[0].second;
      for (std::size_t o = 1; o < operands.size(); ++o) {
        if (auto longer = manageable_apply(kind, block, operands[o].second)) {
          block = std::move(*longer);
          continue;
        }
        blocks.emplace_back(id, std::move(block));
        block = operands[o].second;
      }
      blocks.emplace_back(id, std::move(block));
      if (blocks.size() == 1) return blocks[0].second;
      for (auto& [name, function] : blocks)
        function = cut(name, function);
      operands = std::move(blocks);
    }
    return operands[0].second;
  }

  std::vector<std::pair<term::id, boolean_function>> operands_of(term::id id, op kind) const {
    std::vector<std::pair<term::id, boolean_function>> operands;
    std::vector<term::id> open{id};
    while (!open.empty()) {
      logic::node const n = pool_[open.back()];
      term::id const at = open.back();
      open.pop_back();
      if (n.kind == kind && operands.size() + open.size() < longest_chain) {
        open.push_back(n.b);
        open.push_back(n.a);
      } else {
        operands.emplace_back(at, function_.at(at));
      }
    }
    return operands;
  }

  boolean_function cut_and_apply(op kind, term::id a, boolean_function f, term::id b,
                                 boolean_function g) {
    bool const second_first = support(diagrams_, g).size() > support(diagrams_, f).size();
    (second_first ? g : f) = second_first ? cut(b, g) : cut(a, f);
    if (auto result = manageable_apply(kind, f, g)) return std::move(*result);
    (second_first ? f : g) = second_first ? cut(a, f) : cut(b, g);
    auto result = apply(kind, f, g); // of two literals or affine functions
    LTLC_ENSURES(result.has_value());
    return std::move(*result);
  }

  // The function as a single variable, written by an MLP.
  boolean_function cut(term::id id, boolean_function const& f) { return written(f, text(id)); }
  boolean_function written(boolean_function const& f, std::string const& name) {
    if (exact_form(diagrams_, f, most_)) return f;
    return literal(arguments_.exact_variable(f, name));
  }

  // --- the end -------------------------------------------------------------------------------

  // At EOS no letter holds. What holds there may have no cover where the whole has one.
  void plan_readout() {
    boolean_function const& whole = function_.at(whole_.id);
    ref top = whole.back();
    if (!diagrams_.constant(top) && !manageable(uniform(top)))
      top = diagrams_.literal(arguments_.exact_variable(whole, text(whole_.id)));
    if (diagrams_.constant(top)) {
      result_.readout = top == diagram_pool::yes;
      return;
    }
    variable const root = diagrams_.root(top);
    result_.readout =
        top == diagrams_.literal(root) ? root : arguments_.readout(uniform(top), text(whole_.id));
  }

  std::string text(term::id id) const { return short_text(pool_, id); }
  static constexpr std::size_t longest_chain = 10'000;
  static constexpr std::uint64_t most_derived = 6; // m whose last residue has no head

  logic::formula whole_;
  logic::formula_pool const& pool_;
  std::size_t letters_of_alphabet_;
  options const& how_;
  ways const& ways_;
  budget::budget const& limits_;
  cover_limits most_;
  plan result_;
  diagram_pool diagrams_;
  arguments arguments_{diagrams_, result_.variables, how_.norm.has_value(), most_};
  std::map<std::string, std::size_t> letter_of_;
  std::map<term::id, boolean_function> function_;
  std::map<boolean_function, bool> coverable_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, variable> modular_;
  std::map<boolean_function, variable> past_;
  std::map<std::pair<std::uint32_t, boolean_function>, variable> offset_;
  std::map<std::pair<boolean_function, boolean_function>, variable> since_; // by key and value
};

} // namespace

tl::expected<plan, compile_error> make_plan(logic::formula f, text::alphabet const& sigma,
                                            options const& how, ways const& taken,
                                            budget::budget const& limits) {
  if (!how.optimise) return plain_plan(f, sigma, how, taken, limits);
  return planner(f, sigma, how, taken, limits).run();
}

} // namespace ltlc::lowering
