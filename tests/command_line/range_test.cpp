#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/rendered.hpp"
#include "command_line/session.hpp"

using ltlc::session::invoke;
using json = nlohmann::json;

namespace {

json ranged(std::vector<std::string> arguments, int status = 0) {
  arguments.insert(arguments.begin(), "range");
  arguments.emplace_back("--json");
  auto const run = invoke(arguments);
  CAPTURE(run.err);
  CHECK(run.status == status);
  return json::parse(run.out);
}

bool says(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("range: exact answers of any size") {
    // 710 radians are nearly 113 turns, so that no scale up to 9.5e9 gets past it.
    for (std::string const scale : {"1000000", "9000000000"}) {
      auto const one =
          ranged({"--angle", "1", "--scale", scale, "--format", "fp16", "--mode", "ideal"});
      CHECK(one["n_max"] == "709");
      CHECK(one["first_bad"]["query"] == "711");
      CHECK(one["first_bad"]["key"] == "0");
      CHECK(one["f_large"] == 17.34375);
      CHECK(ranged({"--angle", "1", "--scale", scale, "--format", "fp16", "--mode", "ideal",
                    "--offset", "3"})["n_max"] == "711");
    }
    CHECK(ranged({"--angle", "turns:1/7", "--scale", "100000", "--mode", "ideal"})["n_max"] == "6");
    CHECK(ranged({"--angle", "pi*2/7", "--scale", "100000", "--mode", "ideal"})["n_max"] == "6");
    auto const huge = ranged({"--angle", "golden", "--scale", "1e2000", "--mode", "ideal"});
    CHECK(huge["n_max"].get<std::string>().size() == 1000);
    // What is stated of an angle may not decide: then nothing is said past what is certain.
    auto const vague =
        ranged({"--angle", "turns:0.38+-0.01", "--scale", "100000", "--mode", "ideal"});
    CHECK(vague["n_max"].is_null());
    CHECK(vague["end"] == "digits");
    CHECK(ranged({"--angle", "1", "--mode", "ideal", "--gap", "1/10", "--scale", "1"})["n_max"] ==
          "5");
  }

  TEST_CASE("range: a realised range is the compiled head's") {
    auto const one =
        ranged({"--angle", "turns:1/16", "--scale", "2048", "--format", "fp32", "--mode", "table"});
    CHECK(one["end"] == "fails");
    auto const run = invoke({"compile", "--ltl", "Y a", "--alphabet", "ab", "--angle", "turns:1/16",
                             "--scale", "2048", "--format", "fp32", "--offset", "single-pair", "-o",
                             "-", "--max-length", one["n_max"].get<std::string>(), "--quiet"});
    CAPTURE(run.err);
    CHECK(run.status == 0);
    auto const past = std::to_string(std::stoul(one["n_max"].get<std::string>()) + 1);
    CHECK(invoke({"compile", "--ltl", "Y a", "--alphabet", "ab", "--angle", "turns:1/16", "--scale",
                  "2048", "--format", "fp32", "--offset", "single-pair", "-o", "-", "--max-length",
                  past, "--quiet"})
              .status == 1);
  }

  TEST_CASE("range: the first failure is shown with both scores, and a cap is not a failure") {
    auto const one = ranged({"--angle", "golden", "--scale", "512", "--format", "bf16"});
    CHECK(one["end"] == "fails");
    auto const& bad = one["first_bad"];
    CHECK(bad["target_score"].get<double>() - bad["score"].get<double>() ==
          bad["difference"].get<double>());
    CHECK(bad["difference"].get<double>() < one["f_large"].get<double>());
    CHECK(one["margin"].get<double>() >= 0);
    CHECK(std::stoul(bad["query"].get<std::string>()) ==
          std::stoul(one["n_max"].get<std::string>()) + 2);

    auto const capped = ranged({"--angle", "golden", "--scale", "1e9", "--cap", "100"});
    CHECK(capped["end"] == "cap");
    CHECK(capped["n_max"].is_null());
    CHECK(capped["certified"] == "100");
    for (std::string const profile : {"strict", "hf", "fused"})
      CHECK(ranged({"--angle", "1", "--scale", "4096", "--format", "bf16", "--profile", profile})
                .contains("n_max"));
  }

  TEST_CASE("range --sweep: a row for each point, as text, CSV and picture") {
    std::vector<std::string> sweep{
        "range", "--sweep", "scale=128:2048:x2", "--sweep", "format=fp32,bf16", "--csv", "-"};
    auto const csv = invoke(sweep);
    CHECK(csv.status == 0);
    CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 1 + 5 * 2);
    CHECK(
        csv.out.starts_with("angle,offset,scale,format,mode,certified,end,query,first_bad,margin"));
    CHECK(invoke(sweep).out == csv.out);

    auto const rows = ranged({"--sweep", "offset=1:3", "--angle", "1", "--scale", "1000"});
    REQUIRE(rows.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      auto const alone =
          ranged({"--angle", "1", "--scale", "1000", "--offset", std::to_string(i + 1)});
      CHECK(rows[i] == alone);
    }
    if (!ltlc::session::installed("gnuplot")) {
      MESSAGE("skipped: gnuplot is not installed, so nothing is drawn");
      return;
    }
    ltlc::session::check_rendered(invoke({"range", "--sweep", "scale=128:2048:x2", "--sweep",
                                          "format=fp32,bf16,fp16", "--svg", "-"})
                                      .out);
    ltlc::session::check_rendered(
        invoke({"range", "--angle", "golden", "--scale", "512", "--format", "bf16", "--svg", "-"})
            .out);
    ltlc::session::check_rendered(
        invoke({"range", "--angle", "golden", "--scale", "1e11", "--mode", "ideal", "--svg", "-"})
            .out);
  }

