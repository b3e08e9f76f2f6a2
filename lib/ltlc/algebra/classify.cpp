#include "ltlc/algebra/classify.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {

using namespace evidence;

namespace {

constexpr std::size_t row(class_id id) {
  return static_cast<std::size_t>(id);
}

// Classes by what their criterion costs: linear in the table, quadratic in the states, and those
// that enumerate the semigroup.
using enum class_id;
constexpr std::initializer_list<class_id> linear{ltl_p, ltl_p_mod,   ltl_y,  rdef,
                                                 group, commutative, finite, cofinite};
constexpr std::initializer_list<class_id> quadratic{ltl_p_y, ltl_p_y_mod, ltl_f, ltl_p_f, j,
                                                    gdef,    sl,          tsl,   sp,      lt};

bool related(class_id one, class_id other) {
  return contained(one, other) || contained(other, one);
}

// Answers about one automaton, each found once: a class asks cheaper ones that would settle it
// before it starts its own criterion.
class inquiry {
public:
  inquiry(automaton::dfa const& a, budget::budget const& limits, bool whole_semigroup)
      : a_(a), limits_(limits), whole_semigroup_(whole_semigroup) {}

  verdict const& answer(class_id id) { return *known(id); }

  component_order const& order() {
    if (!order_) order_ = automaton::components(a_);
    return *order_;
  }

  // The semigroup without an early exit.
  semigroup const& elements() {
    if (!elements_) elements_ = enumerate(a_, limits_);
    return *elements_;
  }

private:
  static constexpr std::uint64_t quick_visits = 1U << 18;
  static constexpr std::uint64_t long_visits = 1U << 21;

  std::shared_ptr<verdict const> known(class_id id) {
    auto& slot = known_[row(id)];
    if (!slot) {
      verdict found = find(id);
      slot = std::make_shared<verdict const>(std::move(found));
    }
    return slot;
  }

  verdict find(class_id id) {
    switch (id) {
    case ltl_p:
      return decide_partially_ordered(a_, order());
    case ltl_p_mod:
      return decide_periodic(a_, order());
    case ltl_y:
      return decide_definite(a_, limits_);
    case rdef:
      return decide_reverse_definite(a_, order());
    case finite:
    case cofinite:
      return decide_finite(a_, order(), id == cofinite);
    case group:
      return decide_group(a_);
    case commutative:
      return decide_commutative(a_, limits_);
    // These certificates name the least window and the least k, so that another class answers for
    // them only when its window is 0 or a limit was reached.
    case ltl_p_y:
      if (member(ltl_p)) return implied(id, {ltl_p});
      return or_consequence(decide_pairs(a_, order(), false, limits_));
    case ltl_p_y_mod:
      if (member(ltl_p_mod)) return implied(id, {ltl_p_mod});
      return or_consequence(decide_pairs(a_, order(), true, limits_));
    case sl:
      if (not_member(ltl_p_y)) return implied(id, {ltl_p_y});
      return or_consequence(decide_strictly_local(a_, id, limits_));
    case tsl:
      return or_consequence(decide_strictly_local(a_, id, limits_));
    case j:
      return both(ltl_p, ltl_f);
    case sp:
      if (not_member(ltl_p)) return implied(id, {ltl_p});
      return decide_strictly_piecewise(a_, limits_);
    case ltl_f:
    case ltl_p_f:
      if (auto v = consequence(id, linear)) return std::move(*v);
      return decide_content_here(id);
    case gdef:
      if (auto v = consequence(id, linear)) return std::move(*v);
      return not_member(ltl_p_y) ? implied(id, {ltl_p_y}) : decide_content_here(id);
    case lt:
      return locally_testable();
    case ltt:
      return threshold_testable();
    case ltl_p_f_mod:
    case ltl_p_f_y_x:
    case ltl_p_f_y_x_mod:
    case ltl_s:
    case ltl_s_mod:
      return by_enumeration(id);
    }
    return {};
  }

  bool member(class_id id) { return answer(id).answer == membership::member; }
  bool not_member(class_id id) { return answer(id).answer == membership::not_member; }

  verdict implied(class_id id, std::initializer_list<class_id> by) {
    verdict v{id, answer(*by.begin()).answer, {}, {}};
    implied_certificate c;
    for (class_id const other : by)
      c.by.push_back(known(other));
    v.proof = std::move(c);
    return v;
  }

