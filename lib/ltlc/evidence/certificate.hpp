// A verdict and what proves it: words, states and numbers that can be checked with the transition
// table alone. What each kind says is a condition on the automaton; why it proves the verdict
// stands beside it. Everywhere: reading x in the initial state reaches the (first) state named, and
// z is accepted from exactly one of two states. A word e that loops on a state fixes it: q·e = q.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ltlc/automaton/order.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/evidence/classes.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::evidence {

// ---- Not a member -------------------------------------------------------------------------------

// Against LTL[P], LTL[P,MOD], LTL[P,Y], LTL[P,Y,MOD] (and, with e, LT and LTT): x reaches p,
// p·u = q, q·v = p; z tells p from q; where the class has Y, e loops on both. For MOD
// |u| ≡ |v| ≡ |e| ≡ 0 (mod modulus), and the modulus is a multiple of the period of p's component,
// so that all three can be lengthened by cycles to any multiple of any other modulus.
struct state_pair_certificate {
  automaton::state p = 0;
  automaton::state q = 0;
  text::word x, u, v, z;
  std::optional<text::word> e;
  std::uint64_t modulus = 1;
};

// Against LTL[Y]: p·e = p and q·e = q with p ≠ q; x reaches p, y reaches q, z separates them. So
// x e^n z and y e^n z agree on any number of last letters, and one of them is in the language.
struct definite_certificate {
  automaton::state p = 0;
  automaton::state q = 0;
  text::word x, y, e, z;
};

// Against SL and TSL: x reaches p, y reaches q, e loops on both, z is accepted from p and rejected
// from q, f is accepted from q. So x e^n z and y e^n f are accepted and y e^n z, which has no
// factor of a length up to n|e| that they do not have, is not. For TSL no letter of e acts as the
// identity on the states: every tier of the language contains them all.
struct substitution_certificate {
  automaton::state p = 0;
  automaton::state q = 0;
  text::word x, y, e, z, f;
};

// Against LTL[S], LTL[S,MOD], and LT and LTT as LTL[S]: reading u moves round a cycle of r >= 2
// states, cycle[i]·u = cycle[i+1 mod r]; x reaches cycle[0], z tells cycle[0] from cycle[1]. For
// LTL[S,MOD] there is a word e of the same length that fixes every state of the cycle: u e^(k−1)
// then moves round the cycle with a length divisible by k, so no modulus k breaks it. `modulus` is
// that length (1 for LTL[S]).
struct cycle_certificate {
  text::word u;
  std::vector<automaton::state> cycle;
  text::word x, z;
  std::uint64_t modulus = 1;
  std::optional<text::word> e;
};

// Against LTL[F], LTL[P,F] and GDEF: x reaches q; p = q·a and s = q·b differ, e loops on both, z
// tells them apart. For LTL[F] every letter of a and b occurs in e, so that a·e^ω = b·e^ω where M
// is L-trivial; for LTL[P,F] the same with a = ε, so that e^ω b e^ω = e^ω where M is in DA; for
// GDEF a = ε and the letters of b are free.
struct content_certificate {
  automaton::state q = 0;
  text::word x, a, b, e, z;
};

// u acts like u·loop; so the word w = u·rest, whose length |loop| divides, can be given a length
// divisible by any number without changing what it does: |w| + (k−1)|w| for k.
struct padding {
  std::size_t at = 0; // |u|
  text::word loop;
};

// Against LTL[P,F,MOD], LTL[P,F,Y,X] and LTL[P,F,Y,X,MOD]: a·b·a acts as a on every state, yet a·a
// does not: x reaches q, and z tells q·a from q·a·a. So a is regular and not idempotent. Where the
// class has Y, e is nonempty and e·a and a·e act as a; with MOD a has a padding, so that it lies in
// T (b and e then do so after repetition).
struct regular_certificate {
  automaton::state q = 0;
  text::word a, b, x, z;
  std::optional<text::word> e;
  std::optional<padding> pad;
};

