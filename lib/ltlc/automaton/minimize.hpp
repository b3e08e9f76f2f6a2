// Minimization (Moore's rounds while they pay, then Hopcroft), and the type that says "minimal".
#pragma once

#include "ltlc/automaton/dfa.hpp"

namespace ltlc::automaton {

// A complete minimal DFA in canonical numbering; only minimize() makes one, so equality of
// languages over one alphabet is ==.
class minimal_dfa {
public:
  [[nodiscard]] dfa const& get() const { return dfa_; }
  [[nodiscard]] dfa const* operator->() const { return &dfa_; }
  [[nodiscard]] dfa const& operator*() const { return dfa_; }
  friend bool operator==(minimal_dfa const&, minimal_dfa const&) = default;
  friend minimal_dfa minimize(dfa const& a);

private:
  explicit minimal_dfa(dfa a) : dfa_(std::move(a)) {}
  dfa dfa_;
};

// The minimal complete DFA of the same language over the same alphabet.
// Cost: O(|Q||Σ| log |Q|) time, O(|Q||Σ|) space. Source: [Hopcroft71].
[[nodiscard]] minimal_dfa minimize(dfa const& a);

} // namespace ltlc::automaton