  verdict both(class_id one, class_id other) {
    for (class_id const id : {one, other})
      if (not_member(id)) return implied(j, {id});
    if (member(one) && member(other)) return implied(j, {one, other});
    return {j, membership::undecided, {}, answer(member(one) ? other : one).limit};
  }

  // What the answer about one of these classes says about `id`, if anything.
  std::optional<verdict> consequence(class_id id, std::initializer_list<class_id> classes) {
    for (class_id const other : classes) {
      if (!related(id, other)) continue;
      if ((member(other) && contained(other, id)) || (not_member(other) && contained(id, other)))
        return implied(id, {other});
    }
    return std::nullopt;
  }

  verdict or_consequence(verdict v) {
    if (v.answer == membership::undecided)
      if (auto other = consequence(v.id, linear)) return std::move(*other);
    return v;
  }

  budget::limited<pair_components> const& pairs() {
    if (!pairs_) pairs_ = components_of_pairs(a_, limits_);
    return *pairs_;
  }

  verdict decide_content_here(class_id id) {
    if (!pairs()) return {id, membership::undecided, {}, pairs().error()};
    return decide_content(a_, order(), *pairs(), id, limits_);
  }

  verdict locally_testable() {
    if (not_member(ltl_p_y)) return implied(lt, {ltl_p_y});
    if (auto v = consequence(lt, {ltl_y, rdef, gdef, sl})) return std::move(*v);
    if (answer(ltl_p_y).limit) return {lt, membership::undecided, {}, answer(ltl_p_y).limit};
    if (!pairs()) return {lt, membership::undecided, {}, pairs().error()};
    return decide_locally_testable(a_, order(), *pairs(), limits_);
  }

  verdict threshold_testable() {
    if (auto v = consequence(ltt, {ltl_p_y, lt})) return std::move(*v);
    return decide_threshold(a_, elements(), limits_);
  }

  // A cycle of two or three states under one word, found without the semigroup, refuses star-free
  // languages and all below.
  std::optional<verdict> rotation(class_id id, std::uint64_t visits) {
    bool const modular = !contained(id, ltl_s) && id != ltl_s;
    auto found = find_rotation(a_, order(), modular, visits, limits_);
    if (!found) return std::nullopt;
    class_id const refused = modular ? ltl_s_mod : ltl_s;
    verdict no{refused, membership::not_member, std::move(*found), {}};
    if (id == refused) return no;
    known_[row(refused)] = std::make_shared<verdict const>(std::move(no));
    return implied(id, {refused});
  }

  verdict by_enumeration(class_id id) {
    if (auto v = consequence(id, linear)) return std::move(*v);
    if (auto v = consequence(id, quadratic)) return std::move(*v);
    for (class_id const other : {ltl_s_mod, ltl_s, ltl_p_f_y_x_mod, ltl_p_f_y_x, ltl_p_f_mod})
      if (other != id && known_[row(other)])
        if (auto v = consequence(id, {other})) return std::move(*v);
    if (id != ltl_s)
      if (auto v = rotation(id, quick_visits)) return std::move(*v);
    verdict v = enumerated(id);
    if (v.answer == membership::undecided)
      if (auto late = rotation(id, long_visits)) return std::move(*late);
    return v;
  }

  verdict enumerated(class_id id) {
    if (id == ltl_s)
      return decide_aperiodic(
          a_, whole_semigroup_ || elements_ ? elements() : enumerate(a_, limits_, has_state_cycle));
    if (id == ltl_s_mod) return decide_stable_aperiodic(a_, elements(), limits_);
    return decide_regular(a_, elements(), id, limits_);
  }

