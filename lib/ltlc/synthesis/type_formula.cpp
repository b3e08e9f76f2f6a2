// Of the elements (A, T) of a type most need not be known to decide acceptance, and many need not
// be told apart. Depth by depth, from 1 up, elements are forgotten or put into one class as long as
// words of one coarser type still get one answer. What remains is a formula:
//   class c of depth e, "an earlier position has an element of c":
//     P( or of views A and conditions on T_{e−1}, over the elements (A, T_{e−1}) of c )
// where a condition is a disjunction of conjunctions of classes of depth e−1 that holds for the
// types it should and not for the others that occur with the view. Acceptance is such a condition
// on T_d for the views at N+1.
#include "ltlc/synthesis/type_formula.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "ltlc/synthesis/symbols.hpp"

namespace ltlc::synthesis {
namespace {

using logic::formula;
using numbers = std::vector<std::uint32_t>;

constexpr std::uint32_t forgotten = UINT32_MAX;
constexpr std::uint64_t most_work = 4'000'000; // elements looked at while classes are found
constexpr std::size_t most_classes = 64;       // of one depth
constexpr std::size_t most_coarse_types = 512; // of one depth
constexpr std::size_t most_contexts = 1U << 12;

// Sets of types, by the classes they contain, that a condition holds or does not hold for.
struct cases {
  std::set<numbers> yes, no;
};

// Elements of one depth, told apart only as far as the classes of the depth below do.
struct depth_elements {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> number; // by view, coarser type
  std::vector<std::pair<std::uint32_t, std::uint32_t>> parts;
  numbers class_of; // of each element, or forgotten
};

class coarsening {
public:
  explicit coarsening(type_table const& types) : types_(types), depths_(types.depth + 1) {
    used_.resize(types.depth + 1);
    std::vector<bool> in(types.sets.size(), false);
    auto const use = [&](std::size_t depth, std::uint32_t set) {
      if (!in[set]) used_[depth].push_back(set);
      in[set] = true;
    };
    for (type_table::end const& w : types.words)
      use(types.depth, w.type);
    for (std::size_t d = types.depth; d > 0; --d) {
      std::fill(in.begin(), in.end(), false);
      for (std::uint32_t const set : used_[d])
        for (std::uint32_t const e : types.sets[set])
          use(d - 1, types.elements[e].below);
    }
  }

  // False when there is too much to do.
  bool run() {
    for (std::size_t d = 1; d <= types_.depth; ++d) {
      coarser_ = std::vector<numbers>(types_.depth + 1);
      depths_[d].class_of.clear();
      if (!consistent()) return false; // numbers the elements of this depth
      depth_elements& here = depths_[d];
      std::size_t const n = here.parts.size();
      here.class_of.resize(n);
      std::iota(here.class_of.begin(), here.class_of.end(), 0U);
      for (std::uint32_t e = 0; e < n; ++e)
        if (!try_class(d, e, forgotten)) merge(d, e);
      if (work_ > most_work) return false;
      for (std::size_t later = d + 1; later <= types_.depth; ++later)
        depths_[later] = {};
    }
    return consistent();
  }

  [[nodiscard]] depth_elements const& at(std::size_t depth) const { return depths_[depth]; }
  // The classes in the type `set` of a depth. Pre: run() was true.
  [[nodiscard]] numbers const& coarse(std::size_t depth, std::uint32_t set) const {
    return lists_[depth][coarser_[depth][set]];
  }
  [[nodiscard]] numbers const& coarse_number(std::size_t depth, std::uint32_t number) const {
    return lists_[depth][number];
  }
  [[nodiscard]] std::size_t types(std::size_t depth) const { return lists_[depth].size(); }

private:
  bool try_class(std::size_t d, std::uint32_t e, std::uint32_t c) {
    std::uint32_t const old = std::exchange(depths_[d].class_of[e], c);
    if (work_ <= most_work && consistent()) return true;
    depths_[d].class_of[e] = old;
    return false;
  }

  // Into the class of an element before, if one fits.
  void merge(std::size_t d, std::uint32_t e) {
    for (std::uint32_t c = 0; c < e; ++c)
      if (depths_[d].class_of[c] == c && try_class(d, e, c)) return;
  }

