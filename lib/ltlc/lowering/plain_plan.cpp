#include "ltlc/lowering/plain_plan.hpp"

#include <algorithm>
#include <map>

#include "ltlc/lowering/usage.hpp"
#include "ltlc/lowering/wording.hpp"

namespace ltlc::lowering {

namespace {

using logic::op;

// sum of weight · form, forms of letters and variables; the letters' lists are empty or complete.
form combination(std::vector<std::pair<int, form>> const& parts, int constant) {
  form result{.constant = constant};
  std::map<variable, int> terms;
  for (auto const& [factor, part] : parts) {
    result.constant += factor * part.constant;
    if (result.letters.size() < part.letters.size()) result.letters.resize(part.letters.size(), 0);
    for (std::size_t l = 0; l < part.letters.size(); ++l)
      result.letters[l] += factor * part.letters[l];
    for (auto const& [v, weight] : part.terms)
      terms[v] += factor * weight;
  }
  for (auto const& [v, weight] : terms)
    if (weight != 0) result.terms.emplace_back(v, weight);
  return result;
}

class plain_planner {
public:
  plain_planner(logic::formula f, text::alphabet const& sigma, options const& how,
                ways const& taken, budget::budget const& limits)
      : whole_(f), pool_(*f.pool), how_(how), ways_(taken), limits_(limits) {
    letter_of_ = list_letters(f, sigma, result_);
  }