  automaton::dfa const& a_;
  budget::budget const& limits_;
  bool whole_semigroup_;
  std::array<std::shared_ptr<verdict const>, class_count> known_;
  std::optional<component_order> order_;
  std::optional<budget::limited<pair_components>> pairs_;
  std::optional<semigroup> elements_;
};

// What the answers say about those that no search could give.
void imply(std::vector<verdict>& verdicts) {
  for (verdict& v : verdicts) {
    for (verdict const& other : verdicts) {
      if (v.answer != membership::undecided) break;
      bool const below = other.answer == membership::member && contained(other.id, v.id);
      bool const above = other.answer == membership::not_member && contained(v.id, other.id);
      if (below || above)
        v = {v.id, other.answer, implied_certificate{{std::make_shared<verdict const>(other)}}, {}};
    }
  }
}

void name_least(classification& c) {
  for (verdict const& v : c.verdicts) {
    if (v.answer == membership::undecided) c.least_is_certain = false;
    if (v.answer != membership::member) continue;
    bool const minimal =
        std::none_of(c.verdicts.begin(), c.verdicts.end(), [&](verdict const& other) {
          return other.answer == membership::member && contained(other.id, v.id);
        });
    if (minimal) c.least.push_back(v.id);
  }
}

// Known when the pairs were looked at, and 0 for LTL[P,MOD].
std::optional<std::uint64_t> window_of(verdict const& v) {
  if (v.answer != membership::member) return std::nullopt;
  if (auto const* const pairs = std::get_if<acyclic_pairs_certificate>(&v.proof))
    return pairs->window;
  auto const& by = std::get<implied_certificate>(v.proof).by;
  return by.front()->id == ltl_p_mod ? std::optional<std::uint64_t>(0) : std::nullopt;
}

} // namespace

classification classify(automaton::minimal_dfa const& a, std::vector<class_id> const& asked,
                        budget::budget const& limits) {
  bool const all = asked.empty();
  inquiry about(*a, limits, all);
  std::vector<class_id> ids = asked;
  if (all)
    for (class_info const& c : class_table())
      ids.push_back(c.id);
  classification result;
  for (class_id const id : ids) {
    verdict const& v = about.answer(id);
    if (id == ltl_p_mod && v.answer == membership::member)
      result.modulus = least_modulus(about.order());
    if (id == ltl_p_y_mod) result.window = window_of(v);
  }
  for (class_id const id : ids)
    result.verdicts.push_back(about.answer(id));
  imply(result.verdicts);
  name_least(result);
  if (!all) return result;
  semigroup const& s = about.elements();
  if (!s.complete) return result;
  result.monoid_size = monoid_size(s);
  if (auto const index = stability_index(s, limits)) result.stability_index = *index;
  return result;
}

verdict decide(automaton::minimal_dfa const& a, class_id id, budget::budget const& limits) {
  auto const order = automaton::components(*a);
  auto const with_pairs = [&](auto const& criterion) -> verdict {
    auto const pairs = components_of_pairs(*a, limits);
    if (!pairs) return {id, membership::undecided, {}, pairs.error()};
    return criterion(*pairs);
  };
  switch (id) {
  case ltl_p:
    return decide_partially_ordered(*a, order);
  case ltl_p_mod:
    return decide_periodic(*a, order);
  case ltl_y:
    return decide_definite(*a, limits);
  case ltl_p_y:
  case ltl_p_y_mod:
    return decide_pairs(*a, order, id == ltl_p_y_mod, limits);
  case ltl_f:
  case ltl_p_f:
  case gdef:
    return with_pairs(
        [&](auto const& pairs) { return decide_content(*a, order, pairs, id, limits); });
  case ltl_p_f_mod:
  case ltl_p_f_y_x:
  case ltl_p_f_y_x_mod:
    return decide_regular(*a, enumerate(*a, limits), id, limits);
  case ltl_s:
    return decide_aperiodic(*a, enumerate(*a, limits, has_state_cycle));
  case ltl_s_mod:
    return decide_stable_aperiodic(*a, enumerate(*a, limits), limits);
  case sl:
  case tsl:
    return decide_strictly_local(*a, id, limits);
  case sp:
    return decide_strictly_piecewise(*a, limits);
  case lt: {
    verdict v = decide_pairs(*a, order, false, limits);
    v.id = lt;
    if (v.answer != membership::member) return v;
    return with_pairs(
        [&](auto const& pairs) { return decide_locally_testable(*a, order, pairs, limits); });
  }
  case ltt:
    return decide_threshold(*a, enumerate(*a, limits), limits);
  case rdef:
    return decide_reverse_definite(*a, order);
  case finite:
  case cofinite:
    return decide_finite(*a, order, id == cofinite);
  case group:
    return decide_group(*a);
  case commutative:
    return decide_commutative(*a, limits);
  case j:
    return inquiry(*a, limits, false).answer(id);
  }
  return {};
}

} // namespace ltlc::algebra
