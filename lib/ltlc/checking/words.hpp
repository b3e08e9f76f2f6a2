// Evidence against membership: words whose reading shows it. Each function says what is wrong with
// the evidence as evidence against this class, or nothing. Private to checking/; costs in
// check.hpp.
#pragma once

#include <string>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/evidence/certificate.hpp"

namespace ltlc::checking {

[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::class_id id,
                                    evidence::state_pair_certificate const& c);
[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::class_id id,
                                    evidence::definite_certificate const& c);
// Pre: for TSL the automaton is minimal.
[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::class_id id,
                                    evidence::substitution_certificate const& c);
[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::class_id id,
                                    evidence::cycle_certificate const& c);
[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::class_id id,
                                    evidence::content_certificate const& c);
[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::class_id id,
                                    evidence::regular_certificate const& c);
[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::class_id id,
                                    evidence::equation_certificate const& c);
[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::class_id id,
                                    evidence::escape_certificate const& c);
[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::class_id id,
                                    evidence::merging_certificate const& c);
[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::class_id id,
                                    evidence::exchange_certificate const& c);
[[nodiscard]] std::string objection(automaton::dfa const& a, evidence::class_id id,
                                    evidence::deletion_certificate const& c);

} // namespace ltlc::checking
