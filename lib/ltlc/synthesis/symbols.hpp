// Sets of symbols at sets of positions as formulas: Boolean combinations of the letter at i, the
// letters under Y^1 … Y^w, and MOD. Symbols that cannot occur where the formula is read may be in
// the set or not, whichever is shorter.
#pragma once

#include "ltlc/synthesis/contexts.hpp"
#include "ltlc/synthesis/residues.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::synthesis {

using symbol = std::uint32_t; // context × classes + class of the letter

class symbols {
public:
  // `singly`: each letter under a Y of its own, which other sets may share, instead of a
  // disjunction under one Y.
  symbols(text::alphabet const& sigma, context_tree const& tree, bool singly,
          logic::formula_pool& pool);

  [[nodiscard]] std::size_t count() const { return tree_.symbols(); }
  [[nodiscard]] std::size_t contexts() const { return tree_.nodes.size(); }
  [[nodiscard]] context_id context_of(symbol x) const {
    return static_cast<context_id>(x / tree_.classes.size());
  }

  // "A symbol x is read here, at a position of event[x]", for a formula under P, where every
  // position has a letter. `possible`: contexts that occur where it matters; empty for all.
  [[nodiscard]] logic::formula read(std::vector<residue_set> const& event,
                                    std::vector<bool> const& possible);
  // "The context is c, and the position one of when[c]", at any position.
  [[nodiscard]] logic::formula found(std::vector<residue_set> const& when,
                                     std::vector<bool> const& possible);

private:
  [[nodiscard]] logic::formula one_of(std::vector<bool> const& contexts,
                                      std::vector<bool> const& possible);
  struct branches;
  [[nodiscard]] logic::formula distinguish(std::uint32_t distance, branches const& b);
  [[nodiscard]] logic::formula letters_of(std::vector<bool> const& classes, bool inside);
  [[nodiscard]] logic::formula before(std::uint32_t distance, std::vector<bool> const& classes,
                                      std::optional<bool> nothing);

  text::alphabet const& sigma_;
  context_tree const& tree_;
  bool singly_;
  logic::formula_pool& pool_;
  std::vector<letter_class> class_of_;
};

} // namespace ltlc::synthesis
