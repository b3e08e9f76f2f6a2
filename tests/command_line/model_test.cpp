// From a language to a model file, and what can be done with one.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"
#include "support/temporary_folder.hpp"

using ltlc::session::invoke;
using json = nlohmann::json;

namespace {

using ltlc::support::temporary_folder;

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("a regex is compiled, run, checked and exported") {
    temporary_folder const dir;
    auto const model = dir.file("ab.json");
    for (auto const* format : {"exact", "fp64", "fp32", "bf16", "fp16"}) {
      CAPTURE(format);
      auto const made =
          invoke({"compile", "--regex", "(ab)*", "-o", model, "--format", format, "--json"});
      CAPTURE(made.err);
      REQUIRE(made.status == 0);
      auto const size = json::parse(made.out);
      CHECK(size["layers"] == 2); // MOD below P
      for (auto const* key : {"heads", "width", "hidden", "scale"})
        CHECK(size.contains(key));

      auto const run = invoke({"run", model, "--word", "abab", "aba", "", "--json"});
      CAPTURE(run.err);
      REQUIRE(run.status == 0);
      CHECK(json::parse(run.out) ==
            json::parse(R"([{"word":"abab","accepted":true},{"word":"aba","accepted":false},)"
                        R"({"word":"","accepted":true}])"));
      CHECK(invoke({"run", model}, "ab\nb\n").out == "accepted  ab\nrejected  b\n");

      CHECK(invoke({"run", model, "--against", "--regex", "(ab)*", "--up-to", "9"}).status == 0);
      auto const differs =
          invoke({"run", model, "--against", "--regex", "(ab)*|aa", "--up-to", "9", "--json"});
      CHECK(differs.status == 1);
      CHECK(json::parse(differs.out)["counterexample"] == "aa");
    }
    auto const weights = invoke({"export", model, "--to", "json", "--format", "fp16"});
    REQUIRE(weights.status == 0);
    auto const document = json::parse(weights.out);
    CHECK(document["format"] == "ltlc-weights");
    CHECK(document["dtype"] == "fp16");
    CHECK(document["tokens"] == json::parse(R"(["<bos>","<eos>","a","b"])"));
    CHECK(document["readout"]["threshold"] == 0.5);
  }

  TEST_CASE("traces name what a coordinate means and rows of attention sum to one") {
    temporary_folder const dir;
    auto const model = dir.file("pa.json");
    REQUIRE(invoke({"compile", "--ltl", "P a", "--alphabet", "ab", "-o", model}).status == 0);
    auto const run = invoke({"run", model, "--word", "ba", "--trace", "--attention", "--json"});
    REQUIRE(run.status == 0);
    auto const entry = json::parse(run.out)[0];
    CHECK(entry["accepted"] == true);
    bool letter_seen = false;
    for (auto const& row : entry["trace"])
      if (row["meaning"] == "a" && row["layer"] == 0) {
        letter_seen = true;
        CHECK(row["values"] == json::parse(R"(["0","0","1","0"])"));
      }
    CHECK(letter_seen);
    REQUIRE(entry["attention"].size() == 1);
    // Query 3 is <eos>: it attends to the a at position 2.
    CHECK(entry["attention"][0]["rows"][3] == json::parse(R"(["0","0","1"])"));
    auto const text = invoke({"run", model, "--word", "ba", "--trace", "--attention"});
    CHECK(text.out.find("layer 1 head 1: past") != std::string::npos);
  }

  TEST_CASE("the trace of exported weights goes by numbers, and has the values of the model's") {
    temporary_folder const dir;
    auto const model = dir.file("y.json");
    auto const weights = dir.file("w.json");
    REQUIRE(invoke({"compile", "--ltl", "P a & Y b", "--alphabet", "ab", "-o", model, "--quiet"})
                .status == 0);
    REQUIRE(invoke({"export", model, "-o", weights, "--quiet"}).status == 0);
    auto const trace = [](std::string const& file) {
      auto const run = invoke({"run", file, "--word", "ab", "--trace", "--json"});
      REQUIRE(run.status == 0);
      return json::parse(run.out)[0]["trace"];
    };
    auto const named = trace(model);
    auto const numbered = trace(weights);
    auto const width = json::parse(std::ifstream(weights))["d_model"].get<std::size_t>();
    auto const layers = json::parse(std::ifstream(weights))["layers"].size();
    REQUIRE(numbered.size() == width * (layers + 1));
    CHECK_FALSE(named.empty());
    for (auto const& row : named) {
      auto const& same =
          numbered[row["layer"].get<std::size_t>() * width + row["coordinate"].get<std::size_t>()];
      CHECK(same["layer"] == row["layer"]);
      CHECK(same["coordinate"] == row["coordinate"]);
      CHECK(same["meaning"] == "");
      CHECK(same["values"] == row["values"]);
    }
    auto const text = invoke({"run", weights, "--word", "ab", "--trace", "--attention"});
    CHECK(text.out.find("layer  coordinate  <bos>  a") != std::string::npos);
    CHECK(text.out.find("\n0      0           1 ") != std::string::npos);
    CHECK(text.out.find("head 1: given\n") != std::string::npos);
    CHECK(invoke({"run", model, "--word", "ab", "--trace"}).out.find("coordinate  meaning") !=
          std::string::npos);
  }

