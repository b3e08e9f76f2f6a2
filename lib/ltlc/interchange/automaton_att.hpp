// DFAs as AT&T text, which OpenFst's fstcompile reads and fstprint --acceptor writes: a line
// `source target letter` for each transition, a line `state` for each accepting state; the source
// of the first line is initial. Columns are separated by blanks or tabs, empty lines are skipped.
// Writing: every transition of the complete automaton, so that every letter occurs and reading
// gives the same automaton, with its letters in sorted order. Letters are tokens, not numbers:
// fstcompile needs the symbol table that to_att_symbols writes.
// Reading: what is missing leads to a sink, one state more. A letter is what stands there, digits
// too: `0` is the letter 0, as with a symbol table. The letters are those that occur, sorted,
// unless an alphabet is given; then the automaton is over all of it. States may have any numbers;
// their order is kept. A last column 0 is a weight of no effect; a letter may stand twice, as foma
// writes it. Refused: empty labels, foma's and HFST's labels for "any other letter", two targets
// for one letter, weights other than 0, output that differs from the input. Without any line
// the language is empty, and the alphabet has to be given.
#pragma once

#include <string>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/budget/budget.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

// Errors: a letter whose name means the empty word or any letter in this format.
[[nodiscard]] tl::expected<std::string, std::string> to_att(automaton::dfa const& a);

// `<eps> 0`, then the letters from 1. Errors: as to_att.
[[nodiscard]] tl::expected<std::string, std::string> to_att_symbols(text::alphabet const& sigma);

// Errors: with the line and column of what cannot be read, and a way out.
// Cost: O(|text| log |text| + |Q||Σ|).
[[nodiscard]] text::result<automaton::dfa>
dfa_from_att(text::source const& text, text::alphabet const* sigma, budget::budget const& limits);

} // namespace ltlc::interchange