  // Words of one coarser type get one answer.
  bool consistent() {
    coarser_.assign(types_.depth + 1, {});
    lists_.assign(types_.depth + 1, {});
    coarser_[0].assign(types_.sets.size(), 0);
    lists_[0].emplace_back();
    for (std::size_t d = 1; d <= types_.depth; ++d) {
      std::map<numbers, std::uint32_t> number;
      coarser_[d].assign(types_.sets.size(), 0);
      for (std::uint32_t const set : used_[d]) {
        numbers classes;
        for (std::uint32_t const e : types_.sets[set])
          if (std::uint32_t const c = class_of(d, e); c != forgotten) classes.push_back(c);
        work_ += types_.sets[set].size() + 1;
        std::sort(classes.begin(), classes.end());
        classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
        auto const [at, fresh] =
            number.try_emplace(classes, static_cast<std::uint32_t>(lists_[d].size()));
        if (fresh) lists_[d].push_back(std::move(classes));
        coarser_[d][set] = at->second;
      }
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, bool> answer;
    return std::all_of(types_.words.begin(), types_.words.end(), [&](type_table::end const& w) {
      return answer.try_emplace({w.at, coarser_[types_.depth][w.type]}, w.accepted).first->second ==
             w.accepted;
    });
  }

  std::uint32_t class_of(std::size_t d, std::uint32_t element) {
    auto const& [at, below] = types_.elements[element];
    depth_elements& here = depths_[d];
    std::pair const part(at, coarser_[d - 1][below]);
    auto const [found, fresh] =
        here.number.try_emplace(part, static_cast<std::uint32_t>(here.parts.size()));
    if (fresh) here.parts.push_back(part);
    return found->second < here.class_of.size() ? here.class_of[found->second] : found->second;
  }

  type_table const& types_;
  std::vector<numbers> used_; // sets of each depth
  std::vector<depth_elements> depths_;
  std::vector<numbers> coarser_;            // by depth and set: number of its classes' list
  std::vector<std::vector<numbers>> lists_; // by depth and that number
  std::uint64_t work_ = 0;
};

class writing {
public:
  writing(automaton::dfa const& a, type_table const& types, coarsening const& coarse,
          context_tree const& tree, std::uint64_t modulus, logic::formula_pool& pool)
      : types_(types), coarse_(coarse), tree_(tree), modulus_(modulus), pool_(pool),
        names_(a.sigma, tree, false, pool), class_of_(a.letters()), possible_(tree.nodes.size()) {
    for (letter_class c = 0; c < tree.classes.size(); ++c)
      for (text::letter const x : tree.classes[c])
        class_of_[x] = c;
    for (view const& v : types.ends)
      possible_[context_of(v)] = true;
  }

  formula run() {
    for (std::size_t d = 1; d <= types_.depth; ++d) {
      std::map<std::uint32_t, formula> next;
      numbers const& classes = coarse_.at(d).class_of;
      for (std::uint32_t c = 0; c < classes.size(); ++c)
        if (classes[c] == c) next.emplace(c, pool_.past(element_of(d, c)));
      below_ = std::move(next);
    }
    std::map<std::uint32_t, cases> by_view;
    for (type_table::end const& w : types_.words) {
      cases& some = by_view[w.at];
      (w.accepted ? some.yes : some.no).insert(coarse_.coarse(types_.depth, w.type));
    }
    return any_of(by_view, types_.ends);
  }

private:
  // The position has an element of class c of depth d.
  formula element_of(std::size_t d, std::uint32_t c) {
    depth_elements const& here = coarse_.at(d);
    std::map<std::uint32_t, cases> by_view;
    for (std::uint32_t e = 0; e < here.parts.size(); ++e) {
      auto const& [at, below] = here.parts[e];
      cases& some = by_view[at];
      (here.class_of[e] == c ? some.yes : some.no).insert(coarse_.coarse_number(d - 1, below));
    }
    return any_of(by_view, types_.positions);
  }

  // One of the views, and what is wanted of the type there. Views that can share a condition do.
  formula any_of(std::map<std::uint32_t, cases> const& by_view, std::vector<view> const& views) {
    struct group {
      cases which;
      std::vector<view> views;
    };
    std::vector<group> groups;
    for (auto const& entry : by_view) {
      cases const& which = entry.second;
      if (which.yes.empty()) continue;
      auto found = std::find_if(groups.begin(), groups.end(), [&](group const& g) {
        return apart(g.which.yes, which.no) && apart(g.which.no, which.yes);
      });
      if (found == groups.end()) found = groups.insert(found, group{});
      found->which.yes.insert(which.yes.begin(), which.yes.end());
      found->which.no.insert(which.no.begin(), which.no.end());
      found->views.push_back(views[entry.first]);
    }
    formula any = pool_.falsity();
    for (group const& g : groups)
      any = pool_.disjunction(any, pool_.conjunction(seen(g.views), condition(g.which)));
    return any;
  }

