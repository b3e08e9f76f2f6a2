// Locally threshold testable languages: S is aperiodic and exfyezf = ezfyexf. Source:
// [BeauquierPin91].
//
// One idempotent of each regular D-class will do for e, and for f. If e' = uv and e = vu, where
// u = e'ue and v = eve', then v·(e'xfye'zf) = e(vx)f(yu)e(vz)f, and multiplying by u from the left
// gives the side for e' back, e'v' being uv = e'; so the equation for e and vx, yu, vz is that for
// e' and x, y, z. In the same way for f.
//
// For given e and f let x, z range over eSf and y over fSe. Maps between the few states that e
// fixes and those that f fixes, they are compared at a state i fixed by e: with a = i·x, b = i·z, j
// = a·y and k = b·y the two sides lead to j·z and k·x. So all x that lead from i to a and all z
// that lead from i to b must agree on one state j·z = k·x, whatever y leads from a to j and from b
// to k: no three elements are looked at together.
#include <algorithm>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/algebra/green.hpp"
#include "ltlc/algebra/words.hpp"
#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {

using namespace evidence;

namespace {

using automaton::state;
using budget::limited;

// The least idempotent of a regular D-class.
struct local_unit {
  element e = 0;
  std::vector<state> fixed;    // its states, sorted
  std::vector<state> sources;  // of these
  std::vector<element> orbit;  // eS¹, e first
  std::vector<element> before; // x·e by element x
};

// A violation: x and z lead from i to a and b, y from a and b to j and k, yet j·z ≠ k·x.
struct crossing {
  std::size_t e = 0;
  std::size_t f = 0;
  state i = 0;
  state a = 0;
  state b = 0;
  state j = 0;
  state k = 0;
};

std::vector<element> orbit_of(semigroup const& s, element e) {
  std::vector<element> orbit{e};
  std::vector<bool> seen(s.size(), false);
  seen[e] = true;
  for (std::size_t head = 0; head < orbit.size(); ++head)
    for (std::size_t a = 0; a < s.letters; ++a) {
      element const next = s.right[orbit[head] * s.letters + a];
      if (!seen[next]) orbit.push_back(next);
      seen[next] = true;
    }
  return orbit;
}

// x·e for every x: (a·y)·e = a·(y·e), along the left Cayley graph from the letters on.
std::vector<element> products_before(semigroup const& s, green_relations const& g, element e) {
  constexpr element none = UINT32_MAX;
  std::vector<element> before(s.size(), none);
  std::vector<element> queue;
  auto const enter = [&](element x, element xe) {
    if (before[x] != none) return;
    before[x] = xe;
    queue.push_back(x);
  };
  for (std::size_t a = 0; a < s.letters; ++a)
    enter(s.generator[a], g.left[e * s.letters + a]);
  for (std::size_t head = 0; head < queue.size(); ++head)
    for (std::size_t a = 0; a < s.letters; ++a) {
      element const x = queue[head];
      enter(g.left[x * s.letters + a], g.left[before[x] * s.letters + a]);
    }
  return before;
}

// A later source may reach an earlier one, but not the other way round.
void find_sources(semigroup const& s, local_unit& unit) {
  std::vector<bool> reached(s.states, false);
  for (state const i : unit.fixed) {
    if (reached[i]) continue;
    unit.sources.push_back(i);
    for (element const x : unit.orbit)
      if (state const j = s.image(unit.before[x], i); j != i) reached[j] = true;
  }
  std::erase_if(unit.sources, [&](state i) { return reached[i]; });
}

limited<std::vector<local_unit>> units_of(semigroup const& s, green_relations const& g,
                                          budget::budget const& limits) {
  std::vector<local_unit> units;
  std::size_t bytes = 0;
  for (j_class const& c : g.classes) {
    auto const e = std::find_if(c.elements.begin(), c.elements.end(),
                                [&](element x) { return x < s.size() && g.idempotent[x]; });
    if (e == c.elements.end()) continue;
    if (limits.out_of_time()) return tl::unexpected(limits.time_passed());
    local_unit unit{*e, {}, {}, orbit_of(s, *e), products_before(s, g, *e)};
    for (state q = 0; q < s.states; ++q)
      if (s.image(*e, q) == q) unit.fixed.push_back(q);
    find_sources(s, unit);
    bytes += 4 * (unit.orbit.size() + unit.before.size() + unit.fixed.size());
    if (bytes > limits.max_bytes) return tl::unexpected(budget::bytes_passed(limits));
    units.push_back(std::move(unit));
  }
  return units;
}

// What all elements that lead from a source i to a do to the fixed states of e, in one row.
class agreement {
public:
  static constexpr state several = UINT32_MAX;