  TEST_CASE("a key that is misspelt in a model is refused with line, column and the key meant") {
    temporary_folder const dir;
    std::ifstream file(LTLC_SOURCE_DIR "/examples/models/some_a.json");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    auto const at = text.find("\"rotary\"");
    text.insert(at, "\"atention\": \"leftmost\",\n     ");
    std::ofstream(dir.file("m.json")) << text;
    auto const run = invoke({"run", dir.file("m.json"), "--word", "a"});
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    auto const line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
    CHECK(run.err.find("m.json:" + std::to_string(line) +
                       ":6: error: key /layers/0/heads/0/atention: this key is not known") !=
          std::string::npos);
    CHECK(run.err.find("did you mean \"attention\"?") != std::string::npos);
  }

  TEST_CASE("a model's alphabet is not advised to be added to") {
    temporary_folder const dir;
    auto const model = dir.file("m.json");
    REQUIRE(invoke({"compile", "--ltl", "P a", "--alphabet", "ab", "-o", model}).status == 0);
    for (auto const* command : {"run", "prove"}) {
      std::vector<std::string> arguments{command, model};
      if (std::string(command) == "run") arguments.emplace_back("--against");
      auto foreign = arguments;
      foreign.insert(foreign.end(), {"--ltl", "P c"});
      auto const letter = invoke(foreign);
      CHECK(letter.status == 2);
      CHECK(letter.err.find("not in the alphabet {a, b}") != std::string::npos);
      CHECK(letter.err.find("the file fixes them") != std::string::npos);
      CHECK(letter.err.find("--alphabet") == std::string::npos);
      foreign.insert(foreign.end(), {"--alphabet", "abc"});
      auto const option = invoke(foreign);
      CHECK(option.status == 2);
      CHECK(option.err.find("not the alphabet of the file, {a, b}") != std::string::npos);
      CHECK(option.err.find("leave it out") != std::string::npos);
    }
    CHECK(invoke({"classify", "--ltl", "P c", "--alphabet", "ab"})
              .err.find("add it with --alphabet") != std::string::npos);
  }

  TEST_CASE("nothing that a file or an argument says reaches a terminal as an order") {
    temporary_folder const dir;
    auto const model = dir.file("m.json");
    REQUIRE(invoke({"compile", "--ltl", "P a", "--alphabet", "ab", "-o", model}).status == 0);
    auto document = json::parse(std::ifstream(model));
    std::string const orders = "\x1b[2J\n\u202e";
    document["meaning"][0][0] = orders;
    document["layers"][0]["heads"][0]["computes"] = orders;
    std::ofstream(model) << document.dump();
    auto const run = invoke({"run", model, "--word", "a", "--trace", "--attention"});
    REQUIRE(run.status == 0);
    CHECK(run.out.find("\\u{1b}[2J\\u{a}\\u{202e}") != std::string::npos);
    document["layers"][0]["heads"][0][orders] = 1;
    std::ofstream(model) << document.dump();
    auto const missing = invoke({"run", dir.file("no" + orders), "--word", "a"});
    for (auto const& out : {run.out, run.err, missing.err, invoke({"run", model}).err,
                            invoke({"classify", "--regex", "a\u202eb"}).err,
                            invoke({"classify", "--alphabet", "a\u202e", "--ltl", "P a"}).err}) {
      CHECK(out.find('\x1b') == std::string::npos);
      CHECK(out.find("\u202e") == std::string::npos);
    }
    CHECK(missing.err.find("\\u{1b}") != std::string::npos);
    CHECK(invoke({"run", model}).err.find("this key is not known") != std::string::npos);
  }

