#include "graphviz.hpp"

#include "drawing_program.hpp"

namespace ltlc::app {

outcome<std::string> drawn_by_graphviz(std::string const& dot, budget::budget const& limits) {
  return drawn_by({"dot",
                   {"-Tsvg"},
                   "Graphviz",
                   "graphviz",
                   "--format dot prints the graph without drawing it"},
                  dot, limits);
}

outcome<std::string> laid_out_by_graphviz(std::string const& dot, budget::budget const& limits) {
  return drawn_by({"dot",
                   {"-Tplain"},
                   "Graphviz",
                   "graphviz",
                   "--format dot prints the graph without drawing it",
                   "\nstop\n"},
                  dot, limits);
}

} // namespace ltlc::app
