#include "ltlc/synthesis/symbols.hpp"

#include <algorithm>
#include <map>

namespace ltlc::synthesis {

using logic::formula;

// What is known of the suffix in each direction: a formula, or none where it does not matter.
struct symbols::branches {
  std::vector<std::optional<formula>> longer; // by class of the letter before
  std::optional<formula> nothing;             // there is no letter before
};

symbols::symbols(text::alphabet const& sigma, context_tree const& tree, bool singly,
                 logic::formula_pool& pool)
    : sigma_(sigma), tree_(tree), singly_(singly), pool_(pool), class_of_(sigma.size()) {
  for (letter_class c = 0; c < tree.classes.size(); ++c)
    for (text::letter const x : tree.classes[c])
      class_of_[x] = c;
}

// The letters of some classes (or of the others), as they are written.
formula symbols::letters_of(std::vector<bool> const& classes, bool inside) {
  formula any = pool_.falsity();
  for (text::letter x = 0; x < sigma_.size(); ++x)
    if (classes[class_of_[x]] == inside)
      any = pool_.disjunction(any, pool_.letter(sigma_.token(x)));
  return any;
}

// The letter `distance` positions before is of these classes; `nothing`: what to say where there is
// no such position, if it matters.
formula symbols::before(std::uint32_t distance, std::vector<bool> const& classes,
                        std::optional<bool> nothing) {
  std::size_t some = 0;
  for (text::letter x = 0; x < sigma_.size(); ++x)
    some += classes[class_of_[x]] ? 1U : 0U;
  if (some == sigma_.size())
    return nothing.value_or(true) ? pool_.truth() : pool_.yesterday(pool_.truth(), distance);
  bool const few = some == 0 || 2 * some <= sigma_.size();
  bool const named = nothing ? !*nothing && few : few; // by the letters themselves
  auto const under = [&](bool inside) {
    if (!singly_) return pool_.yesterday(letters_of(classes, inside), distance);
    formula any = pool_.falsity();
    for (text::letter x = 0; x < sigma_.size(); ++x)
      if (classes[class_of_[x]] == inside)
        any = pool_.disjunction(any, pool_.yesterday(pool_.letter(sigma_.token(x)), distance));
    return any;
  };
  if (named) return under(true);
  if (some == 0) return pool_.negation(pool_.yesterday(pool_.truth(), distance));
  if (nothing.value_or(true)) return pool_.negation(under(false));
  if (!singly_) return pool_.yesterday(pool_.negation(letters_of(classes, false)), distance);
  return pool_.conjunction(pool_.yesterday(pool_.truth(), distance), pool_.negation(under(false)));
}

formula symbols::distinguish(std::uint32_t distance, branches const& b) {
  struct group {
    formula then;
    std::vector<bool> classes;
    std::size_t size = 0;
  };
  std::vector<group> groups; // of branches with one formula, in order of first use
  auto const group_of = [&](formula f) -> group& {
    for (group& g : groups)
      if (g.then == f) return g;
    groups.push_back({f, std::vector<bool>(b.longer.size(), false), 0});
    return groups.back();
  };
  for (letter_class c = 0; c < b.longer.size(); ++c)
    if (b.longer[c]) {
      group& g = group_of(*b.longer[c]);
      g.classes[c] = true;
      g.size += tree_.classes[c].size();
    }
  if (b.nothing) group_of(*b.nothing);
  if (groups.size() == 1) return groups.front().then;
  // Branches that do not matter go with the largest group.
  group& largest = *std::max_element(
      groups.begin(), groups.end(), [](group const& g, group const& h) { return g.size < h.size; });
  for (letter_class c = 0; c < b.longer.size(); ++c)
    if (!b.longer[c]) largest.classes[c] = true;
  formula any = pool_.falsity();
  for (group const& g : groups) {
    if (g.then == pool_.falsity()) continue;
    std::optional<bool> nothing;
    if (b.nothing) nothing = *b.nothing == g.then;
    any = pool_.disjunction(any, pool_.conjunction(before(distance, g.classes, nothing), g.then));
  }
  return any;
}

formula symbols::one_of(std::vector<bool> const& contexts, std::vector<bool> const& possible) {
  std::vector<std::optional<formula>> known(tree_.nodes.size());
  for (context_id v = static_cast<context_id>(tree_.nodes.size()); v-- > 0;) {
    std::optional<formula> here; // of the context v itself
    if (possible.empty() || possible[v]) here = contexts[v] ? pool_.truth() : pool_.falsity();
    suffix_node const& n = tree_.nodes[v];
    if (n.longer.empty()) {
      known[v] = here;
      continue;
    }
    branches b;
    b.nothing = here;
    bool matters = here.has_value();
    for (context_id const c : n.longer) {
      b.longer.push_back(known[c]);
      matters = matters || known[c].has_value();
    }
    if (matters) known[v] = distinguish(n.depth + 1, b);
  }
  return known[0].value_or(pool_.falsity());
}

formula symbols::read(std::vector<residue_set> const& event, std::vector<bool> const& possible) {
  std::map<residue_set, std::vector<symbol>> by_positions;
  std::vector<residue_set> in_order;
  for (symbol x = 0; x < event.size(); ++x) {
    if (event[x].never()) continue;
    std::vector<symbol>& some = by_positions[event[x]];
    if (some.empty()) in_order.push_back(event[x]);
    some.push_back(x);
  }
  std::size_t const classes = tree_.classes.size();
  formula any = pool_.falsity();
  for (residue_set const& when : in_order) {
    std::vector<std::vector<bool>> contexts(classes, std::vector<bool>(tree_.nodes.size(), false));
    for (symbol const x : by_positions[when])
      if (possible.empty() || possible[context_of(x)]) contexts[x % classes][context_of(x)] = true;
    // The classes of letters that are read in the same contexts, in order of first use.
    std::vector<std::pair<formula, std::vector<bool>>> by_context;
    for (letter_class c = 0; c < classes; ++c) {
      formula const f = one_of(contexts[c], possible);
      if (f == pool_.falsity()) continue;
      auto at = std::find_if(by_context.begin(), by_context.end(),
                             [&](auto const& entry) { return entry.first == f; });
      if (at == by_context.end())
        at = by_context.insert(at, {f, std::vector<bool>(classes, false)});
      at->second[c] = true;
    }
    formula some = pool_.falsity();
    for (auto const& [where, letters] : by_context) {
      std::size_t named = 0;
      for (text::letter x = 0; x < sigma_.size(); ++x)
        named += letters[class_of_[x]] ? 1U : 0U;
      // All letters are `true`, and most are "not the others".
      formula const letter = 2 * named <= sigma_.size()
                                 ? letters_of(letters, true)
                                 : pool_.negation(letters_of(letters, false));
      some = pool_.disjunction(some, pool_.conjunction(letter, where));
    }
    any = pool_.disjunction(any, pool_.conjunction(some, to_formula(when, pool_)));
  }
  return any;
}

formula symbols::found(std::vector<residue_set> const& when, std::vector<bool> const& possible) {
  std::vector<residue_set> in_order;
  for (residue_set const& w : when)
    if (!w.never() && std::find(in_order.begin(), in_order.end(), w) == in_order.end())
      in_order.push_back(w);
  formula any = pool_.falsity();
  for (residue_set const& w : in_order) {
    std::vector<bool> contexts;
    for (residue_set const& at : when)
      contexts.push_back(at == w);
    any =
        pool_.disjunction(any, pool_.conjunction(one_of(contexts, possible), to_formula(w, pool_)));
  }
  return any;
}

} // namespace ltlc::synthesis
