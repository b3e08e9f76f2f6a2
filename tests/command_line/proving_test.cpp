// prove, decompile and run where something ends early: verdicts, exit statuses, and what is said.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"
#include "support/temporary_folder.hpp"

using ltlc::session::invoke;
using json = nlohmann::json;

namespace {

char const* const averaging_model = LTLC_SOURCE_DIR "/examples/models/more_a_than_b.json";

std::string yesterday_model(ltlc::support::temporary_folder const& dir) {
  auto const model = dir.file("y.json");
  REQUIRE(invoke({"compile", "--ltl", "Y a", "--alphabet", "ab", "-o", model, "--max-length", "60",
                  "--quiet"})
              .status == 0);
  return model;
}

bool says(std::string const& text, char const* what) {
  return text.find(what) != std::string::npos;
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("a model that averages is refuted by a word that was run, and the report says how") {
    auto const text = invoke({"prove", averaging_model, "--regex", ".*a.*", "--alphabet", "ab"});
    CHECK(text.status == 1);
    CHECK(says(text.out, "refuted: the model rejects ab"));
    CHECK(says(text.out, "a shortest such word, found by running all short words"));
    auto const run =
        invoke({"prove", averaging_model, "--regex", ".*a.*", "--alphabet", "ab", "--json"});
    CHECK(run.status == 1);
    auto const report = json::parse(run.out);
    CHECK(report["counterexample"] == "ab");
    CHECK(report["found_by"] == "short words");
    CHECK(report["shortest"] == true);
    auto const decided = json::parse(
        invoke({"prove", averaging_model, "--regex", ".*", "--alphabet", "ab", "--json"}).out);
    CHECK(decided["counterexample"] == "");
    CHECK(decided["found_by"] == "exploration");
  }

  TEST_CASE("every word that was asked about can be run, and with fewer the proof stays open") {
    auto const all = invoke({"prove", averaging_model, "--regex", "a+", "--alphabet", "ab",
                             "--max-length", "2", "--json"});
    CHECK(all.status == 0);
    CHECK(json::parse(all.out)["verdict"] == "proved");
    CHECK(json::parse(all.out)["tried"] == 2);
    // In exact arithmetic the norm of a row may have no rational root: not even ε has a verdict.
    ltlc::support::temporary_folder const dir;
    auto const model = dir.file("norm.json");
    REQUIRE(invoke({"compile", "--ltl", "P a", "--alphabet", "ab", "-o", model, "--norm", "rms",
                    "--format", "fp32", "--quiet"})
                .status == 0);
    auto const open =
        invoke({"prove", model, "--ltl", "P a", "--alphabet", "ab", "--regime", "exact", "--json"});
    auto const report = json::parse(open.out);
    if (report["verdict"] == "unsettled") {
      CHECK(open.status == 3);
      CHECK(report["length"].is_number());
      CHECK(report.contains("tried"));
    }
  }

  TEST_CASE("a limit of states leaves the length that was reached, and says what goes further") {
    ltlc::support::temporary_folder const dir;
    auto const model = yesterday_model(dir);
    std::vector<std::string> const asked{"prove",        model, "--ltl",        "Y a",
                                         "--alphabet",   "ab",  "--max-length", "60",
                                         "--max-states", "100"};
    auto const text = invoke(asked);
    CHECK(text.status == 3);
    CHECK(says(text.out, "unsettled: states passed 100 (raise it with --max-states)"));
    CHECK(says(text.out, "holds for all words of length ≤ 49"));
    CHECK(says(text.out, "a lower --max-length asks for less"));
    auto with_json = asked;
    with_json.emplace_back("--json");
    auto const run = invoke(with_json);
    CHECK(run.status == 3);
    auto const report = json::parse(run.out);
    CHECK(report["verdict"] == "unsettled");
    CHECK(report["length"] == 49);
    CHECK(report["limit"] == "states passed 100 (raise it with --max-states)");
    auto const pairs =
        invoke({"prove", model, "--ltl", "Y a", "--alphabet", "ab", "--max-length", "1000000"});
    CHECK(pairs.status == 3);
    CHECK(says(pairs.err, "pairs of positions passed"));
    CHECK(says(pairs.err, "a lower --max-length asks for less"));
  }

  TEST_CASE(
      "decompile says 3 where less was decided than was asked, and why a formula is left out") {
    ltlc::support::temporary_folder const dir;
    auto const model = yesterday_model(dir);
    auto const shorter = invoke({"decompile", model, "--max-states", "100", "--json"});
    CHECK(shorter.status == 3);
    auto const document = json::parse(shorter.out);
    CHECK(document["length"] == 49);
    CHECK(document["limit"] == "states passed 100 (raise it with --max-states)");
    CHECK(document["formula"] == "Y a");
    CHECK_FALSE(document.contains("formula_reason"));
    CHECK(says(shorter.err, "states passed 100"));
    auto const whole = invoke({"decompile", model, "--json"});
    CHECK(whole.status == 0);
    CHECK_FALSE(json::parse(whole.out).contains("limit"));

    // The automaton fits the limit, its formula does not.
    auto const wide = dir.file("wide.json");
    REQUIRE(invoke({"compile", "--ltl", "Y^5 a", "--alphabet", "ab", "--attention", "rightmost",
                    "-o", wide, "--quiet"})
                .status == 0);
    auto const cut = invoke({"decompile", wide, "--max-states", "40", "--json"});
    CHECK(cut.status == 3);
    auto const found = json::parse(cut.out);
    CHECK(found["length"].is_null());
    CHECK(found["formula"].is_null());
    CHECK(found["formula_reason"] == "states passed 40 (raise it with --max-states)");
    auto const text = invoke({"decompile", wide, "--max-states", "40"});
    CHECK(text.status == 3);
    CHECK(says(text.out, "undecided: states passed 40 (raise it with --max-states)"));
    auto const least = invoke({"decompile", wide, "--max-monoid", "5", "--json"});
    auto const certain = json::parse(least.out)["least_is_certain"].get<bool>();
    CHECK(least.status == (certain ? 0 : 3));
    CHECK(json::parse(invoke({"decompile", wide, "--json"}).out)["formula"] == "Y^5 a");
  }

  TEST_CASE(
      "attention that would fill the memory is refused with its size before anything is run") {
    std::string const word(3000, 'a');
    auto const run = invoke({"run", averaging_model, "--word", word, "--attention"});
    CHECK(run.status == 3);
    CHECK(run.out.empty());
    CHECK(says(run.err, "a word of 3,000 letters has 4,504,501 weights of attention"));
    CHECK(says(run.err, "run shorter words, or leave out --attention"));
    CHECK(invoke({"run", averaging_model, "--word", word}).status == 0);
    // One JSON document holds all words, text comes word by word.
    std::string lines;
    for (int i = 0; i < 100; ++i)
      lines += std::string(250, 'b') + "\n";
    auto const together = invoke({"run", averaging_model, "--attention", "--json"}, lines);
    CHECK(together.status == 3);
    CHECK(says(together.err, "these words have together 3,162,600 weights"));
    CHECK(says(together.err, "fewer words at a time"));
  }

  TEST_CASE("too many words to compare are counted as words") {
    auto const run = invoke({"run", averaging_model, "--against", "--regex", ".*a.*", "--alphabet",
                             "ab", "--up-to", "30"});
    CHECK(run.status == 3);
    CHECK(says(run.err, "more than 10,000,000 words up to length 30"));
    CHECK(says(run.err, "a lower --up-to, or a higher --max-states"));
  }

} // TEST_SUITE
