#include "ltlc/lowering/boolean_cover.hpp"

#include <algorithm>
#include <map>

#include "ltlc/lowering/least_cover.hpp"
#include "ltlc/lowering/nesting.hpp"

namespace ltlc::lowering {

namespace {

using ref = diagram_pool::ref;

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

bool few_paths(diagram_pool const& pool, boolean_function const& f, bool to_yes,
               cover_limits const& most) {
  std::vector<ref> distinct(f);
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  double sum = 0;
  for (ref const part : distinct)
    sum += pool.paths(part, to_yes);
  return sum <= static_cast<double>(most.exact_units);
}

std::optional<lettered_cubes> irredundant(diagram_pool& pool, boolean_function const& f,
                                          bool complement, cover_limits const& most) {
  auto cubes = gather(
      f, [&](ref part) { return pool.irredundant_cubes(part, complement, most.counted_units); });
  if (cubes && cubes->size() > most.counted_units) return std::nullopt;
  return cubes;
}

std::optional<lettered_cubes> counted_cubes(diagram_pool& pool, boolean_function const& f,
                                            bool complement, cover_limits const& most) {
  auto cubes = irredundant(pool, f, complement, most);
  std::size_t const below = cubes ? cubes->size() : most.counted_units + 1;
  if (auto least = least_cover(pool, f, {complement, false, below})) return std::move(least->cubes);
  return cubes;
}

// min(max(t, 0), 1), from the side where one unit is enough, if there is one.
unit_sum clamped(bounded_form found) {
  if (found.highest > 1 && found.lowest >= 0) { // 1 − relu(1 − t)
    form below = std::move(found.t);
    below.constant = 1 - below.constant;
    for (int& weight : below.letters)
      weight = -weight;
    for (auto& [v, weight] : below.terms)
      weight = -weight;
    return {.constant = 1, .units = {{-1, std::move(below)}}};
  }
  unit_sum sum{.constant = 0, .units = {{1, found.t}}};
  if (found.highest > 1) {
    --found.t.constant;
    sum.units.emplace_back(-1, std::move(found.t));
  }
  return sum;
}

} // namespace

cover_limits limits_within(std::int64_t greatest) {
  constexpr std::int64_t fewest = 4;
  auto const most = std::max(greatest, fewest);
  cover_limits limits; // a cube is of the literals of the support and possibly one for the letters
  limits.support =
      static_cast<std::size_t>(std::min(static_cast<std::int64_t>(limits.support), most - 1));
  limits.weight = static_cast<int>(std::min<std::int64_t>(limits.weight, most));
  limits.exact_units =
      static_cast<std::size_t>(std::min(static_cast<std::int64_t>(limits.exact_units), most));
  limits.counted_units =
      static_cast<std::size_t>(std::min(static_cast<std::int64_t>(limits.counted_units), most));
  return limits;
}

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

std::optional<form> threshold_form(diagram_pool& pool, boolean_function const& f,
                                   cover_limits const& most) {
  auto found = threshold_of(pool, take_apart(pool, f), most.weight);
  if (!found) return std::nullopt;
  return std::move(found->t);
}

std::optional<form> exact_form(diagram_pool& pool, boolean_function const& f,
                               cover_limits const& most) {
  auto found = threshold_of(pool, take_apart(pool, f), most.weight);
  if (!found || found->lowest < 0 || found->highest > 1) return std::nullopt;
  return std::move(found->t);
}

std::optional<unit_sum> exact_sum(diagram_pool& pool, boolean_function const& f,
                                  cover_limits const& most) {
  auto const parts = take_apart(pool, f);
  std::optional<unit_sum> best;
  auto const offer = [&](std::optional<unit_sum> sum) {
    if (sum && (!best || sum->units.size() < best->units.size())) best = std::move(sum);
  };
  if (auto found = threshold_of(pool, parts, most.weight)) offer(clamped(std::move(*found)));
  if (best && best->units.size() <= 1) return best;
  offer(bends_of(pool, parts, most.weight));
  for (bool const to_yes : {true, false}) {
    std::optional<lettered_cubes> cubes;
    if (few_paths(pool, f, to_yes, most))
      cubes = gather(f, [&](ref part) { return std::optional(pool.disjoint_cubes(part, to_yes)); });
    std::size_t below = most.exact_units + 1;
    if (cubes) below = std::min(below, cubes->size());
    if (best) below = std::min(below, best->units.size());
    auto least = least_cover(pool, f, {!to_yes, true, below});
    if (least) cubes = std::move(least->cubes);
    if (cubes) offer(sum_of(*cubes, to_yes ? 0 : 1, to_yes ? 1 : -1));
  }
  return best;
}

std::optional<counting_cover> counting_sum(diagram_pool& pool, boolean_function const& f,
                                           cover_limits const& most) {
  if (auto t = threshold_form(pool, f, most))
    return counting_cover{{.constant = 0, .units = {{1, std::move(*t)}}}, false};
  auto const direct = counted_cubes(pool, f, false, most);
  auto const complement = counted_cubes(pool, f, true, most);
  if (!direct && !complement) return std::nullopt;
  bool const smaller = !direct || (complement && complement->size() < direct->size());
  return counting_cover{sum_of(smaller ? *complement : *direct, 0, 1), smaller};
}

bool coverable(diagram_pool& pool, boolean_function const& f, cover_limits const& most) {
  if (support(pool, f).size() > most.support) return false;
  return exactly_coverable(pool, f, most) || irredundant(pool, f, false, most) ||
         irredundant(pool, f, true, most);
}

bool exactly_coverable(diagram_pool& pool, boolean_function const& f, cover_limits const& most) {
  if (support(pool, f).size() > most.support) return false;
  if (few_paths(pool, f, true, most) || few_paths(pool, f, false, most)) return true;
  auto const parts = take_apart(pool, f);
  return threshold_of(pool, parts, most.weight) || bends_of(pool, parts, most.weight);
}

int value_at_zero(unit_sum const& sum) {
  int value = sum.constant;
  for (auto const& [weight, unit] : sum.units)
    value += weight * std::max(0, unit.constant);
  return value;
}

} // namespace ltlc::lowering