  // `elements` lie in eSf.
  void fill(semigroup const& s, local_unit const& e, std::vector<element> const& elements) {
    width_ = e.fixed.size();
    row_of_.assign(e.sources.size() * s.states, 0);
    states_ = s.states;
    rows_.clear();
    for (element const x : elements)
      for (std::size_t i = 0; i < e.sources.size(); ++i) {
        std::size_t& row = row_of_[i * states_ + s.image(x, e.sources[i])];
        bool const fresh = row == 0;
        if (fresh) {
          rows_.resize(rows_.size() + width_);
          row = rows_.size() / width_;
        }
        state* const images = rows_.data() + (row - 1) * width_;
        for (std::size_t k = 0; k < width_; ++k) {
          state const to = s.image(x, e.fixed[k]);
          if (fresh)
            images[k] = to;
          else if (images[k] != to)
            images[k] = several;
        }
      }
  }
  // By the place of a fixed state of e; null when nothing leads from the i-th source to a.
  [[nodiscard]] state const* row(std::size_t i, state a) const {
    std::size_t const row = row_of_[i * states_ + a];
    return row == 0 ? nullptr : rows_.data() + (row - 1) * width_;
  }

private:
  std::size_t width_ = 0;
  std::size_t states_ = 0;
  std::vector<std::size_t> row_of_; // 0 for none, else one more than the row
  std::vector<state> rows_;
};

class threshold_search {
public:
  threshold_search(semigroup const& s, std::vector<local_unit> const& units,
                   budget::budget const& limits)
      : s_(s), units_(units), limits_(limits), clock_(limits, "pairs of idempotents"),
        place_(s.states), stamp_(s.size(), 0) {}

  limited<std::optional<crossing>> run() {
    std::size_t widest = 0;
    for (local_unit const& u : units_)
      widest = std::max(widest, u.fixed.size());
    if (widest * std::max(widest, s_.states) > limits_.max_bytes / 16)
      return tl::unexpected(budget::bytes_passed(limits_));
    met_.assign(widest * widest, 0);
    for (std::size_t e = 0; e < units_.size(); ++e)
      for (std::size_t f = 0; f <= e; ++f) {
        auto const there = between(units_[e], units_[f]);
        auto const back = e == f ? there : between(units_[f], units_[e]);
        if (auto found = crossing_of(e, f, there, back)) return found;
        if (e != f)
          if (auto found = crossing_of(f, e, back, there)) return found;
        std::size_t const work = units_[e].orbit.size() + units_[f].orbit.size();
        if (out_of_time_ || clock_.out_of_time(round_, 1 + work / 64))
          return tl::unexpected(limits_.time_passed());
      }
    return std::nullopt;
  }

private:
  // eS¹f
  std::vector<element> between(local_unit const& e, local_unit const& f) {
    ++round_;
    std::vector<element> elements;
    for (element const x : e.orbit) {
      element const xf = f.before[x];
      if (stamp_[xf] != round_) elements.push_back(xf);
      stamp_[xf] = round_;
    }
    return elements;
  }

  std::optional<crossing> crossing_of(std::size_t e, std::size_t f,
                                      std::vector<element> const& there,
                                      std::vector<element> const& back) {
    if (there.size() == 1) return std::nullopt; // x = z
    std::vector<state> const& at_e = units_[e].fixed;
    std::vector<state> const& at_f = units_[f].fixed;
    std::vector<state> const& sources = units_[e].sources;
    agreement_.fill(s_, units_[e], there);
    for (std::size_t i = 0; i < at_e.size(); ++i)
      place_[at_e[i]] = i;
    for (state const a : at_f)
      for (state const b : at_f) {
        if (b < a) continue; // the same with x and z exchanged
        out_of_time_ = out_of_time_ || clock_.out_of_time(round_, 1 + back.size() / 16);
        if (out_of_time_) return std::nullopt;
        bool together = false;
        for (std::size_t i = 0; i < sources.size() && !together; ++i)
          together = agreement_.row(i, a) != nullptr && agreement_.row(i, b) != nullptr;
        if (!together) continue;
        ++pair_round_;
        for (element const y : back) {
          std::size_t const j = place_[s_.image(y, a)];
          std::size_t const k = place_[s_.image(y, b)];
          std::uint64_t& met = met_[j * at_e.size() + k];
          if (met == pair_round_) continue;
          met = pair_round_;
          for (std::size_t i = 0; i < sources.size(); ++i) {
            state const* const x = agreement_.row(i, a);
            state const* const z = agreement_.row(i, b);
            if (x == nullptr || z == nullptr) continue;
            if (z[j] != x[k] || z[j] == agreement::several)
              return crossing{e, f, sources[i], a, b, at_e[j], at_e[k]};
          }
        }
      }
    return std::nullopt;
  }