  TEST_CASE("range --want: a head that reaches it, or a proof that there is none") {
    auto const found = ranged({"--want", "300"});
    CHECK(found["found"] == true);
    for (std::string const row : {"best", "golden"}) {
      // What it says is so.
      auto const check =
          ranged({"--angle", found[row]["angle"], "--scale", found[row]["scale"], "--cap", "300"});
      CHECK(check["certified"] == "300");
    }
    // fp8_e5m2 has so few pairs (cos, sin) that two of 1,000 keys are alike for every query.
    auto const none = ranged({"--want", "1000", "--format", "fp8_e5m2"}, 1);
    CHECK(none["found"] == false);
    CHECK(none["impossible"].is_string());
    auto const exact = ranged({"--want", "1000000", "--mode", "ideal"});
    CHECK(std::stoul(exact["best"]["reaches"].get<std::string>()) >= 1'000'000);
    CHECK(std::stoul(exact["golden"]["reaches"].get<std::string>()) >= 1'000'000);
    auto const asked = ranged({"--want", "50", "--angle", "turns:1/7"}, 1);
    CHECK(asked["asked"]["impossible"].is_string());
  }

  TEST_CASE("range of a schedule's planes, with equal and with the best amplitudes") {
    auto const heads = ranged({"--schedule", "standard(10000,128)", "--schedule", "nope", "--sweep",
                               "format=fp32,bf16", "--cap", "20000"})["heads"];
    REQUIRE(heads.size() == 4);
    CHECK(heads[0]["equal_amplitudes"]["certified"] == "20000");
    double const gap = heads[0]["equal_amplitudes"]["relative_gap"];
    CHECK(gap > 0.0297861);
    CHECK(gap < 0.0297863);
    for (auto const& head : heads)
      if (!head["optimised_amplitudes"].is_null())
        CHECK(std::stoul(head["optimised_amplitudes"]["certified"].get<std::string>()) >=
              std::stoul(head["equal_amplitudes"]["certified"].get<std::string>()));
    CHECK(heads[2]["equal_amplitudes"].is_null());
  }

  TEST_CASE("range: mistakes are named with a way out") {
    struct row {
      std::vector<std::string> arguments;
      std::string part;
    };
    for (row const& r :
         std::vector<row>{{{"--angle", "turn:1/7"}, "--angle turn:1/7"},
                          {{"--offset", "0"}, "at least 1"},
                          {{"--offset", "-1"}, "at least 1"},
                          {{"--scale", "0"}, "must be positive"},
                          {{"--scale", "x"}, "--scale x"},
                          {{"--gap", "3"}, "--mode ideal"},
                          {{"--sweep", "scale"}, "OPTION=VALUES"},
                          {{"--sweep", "mode=table"}, "cannot sweep 'mode'"},
                          {{"--sweep", "scale=1:x"}, "FROM:TO"},
                          {{"--sweep", "scale=5:1"}, "FROM <= TO"},
                          {{"--sweep", "scale=1:10000000"}, "more than"},
                          {{"--sweep", "scale=1", "--sweep", "scale=2"}, "swept already"},
                          {{"--angle", "turns:0.38+-0.01"}, "--mode ideal"},
                          {{"--sweep", "scale=1:1e400:x1.0000001"}, "1,000 digits"},
                          {{"--angle", "10000^(10000)"}, "20000 bits"},
                          {{"--scale", "1e100000"}, "6,000 digits"},
                          {{"--offset", "18446744073709551615"}, "below 2^51"},
                          {{"--json", "--csv", "-"}, "one document"},
                          {{"--want", "0"}, "at least 1"},
                          {{"--want", "5", "--sweep", "scale=1:3"}, "--want"},
                          {{"--schedule", "nope", "--angle", "1"}, "their own angles"},
                          {{"--schedule", "mobius(4)"}, "mobius(4)"},
                          {{"--config", "no-such-file.json"}, "no-such-file.json"}}) {
      std::vector<std::string> arguments{"range"};
      arguments.insert(arguments.end(), r.arguments.begin(), r.arguments.end());
      auto const run = invoke(arguments);
      CAPTURE(r.arguments.back());
      CAPTURE(run.err);
      CHECK(run.status == 2);
      CHECK(says(run.err, r.part));
    }
  }
}
