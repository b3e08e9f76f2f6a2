#include "ltlc/evidence/classes.hpp"

namespace ltlc::evidence {

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
       "no two states of one periodic class of a component lie on a cycle of pairs (eTe ∈ R for "
       "idempotents e of T)",
       "conventional and periodic RoPE within their certified range", "[RoPE, §4]"},
      {ltl_f, "LTL[F]", "LTL[F], read before the first letter",
       "no two states that a state reaches by letters of e both loop on e (M ∈ L)", "",
       "[BrzozowskiFich80]"},
      {ltl_p_f, "LTL[P,F]", "FO²[<]",
       "no two states, one reached from the other by letters of e, both loop on e (M ∈ DA)", "",
       "[TherienWilke98]"},
      {ltl_p_f_mod, "LTL[P,F,MOD]", "FO²[<,MOD]",
       "every regular element of T is idempotent (T ∪ {1} ∈ DA)", "", "[DartoisPaperman13]"},
      {ltl_p_f_y_x, "LTL[P,F,Y,X]", "FO²[<,+1]",
       "every regular element of S that an idempotent fixes on both sides is idempotent (eSe ∈ DA)",
       "", "[TherienWilke98]"},
      {ltl_p_f_y_x_mod, "LTL[P,F,Y,X,MOD]", "FO²[<,+1,MOD]",
       "every regular element of T that an idempotent fixes on both sides is idempotent (eTe ∈ DA)",
       "", "[DartoisPaperman13]"},
      {ltl_s, "LTL[S]", "FO[<]", "no word moves states round a cycle (M is aperiodic: star-free)",
       "rightmost hard attention", "[RoPE, Fig. 1]"},
      {ltl_s_mod, "LTL[S,MOD]", "FO[<,MOD]",
       "no word of a length that every modulus divides moves states round a cycle (T is aperiodic)",
       "rightmost hard attention with periodic SiPE", "[RoPE, Fig. 1]"},
      {j, "J", "BΣ₁[<], piecewise testable", "in LTL[P] and in LTL[F] (M ∈ J)", "", "[Simon75]"},
      {sl, "SL", "strictly local",
       "all words of length k − 1 lead to one state that can still accept", "", "[RogersPullum11]"},
      {tsl, "TSL", "tier-based strictly local",
       "strictly local once the letters that move no state are left out", "", "[LambertRogers20]"},
      {sp, "SP", "strictly piecewise",
       "leaving out letters of an accepted word gives an accepted word", "", "[RogersEtAl10]"},
      {lt, "LT", "locally testable", "eSe is commutative and idempotent for idempotents e of S", "",
       "[KimMcNaughtonMcCloskey91]"},
      {ltt, "LTT", "FO[+1], locally threshold testable",
       "S is aperiodic and exfyezf = ezfyexf for idempotents e, f of S", "", "[BeauquierPin91]"},
      {rdef, "RDEF", "the first k letters",
       "a state that lies on a cycle is never left (e·t = e for idempotents e of S)", "",
       "[PerlesRabinShamir63]"},
      {gdef, "GDEF", "the first and last k letters",
       "no two states, one reached from the other, lie on a cycle of pairs (e·t·e = e for "
       "idempotents e of S)",
       "", "[PerlesRabinShamir63]"},
      {group, "GROUP", "group languages", "every letter permutes the states (M is a group)", "",
       "[Pin86]"},
      {commutative, "COMMUTATIVE", "numbers of letters",
       "the order of two letters makes no difference (M is commutative)", "", "[Pin86]"},
      {finite, "FINITE", "finitely many words", "no cycle leads to an accepting state", "",
       "[Pin86]"},
      {cofinite, "COFINITE", "all words but finitely many", "no cycle leads to a rejecting state",
       "", "[Pin86]"},
  }};
  return table;
}

} // namespace ltlc::evidence
