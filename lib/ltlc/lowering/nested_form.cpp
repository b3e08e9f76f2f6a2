#include <algorithm>
#include <cstdlib>

#include "ltlc/lowering/nesting.hpp"

namespace ltlc::lowering {

namespace {

using ref = diagram_pool::ref;

// Every partial sum, constant last, stays within `most`.
bool small(form const& f, int most) {
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
  return std::max({up, -down, std::abs(f.constant), f.constant + up, -(f.constant + down)}) <= most;
}

// f = φ(t) for lowest <= t < lowest + φ.size(). Never empty.
struct profile {
  form t;
  int lowest = 0;
  std::vector<bool> phi;
  [[nodiscard]] int highest() const { return lowest + static_cast<int>(phi.size()) - 1; }
};

profile constant_core(nesting const& n) {
  profile result;
  std::vector<bool> holds(n.core.size(), false);
  bool any = false;
  bool all = true;
  for (std::size_t l = 0; l < n.core.size(); ++l) {
    if (!n.alive[l]) continue;
    holds[l] = n.core[l] == diagram_pool::yes;
    any = any || holds[l];
    all = all && holds[l];
  }
  if (any && all) {
    result.t.constant = 1;
    result.lowest = 1;
    result.phi = {true};
  } else if (any) {
    add_letters(result.t, holds, 1);
    result.phi = {false, true};
  } else {
    result.phi = {false};
  }
  return result;
}

// --- symmetric cores -------------------------------------------------------------------------

constexpr std::size_t most_symmetric = 64;

class symmetric_core {
public:
  symmetric_core(diagram_pool& pool, nesting const& n) : pool_(pool), n_(n) {}

  std::optional<profile> run() {
    for (std::size_t l = 0; l < n_.core.size(); ++l)
      if (n_.alive[l] && std::find(parts_.begin(), parts_.end(), n_.core[l]) == parts_.end())
        parts_.push_back(n_.core[l]);
    if (parts_.empty() || parts_.size() > 2) return std::nullopt;
    for (ref const part : parts_)
      for (variable const v : pool_.support(part))
        if (std::find(variables_.begin(), variables_.end(), v) == variables_.end())
          variables_.push_back(v);
    std::sort(variables_.begin(), variables_.end());
    if (variables_.size() > most_symmetric || !find_signs()) return std::nullopt;
    profile result;
    for (std::size_t i = 0; i < variables_.size(); ++i)
      add_literal(result.t, variables_[i], signs_[i], 1);
    std::vector<bool> const first = by_count(parts_.front());
    if (parts_.size() == 1) {
      result.phi = first;
      return result;
    }
    // One part is the other, one count further: its letters are a literal like the others.
    std::vector<bool> const second = by_count(parts_.back());
    for (bool const swapped : {false, true}) {
      auto const& low = swapped ? second : first;
      auto const& high = swapped ? first : second;
      if (!std::equal(low.begin() + 1, low.end(), high.begin())) continue;
      std::vector<bool> letters(n_.core.size(), false);
      for (std::size_t l = 0; l < n_.core.size(); ++l)
        letters[l] = n_.alive[l] && n_.core[l] == parts_[swapped ? 0 : 1];
      add_letters(result.t, letters, 1);
      result.phi = low;
      result.phi.push_back(high.back());
      return result;
    }
    return std::nullopt;
  }

private:
  // Each variable can change places with the first one, as it is or negated; such exchanges
  // generate all others.
  bool find_signs() {
    signs_.assign(1, true);
    for (std::size_t i = 1; i < variables_.size(); ++i) {
      bool const same = exchange(i, false);
      if (!same && !exchange(i, true)) return false;
      signs_.push_back(same);
    }
    return true;
  }

  bool exchange(std::size_t i, bool negated) {
    return std::all_of(parts_.begin(), parts_.end(), [&](ref part) {
      ref const one =
          pool_.cofactor(pool_.cofactor(part, variables_[0], true), variables_[i], negated);
      ref const other =
          pool_.cofactor(pool_.cofactor(part, variables_[0], false), variables_[i], !negated);
      return one == other;
    });
  }

