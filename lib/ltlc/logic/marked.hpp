// Temporal formulas with marks: the material of the first-order translation. A formula with free
// variables is a Boolean combination of
//   - plain parts: temporal formulas at the position of the variable that is about to be bound;
//   - outer marks, each standing for a temporal formula at the other variable's position;
//   - closed marks, each standing for a temporal formula at N+1;
//   - the link, which says that the bound variable is just before the other one or, where there is
//     no other one, just before N+1.
// Closed marks may also stand below temporal operators; the others never do.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/logic/formula.hpp"

namespace ltlc::logic {

enum class mark : std::uint8_t { outer, closed };

class marked_formulas {
public:
  marked_formulas() : link_(pool_.letter("#link")) {}

  formula_pool& pool() { return pool_; }
  formula letter(std::string const& token) { return pool_.letter(std::string("=").append(token)); }
  formula link() const { return link_; }

  // The mark that stands for `meaning`; constants stand for themselves, and a negation for the
  // negated mark.
  formula mark_for(mark kind, formula meaning);

  // A mark of the kind has to be removed from f before a quantifier can be: outer marks outside
  // temporal operators, closed marks anywhere.
  bool has(formula f, mark kind);
  bool has_link(formula f) { return of(f).link; }
  // f has neither plain parts nor the link: it does not depend on the bound variable.
  bool only_marks(formula f);

  // f is the disjunction of these, and none of them is itself a disjunction at its top.
  std::vector<formula> disjuncts(formula f);
  // The same for conjunction.
  std::vector<formula> conjuncts(formula f);

  // The mark of the kind that was made first among those in f. Pre: has(f, kind).
  formula first_mark(formula f, mark kind);
  formula meaning(formula single) const { return marks_.at(single.id).second; }
  // f with every mark of the kind outside temporal operators replaced by its meaning.
  formula resolved(formula f, mark kind);
  // f with a mark or the link fixed.
  formula assigned(formula f, formula single, bool value);

  // f, which has no marks, in another pool.
  formula exported(formula f, formula_pool& target);

  // Nodes looked at so far by the functions above.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

private:
  struct content {
    bool outer = false;  // an outer mark, outside temporal operators
    bool link = false;   // the link
    bool plain = false;  // a plain part
    bool closed = false; // a closed mark, anywhere
  };
  content const& of(formula f);
  content look(term::id i) const;
  formula negated_if(formula f, bool negated) { return negated ? pool_.negation(f) : f; }
  template <class Replace>
  formula rebuilt(formula f, bool deep, formula_pool& target, Replace&& replace);

  formula_pool pool_;
  formula link_;
  boost::unordered_flat_map<term::id, std::pair<mark, formula>> marks_; // by the mark's own node
  boost::unordered_flat_map<std::uint64_t, formula> mark_of_;           // by kind and meaning
  std::vector<content> contents_;                                       // by node
  std::uint64_t steps_ = 0;
};

} // namespace ltlc::logic
