#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/rendered.hpp"
#include "command_line/session.hpp"

using ltlc::session::invoke;
using json = nlohmann::json;

namespace {

json scheduled(std::vector<std::string> arguments, std::string const& input = "") {
  arguments.insert(arguments.begin(), "schedule");
  arguments.emplace_back("--json");
  auto const run = invoke(arguments, input);
  CAPTURE(run.err);
  CHECK(run.status == 0);
  return json::parse(run.out);
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("schedule: periods, holonomy and classes of every constructor") {
    struct row {
      std::string spec, period, holonomy, recognized;
    };
    for (row const& r : std::vector<row>{{"mobius(2048,64)", "4096", "-I", "LTL[P,MOD]"},
                                         {"periodic(2048,64)", "2048", "+I", "LTL[P,MOD]"},
                                         {"band(2048,64)", "", "none", ""},
                                         {"standard(10000,128)", "", "", ""},
                                         {"rational(1/7,2/9)", "63", "", "LTL[P,MOD]"},
                                         {"table(4,6)", "12", "", "LTL[P,MOD]"},
                                         {"resonance(10000,8)", "83543040", "", "LTL[P,MOD]"},
                                         {"nope", "1", "", "LTL[P]"}}) {
      CAPTURE(r.spec);
      auto const j = scheduled({r.spec});
      if (r.spec != "resonance(10000,8)")
        CHECK((j["period"].is_null() ? "" : j["period"].get<std::string>()) == r.period);
      CHECK((j["holonomy"].is_null() ? "" : j["holonomy"].get<std::string>()) == r.holonomy);
      CHECK((j["class"].is_null() ? "" : j["class"].get<std::string>()) == r.recognized);
    }
    // Wavelengths 2π·10^i rounded: 6, 63, 628, 6283.
    auto const resonance = scheduled({"resonance(10000,8)"})["planes"];
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(resonance[i]["period"] == std::vector<std::string>{"6", "63", "628", "6283"}[i]);
  }

  TEST_CASE("schedule: the kernel to as many digits as one likes") {
    auto const kernel =
        scheduled({"mobius(2048,64)", "--kernel", "0,2047,2048,2559,-2047"})["kernel"];
    CHECK(kernel[0]["c"] == "1.000000000000");
    CHECK(kernel[1]["c"].get<std::string>().starts_with("-0.99839478"));
    CHECK(kernel[2]["c"] == "-1.000000000000");
    CHECK(kernel[3]["c"].get<std::string>().starts_with("0.00216922"));
    CHECK(kernel[4]["c"] == kernel[1]["c"]);
    auto const long_one =
        scheduled({"mobius(128,64)", "--kernel", "1", "--digits", "20"})["kernel"];
    CHECK(long_one[0]["c"] == "0.63668369272598231369");
  }

  TEST_CASE("schedule: phases formed in fp32 break the periods that tables keep") {
    auto const seventh = scheduled({"rational(1/7)", "--dtype", "fp32"})["realised"];
    CHECK(seventh["table"]["keeps_periods"] == true);
    CHECK(seventh["phase"]["first_break"] == "7");
    auto const ladder = scheduled({"mobius(2048,64)", "--dtype", "fp32"})["realised"];
    CHECK(ladder["phase"]["first_break"] == "4096");
    // bf16 forgives more: its cosine is the same for a while, its sine is not.
    CHECK(scheduled({"rational(1/7)", "--dtype", "bf16"})["realised"]["phase"]["first_break"] ==
          "7");
    CHECK(scheduled({"nope", "--dtype", "fp32"})["realised"]["phase"]["first_break"].is_null());
  }

  TEST_CASE("schedule: predictions side by side") {
    auto const all =
        scheduled({"mobius(256,32)", "periodic(256,32)", "band(256,32)", "standard(10000,32)",
                   "--context", "256", "--predictions"})["schedules"];
    REQUIRE(all.size() == 4);
    for (std::string const p : {"P1", "P2", "P3", "P4"})
      CHECK(all[0]["predictions"][p]["holds"] == true);
    CHECK(all[0]["predictions"]["P4"]["period"] == "512");
    CHECK(all[1]["predictions"]["P3"]["holds"] == false);
    CHECK(all[3]["predictions"]["P4"]["period"].is_null());
    CHECK(all[0]["predictions"]["census"]["least"]["at"] == json({"255"}));
    auto const& endpoints = all[0]["predictions"]["endpoints"];
    CHECK(endpoints.front()["length"] == "64");
    CHECK(endpoints.back()["length"] == "1024");
    // c(4N − 1) = c(1), as the period is 2N and c is even.
    auto const one = scheduled({"mobius(256,32)", "--kernel", "1", "--digits", "16"})["kernel"];
    CHECK(std::abs(endpoints.back()["c"].get<double>() -
                   std::stod(one[0]["c"].get<std::string>())) < 1e-15);
  }

  TEST_CASE("schedule: moduli that it offers on its own planes") {
    auto const offered = scheduled({"periodic(12,8)", "--moduli", "40"})["moduli"];
    std::vector<std::uint64_t> moduli;
    for (auto const& each : offered["every_length"]) {
      moduli.push_back(each["modulus"]);
      for (auto const& f : each["formats"])
        if (f["every_length_with_a_table"] == true)
          CHECK(f["gap"].get<double>() >= f["f_large"].get<double>());
    }
    CHECK(moduli == std::vector<std::uint64_t>{3, 4, 6, 12});
    CHECK(scheduled({"standard(10000,64)", "--moduli", "20"})["moduli"]["every_length"].empty());
    CHECK(scheduled({"nope", "--moduli", "20"})["moduli"]["every_length"].empty());
  }

  TEST_CASE("schedule: allocations and configurations say who uses what") {
    auto const hybrid = scheduled({"hybrid(1/4,2048,8,64)"})["schedules"];
    REQUIRE(hybrid.size() == 2);
    CHECK(hybrid[0]["heads"] == json({0, 1}));
    CHECK(hybrid[1]["heads"].size() == 6);
    auto const ladder = scheduled({"ladder(512,1024,2048;4,64)"})["schedules"];
    CHECK(ladder.size() == 4);

    auto const config = scheduled(
        {"--config", "-"},
        R"({"model_type":"llama","hidden_size":64,"num_attention_heads":4,"num_hidden_layers":2,)"
        R"("max_position_embeddings":128,"rope_theta":500000})");
    CHECK(config["model_type"] == "llama");
    CHECK(config["planes"].size() == 8);
    CHECK(config["schedules"][0]["uses"][0]["layers"] == json({0, 1}));
    CHECK(config["planes"][1]["angle"] == "500000^(-1/8)");
    // Names from a file reach the terminal without its control characters.
    auto const raw = invoke({"schedule", "--config", "-"},
                            R"({"model_type":"llama\u001b[31m","head_dim":8,"num_hidden_layers":1,)"
                            R"("max_position_embeddings":64})");
    CHECK(raw.status == 0);
    CHECK(raw.out.find('\x1b') == std::string::npos);
    // What is printed of a fraction's power reads back as the same.
    CHECK(scheduled({"standard(1/3,8)"})["planes"][1]["angle"] == "(1/3)^(-1/4)");
  }

  TEST_CASE("schedule: pictures of kernels and maps") {
    if (!ltlc::session::installed("gnuplot")) {
      MESSAGE("skipped: gnuplot is not installed, so nothing is drawn");
      return;
    }
    ltlc::session::check_rendered(
        invoke({"schedule", "mobius(256,32)", "standard(10000,32)", "--svg", "-"}).out);
    ltlc::session::check_rendered(
        invoke({"schedule", "mobius(256,32)", "--picture", "map", "--svg", "-"}).out);
  }

  TEST_CASE("schedule: mistakes are named with a way out") {
    struct row {
      std::vector<std::string> arguments;
      std::string part;
    };
    for (row const& r : std::vector<row>{
             {{}, "mobius(2048,64)"},
             {{"mobios(8,8)"}, "SPEC:1:1"},
             {{"mobius(8)"}, "SPEC:1:"},
             {{"mobius(1" + std::string(400, '0') + ",4)"}, "at most 400 digits"},
             {{"nope", "--json", "--svg", "-"}, "one document"},
             {{"nope", "--config", "x.json"}, "not both"},
             {{"nope", "--kernel", "1,,2"}, "whole number"},
             {{"nope", "--kernel", "1.5"}, "whole number"},
             {{"nope", "--context", "0"}, "at least 1"},
             {{"nope", "--predictions"}, "--context"},
             {{"mobius(2,2)", "--predictions"}, "between 4"},
             {{"nope", "mobius(8,8)", "--svg", "-", "--picture", "map"}, "one schedule"},
             {{"nope", "--moduli", "5", "--scale", "-1"}, "must be positive"}}) {
      std::vector<std::string> arguments{"schedule"};
      arguments.insert(arguments.end(), r.arguments.begin(), r.arguments.end());
      auto const run = invoke(arguments);
      CAPTURE(r.part);
      CAPTURE(run.err);
      CHECK(run.status == 2);
      CHECK(run.err.find(r.part) != std::string::npos);
    }
  }
}
