// An automaton in every format, and back where there is a way back.
#include <cstdlib>

#include <doctest/doctest.h>

#include "command_line/rendered.hpp"
#include "command_line/session.hpp"

using ltlc::session::invoke;

namespace {

bool has(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("automaton prints every format, and --dfa reads JSON and AT&T text") {
    auto const in = [](char const* format) {
      auto const run = invoke({"automaton", "--regex", "(ab)*", "--format", format});
      REQUIRE(run.status == 0);
      return run.out;
    };
    CHECK(in("att") == "0\t1\ta\n0\t2\tb\n0\n1\t2\ta\n1\t0\tb\n2\t2\ta\n2\t2\tb\n");
    CHECK(in("att-symbols") == "<eps>\t0\na\t1\nb\t2\n");
    CHECK(in("hoa").starts_with("HOA: v1\n"));
    CHECK(has(in("gap"), "S := Semigroup( gens );\n"));
    CHECK(has(in("dot"), "subgraph cluster_0"));
    CHECK(has(in("text"), "→ 0"));
    for (auto const* format : {"att", "json"})
      CHECK(invoke({"automaton", "--dfa", "-", "--json"}, in(format)).out == in("json"));
  }

  TEST_CASE("AT&T text takes its alphabet from --alphabet, never less than what occurs") {
    std::string const text = "0 1 b\n1 0 a\n0\n";
    auto const equal = [&](std::vector<std::string> arguments) {
      arguments.insert(arguments.begin(), {"equiv", "--dfa", "-"});
      return invoke(arguments, text);
    };
    CHECK(equal({"--regex", "(ba)*"}).status == 0);
    CHECK(equal({"--regex", "(ba)*", "--alphabet", "abc"}).status == 0);
    auto const unknown = equal({"--regex", "(ba)*c?"});
    CHECK(unknown.status == 2);
    CHECK(has(unknown.err, "'c'"));
    auto const missing = invoke({"automaton", "--dfa", "-", "--alphabet", "a"}, text);
    CHECK(missing.status == 2);
    CHECK(has(missing.err, "1:5"));
    auto const json = invoke({"automaton", "--dfa", "-", "--json", "--alphabet", "abc"}, text);
    CHECK(has(json.out, "\"alphabet\":[\"a\",\"b\",\"c\"]"));
    auto const two = invoke({"automaton", "--dfa", "-"}, "0 1 a\n0 0 a\n");
    CHECK(two.status == 2);
    CHECK(has(two.err, "2:5"));
    CHECK(has(two.err, "fstdeterminize"));
    auto const neither = invoke({"automaton", "--dfa", "-"}, "[1]");
    CHECK(neither.status == 2);
    CHECK(has(neither.err, "a JSON object"));
    auto const reserved =
        invoke({"automaton", "--regex", "'<eps>'a", "--alphabet", "<eps> a", "--format", "att"});
    CHECK(reserved.status == 2);
    CHECK(has(reserved.err, "'<eps>'"));
  }

  TEST_CASE("--format svg draws with Graphviz, and says what to do where there is none") {
    std::vector<std::string> const svg{"automaton", "--regex", "(ab)*", "--format", "svg"};
    std::string const path = std::getenv("PATH") != nullptr ? std::getenv("PATH") : "";
    setenv("PATH", "/nonexistent", 1);
    auto const without = invoke(svg);
    setenv("PATH", path.c_str(), 1);
    CHECK(without.status == 2);
    CHECK(has(without.err, "Graphviz"));
    CHECK(has(without.err, "--format dot"));
    if (!ltlc::session::installed("dot")) {
      MESSAGE("SKIPPED: dot is not installed");
      return;
    }
    auto const with = invoke(svg);
    CHECK(with.status == 0);
    CHECK(has(with.out, "</svg>"));
    auto timed = svg;
    timed.insert(timed.end(), {"--timeout", "60"});
    CHECK(has(invoke(timed).out, "</svg>"));
  }

} // TEST_SUITE
