// Pictures for TikZ, and Graphviz's layouts read back. That LaTeX draws them is tested in
// command_line/latex_test.cpp.
#include <set>

#include <doctest/doctest.h>

#include "automaton/random_dfa.hpp"
#include "ltlc/interchange/automaton_dot.hpp"
#include "ltlc/interchange/automaton_tikz.hpp"

namespace {

using namespace ltlc;

// (ab)* with its layout as dot prints it.
automaton::dfa drawn_language() {
  return {support::alphabet_of("ab"), 0, {true, false, false}, {1, 2, 2, 0, 2, 2}};
}
char const* const drawn_plain = R"(graph 1 3.4389 1.7361
node start 0.025 0.625 0.05 0.05 "" filled point black black
node 0 1 0.5 0.6 0.6 0 filled doublecircle black white
node 1 2 1 0.5 0.5 1 filled circle black white
node 2 3 0 0.5 0.5 2 filled circle black white
edge start 0 4 0 0.5 0.1 0.5 0.2 0.5 0.4 0.5 solid black
edge 0 1 7 1 1 1 1 1 1 1 1 1 1 1 1 2 1 n 1.5 0.75 solid black
edge 0 2 4 1 0 1 0 1 0 1 0 n 2 0.25 solid black
edge 1 0 4 1 0 1 0 1 0 1 0 n 1.5 1 solid black
edge 1 2 4 1 0 1 0 1 0 1 0 n 2.5 0.5 solid black
edge 2 2 4 3 0 3 0 3 1 3 0 nnnn 3.5 1 solid black
stop
)";

bool stands_in(std::string const& text, std::string const& piece) {
  return text.find(piece) != std::string::npos;
}

std::string replaced(std::string text, std::string const& from, std::string const& to) {
  auto const at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::size_t times(std::string const& text, std::string const& piece) {
  std::size_t n = 0;
  for (auto at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1))
    ++n;
  return n;
}

} // namespace

TEST_SUITE("interchange") {

  TEST_CASE("a layout is read in inches and drawn in centimetres") {
    auto const a = drawn_language();
    auto const at = interchange::read_layout({"dot", drawn_plain}, a);
    REQUIRE(at);
    REQUIRE(at->states.size() == 3);
    REQUIRE(at->arrows.size() == 5);
    CHECK(at->arrows[0].curve.size() == 7);
    auto const picture = interchange::to_tikz(a, *at);
    CHECK(stands_in(picture, "\\node[state, accepting] (0) at (2.54,1.27) {0};"));
    CHECK(stands_in(picture, "\\node[state] (2) at (7.62,0.00) {2};"));
    CHECK(stands_in(picture, "\\draw[->] (0.00,1.27) .. controls (0.25,1.27) and (0.51,1.27) .. "
                             "(1.02,1.27);"));
    CHECK(stands_in(picture, "\\node[letters] at (8.89,2.54) {\\texttt{a}, \\texttt{b}};"));
    CHECK(times(picture, "rounded corners") == 1); // round states 0 and 1
  }

  TEST_CASE("what is no layout of this automaton is refused") {
    auto const a = drawn_language();
    std::string const good = drawn_plain;
    CHECK(interchange::read_layout({"dot", good}, a));
    // Every line is needed, but for the first and that of the start's point.
    for (std::size_t begin = 0; begin < good.size();) {
      auto const end = good.find('\n', begin) + 1;
      auto const line = good.substr(begin, end - begin);
      CAPTURE(line);
      bool const needed = line.rfind("graph", 0) != 0 && line.rfind("node start", 0) != 0;
      auto rest = good;
      CHECK(interchange::read_layout({"dot", rest.erase(begin, end - begin)}, a).has_value() !=
            needed);
      begin = end;
    }
    for (std::size_t length = 0; length + 6 < good.size(); ++length)
      CHECK_FALSE(interchange::read_layout({"dot", good.substr(0, length)}, a));
    for (auto const& change : std::vector<std::pair<std::string, std::string>>{
             {"node 2", "node 3"},
             {"node 2 3 0", "node 2 x 0"},
             {"node 2 3 0", "node 2 nan 0"},
             {"node 2 3 0", "node 2 inf 0"},
             {"node 2 3 0", "node 2 1e300 0"},
             {"edge 1 2 4", "edge 2 1 4"},
             {"edge 1 2 4", "edge 1 9 4"},
             {"edge 1 2 4", "edge -1 2 4"},
             {"edge 1 2 4", "edge 1 2 5"},
             {"edge 1 2 4", "edge 1 2 99999999999999999999"},
             {"edge 1 2 4", "edge 1 2 4000000000"},
             {"edge 1 2 4", "edge 1 2 1"},
             {"graph", "grape"}}) {
      CAPTURE(change.second);
      auto const read =
          interchange::read_layout({"dot", replaced(good, change.first, change.second)}, a);
      REQUIRE_FALSE(read);
      CHECK_FALSE(read.error().message.empty());
    }
  }

  TEST_CASE("random automata: each state and each pair that a letter joins is drawn once") {
    for (unsigned seed = 1; seed <= 60; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      auto const a =
          support::random_dfa(source, support::alphabet_of(seed % 2 == 0 ? "ab" : "abcde"),
                              1 + support::below(source, 12));
      std::set<std::pair<automaton::state, automaton::state>> pairs;
      for (automaton::state q = 0; q < a.states(); ++q)
        for (text::letter x = 0; x < a.letters(); ++x)
          pairs.insert({q, a.next(q, x)});
      auto const ring = interchange::to_tikz(a);
      CHECK(times(ring, "\\node[state") == a.states());
      CHECK(times(ring, "\\draw[->]") == pairs.size());
      CHECK(times(ring, "accepting]") ==
            static_cast<std::size_t>(std::count(a.accepting.begin(), a.accepting.end(), true)));
      for (auto const& pair : pairs) {
        CHECK(stands_in(ring, "\\draw[->] (" + std::to_string(pair.first) + ") to["));
        CHECK(stands_in(interchange::layout_request(a), "  " + std::to_string(pair.first) + " -> " +
                                                            std::to_string(pair.second) +
                                                            " [label=n"));
      }
    }
  }

  TEST_CASE(
      "labels are escaped, long ones name what is missing, blocks have powers of the alphabet") {
    automaton::dfa const a{*text::alphabet::make({"%", "_", "c", "d", "e"}),
                           0,
                           {false, true},
                           {1, 0, 0, 0, 0, 1, 1, 1, 1, 1}};
    auto const picture = interchange::to_tikz(a);
    CHECK(stands_in(picture, "{\\texttt{\\%}}"));
    CHECK(stands_in(interchange::to_tikz(a, 2), "{$\\Sigma^{2}$}"));
    CHECK(stands_in(picture, "{$\\Sigma$}"));
  }

} // TEST_SUITE
