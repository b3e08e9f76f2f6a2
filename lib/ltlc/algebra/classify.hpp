// Decides membership: cheap criteria first, then what follows from them, then the semigroup. Every
// answer has its certificate; a limit that is reached is named, never guessed past.
#pragma once

#include <optional>
#include <vector>

#include <boost/multiprecision/gmp.hpp>

#include "ltlc/automaton/minimize.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/evidence/certificate.hpp"

namespace ltlc::algebra {

using integer = boost::multiprecision::mpz_int;

struct classification {
  std::vector<evidence::verdict> verdicts;  // in the order asked, or of the table
  std::vector<evidence::class_id> least;    // minimal classes known to contain the language
  bool least_is_certain = true;             // false when an undecided class could be smaller
  std::optional<integer> modulus;           // least k with A^k partially ordered, if any
  std::optional<std::uint64_t> monoid_size; // |S ∪ {1}|, when enumerated completely
  std::optional<std::uint64_t> stability_index;
  // Least w for LTL[P,Y,MOD], with k the lcm of the periods: the last w letters and i mod k decide
  // which state of its component a run is in once it has been there for w letters.
  std::optional<std::uint64_t> window;
};

// Decides the classes asked for (all when empty) and computes nothing else; `modulus` is filled
// when LTL[P,MOD] is among them, monoid_size and stability_index when all are asked for and the
// enumeration ends within its limit.
// Cost: what criteria.hpp says; a criterion is not run when a cheaper one implies its answer.
[[nodiscard]] classification classify(automaton::minimal_dfa const& a,
                                      std::vector<evidence::class_id> const& asked,
                                      budget::budget const& limits);

// The language is in the class by the criterion on the automaton alone; nothing is implied from
// other classes. Used by the tests and by the compiler.
[[nodiscard]] evidence::verdict decide(automaton::minimal_dfa const& a, evidence::class_id id,
                                       budget::budget const& limits);

} // namespace ltlc::algebra