  semigroup const& s_;
  std::vector<local_unit> const& units_;
  budget::budget const& limits_;
  budget::pace clock_;
  agreement agreement_;
  std::vector<std::size_t> place_;   // of a state among those that e fixes
  std::vector<std::uint64_t> stamp_; // round in which an element of eSf was met
  std::vector<std::uint64_t> met_;   // round in which (j, k) was met
  std::uint64_t round_ = 0;
  std::uint64_t pair_round_ = 0;
  bool out_of_time_ = false;
};

// p with w = p^n, as short as possible: then the idempotent power of p is that of w.
text::word root_of(text::word const& w) {
  std::size_t n = 1;
  while (w.size() % n != 0 ||
         !std::equal(w.begin() + static_cast<std::ptrdiff_t>(n), w.end(), w.begin()))
    ++n;
  return {w.begin(), w.begin() + static_cast<std::ptrdiff_t>(n)};
}

// The elements of a violation as short words, 1 among them.
class broken_exchange {
public:
  broken_exchange(semigroup const& s, element e, element f, crossing const& c)
      : s_(s), e_(e), f_(f), c_(c) {}

  equation_certificate certificate(automaton::dfa const& a) {
    std::optional<element> const y = first(
        [&](std::optional<element> w) { return to_e(c_.a, w) == c_.j && to_e(c_.b, w) == c_.k; });
    auto const is_x = [&](std::optional<element> w) { return to_f(c_.i, w) == c_.a; };
    auto const is_z = [&](std::optional<element> w) { return to_f(c_.i, w) == c_.b; };
    std::optional<element> x = first(is_x);
    std::optional<element> z = first(is_z);
    if (to_f(c_.j, z) == to_f(c_.k, x)) {
      // One of the two groups does not agree on where it leads.
      state const agreed = to_f(c_.k, x);
      auto const other = [&](std::optional<element> w) {
        return is_z(w) && to_f(c_.j, w) != agreed;
      };
      if (exists(other))
        z = first(other);
      else
        x = first([&](std::optional<element> w) { return is_x(w) && to_f(c_.k, w) != agreed; });
    }
    equation_certificate proof;
    proof.broken = equation::threshold_exchange;
    proof.words = {root_of(word_of(s_, e_)), root_of(word_of(s_, f_)), word(x), word(y), word(z)};
    auto const side = [&](state q, std::optional<element> u, std::optional<element> v) {
      return to_f(to_e(to_f(s_.image(e_, q), u), y), v);
    };
    while (side(proof.q, x, z) == side(proof.q, z, x))
      ++proof.q;
    proof.x = reaching_word(a, proof.q);
    proof.z = telling_word(a, side(proof.q, x, z), side(proof.q, z, x));
    return proof;
  }

private:
  [[nodiscard]] state then(state q, std::optional<element> w) const {
    return w ? s_.image(*w, q) : q;
  }
  [[nodiscard]] state to_e(state q, std::optional<element> w) const {
    return s_.image(e_, then(q, w));
  }
  [[nodiscard]] state to_f(state q, std::optional<element> w) const {
    return s_.image(f_, then(q, w));
  }
  [[nodiscard]] text::word word(std::optional<element> w) const {
    return w ? word_of(s_, *w) : text::word{};
  }
  template <class Condition>
  bool exists(Condition const& holds) const {
    if (holds(std::nullopt)) return true;
    for (element x = 0; x < s_.size(); ++x)
      if (holds(x)) return true;
    return false;
  }
  // Pre: there is one.
  template <class Condition>
  std::optional<element> first(Condition const& holds) const {
    if (holds(std::nullopt)) return std::nullopt;
    element x = 0;
    while (!holds(x))
      ++x;
    return x;
  }

  semigroup const& s_;
  element e_;
  element f_;
  crossing c_;
};

// Then xyz = zyx for all elements.
bool is_commutative(semigroup const& s) {
  for (text::letter a = 0; a < s.letters; ++a)
    for (text::letter b = 0; b < a; ++b)
      if (s.right[s.generator[a] * s.letters + b] != s.right[s.generator[b] * s.letters + a])
        return false;
  return true;
}

} // namespace

verdict decide_threshold(automaton::dfa const& a, semigroup const& s,
                         budget::budget const& limits) {
  verdict v = decide_aperiodic(a, s);
  v.id = class_id::ltt;
  if (v.answer != membership::member || is_commutative(s)) return v;
  auto const undecided = [](budget::limit_reached const& limit) {
    return verdict{class_id::ltt, membership::undecided, {}, limit};
  };
  limited<green_relations> const g = relations_of(s, limits);
  if (!g) return undecided(g.error());
  limited<std::vector<local_unit>> const units = units_of(s, *g, limits);
  if (!units) return undecided(units.error());
  auto const found = threshold_search(s, *units, limits).run();
  if (!found) return undecided(found.error());
  if (!*found) return v;
  crossing const& c = **found;
  v.answer = membership::not_member;
  v.proof = broken_exchange(s, (*units)[c.e].e, (*units)[c.f].e, c).certificate(a);
  return v;
}

} // namespace ltlc::algebra