// Against LT and LTT: the two sides of an equation between elements, with an idempotent power of
// e (and of f) in the places of e and f, lead from q to different states; x reaches q, z tells them
// apart. `words` holds e, then f where there is one, then x, y, z of the equation as far as it has
// them; e and f are not empty.
enum class equation : std::uint8_t {
  idempotent_between, // exexe = exe:           e, x
  commuting_between,  // exeye = eyexe:         e, x, y
  threshold_exchange, // exfyezf = ezfyexf:     e, f, x, y, z
};
struct equation_certificate {
  equation broken{};
  std::vector<text::word> words;
  automaton::state q = 0;
  text::word x, z;
};

// Against RDEF: x reaches p, e loops on p, p·u ≠ p, z tells p from p·u.
// Against FINITE (COFINITE): x reaches p, e loops on p, z is accepted (rejected) from p; u is
// empty.
struct escape_certificate {
  automaton::state p = 0;
  text::word x, e, u, z;
};

// Against GROUP: x reaches p, y reaches q, p·u = q·u, z tells p from q.
struct merging_certificate {
  automaton::state p = 0;
  automaton::state q = 0;
  text::word x, y, u, z;
};

// Against COMMUTATIVE: exactly one of x u v z and x v u z is accepted.
struct exchange_certificate {
  text::word x, u, v, z;
};

// Against SP: x u z is accepted and x z is not.
struct deletion_certificate {
  text::word x, u, z;
};

// ---- A member -----------------------------------------------------------------------------------

// LTL[P], LTL[P,MOD]: the classes of states (components in order, with their periods); a checker
// confirms them by reading the table once.
struct order_certificate {
  automaton::component_order order;
};

// LTL[Y]: all words of this length lead to one state.
struct synchronizing_certificate {
  std::uint64_t length = 0;
};

// SL and TSL: all words of length k − 1 over `tier` lead to one state that can still accept (or to
// none), and the other letters move no state. k is the least; for SL the tier is the alphabet.
struct strictly_local_certificate {
  std::uint64_t k = 1;
  std::vector<text::letter> tier;
};

// LTL[P,Y] and LTL[P,Y,MOD]: no pair of distinct states of one component (and one phase) lies on a
// cycle of pairs; the number of such pairs, and the least number of last letters that decide which
// state of its component (and phase) a run is in once it has been there for so long.
struct acyclic_pairs_certificate {
  std::uint64_t pairs = 0;
  std::uint64_t window = 0;
  automaton::component_order order;
};

// LTL[F], LTL[P,F], GDEF, LT: every pair of states was looked at; how many there are, unordered and
// of distinct states. SP: the pairs (q·x·w, q·w) of distinct states, x a letter, that were looked
// at.
struct pairs_certificate {
  std::uint64_t pairs = 0;
};

// RDEF, GROUP, COMMUTATIVE, FINITE, COFINITE: the condition can be read off the transition table.
struct table_certificate {};

// By enumeration: every element of the semigroup was looked at.
struct enumeration_certificate {
  std::size_t elements = 0;
  std::uint64_t stability_index = 0; // 0 when not needed
};

// ---- Either -------------------------------------------------------------------------------------

struct verdict;

// Decided by another class: a smaller one contains the language, or a larger one does not; for J
// two verdicts, LTL[P] and LTL[F]. Not empty.
struct implied_certificate {
  std::vector<std::shared_ptr<verdict const>> by;
};

using certificate =
    std::variant<std::monostate, state_pair_certificate, definite_certificate,
                 substitution_certificate, cycle_certificate, content_certificate,
                 regular_certificate, equation_certificate, escape_certificate, merging_certificate,
                 exchange_certificate, deletion_certificate, order_certificate,
                 synchronizing_certificate, strictly_local_certificate, acyclic_pairs_certificate,
                 pairs_certificate, table_certificate, enumeration_certificate,
                 implied_certificate>;

enum class membership : std::uint8_t { member, not_member, undecided };

struct verdict {
  class_id id{};
  membership answer = membership::undecided;
  certificate proof;                          // monostate only when undecided
  std::optional<budget::limit_reached> limit; // which, when undecided
};

} // namespace ltlc::evidence
