#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"

using ltlc::session::invoke;
using json = nlohmann::json;

namespace {

json classified(std::string const& alphabet, std::string const& regex) {
  auto const run = invoke({"classify", "--alphabet", alphabet, "--regex", regex, "--json"});
  REQUIRE(run.status == 0);
  REQUIRE(run.err == "");
  return json::parse(run.out);
}

bool member(json const& report, char const* id) {
  return report["classes"][id]["member"];
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("the reference languages get their classes") {
    struct row {
      char const *alphabet, *regex, *least;
      json modulus;
      std::vector<char const*> outside;
    };
    for (auto const& r :
         std::vector<row>{{"ab", "(ab)*", "LTL[P,MOD]", 2, {"LTL[P]", "LTL[Y]"}},
                          {"a", "(aa)*", "LTL[P,MOD]", 2, {"LTL[P]", "LTL[S]"}},
                          {"ab", "((a|b)(a|b))*", "LTL[P,MOD]", 2, {"LTL[P]", "LTL[S]"}},
                          {"ab", "a.*", "RDEF", 1, {"LTL[Y]", "J"}},
                          {"ab", ".*a", "LTL[Y]", nullptr, {"LTL[P]", "LTL[P,MOD]"}},
                          {"abc", ".*ab.*", "LT", nullptr, {"LTL[P]", "LTL[P,MOD]", "LTL[Y]"}},
                          {"ab", ".*ab.*", "J", 1, {"LTL[Y]", "SL"}},
                          {"ab", "(abba)*", "LTL[P,MOD]", 4, {"LTL[P]"}},
                          {"abc", "(abcacb)*", "LTL[P,MOD]", 6, {"LTL[P]"}}}) {
      CAPTURE(r.regex);
      auto const report = classified(r.alphabet, r.regex);
      // (abba)* and (abcacb)* are star-free too, but LTL[S] does not lie below LTL[P,MOD].
      auto const least = report["least"].get<std::vector<std::string>>();
      CHECK(std::find(least.begin(), least.end(), r.least) != least.end());
      CHECK(member(report, r.least));
      CHECK(report["modulus"] == r.modulus);
      for (auto const* id : r.outside)
        CHECK_FALSE(member(report, id));
    }
  }

  TEST_CASE("parity of b is in none of the logics, with words a reader can check") {
    auto const report = classified("ab", "(a|ba*b)*");
    CHECK(report["least"] == json({"GROUP", "COMMUTATIVE"}));
    for (auto const& [name, verdict] : report["classes"].items()) {
      std::string const id = name;
      CAPTURE(id);
      CHECK(verdict["member"] == (id == "GROUP" || id == "COMMUTATIVE"));
      CHECK(verdict["certificate"].is_object());
    }
    CHECK(report["dfa"]["states"] == 2);
    CHECK(report["monoid"]["size"] == 2);
    auto const table = invoke({"classify", "--alphabet", "ab", "--regex", "(a|ba*b)*"});
    CHECK(table.status == 0);
    CHECK(table.out.find("0 →b→ 1 →b→ 0") != std::string::npos);
  }

  TEST_CASE("--class computes only what is asked, --assert sets the status") {
    auto const one =
        json::parse(invoke({"classify", "--regex", "(ab)*", "--class", "LTL[P]", "--json"}).out);
    CHECK(one["classes"].size() == 1);
    CHECK(one["monoid"]["size"].is_null());
    CHECK(invoke({"classify", "--regex", "(ab)*", "--assert", "LTL[P,MOD]"}).status == 0);
    CHECK(invoke({"classify", "--regex", "(ab)*", "--assert", "LTL[P]"}).status == 1);
    auto const unknown = invoke({"classify", "--regex", "a", "--class", "LTL[Q]"});
    CHECK(unknown.status == 2);
    CHECK(unknown.err.find("LTL[P,Y,MOD]") != std::string::npos);
  }

  TEST_CASE("a limit is an answer") {
    // Brackets of depth two: star-free, and no criterion on the automaton says so.
    std::vector<std::string> const brackets{"classify", "--regex", "(a(ab)*b)*", "--json"};
    auto limited = brackets;
    limited.insert(limited.end(), {"--max-monoid", "3"});
    auto const open = invoke(limited);
    CHECK(open.status == 3);
    auto const verdict = json::parse(open.out)["classes"]["LTL[S]"];
    CHECK(verdict["member"].is_null());
    CHECK(verdict["limit"] == "monoid elements passed 3 (raise it with --max-monoid)");
    auto const decided = invoke(brackets);
    CHECK(decided.status == 0);
    CHECK(json::parse(decided.out)["classes"]["LTL[S]"]["member"] == true);
    auto const states = invoke({"automaton", "--regex", "(a|b)*a(a|b){12}", "--max-states", "100"});
    CHECK(states.status == 3);
    CHECK(states.err.find("states passed 100") != std::string::npos);
    CHECK(states.out == "");
  }

  TEST_CASE("the three languages agree on one automaton") {
    auto const regex = invoke({"automaton", "--alphabet", "ab", "--regex", "a.*", "--json"});
    auto const ltl = invoke({"automaton", "--alphabet", "ab", "--ltl", "P(a & !P true)", "--json"});
    auto const fo = invoke({"automaton", "--alphabet", "ab", "--fo",
                            "exists x. (a(x) & !exists y<x. true)", "--json"});
    CHECK(regex.out == ltl.out);
    CHECK(regex.out == fo.out);
    auto const again = invoke({"automaton", "--dfa", "-", "--json"}, regex.out);
    CHECK(again.out == regex.out);
  }

  TEST_CASE("a formula that looks right has an automaton like the others") {
    auto const last =
        invoke({"automaton", "--alphabet", "ab", "--ltl", "P(a & !F true)", "--json"});
    CHECK(last.status == 0);
    CHECK(last.out == invoke({"automaton", "--alphabet", "ab", "--ltl", "Y a", "--json"}).out);
  }

  TEST_CASE("equiv gives a shortest word") {
    auto const equal =
        invoke({"equiv", "--regex", "a.*", "--ltl", "P(a & !P true)", "--alphabet", "ab"});
    CHECK(equal.status == 0);
    auto const different =
        invoke({"equiv", "--regex", "(ab)*", "--regex", "(ab)*|(ab)*a", "--json"});
    CHECK(different.status == 1);
    CHECK(json::parse(different.out)["counterexample"] == "a");
  }

} // TEST_SUITE
