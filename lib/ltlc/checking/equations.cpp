// Members whose evidence is that every element of the semigroup was looked at.
//
// Aperiodic: x^(n+1) = x^n for n = |Q|. In DA every regular element (a with a b a = a for some b)
// is idempotent, and this is one of its definitions. An element a lies in eSe exactly when e a = a
// e = a, and is then regular there when it is in S (b becomes e b e). Sources: [TherienWilke98],
// [DartoisPaperman13], [BeauquierPin91]
#include <algorithm>

#include "ltlc/budget/pace.hpp"
#include "ltlc/checking/members.hpp"

namespace ltlc::checking {

using namespace evidence;

namespace {

using automaton::state;
using element = elements::element;
using map = elements::map;

constexpr std::uint64_t most_products = 100'000'000;

// For n >= |Q|, a map m has m^(n+1) = m^n exactly when it is aperiodic; n is a power of two.
bool aperiodic(map const& m) {
  map power = m;
  for (std::size_t n = 1; n < m.size(); n *= 2) {
    map square(m.size());
    for (std::size_t q = 0; q < m.size(); ++q)
      square[q] = power[power[q]];
    power = std::move(square);
  }
  for (std::size_t q = 0; q < m.size(); ++q)
    if (m[power[q]] != power[q]) return false;
  return true;
}

// All products of two elements: x·y is (x·y')·a where y = y'·a.
class products {
public:
  explicit products(elements const& s) : n_(s.size()), table_(n_ * n_) {
    std::size_t const letters = s.of_letter.size();
    for (element x = 0; x < n_; ++x)
      for (element y = 0; y < n_; ++y) {
        element const before = s.shorter[y] == y ? x : table_[x * n_ + s.shorter[y]];
        table_[x * n_ + y] = s.followed[before * letters + s.last[y]];
      }
  }
  [[nodiscard]] element of(element x, element y) const { return table_[x * n_ + y]; }

private:
  std::size_t n_;
  std::vector<element> table_;
};

class conditions {
public:
  conditions(elements const& s, budget::budget const& limits)
      : s_(s), limits_(limits), times_(s), pace_(limits, "monoid elements") {
    for (element e = 0; e < s.size(); ++e)
      if (times_.of(e, e) == e) idempotents_.push_back(e);
  }

  // Every regular element of `among` (each that an idempotent fixes, when `local`) is idempotent.
  // All idempotents of S lie in the stable semigroup.
  complaint in_da(std::vector<element> const& among, bool local) {
    for (element const a : among) {
      if (times_.of(a, a) == a || (local && !is_fixed(a))) continue;
      for (element const b : among) {
        if (pace_.out_of_time(s_.size())) return tl::unexpected(limits_.time_passed());
        if (times_.of(times_.of(a, b), a) == a)
          return "a regular element is not idempotent: that of a word of " + length_of(a);
      }
    }
    return "";
  }

