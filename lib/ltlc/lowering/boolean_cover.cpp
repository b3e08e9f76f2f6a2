#include "ltlc/lowering/boolean_cover.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "ltlc/contract.hpp"

namespace ltlc::lowering {

namespace {

using ref = diagram_pool::ref;

void add_term(form& f, variable v, int weight) {
  auto const at = std::lower_bound(f.terms.begin(), f.terms.end(), std::pair{v, -(1 << 30)});
  if (at != f.terms.end() && at->first == v)
    at->second += weight;
  else
    f.terms.insert(at, {v, weight});
}

// weight · (v holds iff value)
void add_literal(form& f, variable v, bool value, int weight) {
  if (weight == 0) return;
  if (!value) f.constant += weight;
  add_term(f, v, value ? weight : -weight);
}

// weight · [the letter is one of these]; by_letter has one entry more than there are letters.
void add_letters(form& f, std::vector<bool> const& by_letter, int weight) {
  std::size_t const letters = by_letter.size() - 1;
  if (f.letters.empty()) f.letters.resize(letters, 0);
  int const elsewhere = by_letter.back() ? weight : 0;
  f.constant += elsewhere;
  for (std::size_t l = 0; l < letters; ++l)
    f.letters[l] += (by_letter[l] ? weight : 0) - elsewhere;
}

// Every partial sum, constant last, stays within max_weight.
bool small(form const& f) {
  int up = 0;
  int down = 0;
  for (auto const& [v, weight] : f.terms)
    (weight > 0 ? up : down) += weight;
  int highest = 0;
  int lowest = 0;
  for (int const weight : f.letters) {
    highest = std::max(highest, weight);
    lowest = std::min(lowest, weight);
  }
  up += highest;
  down += lowest;
  return std::max({up, -down, std::abs(f.constant), f.constant + up, -(f.constant + down)}) <=
         max_weight;
}

struct threshold {
  form t;
  int lowest = 0, highest = 0; // of t
};

// One step of taking a function apart: where the test succeeds, the function is known to hold or
// not to hold; elsewhere the next step decides.
struct peel {
  bool on_letters = false;
  variable v = 0;
  bool value = false;                  // the literal that decides …
  bool holds = false;                  // … and what it says
  std::vector<bool> true_letters = {}; // or the letters that decide
  std::vector<bool> false_letters = {};
};

class peeling {
public:
  peeling(diagram_pool& pool, boolean_function const& f)
      : pool_(pool), rest_(f), alive_(f.size(), true) {}

  std::optional<threshold> run() {
    while (!settled())
      if (!peel_letters() && !peel_literal()) return std::nullopt;
    threshold result = base();
    for (std::size_t s = steps_.size(); s-- > 0;) {
      steps_[s].on_letters ? put_back_letters(result, steps_[s]) : put_back(result, steps_[s]);
      if (std::max(result.highest, -result.lowest) > max_weight) return std::nullopt;
    }
    if (!small(result.t)) return std::nullopt;
    std::erase_if(result.t.terms, [](auto const& term) { return term.second == 0; });
    return result;
  }

private:
  [[nodiscard]] bool settled() const {
    for (std::size_t l = 0; l < rest_.size(); ++l)
      if (alive_[l] && !pool_.constant(rest_[l])) return false;
    return true;
  }

  threshold base() const {
    threshold result;
    std::vector<bool> holds(rest_.size(), false);
    bool any = false, all = true;
    for (std::size_t l = 0; l < rest_.size(); ++l) {
      if (!alive_[l]) continue;
      holds[l] = rest_[l] == diagram_pool::yes;
      any = any || holds[l];
      all = all && holds[l];
    }
    if (any && all)
      result.t.constant = 1;
    else if (any)
      add_letters(result.t, holds, 1);
    result.lowest = all ? 1 : 0;
    result.highest = any ? 1 : 0;
    return result;
  }

