#include "ltlc/synthesis/synthesize.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "ltlc/contract.hpp"
#include "ltlc/synthesis/acceptance.hpp"
#include "ltlc/synthesis/equivalence.hpp"
#include "ltlc/synthesis/type_formula.hpp"
#include "ltlc/synthesis/window_graph.hpp"

namespace ltlc::synthesis {
namespace {

using evidence::class_id;
using logic::formula;
using refusal = std::variant<outside_class, budget::limit_reached>;

constexpr std::size_t many_symbols = 1U << 10;   // no second way to build is tried
constexpr std::size_t few_types = 1U << 10;      // of words to make a formula from
constexpr std::size_t types_searched = 1U << 14; // to look for two words of one type among
constexpr std::size_t most_open = 3;             // depths that are left open before the search ends
constexpr std::size_t full_contexts = 256;       // up to which all contexts may be of one length

struct candidate {
  formula f;
  std::uint64_t window = 0;
};

// Without a limit in the way: is the language in the class?
budget::limited<bool> is_member(automaton::minimal_dfa const& a, class_id id,
                                budget::budget const& limits) {
  evidence::verdict const v = algebra::decide(a, id, limits);
  if (v.answer == evidence::membership::undecided) return tl::unexpected(*v.limit);
  return v.answer == evidence::membership::member;
}

// What a run's state is decided from together with the last letters: for LTL[P,Y,MOD] component
// and phase, for LTL[P,Y] the component, for LTL[Y] nothing.
automaton::component_order known_order(automaton::dfa const& a, class_id fragment) {
  automaton::component_order order = automaton::components(a);
  if (fragment == class_id::ltl_p_y_mod) return order;
  order.phase.assign(a.states(), 0);
  if (fragment == class_id::ltl_y) {
    order.component_of.assign(a.states(), 0);
    order.components = {{std::vector<automaton::state>(a.states()), 1}};
    std::iota(order.components[0].states.begin(), order.components[0].states.end(), 0U);
  }
  for (automaton::component& c : order.components)
    c.period = std::min(c.period, 1U);
  return order;
}

// The cheapest formula of several ways to choose contexts, to merge places and to name letters.
// Pre: a is in the fragment, one of those with Y.
budget::limited<candidate> with_window(automaton::minimal_dfa const& a, class_id fragment,
                                       logic::formula_pool& pool, budget::budget const& limits) {
  automaton::component_order const order = known_order(*a, fragment);
  auto const deciding = deciding_contexts(*a, order, limits);
  if (!deciding) return tl::unexpected(deciding.error());
  std::vector<context_tree> trees{*deciding};
  budget::budget narrow = limits;
  narrow.max_states = full_contexts;
  if (auto all = all_contexts(*a, deciding->window, narrow); deciding->window > 1 && all)
    trees.push_back(std::move(*all));
  std::optional<candidate> best;
  for (context_tree const& tree : trees)
    for (merging const how : {merging::everywhere, merging::in_components}) {
      auto const nodes = make_window_graph(*a, order, tree, how, limits);
      if (!nodes) return tl::unexpected(nodes.error());
      for (bool const singly : {false, true}) {
        symbols names(a->sigma, tree, singly, pool);
        auto const f = accepting_formula(*nodes, names, pool, limits);
        if (!f) return tl::unexpected(f.error());
        if (!best || cost_of(*f) < cost_of(best->f)) best = candidate{*f, tree.window};
      }
      if (tree.symbols() > many_symbols) return *best;
    }
  return *best;
}

// The least class of the chain that contains the language.
tl::expected<class_id, refusal> least_fragment(automaton::minimal_dfa const& a,
                                               budget::budget const& limits) {
  for (class_id const id :
       {class_id::ltl_p, class_id::ltl_y, class_id::ltl_p_mod, class_id::ltl_p_y}) {
    auto const member = is_member(a, id, limits);
    if (!member) return tl::unexpected(member.error());
    if (*member) return id;
  }
  return class_id::ltl_p_y_mod;
}

tl::expected<candidate, refusal> as_built(automaton::minimal_dfa const& a, class_id fragment,
                                          logic::formula_pool& pool, budget::budget const& limits) {
  evidence::verdict member = algebra::decide(a, fragment, limits);
  if (member.limit) return tl::unexpected(*member.limit);
  if (member.answer != evidence::membership::member)
    return tl::unexpected(outside_class{std::move(member)});
  bool const by_periods = fragment == class_id::ltl_p || fragment == class_id::ltl_p_mod;
  if (!by_periods) {
    auto built = with_window(a, fragment, pool, limits);
    if (!built) return tl::unexpected(built.error());
    if (built->window > 0 || fragment == class_id::ltl_y) return *built;
  }
  // Nothing is gained from letters: components and periods decide the state.
  auto f = periodic_formula(a, pool, limits);
  if (!f) return tl::unexpected(std::move(f.error()));
  return candidate{*f, 0};
}

algebra::integer modulus_of(automaton::dfa const& a, class_id fragment) {
  algebra::integer k = 1;
  if (fragment == class_id::ltl_p_mod || fragment == class_id::ltl_p_y_mod)
    for (automaton::component const& c : automaton::components(a).components)
      k = lcm(k, algebra::integer(std::max(1U, c.period)));
  return k;
}

// A formula from the types of words, simplified, if it accepts the language.
std::optional<formula> by_types(type_table const& types, automaton::minimal_dfa const& a,
                                std::uint64_t modulus, logic::formula_pool& pool,
                                budget::budget const& limits) {
  auto const f = formula_of_types(*a, types, modulus, pool, limits);
  if (!f) return std::nullopt;
  auto const right = accepts_language(*f, a, pool, limits);
  if (!right || !*right) return std::nullopt;
  return shrink(*f, a, pool, limits);
}

// How much P-depth is needed; where types show that less suffices, with a formula from them. The
// types of a few words are often enough for a formula, which is shown equivalent in any case.
void settle_depth(synthesized_formula& s, automaton::minimal_dfa const& a,
                  logic::formula_pool& pool, budget::budget const& limits) {
  if (s.modulus > UINT32_MAX) return;
  auto const k = static_cast<std::uint64_t>(s.modulus);
  std::size_t open = 0; // depths for which nothing was found
  for (std::size_t depth = 0; depth < s.after.p_depth && open < most_open; ++depth) {
    for (std::size_t const most : {few_types, types_searched}) {
      types_found const types = find_types(a, s.window, k, depth, most, limits);
      if (types.answer == separation::impossible) {
        s.least_p_depth = depth + 1;
        break;
      }
      if (types.answer == separation::unknown && most == types_searched) {
        ++open;
        break;
      }
      std::optional<formula> const f = by_types(types.table, a, k, pool, limits);
      if (f && cost_of(*f) < s.after) {
        s.f = *f;
        s.after = cost_of(*f);
        return;
      }
      if (types.answer == separation::complete) break;
    }
    if (limits.out_of_time()) return;
  }
}

// Simplified, shown equivalent, and with what is known of its depth.
budget::limited<synthesized_formula> finished(candidate const& built,
                                              automaton::minimal_dfa const& a, class_id fragment,
                                              logic::formula_pool& pool,
                                              budget::budget const& limits) {
  synthesized_formula result;
  result.f = shrink(built.f, a, pool, limits);
  result.fragment = fragment;
  result.window = built.window;
  result.modulus = modulus_of(*a, fragment);
  result.before = cost_of(built.f);
  result.after = cost_of(result.f);
  auto const right = accepts_language(result.f, a, pool, limits);
  if (!right) return tl::unexpected(right.error());
  if (!*right) throw std::logic_error("the synthesized formula accepts another language");
  settle_depth(result, a, pool, limits);
  return result;
}

} // namespace

tl::expected<synthesized_formula, refusal> synthesize(automaton::minimal_dfa const& a,
                                                      logic::formula_pool& pool,
                                                      std::optional<class_id> fragment,
                                                      budget::budget const& limits) {
  LTLC_EXPECTS(!fragment || *fragment == class_id::ltl_p || *fragment == class_id::ltl_y ||
               *fragment == class_id::ltl_p_mod || *fragment == class_id::ltl_p_y ||
               *fragment == class_id::ltl_p_y_mod);
  auto const wanted =
      fragment ? tl::expected<class_id, refusal>(*fragment) : least_fragment(a, limits);
  if (!wanted) return tl::unexpected(wanted.error());
  auto const built = as_built(a, *wanted, pool, limits);
  if (!built) return tl::unexpected(built.error());
  auto const made = finished(*built, a, *wanted, pool, limits);
  if (!made) return tl::unexpected(made.error());
  if (fragment || *wanted != class_id::ltl_p) return *made;
  // In LTL[P]; perhaps LTL[Y] says it more cheaply.
  auto const definite = is_member(a, class_id::ltl_y, limits);
  if (!definite || !*definite) return *made;
  auto const letters = with_window(a, class_id::ltl_y, pool, limits);
  if (!letters) return *made;
  auto const other = finished(*letters, a, class_id::ltl_y, pool, limits);
  return other && other->after < made->after ? *other : *made;
}

} // namespace ltlc::synthesis