  tl::expected<plan, compile_error> run() {
    for (term::id const id : logic::subformulas(whole_)) {
      if (limits_.out_of_time()) return tl::unexpected(limits_.time_passed());
      auto at = form_of(id);
      if (!at) return tl::unexpected(at.error());
      form_.emplace(id, std::move(*at));
    }
    // At EOS no letter holds, so the form of a letter or of a constant is its constant there.
    form const& whole = form_.at(whole_.id);
    if (whole.terms.empty())
      result_.readout = whole.constant >= 1;
    else
      result_.readout = whole.terms.front().first;
    mark_used(result_);
    return std::move(result_);
  }

private:
  // 0 or 1: a constant, a letter, or a variable.
  tl::expected<form, compile_error> form_of(term::id id) {
    logic::node const n = pool_[id];
    switch (n.kind) {
    case op::falsity:
      return form{.constant = 0};
    case op::truth:
      return form{.constant = 1};
    case op::letter:
      return letter(id, n.a);
    case op::mod:
      return modular(n.a, n.b);
    case op::negation:
      return connective(id, {.constant = 1, .units = {{-1, form_.at(n.a)}}});
    case op::conjunction:
      return connective(id, conjunction(form_.at(n.a), form_.at(n.b)));
    case op::disjunction: {
      form const neither = combination({{-1, form_.at(n.a)}, {-1, form_.at(n.b)}}, 1);
      return connective(id, {.constant = 1, .units = {{-1, neither}}});
    }
    case op::implication:
      return connective(id, implication(form_.at(n.a), form_.at(n.b)));
    case op::equivalence: {
      unit_sum both = implication(form_.at(n.a), form_.at(n.b));
      both.units.push_back(implication(form_.at(n.b), form_.at(n.a)).units.front());
      return connective(id, std::move(both));
    }
    case op::past:
      return past(id, form_.at(n.a));
    case op::yesterday:
      return yesterday(id, n.b);
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

  static unit_sum conjunction(form const& f, form const& g) {
    return {.constant = 0, .units = {{1, combination({{1, f}, {1, g}}, -1)}}};
  }
  static unit_sum implication(form const& f, form const& g) {
    return {.constant = 1, .units = {{-1, combination({{1, f}, {-1, g}}, 0)}}};
  }

  form add(planned p) {
    result_.variables.push_back(std::move(p));
    return {.constant = 0, .terms = {{static_cast<variable>(result_.variables.size() - 1), 1}}};
  }

  form written(unit_sum sum, std::string text) {
    planned p{.kind = content::sum};
    p.layer = mlp_reads(sum, result_.variables);
    p.text = std::move(text);
    p.sum = std::move(sum);
    return add(std::move(p));
  }
  form connective(term::id id, unit_sum sum) {
    return written(std::move(sum), short_text(pool_, id));
  }

  form letter(term::id id, std::uint32_t symbol) {
    auto const at = letter_of_.find(pool_.symbols().name(symbol));
    if (at == letter_of_.end()) return {.constant = 0};
    result_.letter_texts[at->second] = short_text(pool_, id);
    form f{.constant = 0, .letters = std::vector<int>(result_.letters.size(), 0)};
    f.letters[at->second] = 1;
    return f;
  }

  form modular(std::uint64_t r, std::uint64_t m) {
    auto const split = ways_.split.find(m);
    if (split == ways_.split.end()) return residue(r, m, {});
    std::string const whole = residue_text(r, m);
    form all{.constant = 1};
    std::uint64_t done = 1;
    for (std::uint64_t const q : prime_powers(m)) {
      form const part = residue(r % q, q, "a prime power of " + whole + split->second);
      done *= q;
      all =
          all.terms.empty() ? part : written(conjunction(all, part), residue_text(r % done, done));
    }
    return all;
  }

  form residue(std::uint64_t r, std::uint64_t m, std::string why) {
    planned head{.kind = how_.sipe ? content::sinusoid : content::modular, .layer = 1};
    head.text = residue_text(r, m);
    head.residue = r;
    head.modulus = m;
    head.why = std::move(why);
    return add(std::move(head));
  }

  form past(term::id id, form const& argument) {
    planned head{.kind = content::past};
    head.layer = attention_reads(argument, result_.variables);
    head.text = short_text(pool_, id);
    head.argument = argument;
    head.always = argument == form{.constant = 1};
    return add(std::move(head));
  }

  form yesterday(term::id id, std::uint32_t k) {
    term::id const below = pool_[id].a;
    form result = form_.at(below);
    if (how_.max_length && k > *how_.max_length) {
      result_.cut_to_max_length = true;
      return {.constant = 0};
    }
    auto const chained = ways_.chained.find(k);
    if (chained == ways_.chained.end()) return offset(short_text(pool_, id), k, result, {});
    std::string const argument = short_text(pool_, below);
    for (std::uint32_t step = 1; step <= k; ++step)
      result = offset(step == k ? short_text(pool_, id) : chain_text(argument, step), 1, result,
                      "a step of " + short_text(pool_, id) + chained->second);
    return result;
  }

  form offset(std::string text, std::uint32_t k, form const& value, std::string why) {
    planned head{.kind = content::offset};
    head.layer = attention_reads(value, result_.variables);
    head.text = std::move(text);
    head.why = std::move(why);
    if (k == 1 && steps_by_rightmost(how_)) {
      head.kind = content::since;
      head.argument = {.constant = 1};
      head.value = value;
    } else {
      head.argument = value;
      head.offset = k;
    }
    return add(std::move(head));
  }

  form since(term::id id) {
    logic::node const n = pool_[id];
    std::string const text = "(" + short_text(pool_, n.a) + ") -> " + short_text(pool_, n.b);
    planned head{.kind = content::since};
    head.argument = written(implication(form_.at(n.a), form_.at(n.b)), text);
    head.value = form_.at(n.b);
    head.layer = std::max(attention_reads(head.argument, result_.variables),
                          attention_reads(head.value, result_.variables));
    head.text = short_text(pool_, id);
    return add(std::move(head));
  }

  logic::formula whole_;
  logic::formula_pool const& pool_;
  options const& how_;
  ways const& ways_;
  budget::budget const& limits_;
  plan result_;
  std::map<std::string, std::size_t> letter_of_;
  std::map<term::id, form> form_;
};

} // namespace

tl::expected<plan, compile_error> plain_plan(logic::formula f, text::alphabet const& sigma,
                                             options const& how, ways const& taken,
                                             budget::budget const& limits) {
  return plain_planner(f, sigma, how, taken, limits).run();
}

} // namespace ltlc::lowering
