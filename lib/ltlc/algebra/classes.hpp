// The classes a language can lie in: one table of rows, one criterion a row, and evidence either
// way. Criteria on the minimal DFA are polynomial and past the paper; LTL[S] and
// LTL[S,MOD] enumerate the transition semigroup up to a limit and say "undecided" past it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/multiprecision/gmp.hpp>

#include "ltlc/automaton/minimize.hpp"
#include "ltlc/automaton/order.hpp"
#include "ltlc/budget/budget.hpp"

namespace ltlc::algebra {

using integer = boost::multiprecision::mpz_int;

enum class class_id { ltl_p, ltl_p_mod, ltl_y, ltl_p_y, ltl_p_y_mod, ltl_s, ltl_s_mod };
inline constexpr std::size_t class_count = 7;

struct class_info {
  class_id id;
  std::string_view name;        // "LTL[P,MOD]": the ID of the command line and JSON
  std::string_view logic;       // "PFO²[<,MOD]"
  std::string_view condition;   // the criterion as a reader would say it
  std::string_view transformer; // the matching transformer family, or ""
  std::string_view source;      // "[RoPE, Thm 3.3]"
};

[[nodiscard]] std::array<class_info, class_count> const& class_table();
[[nodiscard]] class_info const& info(class_id id);
// The class of this name, or none.
[[nodiscard]] std::optional<class_id> find_class(std::string_view name);
// The classes that contain `id` properly (transitively).
[[nodiscard]] std::vector<class_id> larger_classes(class_id id);

// Evidence against membership: the automaton reaches p by x; p·u = q and q·v = p; z tells p from q;
// where the class needs it, e loops on both. All of it can be checked by reading words.
// LTL[P]: x u v z. LTL[P,MOD]: the same with |u| ≡ |v| ≡ 0 (mod modulus), and the modulus is a
// multiple of the period of p's component, so that u and v can be lengthened by cycles at p to any
// multiple of any other modulus.
// LTL[P,Y]: and p·e = p, q·e = q. LTL[P,Y,MOD]: all of this, and |e| ≡ 0 (mod modulus).
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

// Against LTL[S] and LTL[S,MOD]: reading u moves round a cycle of r >= 2 states,
// cycle[i]·u = cycle[i+1 mod r]; x reaches cycle[0], z tells cycle[0] from cycle[1]. For LTL[S,MOD]
// there is a word e of the same length that fixes every state of the cycle: u e^(k−1) then moves
// round the cycle with a length divisible by k, so no modulus k breaks it. `modulus` is that length
// (1 for LTL[S]).
struct cycle_certificate {
  text::word u;
  std::vector<automaton::state> cycle;
  text::word x, z;
  std::uint64_t modulus = 1;
  std::optional<text::word> e;
};

// For membership by an automaton criterion: the classes of states (components in order, with their
// periods); a checker confirms them by reading the table once.
struct order_certificate {
  automaton::component_order order;
};

// Decided by another class: a smaller one contains the language, or a larger one does not.
struct implied_certificate {
  class_id by;
};

// Membership by enumeration: every element of the semigroup was looked at.
struct enumeration_certificate {
  std::size_t elements = 0;
  std::uint64_t stability_index = 0; // 0 when not needed
};

// Membership in LTL[Y]: all words of this length lead to one state.
struct synchronizing_certificate {
  std::uint64_t length = 0;
};

// Membership in LTL[P,Y] and LTL[P,Y,MOD]: no pair of distinct states of one component (and one
// phase) lies on a cycle; the number of pairs looked at.
struct acyclic_pairs_certificate {
  std::uint64_t pairs = 0;
  automaton::component_order order;
};

using certificate =
    std::variant<std::monostate, state_pair_certificate, definite_certificate, cycle_certificate,
                 order_certificate, implied_certificate, enumeration_certificate,
                 synchronizing_certificate, acyclic_pairs_certificate>;

enum class membership { member, not_member, undecided };

struct verdict {
  class_id id{};
  membership answer = membership::undecided;
  certificate evidence;                       // monostate only when undecided
  std::optional<budget::limit_reached> limit; // which, when undecided
};

struct classification {
  std::vector<verdict> verdicts;            // in the order asked, or of the table
  std::vector<class_id> least;              // minimal classes known to contain the language
  bool least_is_certain = true;             // false when an undecided class could be smaller
  std::optional<integer> modulus;           // least k with A^k partially ordered, if any
  std::optional<std::uint64_t> monoid_size; // |S ∪ {1}|, when enumerated completely
  std::optional<std::uint64_t> stability_index;
};

// Decides the classes asked for (all when empty) and computes nothing else; `modulus` is filled
// when LTL[P,MOD] is among them, monoid_size and stability_index when all are asked for and the
// enumeration ends within its limit.
// Cost: O(|Q||Σ|) for LTL[P] and LTL[P,MOD]; O(|Q|²|Σ|) for LTL[Y], LTL[P,Y], LTL[P,Y,MOD] (pairs
// limited by max_bytes); the enumeration for LTL[S], LTL[S,MOD] unless implied.
[[nodiscard]] classification classify(automaton::minimal_dfa const& a,
                                      std::vector<class_id> const& asked,
                                      budget::budget const& limits);

// The language is in the class by the criterion on the automaton alone; nothing is implied from
// other classes. Used by the tests and by the compiler.
[[nodiscard]] verdict decide(automaton::minimal_dfa const& a, class_id id,
                             budget::budget const& limits);

} // namespace ltlc::algebra
