// `ltlc stats` for people and programs.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"

using ltlc::session::invoke;
using nlohmann::json;

namespace {

char const* const retrieval = LTLC_SOURCE_DIR "/examples/retrieval.csv";

json stats_json(std::vector<std::string> arguments, std::string const& input = "") {
  arguments.insert(arguments.begin(), "stats");
  arguments.emplace_back("--json");
  auto const ended = invoke(arguments, input);
  CAPTURE(ended.err);
  REQUIRE(ended.status == 0);
  return json::parse(ended.out);
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("stats prints the figures of the Möbius paper's retrieval") {
    auto const ended = invoke({"stats", retrieval, "--baseline", "standard"});
    CHECK(ended.status == 0);
    CHECK(ended.err == "");
    CHECK(ended.out == R"(arm       n  mean   SD     worst
standard  6  63.33  31.39  14.38, seed 0
hybrid    6  90.31  5.656  85.62, seed 1

hybrid against standard: means differ by 26.98
  Welch            t = 2.072   df 5.324  p = 0.08957
  paired, 6 seeds  t = 1.943   df 5      p = 0.1097
  Cohen            d = 1.196
  variances        F = 30.79   df 5, 5   p = 0.001843, one-sided 0.0009213
  Levene           W = 8.945   df 1, 10  p = 0.01355
  Brown–Forsythe   W = 6.528   df 1, 10  p = 0.02862
  Fligner–Killeen  χ² = 6.206  df 1      p = 0.01273
)");
  }

  TEST_CASE("stats --json gives every figure in full") {
    auto const all = stats_json({retrieval, "--baseline", "standard"});
    REQUIRE(all["arms"].size() == 2);
    CHECK(all["arms"][0] == json{{"arm", "standard"},
                                 {"n", 6},
                                 {"mean", 190.0 / 3},
                                 {"sd", all["arms"][0]["sd"]},
                                 {"worst", 14.375},
                                 {"worst_seed", "0"},
                                 {"least", 14.375},
                                 {"greatest", 97.5}});
    CHECK(all["arms"][0]["sd"] == doctest::Approx(31.38636912));
    REQUIRE(all["pairs"].size() == 1);
    auto const& pair = all["pairs"][0];
    CHECK(pair["baseline"] == "standard");
    CHECK(pair["arm"] == "hybrid");
    CHECK(pair["difference"] == doctest::Approx(26.979166667));
    CHECK(pair["welch"]["p"] == doctest::Approx(0.08956699509));
    CHECK(pair["common_seeds"] == 6);
    CHECK(pair["paired"]["df"] == 5);
    CHECK(pair["cohens_d"] == doctest::Approx(1.196361642));
    CHECK(pair["f"]["f"] == doctest::Approx(30.79202279));
    CHECK(pair["levene"]["df_within"] == 10);
    CHECK(pair["brown_forsythe"]["p"] == doctest::Approx(0.02861564632));
    CHECK_FALSE(pair["fligner_killeen"].contains("df_within"));
  }

  TEST_CASE("stats without a baseline compares every two arms, in the order of the file") {
    auto const all = stats_json({"-"}, "b,0,1\nb,1,2\nc,0,1\nc,1,3\na,1,5\na,2,5\n");
    std::vector<std::string> pairs;
    for (auto const& pair : all["pairs"])
      pairs.push_back(pair["baseline"].get<std::string>() + pair["arm"].get<std::string>());
    CHECK(pairs == std::vector<std::string>{"bc", "ba", "ca"});
    CHECK(all["pairs"][0]["common_seeds"] == 2);
    CHECK(all["pairs"][1]["common_seeds"] == 1);
    CHECK(all["pairs"][1]["paired"].is_null());
    CHECK(all["pairs"][1]["f"].is_null());
    CHECK(stats_json({"-"}, "b,0,1\nb,1,2\n")["pairs"].empty());
  }

  TEST_CASE("stats pairs values by seed, whatever the order of the rows") {
    auto const sorted = stats_json({"-"}, "a,0,1\na,1,2\na,2,4\nb,0,2\nb,1,2\nb,2,9\n");
    auto const mixed =
        stats_json({"-"}, "a,2,4\na,0,1\na,1,2\nb,1,2\nb,2,9\nb,0,2\na,other,7\nb,else,3\n");
    CHECK(sorted["pairs"][0]["paired"] == mixed["pairs"][0]["paired"]);
    CHECK(mixed["pairs"][0]["common_seeds"] == 3);
    CHECK(sorted["pairs"][0]["welch"] != mixed["pairs"][0]["welch"]);
  }

  TEST_CASE("stats --lower-is-better: the worst is the greatest, and nothing else changes") {
    auto higher = stats_json({retrieval}), lower = stats_json({retrieval, "--lower-is-better"});
    CHECK(lower["arms"][1]["worst"] == 98.75);
    CHECK(lower["arms"][1]["worst_seed"] == "5");
    CHECK(higher["pairs"] == lower["pairs"]);
  }

  TEST_CASE("stats says why a figure does not exist") {
    auto const ended = invoke({"stats", "-"}, "a,0,1\na,1,1\nb,2,2\nb,3,2\n");
    CHECK(ended.status == 0);
    CHECK(ended.out.find("  Welch            undefined: no variance to divide by\n") !=
          std::string::npos);
    CHECK(ended.out.find("  paired, 0 seeds  undefined: fewer than two common seeds\n") !=
          std::string::npos);
    CHECK(ended.out.find("  Fligner–Killeen  undefined: no variance to divide by\n") !=
          std::string::npos);
  }

  TEST_CASE("stats shows names of any characters on one line") {
    std::string const csv = "\"a\n\x1b[2J\",0,1\n\"a\n\x1b[2J\",1,2\nb,0,1\nb,1,2\n";
    for (auto const& ended :
         {invoke({"stats", "-"}, csv), invoke({"stats", "-", "--baseline", "c"}, csv)}) {
      auto const shown = ended.out + ended.err;
      CAPTURE(shown);
      CHECK(shown.find('\x1b') == std::string::npos);
      CHECK(shown.find("a  [2J") != std::string::npos);
    }
  }

  TEST_CASE("stats refuses what it cannot read, with the place, and nothing on stdout") {
    for (auto const& [input, message] : std::vector<std::pair<std::string, std::string>>{
             {"a,0,1\na,1,many\n", "stdin:2:5: error: no number"},
             {"Arm,Seed,Accuracy\na,0,1\na,1,2\n", "try: arm,seed,value"},
             {"a,0,1\n", "stdin:1:1: error: this arm has one value"},
             {"", "stdin:1:1: error: no values"}}) {
      auto const ended = invoke({"stats", "-"}, input);
      CAPTURE(ended.err);
      CHECK(ended.status == 2);
      CHECK(ended.out == "");
      CHECK(ended.err.find(message) != std::string::npos);
    }
    auto const unknown = invoke({"stats", retrieval, "--baseline", "nope"});
    CHECK(unknown.status == 2);
    CHECK(unknown.out == "");
    CHECK(unknown.err == "ltlc: error: no arm is called 'nope'; there are standard, hybrid\n");
    CHECK(invoke({"stats", "/nowhere.csv"}).status == 2);
    CHECK(invoke({"stats"}).status == 2);
  }

} // TEST_SUITE