  // The value where the first k literals hold and the others do not.
  std::vector<bool> by_count(ref part) {
    std::vector<bool> values;
    for (std::size_t k = 0; k <= variables_.size(); ++k) {
      ref at = part;
      while (!pool_.constant(at)) {
        auto const i = static_cast<std::size_t>(
            std::lower_bound(variables_.begin(), variables_.end(), pool_.root(at)) -
            variables_.begin());
        at = (i < k) == signs_[i] ? pool_.high(at) : pool_.low(at);
      }
      values.push_back(at == diagram_pool::yes);
    }
    return values;
  }

  diagram_pool& pool_;
  nesting const& n_;
  std::vector<ref> parts_; // functions of the letters that are alive
  std::vector<variable> variables_;
  std::vector<bool> signs_;
};

std::optional<profile> core_of(diagram_pool& pool, nesting const& n) {
  if (n.settled) return constant_core(n);
  return symmetric_core(pool, n).run();
}

// --- thresholds ------------------------------------------------------------------------------

// φ is a step: up at θ, or down after it.
std::optional<bounded_form> step_of(profile const& p) {
  auto const changes = [&](bool from) {
    auto const at = std::find(p.phi.begin(), p.phi.end(), !from);
    return std::find(at, p.phi.end(), from) == p.phi.end() ? static_cast<int>(at - p.phi.begin())
                                                           : -1;
  };
  bounded_form result{p.t, p.lowest, p.highest()};
  if (int const before = changes(false); before >= 0) { // φ(k) iff k >= lowest + before
    int const shift = 1 - (p.lowest + before);
    result.t.constant += shift;
    result.lowest += shift;
    result.highest += shift;
    return result;
  }
  int const before = changes(true); // φ(k) iff k < lowest + before
  if (before < 0) return std::nullopt;
  int const bound = p.lowest + before;
  result.t.constant = bound - p.t.constant;
  for (int& weight : result.t.letters)
    weight = -weight;
  for (auto& [v, weight] : result.t.terms)
    weight = -weight;
  result.lowest = bound - p.highest();
  result.highest = bound - p.lowest;
  return result;
}

// t + (1 − lowest)·literal is at least 1 where the literal holds; t − highest·literal is at most 0.
void put_back_literal(bounded_form& r, peel const& step) {
  int const weight = step.holds ? std::max(0, 1 - r.lowest) : -std::max(0, r.highest);
  add_literal(r.t, step.v, step.value, weight);
  (step.holds ? r.highest : r.lowest) += weight;
}

bool any(std::vector<bool> const& letters) {
  return std::find(letters.begin(), letters.end(), true) != letters.end();
}

void put_back_letters(bounded_form& r, peel const& step) {
  int const up = std::max(0, 1 - r.lowest);
  int const down = std::max(0, r.highest);
  if (any(step.true_letters)) add_letters(r.t, step.true_letters, up);
  if (any(step.false_letters)) add_letters(r.t, step.false_letters, -down);
  if (any(step.true_letters)) r.highest += up;
  if (any(step.false_letters)) r.lowest -= down;
}

// --- profiles --------------------------------------------------------------------------------

struct bends {
  int at_end = 0;                         // φ there
  std::vector<std::pair<int, int>> units; // (k, weight): weight · relu(±(t − k))
};

// From the lowest value up with relu(t − k), or from the highest down with relu(k − t): a unit
// where the slope changes.
bends bends_from(profile const& p, bool low) {
  std::vector<bool> phi = p.phi;
  if (!low) std::reverse(phi.begin(), phi.end());
  bends result{phi.front() ? 1 : 0, {}};
  int slope = 0;
  for (int k = 0; k + 1 < static_cast<int>(phi.size()); ++k) {
    auto const at = static_cast<std::size_t>(k);
    int const next = (phi[at + 1] ? 1 : 0) - (phi[at] ? 1 : 0);
    if (next != slope)
      result.units.emplace_back(low ? p.lowest + k : p.highest() - k, next - slope);
    slope = next;
  }
  return result;
}

std::size_t least_bends(profile const& p) {
  return std::min(bends_from(p, true).units.size(), bends_from(p, false).units.size());
}

// How far t must move, up or down, so that every value of it is where φ is `holds`, now or behind
// the end of the range.
int way_out(profile const& p, bool holds, bool up) {
  int run = 0;
  int const size = static_cast<int>(p.phi.size());
  while (run < size && p.phi[static_cast<std::size_t>(up ? size - 1 - run : run)] == holds)
    ++run;
  return size - run;
}

// Add moves t, where the step decides, by the weight it is given.
template <class Add>
profile put_back(profile const& p, bool holds, Add add) {
  std::optional<profile> best;
  for (bool const up : {true, false}) {
    int const way = way_out(p, holds, up);
    profile moved = p;
    add(moved.t, up ? way : -way);
    moved.phi.insert(up ? moved.phi.end() : moved.phi.begin(), static_cast<std::size_t>(way),
                     holds);
    if (!up) moved.lowest -= way;
    if (!best || least_bends(moved) < least_bends(*best) ||
        (least_bends(moved) == least_bends(*best) && moved.phi.size() < best->phi.size()))
      best = std::move(moved);
  }
  return std::move(*best);
}

} // namespace

std::optional<bounded_form> threshold_of(diagram_pool& pool, nesting const& n, int most) {
  auto const core = core_of(pool, n);
  if (!core) return std::nullopt;
  auto result = step_of(*core);
  if (!result) return std::nullopt;
  for (std::size_t s = n.steps.size(); s-- > 0;) {
    n.steps[s].on_letters ? put_back_letters(*result, n.steps[s])
                          : put_back_literal(*result, n.steps[s]);
    if (std::max(result->highest, -result->lowest) > most) return std::nullopt;
  }
  if (!small(result->t, most)) return std::nullopt;
  std::erase_if(result->t.terms, [](auto const& term) { return term.second == 0; });
  return result;
}

std::optional<unit_sum> bends_of(diagram_pool& pool, nesting const& n, int most) {
  auto const longest_profile = static_cast<std::size_t>(2 * most);
  auto at = core_of(pool, n);
  for (std::size_t s = n.steps.size(); at && s-- > 0;) {
    peel const& step = n.steps[s];
    if (!step.on_letters)
      at = put_back(*at, step.holds,
                    [&](form& t, int way) { add_literal(t, step.v, step.value, way); });
    for (bool const holds : {true, false}) {
      auto const& letters = holds ? step.true_letters : step.false_letters;
      if (any(letters))
        at = put_back(*at, holds, [&](form& t, int way) { add_letters(t, letters, way); });
    }
    if (at->phi.size() > longest_profile) return std::nullopt;
  }
  if (!at || !small(at->t, most)) return std::nullopt;
  std::erase_if(at->t.terms, [](auto const& term) { return term.second == 0; });
  bends const from_low = bends_from(*at, true);
  bends const from_high = bends_from(*at, false);
  bool const low = from_low.units.size() <= from_high.units.size();
  bends const& best = low ? from_low : from_high;
  unit_sum sum{.constant = best.at_end};
  int total = best.at_end;
  for (auto const& [k, weight] : best.units) {
    form unit = at->t;
    unit.constant -= k;
    if (!low) {
      unit.constant = -unit.constant;
      for (int& w : unit.letters)
        w = -w;
      for (auto& [v, w] : unit.terms)
        w = -w;
    }
    if (!small(unit, most)) return std::nullopt;
    total += std::abs(weight) * (low ? at->highest() - k : k - at->lowest);
    sum.units.emplace_back(weight, std::move(unit));
  }
  if (total > most) return std::nullopt;
  return sum;
}

} // namespace ltlc::lowering