  // e x f y e z f = e z f y e x f. One idempotent of each J-class is enough in the places of e and
  // of f: let e' = s t and e = t s with t = e t e' and s = e' s e. If u, v in e'Sf and w in fSe'
  // break it, then t u, t v in eSf and w s in fSe do, because t u w s t v = t u w e' v = t u w v,
  // and multiplied by s that is u w v.
  complaint exchanging() {
    std::vector<element> const chosen = one_of_each_class();
    for (element const e : chosen)
      for (element const f : chosen) {
        std::vector<element> const from = between(e, f);
        std::vector<element> const back = between(f, e);
        for (element const w : back)
          for (element const u : from)
            for (element const v : from) {
              if (v >= u) break;
              if (pace_.out_of_time(s_.size())) return tl::unexpected(limits_.time_passed());
              if (times_.of(times_.of(u, w), v) != times_.of(times_.of(v, w), u))
                return "exfyezf = ezfyexf does not hold";
            }
      }
    return "";
  }

private:
  [[nodiscard]] bool is_fixed(element a) const {
    return std::any_of(idempotents_.begin(), idempotents_.end(),
                       [&](element e) { return times_.of(e, a) == a && times_.of(a, e) == a; });
  }
  [[nodiscard]] std::string length_of(element a) const {
    std::size_t length = 1;
    for (; s_.shorter[a] != a; a = s_.shorter[a])
      ++length;
    return std::to_string(length) + (length == 1 ? " letter" : " letters");
  }
  // e S f, without repetitions.
  [[nodiscard]] std::vector<element> between(element e, element f) const {
    std::vector<bool> found(s_.size(), false);
    for (element x = 0; x < s_.size(); ++x)
      found[times_.of(times_.of(e, x), f)] = true;
    std::vector<element> list;
    for (element x = 0; x < s_.size(); ++x)
      if (found[x]) list.push_back(x);
    return list;
  }
  // The elements s e t with s, t in S ∪ {1}.
  [[nodiscard]] std::vector<bool> ideal(element e) const {
    std::vector<bool> seen(s_.size(), false);
    std::vector<element> todo{e};
    seen[e] = true;
    while (!todo.empty()) {
      element const x = todo.back();
      todo.pop_back();
      for (element const a : s_.of_letter)
        for (element const next : {times_.of(a, x), times_.of(x, a)})
          if (!seen[next]) {
            seen[next] = true;
            todo.push_back(next);
          }
    }
    return seen;
  }
  [[nodiscard]] std::vector<element> one_of_each_class() const {
    std::vector<element> chosen;
    std::vector<std::vector<bool>> ideals;
    for (element const e : idempotents_) {
      std::vector<bool> const below = ideal(e);
      bool known = false;
      for (std::size_t i = 0; i < chosen.size() && !known; ++i)
        known = below[chosen[i]] && ideals[i][e];
      if (known) continue;
      chosen.push_back(e);
      ideals.push_back(below);
    }
    return chosen;
  }

  elements const& s_;
  budget::budget const& limits_;
  products times_;
  std::vector<element> idempotents_;
  budget::pace pace_;
};

complaint all_aperiodic(elements const& s, std::vector<element> const& among,
                        budget::budget const& limits) {
  budget::pace pace(limits, "monoid elements");
  for (element const x : among) {
    if (pace.out_of_time(s.size(), s.maps[x].size())) return tl::unexpected(limits.time_passed());
    if (!aperiodic(s.maps[x])) return "an element moves states round a cycle";
  }
  return "";
}

complaint condition_of(class_id id, elements const& s, budget::budget const& limits) {
  using enum class_id;
  std::vector<element> all(s.size());
  for (element x = 0; x < s.size(); ++x)
    all[x] = x;
  if (id == ltl_s) return all_aperiodic(s, all, limits);
  if (id == ltl_s_mod) return all_aperiodic(s, s.stable, limits);
  if (s.size() * s.size() > most_products)
    return tl::unexpected(budget::limit_reached{"products of elements", most_products, ""});
  conditions with(s, limits);
  if (id == ltl_p_f_mod) return with.in_da(s.stable, false);
  if (id == ltl_p_f_y_x) return with.in_da(all, true);
  if (id == ltl_p_f_y_x_mod) return with.in_da(s.stable, true);
  auto wrong = all_aperiodic(s, all, limits);
  return wrong && wrong->empty() ? with.exchanging() : wrong;
}

bool is_modular(class_id id) {
  using enum class_id;
  return id == ltl_s_mod || id == ltl_p_f_mod || id == ltl_p_f_y_x_mod;
}

bool is_enumerated(class_id id) {
  using enum class_id;
  return is_modular(id) || id == ltl_s || id == ltl_p_f_y_x || id == ltt;
}

} // namespace

complaint objection_to_member(automaton::dfa const& a, class_id id,
                              enumeration_certificate const& c, std::optional<elements>& s,
                              budget::budget const& limits) {
  if (!is_enumerated(id)) return "the evidence is for another class";
  if (!s) {
    auto found = elements_of(a, limits);
    if (!found) return tl::unexpected(found.error());
    s = std::move(*found);
  }
  if (c.elements != s->size()) return "the number of elements is " + budget::grouped(s->size());
  bool const needed = is_modular(id);
  if ((needed || c.stability_index != 0) && c.stability_index != s->stability_index)
    return "the stability index is " + budget::grouped(s->stability_index);
  return condition_of(id, *s, limits);
}

} // namespace ltlc::checking
