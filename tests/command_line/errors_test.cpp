// What a person sees who made a mistake: the status, the place, and that stdout stays empty.
#include <cstdlib>

#include <sys/wait.h>

#include <doctest/doctest.h>

#include "command_line/session.hpp"
#include "ltlc/text/version.hpp"

using ltlc::session::invoke;

TEST_SUITE("command_line") {

  TEST_CASE("a mistake in a text is drawn with its place") {
    for (auto const& [arguments, place] :
         std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"classify", "--regex", "(ab*"}, "--regex:1:5: error:"},
             {{"classify", "--ltl", "a S b &"}, "--ltl:1:8: error:"},
             {{"classify", "--fo", "exists x. a(x"}, "--fo:1:14: error:"},
             {{"classify", "--alphabet", "ab", "--ltl", "P c"}, "--ltl:1:3: error:"},
             {{"classify", "--alphabet", "aba", "--ltl", "P a"}, "--alphabet:1:"}}) {
      auto const run = invoke(arguments);
      CAPTURE(run.err);
      CHECK(run.status == 2);
      CHECK(run.out == "");
      CHECK(run.err.find(place) != std::string::npos);
      CHECK(run.err.find('^') != std::string::npos);
    }
  }

  TEST_CASE("a standard input that is closed is not an empty one") {
    for (char const* arguments : {"classify --batch -", "classify --dfa -", "check -"}) {
      CAPTURE(arguments);
      std::string command = LTLC_PROGRAM " ";
      command += arguments;
      command += " 2>/dev/null <&-";
      int const status = std::system(command.c_str());
      REQUIRE(WIFEXITED(status));
      CHECK(WEXITSTATUS(status) == 2);
    }
    CHECK(std::system(LTLC_PROGRAM " classify --batch - </dev/null") == 0);
  }

  TEST_CASE("an assertion that fails, a wrong option and a wrong letter are told on stderr") {
    auto const asserted = invoke({"classify", "--regex", "(ab)*", "--assert", "LTL[P]"});
    CHECK(asserted.status == 1);
    CHECK(asserted.err == "ltlc: refuted: --regex '(ab)*' is not in LTL[P]\n");
    CHECK(invoke({"classify", "--regex", "(ab)*", "--assert", "SL"}).err.empty());
    auto const option = invoke({"classify", "--regx", "a"});
    CHECK(option.status == 2);
    CHECK(option.err.find("ltlc: error: ") == 0);
    CHECK(option.err.find("(ltlc classify --help lists the options)") != std::string::npos);
    auto const empty = invoke({"classify", "--regex", ""});
    CHECK(empty.err.find("try: () is the empty word") != std::string::npos);
  }

  TEST_CASE("a broken rule of the two-variable fragment is named") {
    auto const third = invoke({"classify", "--fo", "exists x. exists y<x. exists z<y. a(z)"});
    CHECK(third.status == 2);
    CHECK(third.err.find("two variables") != std::string::npos);
    auto const right = invoke({"classify", "--fo", "exists x. exists y. (x<y & a(y))"});
    CHECK(right.status == 2);
  }

  TEST_CASE("garbage automata are refused with the key that is wrong") {
    for (auto const& expected : std::vector<std::pair<std::string, std::string>>{
             {"", "1:1"},
             {"{", "1:2"},
             {"[]", "a JSON object"},
             {"null", "a JSON object"},
             {R"({"alphabet":["a"]})", "\"states\" is missing"},
             {R"({"alphabet":[],"states":1,"initial":0,"accepting":[],"delta":[[]]})", "/alphabet"},
             {R"({"alphabet":["a","a"],"states":1,"initial":0,"accepting":[],"delta":[[0,0]]})",
              "/alphabet"},
             {R"({"alphabet":["a"],"states":0,"initial":0,"accepting":[],"delta":[]})", "/states"},
             {R"({"alphabet":["a"],"states":-1,"initial":0,"accepting":[],"delta":[]})", "/states"},
             {R"({"alphabet":["a"],"states":1e3,"initial":0,"accepting":[],"delta":[]})",
              "/states"},
             {R"({"alphabet":["a"],"states":99999999999999999999,"initial":0})", "/states"},
             {R"({"alphabet":["a"],"states":1,"initial":1,"accepting":[],"delta":[[0]]})",
              "/initial"},
             {R"({"alphabet":["a"],"states":1,"initial":0,"accepting":[1],"delta":[[0]]})",
              "/accepting/0"},
             {R"({"alphabet":["a"],"states":2,"initial":0,"accepting":[],"delta":[[0]]})",
              "/delta"},
             {R"({"alphabet":["a"],"states":1,"initial":0,"accepting":[],"delta":[[0,0]]})",
              "/delta/0"},
             {R"({"alphabet":["a"],"states":1,"initial":0,"accepting":[],"delta":[[1]]})",
              "/delta/0/0"},
             {R"({"alphabet":["a"],"states":1,"initial":0,"accepting":[],"delta":[["0"]]})",
              "/delta/0/0"}}) {
      std::string const& document = expected.first;
      std::string const& message = expected.second;
      CAPTURE(document);
      auto const run = invoke({"classify", "--dfa", "-"}, document);
      CAPTURE(run.err);
      CHECK(run.status == 2);
      CHECK(run.out == "");
      CHECK(run.err.find(message) != std::string::npos);
    }
    std::string deep(200'000, '[');
    CHECK(invoke({"classify", "--dfa", "-"}, deep).status == 2);
  }

  TEST_CASE("the command line says what it wants") {
    CHECK(invoke({}).status == 2);
    CHECK(invoke({"classify"}).status == 2);
    CHECK(invoke({"classify", "--regex", "a", "--ltl", "a"}).status == 2);
    CHECK(invoke({"classify", "--regex", "()"}).err.find("--alphabet") != std::string::npos);
    CHECK(invoke({"classify", "--dfa", "/nonexistent/file"}).status == 2);
    CHECK(invoke({"automaton", "--regex", "a", "--format", "png"}).status == 2);
    CHECK(invoke({"--help"}).status == 0);
    auto const version = invoke({"--version"});
    CHECK(version.out.starts_with("ltlc " + std::string(ltlc::text::version()) + "\n"));
    for (auto const library : {"GMP 6", "MPFR 4", "Boost 1.", "CLI11 "})
      CHECK(version.out.find(library) != std::string::npos);
  }

} // TEST_SUITE
