// Evidence for membership. Each function says what is wrong with it as evidence for this class, or
// nothing, or which limit was reached. Private to checking/; costs in check.hpp.
// Pre: the automaton is minimal.
#pragma once

#include <string>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/checking/elements.hpp"
#include "ltlc/evidence/certificate.hpp"

namespace ltlc::checking {

using complaint = budget::limited<std::string>;

[[nodiscard]] complaint objection_to_member(automaton::dfa const& a, evidence::class_id id,
                                            evidence::order_certificate const& c);
[[nodiscard]] complaint objection_to_member(automaton::dfa const& a, evidence::class_id id,
                                            evidence::synchronizing_certificate const& c,
                                            budget::budget const& limits);
[[nodiscard]] complaint objection_to_member(automaton::dfa const& a, evidence::class_id id,
                                            evidence::strictly_local_certificate const& c,
                                            budget::budget const& limits);
[[nodiscard]] complaint objection_to_member(automaton::dfa const& a, evidence::class_id id,
                                            evidence::acyclic_pairs_certificate const& c,
                                            budget::budget const& limits);
[[nodiscard]] complaint objection_to_member(automaton::dfa const& a, evidence::class_id id,
                                            evidence::pairs_certificate const& c,
                                            budget::budget const& limits);
[[nodiscard]] complaint objection_to_member(automaton::dfa const& a, evidence::class_id id,
                                            evidence::table_certificate const& c);
// `s` holds the elements when they were enumerated before; else they are enumerated and kept.
[[nodiscard]] complaint objection_to_member(automaton::dfa const& a, evidence::class_id id,
                                            evidence::enumeration_certificate const& c,
                                            std::optional<elements>& s,
                                            budget::budget const& limits);

} // namespace ltlc::checking
