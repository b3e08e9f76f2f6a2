// What `export` writes beside the weights: the manifest, a rotated basis, TransformerLens's names.
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"
#include "interchange/schema_check.hpp"
#include "support/temporary_folder.hpp"

using ltlc::session::invoke;

namespace {

std::string bytes_of_file(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

nlohmann::json texts_of(std::string const& path) {
  auto const bytes = bytes_of_file(path);
  std::size_t length = 0;
  for (std::size_t i = 8; i-- > 0;)
    length = 256 * length + static_cast<unsigned char>(bytes[i]);
  return nlohmann::json::parse(bytes.substr(8, length)).at("__metadata__");
}

} // namespace

TEST_SUITE("command_line") {
  TEST_CASE("export writes the manifest, and the self-test beside the tensors") {
    ltlc::support::temporary_folder const dir;
    auto const model = dir.file("ab.json"), weights = dir.file("ab.safetensors"),
               circuit = dir.file("circuit.json");
    REQUIRE(invoke({"compile", "--regex", "(ab)*", "-o", model}).status == 0);
    REQUIRE(invoke({"export", model, "--to", "safetensors", "-o", weights, "--manifest", circuit})
                .status == 0);
    auto const manifest = nlohmann::json::parse(bytes_of_file(circuit));
    CHECK(ltlc::support::schema_check("circuit.schema.json").objection(manifest) == "");
    auto const texts = texts_of(weights);
    CHECK(nlohmann::json::parse(texts.at("circuit").get<std::string>()) == manifest);
    auto const words = nlohmann::json::parse(texts.at("self_test").get<std::string>());
    CHECK(words.at(0) == nlohmann::json::array({"", true, 0.5}));
    CHECK(words.at(1) == nlohmann::json::array({"a", false, 0.5}));
    CHECK(invoke({"run", weights, "--word", "abab"}).out == "accepted  abab\n");
    auto const nameless = invoke({"export", weights, "--manifest", circuit});
    CHECK(nameless.status == 2);
    CHECK(nameless.err.find("--manifest") != std::string::npos);
  }

  TEST_CASE(
      "export in a rotated basis: one seed, one file, the same verdicts, and what is refused") {
    ltlc::support::temporary_folder const dir;
    auto const model = dir.file("ab.json"), first = dir.file("1.safetensors"),
               again = dir.file("2.safetensors"), other = dir.file("3.safetensors");
    REQUIRE(invoke({"compile", "--regex", "(ab)*", "-o", model}).status == 0);
    auto const said =
        invoke({"export", model, "--to", "safetensors", "--rotate-basis", "7", "-o", first});
    REQUIRE(said.status == 0);
    CHECK(said.err.find("seed 7") != std::string::npos);
    CHECK(invoke({"export", model, "--rotate-basis", "-1"}).status == 2);
    CHECK(said.err.find("least margin") != std::string::npos);
    REQUIRE(invoke({"export", model, "--to", "safetensors", "--rotate-basis", "7", "-o", again,
                    "--quiet"})
                .err == "");
    REQUIRE(invoke({"export", model, "--to", "safetensors", "--rotate-basis", "8", "-o", other})
                .status == 0);
    CHECK(bytes_of_file(first) == bytes_of_file(again));
    CHECK(bytes_of_file(first) != bytes_of_file(other));
    CHECK(invoke({"run", first, "--against", "--regex", "(ab)*", "--up-to", "8"}).status == 0);
    auto const basis = nlohmann::json::parse(texts_of(first).at("basis").get<std::string>());
    CHECK(basis["seed"] == 7);
    CHECK(basis["orthogonality_error"] < 1e-13);
    auto const normed = dir.file("normed.json");
    REQUIRE(invoke({"compile", "--ltl", "P a", "--norm", "layer", "-o", normed}).status == 0);
    auto const refused = invoke({"export", normed, "--rotate-basis", "1"});
    CHECK(refused.status == 1);
    CHECK(refused.out == "");
    CHECK(refused.err.find("mean") != std::string::npos);
  }

  TEST_CASE("export under TransformerLens's names") {
    ltlc::support::temporary_folder const dir;
    auto const model = dir.file("ab.json"), lens = dir.file("lens.safetensors");
    REQUIRE(invoke({"compile", "--regex", "(ab)*", "-o", model}).status == 0);
    REQUIRE(invoke({"export", model, "--to", "transformer-lens", "-o", lens}).status == 0);
    auto const beside =
        nlohmann::json::parse(texts_of(lens).at("transformer_lens").get<std::string>());
    CHECK(beside["config"]["n_layers"] == 2);
    CHECK(beside["tokens"] == nlohmann::json::array({"<bos>", "<eos>", "a", "b"}));
    auto const hard = dir.file("hard.json");
    REQUIRE(invoke({"compile", "--ltl", "a S b", "--attention", "rightmost", "-o", hard}).status ==
            0);
    auto const refused = invoke({"export", hard, "--to", "transformer-lens"});
    CHECK(refused.status == 1);
    CHECK(refused.err.find("soft attention only") != std::string::npos);
  }

  TEST_CASE("export --prove: the file says what was proved, and the status too") {
    ltlc::support::temporary_folder const dir;
    auto const model = dir.file("ab.json"), weights = dir.file("ab.safetensors"),
               wrong = dir.file("wrong.json");
    REQUIRE(invoke({"compile", "--regex", "(ab)*", "-o", model}).status == 0);
    REQUIRE(invoke({"export", model, "--to", "safetensors", "-o", weights}).status == 0);
    auto const unproved = texts_of(weights);
    CHECK(unproved.at("format") == "pt");
    CHECK(unproved.at("class") == "LTL[P,MOD], SL");
    CHECK(unproved.at("proof") == "not proved");
    CHECK(unproved.at("certified_length") == "every length");
    auto const proved = invoke({"export", model, "--to", "safetensors", "--prove", "-o", weights});
    CHECK(proved.status == 0);
    CHECK(texts_of(weights).at("proof") == "proved for all words, in fp32");
    // Weights that say something else than the formula beside them.
    auto document = nlohmann::json::parse(bytes_of_file(model));
    document["formula"] = "P a";
    std::ofstream(wrong) << document.dump();
    auto const refuted = invoke({"export", wrong, "--to", "safetensors", "--prove", "-o", weights});
    CHECK(refuted.status == 1);
    CHECK(texts_of(weights).at("proof").get<std::string>().starts_with("refuted by the word"));
    CHECK(texts_of(weights).at("certified_length") == "unknown");
    CHECK(invoke({"export", model, "--prove", "-o", weights}).status == 2);
  }

  TEST_CASE("export to ONNX, by the program itself: same model, same bytes") {
    ltlc::support::temporary_folder const dir;
    auto const model = dir.file("ab.json");
    REQUIRE(invoke({"compile", "--regex", "(ab)*", "-o", model}).status == 0);
    // The module is found beside the program, so a program is started.
    auto const program = "\"" LTLC_PROGRAM "\" export " + model + " --to onnx --quiet -o ";
    for (auto const* name : {"1.onnx", "2.onnx"})
      REQUIRE(std::system((program + dir.file(name)).c_str()) == 0);
    auto const bytes = bytes_of_file(dir.file("1.onnx"));
    CHECK(bytes.size() > 1000);
    CHECK(bytes == bytes_of_file(dir.file("2.onnx")));
    CHECK(bytes.find("certified_length") != std::string::npos);
  }

  TEST_CASE("export: two documents never go to one place, and --json answers with one") {
    ltlc::support::temporary_folder const dir;
    auto const model = dir.file("ab.json"), weights = dir.file("ab.onnx");
    REQUIRE(invoke({"compile", "--regex", "(ab)*", "-o", model}).status == 0);
    CHECK(invoke({"export", model, "--manifest", weights, "-o", weights}).status == 2);
    CHECK(invoke({"export", model, "--manifest", dir.file("./ab.onnx"), "-o", weights}).status ==
          2);
    CHECK(invoke({"export", model, "--manifest", "-"}).status == 2);
    CHECK(invoke({"export", model, "--to", "safetensors", "--json"}).status == 2);
    CHECK(invoke({"export", model, "--json", "--manifest", "-", "-o", weights}).status == 2);
    auto const answer =
        invoke({"export", model, "--to", "safetensors", "--prove", "--json", "-o", weights});
    CHECK(answer.status == 0);
    auto const summary = nlohmann::json::parse(answer.out);
    CHECK(summary.at("bytes") == bytes_of_file(weights).size());
    CHECK(summary.at("proof") == "proved");
    CHECK(nlohmann::json::parse(invoke({"export", model, "--json"}).out).at("format") ==
          "ltlc-weights");
  }
}
