#include "ltlc/algebra/classes.hpp"

#include <algorithm>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {
namespace {

constexpr std::size_t row(class_id id) {
  return static_cast<std::size_t>(id);
}

// The least classes that properly contain each class.
std::vector<class_id> next_larger(class_id id) {
  switch (id) {
  case class_id::ltl_p:
    return {class_id::ltl_p_mod, class_id::ltl_p_y};
  case class_id::ltl_p_mod:
    return {class_id::ltl_p_y_mod};
  case class_id::ltl_y:
    return {class_id::ltl_p_y};
  case class_id::ltl_p_y:
    return {class_id::ltl_p_y_mod, class_id::ltl_s};
  case class_id::ltl_p_y_mod:
    return {class_id::ltl_s_mod};
  case class_id::ltl_s:
    return {class_id::ltl_s_mod};
  case class_id::ltl_s_mod:
    return {};
  }
  return {};
}

bool smaller(class_id id, class_id than) {
  std::vector<class_id> const above = larger_classes(id);
  return std::find(above.begin(), above.end(), than) != above.end();
}

// Answers about one automaton, each found once and in the order of cost: a class asks cheaper ones
// that would settle it before it starts an enumeration.
class inquiry {
public:
  inquiry(automaton::dfa const& a, budget::budget const& limits, bool whole_semigroup)
      : a_(a), limits_(limits), whole_semigroup_(whole_semigroup) {}

  verdict const& answer(class_id id) {
    std::optional<verdict>& known = known_[row(id)];
    if (!known) known = find(id);
    return *known;
  }

