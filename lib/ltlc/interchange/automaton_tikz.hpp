// DFAs as pictures for LaTeX: a tikzpicture with a node for each state and an arrow for each pair
// of states that some letter joins. Where things stand is either taken from Graphviz, which
// is asked in its language and answers in its format `plain`, or is a ring.
#pragma once

#include <string>
#include <vector>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

struct point {
  double x = 0, y = 0; // cm; y points upwards
};

struct drawn_arrow {
  std::vector<point> curve; // a Bézier curve: 3 n + 1 points
  point label;              // its center
};

struct drawn_automaton {
  std::vector<point> states;       // centers, by state
  drawn_arrow start;               // into the initial state; its label is not used
  std::vector<drawn_arrow> arrows; // one for each pair of states that a letter joins, by source,
                                   // then in the order of their first letters
};

// Graphviz's answer to layout_request (automaton_dot.hpp), in the format `plain`.
// Errors: the first line that is not of this format or speaks of another graph, or the end of the
// text when something was not drawn.
[[nodiscard]] text::result<drawn_automaton> read_layout(text::source const& plain,
                                                        automaton::dfa const& a);

// The picture as laid out. Components of several states stand in a box, as in to_dot. Needs
// \usepackage{tikz} and no TikZ library. `block` as in to_dot.
// Pre: the layout is of `a`.
[[nodiscard]] std::string to_tikz(automaton::dfa const& a, drawn_automaton const& at,
                                  std::uint32_t block = 1);

// States on a ring from the left on, clockwise, with arrows that bend.
[[nodiscard]] std::string to_tikz(automaton::dfa const& a, std::uint32_t block = 1);

} // namespace ltlc::interchange
