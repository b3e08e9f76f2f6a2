// Certificates as walks through the minimal automaton, which a reader steps through letter by
// letter.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/evidence/certificate.hpp"

namespace ltlc::app::report {

// What one step of a certificate shows: a word read from a state, or states that belong together.
struct walk {
  std::string says;                     // "u leads from p to q"
  text::word word;                      // read from states.front()
  std::vector<automaton::state> states; // along the word: one more than letters; or the set
  bool is_set = false;                  // states belong together, nothing is read
};

// The longest word that is walked letter by letter; of longer ones only both ends are shown.
inline constexpr std::size_t longest_walk = 100;

// The walks of a verdict's certificate, in the order in which a reader checks them. Those of a
// verdict that other classes imply are the walks of these. Empty where a certificate is a count of
// what was looked at, with nothing to walk along. Pre: the certificate is about `a`.
[[nodiscard]] std::vector<walk> walks_of(automaton::dfa const& a, evidence::verdict const& v);

// {"says","letters":[token…],"states":[…]}, or {"says","set":[…]}.
[[nodiscard]] nlohmann::ordered_json walk_json(automaton::dfa const& a, walk const& w);

} // namespace ltlc::app::report