  TEST_CASE("a language outside the class is refused with its certificate") {
    temporary_folder const dir;
    auto const model = dir.file("parity.json");
    auto const parity =
        invoke({"compile", "--alphabet", "ab", "--regex", "(a|ba*b)*", "-o", model});
    CHECK(parity.status == 1);
    CHECK(parity.err.find("LTL[P,MOD]") != std::string::npos);
    CHECK(parity.err.find("→b→") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(model));
    auto const local = invoke({"compile", "--alphabet", "ab", "--regex", ".*a", "-o", model});
    CHECK(local.status == 1);
    CHECK(local.err.find("with Y") != std::string::npos);
    auto const since = invoke({"compile", "--ltl", "a S b", "-o", model});
    CHECK(since.status == 1);
  }

  TEST_CASE("what Y promises is written in the model") {
    temporary_folder const dir;
    auto const model = dir.file("y.json");
    auto const made = invoke({"compile", "--ltl", "Y a", "--alphabet", "ab", "-o", model,
                              "--format", "fp32", "--max-length", "100", "--json"});
    CAPTURE(made.err);
    REQUIRE(made.status == 0);
    CHECK(json::parse(made.out)["max_length"].get<int>() >= 100);
    CHECK(json::parse(made.out)["heads"] == 1);
    CHECK(invoke({"run", model, "--against", "--regex", ".*a", "--longest", "100"}).status == 0);
    auto const small =
        invoke({"compile", "--ltl", "Y a", "--alphabet", "ab", "-o", model, "--format", "bf16",
                "--max-length", "5000", "--offset", "single-pair"});
    CHECK(small.status == 1);
    auto const golden = invoke({"compile", "--ltl", "Y a", "--alphabet", "ab", "-o", model,
                                "--angle", "golden", "--max-length", "60"});
    CHECK(golden.status == 0);
    CHECK(invoke({"run", model, "--against", "--regex", ".*a", "--longest", "60"}).status == 0);
    auto const weights = invoke({"export", model});
    REQUIRE(weights.status == 0);
  }

  TEST_CASE("a Y^k that no promised word is long enough for bounds the promise") {
    temporary_folder const dir;
    for (auto const* formula : {"Y^3 a", "P(b & Y^3 a)", "!Y^4 true", "Y^3 a | P b"}) {
      CAPTURE(formula);
      auto const made = invoke({"compile", "--ltl", formula, "--alphabet", "ab", "-o",
                                dir.file("y.json"), "--max-length", "2", "--json"});
      REQUIRE(made.status == 0);
      CHECK(json::parse(made.out)["max_length"] == 2);
      CHECK(invoke({"run", dir.file("y.json"), "--against", "--ltl", formula}).status == 0);
    }
  }

  TEST_CASE("a device is written to as it is, and a folder is no file") {
    temporary_folder const dir;
    // Through a link, so that a mistake here would cost the link and not the device.
    std::filesystem::create_symlink("/dev/full", dir.file("full"));
    CHECK(invoke({"compile", "--regex", "(ab)*", "-o", dir.file("full")}).status == 2);
    CHECK(std::filesystem::is_character_file(dir.file("full")));
    std::filesystem::create_symlink(dir.file("target.json"), dir.file("link.json"));
    std::ofstream(dir.file("target.json")) << "old";
    CHECK(invoke({"compile", "--regex", "(ab)*", "-o", dir.file("link.json"), "--quiet"}).status ==
          0);
    CHECK(std::filesystem::is_symlink(dir.file("link.json")));
    CHECK(invoke({"run", dir.file("target.json"), "--word", "ab"}).out == "accepted  ab\n");
    CHECK(invoke({"classify", "--dfa", dir.path().string()}).status == 2);
  }

  TEST_CASE("a failed command leaves no file behind") {
    temporary_folder const dir;
    auto const run = invoke({"compile", "--regex", "(ab)*", "-o", dir.file("no/such/folder.json")});
    CHECK(run.status == 2);
    CHECK(std::filesystem::is_empty(dir.path()));
  }

  TEST_CASE("the same input gives the same bytes") {
    temporary_folder const dir;
    auto const read = [](std::string const& path) {
      std::ifstream file(path);
      return std::string(std::istreambuf_iterator<char>(file), {});
    };
    for (auto const* name : {"one.json", "two.json"})
      REQUIRE(invoke({"compile", "--regex", "(abab|bb)*", "--alphabet", "ab", "-o", dir.file(name)})
                  .status < 2);
    if (std::filesystem::exists(dir.file("one.json")))
      CHECK(read(dir.file("one.json")) == read(dir.file("two.json")));
    CHECK(invoke({"classify", "--regex", "(ab|ba)*"}).out ==
          invoke({"classify", "--regex", "(ab|ba)*"}).out);
  }

} // TEST_SUITE
