// `ltlc monoid` for people and programs.
#include <cstdlib>
#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"
#include "support/temporary_folder.hpp"

using ltlc::session::invoke;
using nlohmann::json;

namespace {

json monoid_json(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "monoid");
  arguments.emplace_back("--json");
  auto const ended = invoke(arguments);
  REQUIRE(ended.status == 0);
  return json::parse(ended.out);
}

// The transformations of 4 points that a cycle, a swap and a map of rank 3 make: all 256.
std::string all_transformations(ltlc::support::temporary_folder const& folder) {
  std::string const path = (folder.path() / "t4.json").string();
  std::ofstream(path) << R"({"alphabet":["a","b","c"],"states":4,"initial":0,"accepting":[0],)"
                      << R"("delta":[[1,1,0],[2,0,0],[3,2,2],[0,3,3]]})";
  return path;
}

} // namespace

TEST_SUITE("command_line") {
  TEST_CASE("monoid draws the egg boxes of (ab)*") {
    auto const ended = invoke({"monoid", "--regex", "(ab)*", "--egg-box"});
    CHECK(ended.status == 0);
    CHECK(ended.out == R"(language     --regex '(ab)*' over {a, b}
automaton    3 states, minimal and complete
monoid       6 elements, stability index 2
identity     ε; no other word acts as it
zero         aa
idempotents  4
groups       4 H-classes, the largest of 1 element

classes  all  regular
J = D    3    3
R        4    4
L        4    4
H        6    6

J0  regular, 1 element; covers J1
       L0
     ┌────┐
  R0 │ ε* │
     └────┘
J1  regular, 2 × 2 H-classes of 1 element; covers J2
       L1    L2
     ┌─────┬─────┐
  R1 │ a   │ ab* │
     ├─────┼─────┤
  R2 │ ba* │ b   │
     └─────┴─────┘
J2  regular, 1 element
       L3
     ┌─────┐
  R3 │ aa* │
     └─────┘
rows R-classes, columns L-classes, * idempotent
)");
  }

  TEST_CASE("monoid counts all transformations of four points as they are known") {
    ltlc::support::temporary_folder const folder;
    json const m = monoid_json({"--dfa", all_transformations(folder), "--limit", "1000"});
    CHECK(m["size"] == 256);
    CHECK(m["semigroup_size"] == 256);
    CHECK(m["idempotents"] == 41);
    CHECK(m["groups"] == 41);
    CHECK(m["largest_group"] == 24);
    CHECK(m["identity"] == "bb");
    CHECK(m["zero"] == nullptr);
    CHECK(m["classes"] == json{{"R", 15}, {"L", 15}, {"J", 4}, {"H", 71}});
    CHECK(m["regular_classes"] == m["classes"]);
    json const& second = m["j_classes"][1];
    CHECK(second["regular"] == true);
    CHECK(second["r_classes"] == 6);
    CHECK(second["l_classes"] == 4);
    CHECK(second["h_size"] == 6);
    CHECK(second["size"] == 144);
    CHECK(second["covers"] == json{2});
    CHECK(second["elements"].size() == 144);
  }

  TEST_CASE("monoid lists elements and products, the empty word first") {
    json const m = monoid_json({"--regex", "(a|ba*b)*", "--table", "--elements"});
    CHECK(m["size"] == 2);
    CHECK(m["semigroup_size"] == 2);
    CHECK(m["identity"] == "a");
    CHECK(m["elements"][0]["word"] == "");
    CHECK(m["elements"][0]["idempotent"] == true);
    CHECK(m["elements"][1]["word"] == "b");
    CHECK(m["elements"][1]["H"] == 0);
    CHECK(m["table"] == json{{0, 1}, {1, 0}});
    json const adjoined = monoid_json({"--regex", "a.*", "--alphabet", "ab", "--table=3"});
    CHECK(adjoined["size"] == 3);
    CHECK(adjoined["semigroup_size"] == 2);
    CHECK(adjoined["identity"] == nullptr);
    CHECK(adjoined["zero"] == nullptr);
    CHECK(adjoined["table"] == json{{0, 1, 2}, {1, 1, 1}, {2, 2, 2}});
    // One element: the empty word is the zero as well.
    json const one = monoid_json({"--regex", "a*"});
    CHECK(one["size"] == 1);
    CHECK(one["zero"] == "");
  }

  TEST_CASE("monoid cuts long lists and says how much is left") {
    ltlc::support::temporary_folder const folder;
    std::string const t4 = all_transformations(folder);
    auto const text = invoke({"monoid", "--dfa", t4, "--elements", "--egg-box", "--limit", "50"});
    CHECK(text.status == 0);
    CHECK(text.out.find("… and 206 more\n") != std::string::npos);
    // The box of 24 is drawn, those of 144 and 84 are not, that of 4 is.
    CHECK(
        text.out.find("J1  regular, 6 × 4 H-classes of 6 elements; covers J2\n     not drawn\n") !=
        std::string::npos);
    CHECK(text.out.find("cacaca*") != std::string::npos);
    json const m = monoid_json({"--dfa", t4, "--elements", "--limit", "50"});
    CHECK(m["elements"].size() == 50);
    CHECK(m["j_classes"][0]["elements"].size() == 24);
    CHECK(m["j_classes"][1]["elements"].size() == 26);
    CHECK(m["j_classes"][2]["elements"].empty());
    CHECK(m["j_classes"].size() == 4);
  }

  TEST_CASE("monoid refuses what is too large, with the number and the option") {
    ltlc::support::temporary_folder const folder;
    std::string const t4 = all_transformations(folder);
    auto const table = invoke({"monoid", "--dfa", t4, "--table"});
    CHECK(table.status == 3);
    CHECK(table.out.empty());
    CHECK(table.err == "ltlc: refused: there are 256 elements, and at most 100 are multiplied out "
                       "(raise it with --table)\n");
    auto const picture = invoke({"monoid", "--dfa", t4, "--format", "dot", "--limit", "3"});
    CHECK(picture.status == 3);
    CHECK(picture.err == "ltlc: refused: there are 4 J-classes, and at most 3 are drawn (raise it "
                         "with --limit)\n");
    auto const few = invoke({"monoid", "--dfa", t4, "--max-monoid", "255"});
    CHECK(few.status == 3);
    CHECK(few.err.find("--max-monoid") != std::string::npos);
  }

  TEST_CASE("the egg boxes are a graph that Graphviz draws, whatever the letters are") {
    auto const dot = invoke({"monoid", "--regex", R"(('<b>' '&"')*'\\N')", "--format", "dot"});
    CHECK(dot.status == 0);
    CHECK(dot.out.rfind("digraph monoid {", 0) == 0);
    CHECK(dot.out.find("<b>") == std::string::npos);
    CHECK(dot.out.find("&lt;b&gt;") != std::string::npos);
    CHECK(dot.out.find("&amp;&quot;") != std::string::npos);
    CHECK(dot.out.find("J0 -> J1;") != std::string::npos);
    auto const svg = invoke({"monoid", "--regex", R"(('<b>' '&"')*'\\N')", "--format", "svg"});
    if (svg.status == 0)
      CHECK(svg.out.find("</svg>") != std::string::npos);
    else
      CHECK(svg.err.find("--format dot") != std::string::npos);
  }

  TEST_CASE("a missing dot is named, and so is one that fails") {
    std::string const old = std::getenv("PATH");
    ltlc::support::temporary_folder const folder;
    setenv("PATH", folder.path().c_str(), 1);
    auto const missing = invoke({"monoid", "--regex", "(ab)*", "--format", "svg"});
    std::string const program = (folder.path() / "dot").string();
    std::ofstream(program) << "#!/bin/sh\necho 'out of ink' >&2\nexit 7\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    auto const failing = invoke({"monoid", "--regex", "(ab)*", "--format", "svg"});
    setenv("PATH", old.c_str(), 1);
    CHECK(missing.status == 2);
    CHECK(missing.out.empty());
    CHECK(missing.err == "ltlc: error: cannot draw the picture: Graphviz's program dot is not "
                         "installed (Debian: graphviz); --format dot prints the graph without "
                         "drawing it\n");
    CHECK(failing.status == 2);
    CHECK(failing.err == "ltlc: error: cannot draw the picture: dot did not end well: out of ink; "
                         "--format dot prints the graph without drawing it\n");
  }
}