  automaton::component_order const& order() {
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

  verdict find(class_id id) {
    switch (id) {
    case class_id::ltl_p:
      return decide_partially_ordered(a_, order());
    case class_id::ltl_p_mod:
      return decide_periodic(a_, order());
    case class_id::ltl_y:
      return decide_definite(a_, limits_);
    case class_id::ltl_p_y:
      return implied_by({class_id::ltl_p, class_id::ltl_y}, id,
                        [&] { return decide_pairs(a_, order(), false, limits_); });
    case class_id::ltl_p_y_mod:
      return implied_by({class_id::ltl_p_mod, class_id::ltl_y}, id,
                        [&] { return decide_pairs(a_, order(), true, limits_); });
    case class_id::ltl_s:
      return implied_by({class_id::ltl_p_y}, id, [&] { return star_free(); });
    case class_id::ltl_s_mod:
      return implied_by({class_id::ltl_p_y_mod}, id, [&] { return modular_star_free(); });
    }
    return {};
  }

  template <class Decide>
  verdict implied_by(std::initializer_list<class_id> smaller_classes, class_id id,
                     Decide const& decide) {
    for (class_id const other : smaller_classes)
      if (answer(other).answer == membership::member)
        return {id, membership::member, implied_certificate{other}, {}};
    return decide();
  }

  verdict star_free() {
    verdict v = decide_aperiodic(a_, whole_semigroup_ ? elements()
                                                      : enumerate(a_, limits_, has_state_cycle));
    if (v.answer == membership::undecided)
      if (auto found = find_rotation(a_, order(), false, long_visits))
        return {class_id::ltl_s, membership::not_member, std::move(*found), {}};
    return v;
  }

  verdict modular_star_free() {
    auto found = find_rotation(a_, order(), true, quick_visits);
    if (!found) {
      // The enumeration of a star-free language answers both questions.
      if (known_[row(class_id::ltl_s)] && answer(class_id::ltl_s).answer == membership::member)
        return {class_id::ltl_s_mod, membership::member, implied_certificate{class_id::ltl_s}, {}};
      verdict v = decide_stable_aperiodic(a_, elements(), limits_);
      if (v.answer != membership::undecided) return v;
      found = find_rotation(a_, order(), true, long_visits);
      if (!found) return v;
    }
    return {class_id::ltl_s_mod, membership::not_member, std::move(*found), {}};
  }

  automaton::dfa const& a_;
  budget::budget const& limits_;
  bool whole_semigroup_;
  std::array<std::optional<verdict>, class_count> known_;
  std::optional<automaton::component_order> order_;
  std::optional<semigroup> elements_;
};

// What the answers say about those that no search could give.
void imply(std::vector<verdict>& verdicts) {
  for (verdict& v : verdicts) {
    for (verdict const& other : verdicts) {
      if (v.answer != membership::undecided) break;
      bool const below = other.answer == membership::member && smaller(other.id, v.id);
      bool const above = other.answer == membership::not_member && smaller(v.id, other.id);
      if (below || above) v = {v.id, other.answer, implied_certificate{other.id}, {}};
    }
  }
}

void name_least(classification& c) {
  for (verdict const& v : c.verdicts) {
    if (v.answer == membership::undecided) c.least_is_certain = false;
    if (v.answer != membership::member) continue;
    bool const minimal =
        std::none_of(c.verdicts.begin(), c.verdicts.end(), [&](verdict const& other) {
          return other.answer == membership::member && smaller(other.id, v.id);
        });
    if (minimal) c.least.push_back(v.id);
  }
}

} // namespace

std::array<class_info, class_count> const& class_table() {
  using enum class_id;
  static constexpr std::array<class_info, class_count> table{{
      {ltl_p, "LTL[P]", "PFO²[<]",
       "every strongly connected component of the minimal automaton is one state (M ∈ R)",
       "soft attention without positions; leftmost or average hard attention", "[RoPE, §A.5]"},
      {ltl_p_mod, "LTL[P,MOD]", "PFO²[<,MOD]",
       "every strongly connected component has as many states as its period (M ∈ QR)",
       "soft attention with component-periodic RoPE or SiPE", "[RoPE, Thm 3.3]"},
      {ltl_y, "LTL[Y]", "the last k letters",
       "no two states of the automaton lie on a cycle of pairs (t·e = e for idempotents e of S)",
       "fixed-offset heads, bounded length", "[PerlesRabinShamir63]"},
      {ltl_p_y, "LTL[P,Y]", "PFO²[<,+1]",
       "no two states of one component lie on a cycle of pairs (eSe ∈ R for idempotents e of S)",
       "conventional RoPE within its certified range; local attention", "[RoPE, §4]"},
      {ltl_p_y_mod, "LTL[P,Y,MOD]", "PFO²[<,+1,MOD]",
       "no two states of one periodic class of a component lie on a cycle of pairs "
       "(eTe ∈ R for idempotents e of T)",
       "conventional and periodic RoPE within their certified range", "[RoPE, §4]"},
      {ltl_s, "LTL[S]", "FO[<]", "no word moves states round a cycle (M is aperiodic: star-free)",
       "rightmost hard attention", "[RoPE, Fig. 1]"},
      {ltl_s_mod, "LTL[S,MOD]", "FO[<,MOD]",
       "no word of a length that every modulus divides moves states round a cycle "
       "(the stable monoid is aperiodic)",
       "rightmost hard attention with periodic SiPE", "[RoPE, Fig. 1]"},
  }};
  return table;
}

class_info const& info(class_id id) {
  return class_table()[row(id)];
}

std::optional<class_id> find_class(std::string_view name) {
  for (class_info const& c : class_table())
    if (c.name == name) return c.id;
  return std::nullopt;
}

std::vector<class_id> larger_classes(class_id id) {
  std::vector<class_id> found = next_larger(id);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (class_id const larger : next_larger(found[i]))
      if (std::find(found.begin(), found.end(), larger) == found.end()) found.push_back(larger);
  std::sort(found.begin(), found.end());
  return found;
}

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
    bool const member = about.answer(id).answer == membership::member;
    if (id == class_id::ltl_p_mod && member) result.modulus = least_modulus(about.order());
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
  switch (id) {
  case class_id::ltl_p:
    return decide_partially_ordered(*a, automaton::components(*a));
  case class_id::ltl_p_mod:
    return decide_periodic(*a, automaton::components(*a));
  case class_id::ltl_y:
    return decide_definite(*a, limits);
  case class_id::ltl_p_y:
    return decide_pairs(*a, automaton::components(*a), false, limits);
  case class_id::ltl_p_y_mod:
    return decide_pairs(*a, automaton::components(*a), true, limits);
  case class_id::ltl_s:
    return decide_aperiodic(*a, enumerate(*a, limits, has_state_cycle));
  case class_id::ltl_s_mod:
    return decide_stable_aperiodic(*a, enumerate(*a, limits), limits);
  }
  return {};
}

} // namespace ltlc::algebra