  bool peel_letters() {
    peel step{.on_letters = true,
              .true_letters = std::vector<bool>(rest_.size(), false),
              .false_letters = std::vector<bool>(rest_.size(), false)};
    bool found = false;
    for (std::size_t l = 0; l < rest_.size(); ++l) {
      if (!alive_[l] || !pool_.constant(rest_[l])) continue;
      (rest_[l] == diagram_pool::yes ? step.true_letters : step.false_letters)[l] = true;
      alive_[l] = false;
      found = true;
    }
    if (found) steps_.push_back(std::move(step));
    return found;
  }

  // With many variables only the tests at the roots are tried: a nesting of literals in one order
  // of variables is rare among large functions, and conjunctions and disjunctions are found anyway.
  std::vector<variable> candidates() const {
    std::vector<variable> found;
    for (std::size_t l = 0; l < rest_.size(); ++l)
      if (alive_[l]) {
        auto const more = pool_.support(rest_[l]);
        found.insert(found.end(), more.begin(), more.end());
      }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (found.size() > 16) {
      found.clear();
      for (std::size_t l = 0; l < rest_.size(); ++l)
        if (alive_[l]) found.push_back(pool_.root(rest_[l]));
      std::sort(found.begin(), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
    }
    return found;
  }

  bool peel_literal() {
    for (variable const v : candidates())
      for (bool const value : {true, false})
        for (ref const known : {diagram_pool::yes, diagram_pool::no}) {
          if (!cofactor_is(v, value, known)) continue;
          steps_.push_back({.v = v, .value = value, .holds = known == diagram_pool::yes});
          for (std::size_t l = 0; l < rest_.size(); ++l)
            if (alive_[l]) rest_[l] = pool_.cofactor(rest_[l], v, !value);
          return true;
        }
    return false;
  }

  bool cofactor_is(variable v, bool value, ref known) {
    for (std::size_t l = 0; l < rest_.size(); ++l)
      if (alive_[l] && pool_.cofactor(rest_[l], v, value) != known) return false;
    return true;
  }

  // t + (1 − lowest)·literal is at least 1 where the literal holds; t − highest·literal is at most
  // 0.
  static void put_back(threshold& r, peel const& step) {
    int const weight = step.holds ? std::max(0, 1 - r.lowest) : -std::max(0, r.highest);
    add_literal(r.t, step.v, step.value, weight);
    (step.holds ? r.highest : r.lowest) += weight;
  }

  static void put_back_letters(threshold& r, peel const& step) {
    int const up = std::max(0, 1 - r.lowest);
    int const down = std::max(0, r.highest);
    bool const any_true = std::find(step.true_letters.begin(), step.true_letters.end(), true) !=
                          step.true_letters.end();
    bool const any_false = std::find(step.false_letters.begin(), step.false_letters.end(), true) !=
                           step.false_letters.end();
    if (any_true) add_letters(r.t, step.true_letters, up);
    if (any_false) add_letters(r.t, step.false_letters, -down);
    if (any_true) r.highest += up;
    if (any_false) r.lowest -= down;
  }

  diagram_pool& pool_;
  boolean_function rest_;
  std::vector<bool> alive_;
  std::vector<peel> steps_;
};

// Cubes of the function of each letter; equal cubes of several letters are one.
using lettered_cubes = std::map<cube, std::vector<bool>>;

template <class CubesOf>
std::optional<lettered_cubes> gather(boolean_function const& f, CubesOf&& cubes_of) {
  lettered_cubes gathered;
  std::map<ref, std::vector<bool>> groups;
  for (std::size_t l = 0; l < f.size(); ++l) {
    auto& group = groups[f[l]];
    group.resize(f.size(), false);
    group[l] = true;
  }
  for (auto const& [function, letters] : groups) {
    std::optional<std::vector<cube>> const cubes = cubes_of(function);
    if (!cubes) return std::nullopt;
    for (cube const& c : *cubes) {
      auto& merged = gathered[c];
      merged.resize(f.size(), false);
      for (std::size_t l = 0; l < f.size(); ++l)
        merged[l] = merged[l] || letters[l];
    }
  }
  return gathered;
}

// relu(number of true literals − (number of literals − 1)) is the conjunction.
form unit_of(cube const& c, std::vector<bool> const& letters) {
  form unit;
  int literals = static_cast<int>(c.size());
  for (auto const& [v, value] : c)
    add_literal(unit, v, value, 1);
  if (std::find(letters.begin(), letters.end(), false) != letters.end()) {
    add_letters(unit, letters, 1);
    ++literals;
  }
  unit.constant -= literals - 1;
  return unit;
}

unit_sum sum_of(lettered_cubes const& cubes, int constant, int weight) {
  unit_sum sum{.constant = constant};
  for (auto const& [c, letters] : cubes)
    sum.units.emplace_back(weight, unit_of(c, letters));
  return sum;
}

bool few_paths(diagram_pool const& pool, boolean_function const& f, bool to_yes) {
  std::vector<ref> distinct(f);
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  double sum = 0;
  for (ref const part : distinct)
    sum += pool.paths(part, to_yes);
  return sum <= static_cast<double>(max_exact_units);
}

bool few_paths(diagram_pool const& pool, boolean_function const& f) {
  return few_paths(pool, f, true) || few_paths(pool, f, false);
}

std::optional<lettered_cubes> counted_cubes(diagram_pool& pool, boolean_function const& f,
                                            bool complement) {
  auto cubes = gather(
      f, [&](ref part) { return pool.irredundant_cubes(part, complement, max_counted_units); });
  if (cubes && cubes->size() > max_counted_units) return std::nullopt;
  return cubes;
}

} // namespace

std::vector<variable> support(diagram_pool const& pool, boolean_function const& f) {
  std::vector<ref> distinct(f);
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<variable> found;
  for (ref const part : distinct) {
    auto const more = pool.support(part);
    found.insert(found.end(), more.begin(), more.end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::optional<form> threshold_form(diagram_pool& pool, boolean_function const& f) {
  auto found = peeling(pool, f).run();
  if (!found) return std::nullopt;
  return std::move(found->t);
}

std::optional<form> exact_form(diagram_pool& pool, boolean_function const& f) {
  auto found = peeling(pool, f).run();
  if (!found || found->lowest < 0 || found->highest > 1) return std::nullopt;
  return std::move(found->t);
}

std::optional<unit_sum> exact_sum(diagram_pool& pool, boolean_function const& f) {
  if (auto found = peeling(pool, f).run()) {
    unit_sum sum{.constant = 0, .units = {{1, found->t}}};
    if (found->highest > 1) {
      --found->t.constant;
      sum.units.emplace_back(-1, std::move(found->t));
    }
    return sum;
  }
  std::optional<unit_sum> best;
  for (bool const to_yes : {true, false}) {
    if (!few_paths(pool, f, to_yes)) continue;
    auto const cubes =
        gather(f, [&](ref part) { return std::optional(pool.disjoint_cubes(part, to_yes)); });
    if (!best || cubes->size() < best->units.size())
      best = sum_of(*cubes, to_yes ? 0 : 1, to_yes ? 1 : -1);
  }
  return best;
}

std::optional<counting_cover> counting_sum(diagram_pool& pool, boolean_function const& f) {
  if (auto t = threshold_form(pool, f))
    return counting_cover{{.constant = 0, .units = {{1, std::move(*t)}}}, false};
  auto const direct = counted_cubes(pool, f, false);
  auto const complement = counted_cubes(pool, f, true);
  if (!direct && !complement) return std::nullopt;
  bool const smaller = !direct || (complement && complement->size() < direct->size());
  return counting_cover{sum_of(smaller ? *complement : *direct, 0, 1), smaller};
}

bool coverable(diagram_pool& pool, boolean_function const& f) {
  if (support(pool, f).size() > max_support) return false;
  return few_paths(pool, f) || peeling(pool, f).run().has_value() ||
         counted_cubes(pool, f, false).has_value() || counted_cubes(pool, f, true).has_value();
}

bool exactly_coverable(diagram_pool& pool, boolean_function const& f) {
  return support(pool, f).size() <= max_support &&
         (few_paths(pool, f) || peeling(pool, f).run().has_value());
}

int value_at_zero(unit_sum const& sum) {
  int value = sum.constant;
  for (auto const& [weight, unit] : sum.units)
    value += weight * std::max(0, unit.constant);
  return value;
}

} // namespace ltlc::lowering