  static bool apart(std::set<numbers> const& s, std::set<numbers> const& t) {
    return std::none_of(s.begin(), s.end(), [&](numbers const& x) { return t.contains(x); });
  }

  [[nodiscard]] context_id context_of(view const& v) const {
    context_id c = 0;
    for (text::letter const x : v.last)
      c = tree_.after(c, class_of_[x]);
    return c;
  }

  formula seen(std::vector<view> const& views) {
    bool const letters = views.front().here.has_value();
    std::vector<std::vector<std::uint64_t>> residues(letters ? names_.count() : names_.contexts());
    for (view const& v : views) {
      std::size_t const c = context_of(v);
      residues[letters ? c * tree_.classes.size() + class_of_[*v.here] : c].push_back(v.residue);
    }
    std::vector<residue_set> when;
    for (std::size_t i = 0; i < residues.size(); ++i) {
      auto const c = static_cast<context_id>(letters ? i / tree_.classes.size() : i);
      // The one position of a short word need not be named.
      if (!residues[i].empty() && tree_.nodes[c].position())
        when.push_back(every_position());
      else
        when.push_back(normal(modulus_, std::move(residues[i])));
    }
    return letters ? names_.read(when, possible_) : names_.found(when, possible_);
  }

  // True for the types of `yes` and false for those of `no`, in terms of the classes below.
  formula condition(cases const& which) {
    formula const direct = covered(which.yes, which.no);
    formula const opposite = pool_.negation(covered(which.no, which.yes));
    return logic::dag_size(opposite) < logic::dag_size(direct) ? opposite : direct;
  }

  // Terms of as few classes as possible, one for each type that no term before holds for.
  formula covered(std::set<numbers> const& yes, std::set<numbers> const& no) {
    using literal = std::pair<std::uint32_t, bool>;
    auto const holds = [](std::vector<literal> const& term, numbers const& type) {
      return std::all_of(term.begin(), term.end(), [&](literal const& l) {
        return std::binary_search(type.begin(), type.end(), l.first) == l.second;
      });
    };
    std::vector<std::vector<literal>> terms;
    for (numbers const& type : yes) {
      if (std::any_of(terms.begin(), terms.end(),
                      [&](auto const& term) { return holds(term, type); }))
        continue;
      std::vector<literal> term;
      for (auto const& [c, f] : below_)
        term.emplace_back(c, std::binary_search(type.begin(), type.end(), c));
      for (std::size_t i = 0; i < term.size();) {
        std::vector<literal> shorter = term;
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
        bool const fits = std::none_of(no.begin(), no.end(),
                                       [&](numbers const& other) { return holds(shorter, other); });
        if (fits)
          term = std::move(shorter);
        else
          ++i;
      }
      terms.push_back(std::move(term));
    }
    formula any = pool_.falsity();
    for (auto const& term : terms) {
      formula all = pool_.truth();
      for (auto const& [c, inside] : term)
        all = pool_.conjunction(all, inside ? below_.at(c) : pool_.negation(below_.at(c)));
      any = pool_.disjunction(any, all);
    }
    return any;
  }

  type_table const& types_;
  coarsening const& coarse_;
  context_tree const& tree_;
  std::uint64_t modulus_;
  logic::formula_pool& pool_;
  symbols names_;
  std::vector<letter_class> class_of_;
  std::vector<bool> possible_;             // contexts
  std::map<std::uint32_t, formula> below_; // classes of the depth below
};

} // namespace

std::optional<formula> formula_of_types(automaton::dfa const& a, type_table const& types,
                                        std::uint64_t modulus, logic::formula_pool& pool,
                                        budget::budget const& limits) {
  std::uint64_t window = 0;
  for (view const& v : types.ends)
    window = std::max<std::uint64_t>(window, v.last.size());
  budget::budget narrow = limits;
  narrow.max_states = most_contexts;
  auto const tree = all_contexts(a, window, narrow);
  if (!tree) return std::nullopt;
  coarsening coarse(types);
  if (!coarse.run()) return std::nullopt;
  for (std::size_t d = 1; d <= types.depth; ++d) {
    numbers const& classes = coarse.at(d).class_of;
    std::size_t kept = 0;
    for (std::uint32_t c = 0; c < classes.size(); ++c)
      kept += classes[c] == c ? 1U : 0U;
    if (kept > most_classes || coarse.types(d) > most_coarse_types) return std::nullopt;
  }
  return writing(a, types, coarse, *tree, modulus, pool).run();
}

} // namespace ltlc::synthesis
