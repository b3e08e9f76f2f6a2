#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "interchange/random_model.hpp"
#include "ltlc/interchange/any_model.hpp"
#include "ltlc/interchange/model_json.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/interchange/weights_safetensors.hpp"

using namespace ltlc;

namespace {

// In fp16, so that their weights fit into every format.
std::vector<network::model> compiled_models() {
  lowering::options how;
  how.format = format::fp16;
  auto golden = how;
  golden.angle = exact::parse_angle("golden").value();
  golden.max_length = 8;
  return {support::model_of_formula("P(a & !P b)", how),
          support::model_of_formula("MOD(2,7) <-> P MOD(1,3)", how),
          support::model_of_formula("Y a | Y^2 b", golden), support::model_of_formula("true", how)};
}

void check_round_trips(network::model const& m, format::number_format const& f) {
  auto const expected = support::stored_model(m, f);
  auto const json = interchange::export_weights(m, f).value();
  auto const tensors = interchange::export_safetensors(m, f).value();
  auto const from_json = interchange::weights_from_json({"w.json", json});
  REQUIRE_MESSAGE(from_json.has_value(), from_json.error().message);
  CHECK(*from_json == expected);
  auto const from_tensors = interchange::weights_from_safetensors({"w", tensors});
  REQUIRE_MESSAGE(from_tensors.has_value(), from_tensors.error().message);
  CHECK(*from_tensors == expected);
  // What was read is written alike.
  auto const again = interchange::export_weights(*from_json, f).value();
  CHECK(interchange::weights_from_json({"w.json", again}).value() == expected);
  CHECK(interchange::export_safetensors(*from_tensors, f).value() ==
        interchange::export_safetensors(*from_json, f).value());
  for (auto const& text : {json, tensors, interchange::to_json(expected)})
    CHECK(interchange::any_model({"file", text}).value() == expected);
}

// The smallest document that names every kind of thing.
nlohmann::json small_document() {
  return nlohmann::json::parse(R"({"format": "ltlc-weights", "version": 1, "dtype": "fp16",
    "tokens": ["<bos>", "<eos>", "a"], "d_model": 2, "embedding": [[1, 0], [0, 0], [0.5, -2]],
    "positions": [{"dims": [0, 1], "table": [[0, 1], [0.25, 0]]}],
    "layers": [{"heads": [{"d_head": 2, "attention": "rightmost",
      "W_Q": [[1, 2], [3, 4]], "b_Q": [0, 1], "W_K": [[0, 0], [1, 1]], "b_K": [1, 1],
      "W_V": [[1, 0], [0, 1]], "b_V": [0, 0], "W_O": [[1, 1], [0, 0]],
      "rotary": [{"dims": [1, 0], "angle": 0.1}]}],
      "mlp": {"W_1": [], "b_1": [], "W_2": [[], []], "b_2": [0, 0.25]},
      "norm": {"kind": "rms", "eps": 0.125, "gain": [1, 1], "bias": [0, 0]}}],
    "readout": {"dim": 1, "threshold": 0.5}})");
}

struct refusal {
  std::string message;
  std::string at; // the text of the place
};

refusal refusal_of(nlohmann::json const& document) {
  auto const text = document.dump();
  auto const read = interchange::weights_from_json({"text", text});
  REQUIRE_FALSE(read);
  auto const where = read.error().where;
  return {read.error().message, text.substr(where.begin, where.end - where.begin)};
}

refusal refusal_with(std::string const& pointer, nlohmann::json const& value) {
  auto document = small_document();
  document[nlohmann::json::json_pointer(pointer)] = value;
  return refusal_of(document);
}

} // namespace

TEST_SUITE("interchange") {

  TEST_CASE("exported weights are read back as the rounded numbers, from JSON and safetensors") {
    for (auto const& m : compiled_models())
      for (auto const& f : format::formats())
        check_round_trips(m, f);
  }

  TEST_CASE(
      "so are the weights of random models with tables, positions, norms and hard attention") {
    support::random source(11);
    MESSAGE("seed 11");
    for (int i = 0; i < 100; ++i) {
      auto const& f = support::one_of(source, format::formats());
      check_round_trips(support::random_model(source, std::string(f.name), {1000, i % 2 == 0}), f);
    }
  }

  TEST_CASE("and in formats of other sizes and rules, each stored in a type that has its numbers") {
    support::random source(12);
    MESSAGE("seed 12");
    for (auto const* name : {"tf32", "fp8_e4m3", "fp8_e5m2", "fp8_e4m3+saturate", "fp16+ftz",
                             "fp16+ftz+saturate", "fp(5,-6,7)", "fp(40,-300,300)"}) {
      auto const f = format::find_format(name).value();
      for (int i = 0; i < 10; ++i)
        check_round_trips(support::random_model(source, name, {4, i % 2 == 0}), f);
    }
  }

  TEST_CASE("a format that saturates does not hide a weight past its greatest number") {
    auto m = support::model_of_formula("P a");
    auto const overflows = [&](int weight, std::string_view name) {
      m.layers[0].heads[0].b_Q[0] = exact::rational(weight);
      m.layers[0].heads[0].W_K = network::matrix(m.layers[0].heads[0].d_head(), m.width);
      return !interchange::export_weights(m, format::find_format(name).value());
    };
    CHECK_FALSE(overflows(65519, "fp16+saturate"));
    CHECK(overflows(65521, "fp16+saturate"));
    CHECK_FALSE(overflows(-464, "fp8_e4m3+saturate"));
    CHECK(overflows(-465, "fp8_e4m3+saturate"));
    CHECK_FALSE(overflows(464, "fp8_e4m3"));
    CHECK(overflows(465, "fp8_e4m3"));
  }

  TEST_CASE("a document by hand is the model it says") {
    auto const m = interchange::weights_from_json({"text", small_document().dump()}).value();
    CHECK(m.format == "fp16");
    CHECK(m.sigma.tokens() == std::vector<std::string>{"a"});
    CHECK_FALSE(m.max_length.has_value());
    CHECK(m.embedding.at(2, 0) == exact::scalar(exact::rational(1, 2)));
    CHECK(m.embedding.at(2, 1) == exact::scalar(-2));
    CHECK(m.positions[0].table ==
          std::vector<rotary::table_entry>{{0, 1}, {exact::rational(1, 4), 0}});
    auto const& h = m.layers[0].heads[0];
    CHECK(h.note.kind == network::head_kind::given);
    CHECK(h.attention == network::attention_kind::rightmost);
    CHECK(h.W_Q.at(1, 0) == exact::scalar(3));
    CHECK(h.rotary[0].first == 1);
    CHECK(h.rotary[0].step.radians == exact::rational(0.1));
    CHECK(h.rotary[0].step.radians != exact::rational(1, 10));
    CHECK(m.layers[0].mlp.hidden() == 0);
    CHECK(m.layers[0].norm->kind == network::norm_kind::rms);
    CHECK(m.layers[0].norm->eps == exact::rational(1, 8));
    CHECK(m.readout == 1);
    auto exactly = small_document();
    exactly["dtype"] = "exact";
    exactly["layers"][0]["mlp"]["b_2"][0] = 0.1;
    auto const e = interchange::weights_from_json({"text", exactly.dump()}).value();
    CHECK(e.scale == 1);
    CHECK(e.layers[0].mlp.b_2[0] == exact::scalar(exact::rational(0.1)));
  }

  TEST_CASE("the scale is the least power of two that is not below f_large") {
    for (auto const& f : format::formats()) {
      auto document = small_document();
      document["dtype"] = f.name;
      auto const m = interchange::weights_from_json({"text", document.dump()}).value();
      exact::rational const large(format::f_large(f));
      CHECK(m.scale >= large);
      CHECK(m.scale / 2 < large);
      CHECK((numerator(m.scale) & (numerator(m.scale) - 1)) == 0);
      CHECK(denominator(m.scale) == 1);
    }
  }

  TEST_CASE("a number that the dtype does not have is named with its place") {
    auto const bad = refusal_with("/layers/0/heads/0/W_Q/1/0", 0.1);
    CHECK(bad.message == "key /layers/0/heads/0/W_Q/1/0: 0.1 is not a number of fp16; "
                         "round it, to 0.0999755859375, or name a wider format");
    CHECK(bad.at == "0.1");
    CHECK(refusal_with("/layers/0/mlp/b_2/1", 70000).message ==
          "key /layers/0/mlp/b_2/1: 70000 is not a number of fp16; name a wider format");
    CHECK(refusal_with("/positions/0/table/1/0", 1e-9).at == "1e-09");
    CHECK(refusal_with("/layers/0/norm/eps", 1e-5).at == "1e-05");
    CHECK(refusal_with("/embedding/0/1", 2049).at == "2049");
  }

  TEST_CASE("what does not fit is refused at its place") {
    CHECK(refusal_with("/readout/threshold", 0.25).message ==
          "key /readout/threshold: the only threshold that this program reads is 0.5");
    CHECK(refusal_with("/layers/0/heads/0/W_Q/1", {1}).message.find("a row of 1 numbers") !=
          std::string::npos);
    CHECK(refusal_with("/layers/0/heads/0/W_Q", {{1, 2, 3}, {1, 2, 3}})
              .message.find("W_Q is 2 × 3") != std::string::npos);
    CHECK(refusal_with("/layers/0/heads/0/d_head", 3).message.find("b_Q has 2") !=
          std::string::npos);
    CHECK(refusal_with("/layers/0/heads/0/attention", "hard").at == "\"hard\"");
    CHECK(refusal_with("/layers/0/norm/kind", "batch").at == "\"batch\"");
    CHECK(refusal_with("/layers/0/norm/eps", -0.5).message.find("eps is negative") !=
          std::string::npos);
    CHECK(refusal_with("/tokens", {"a", "b", "c"}).message.find("<bos>") != std::string::npos);
    CHECK(refusal_with("/tokens", {"<bos>", "<eos>"}).message.find("letter") != std::string::npos);
    CHECK(refusal_with("/tokens", {"<bos>", "<eos>", "<bos>"}).message.find("/tokens") !=
          std::string::npos);
    CHECK(refusal_with("/dtype", "fp17").at == "\"fp17\"");
    CHECK(refusal_with("/version", 2).at == "2");
    CHECK(refusal_with("/readout/dim", 2).message.find("readout") != std::string::npos);
    CHECK(refusal_with("/d_model", 3).message.find("embedding is 3 × 2") != std::string::npos);
    CHECK(refusal_with("/layers/0/heads/0/rotary/0/table", {{1, 0}}).message.find("not both") !=
          std::string::npos);
    CHECK(refusal_with("/positions/0/table", nlohmann::json::array()).message.find("at least") !=
          std::string::npos);
    CHECK(refusal_with("/positions/0/table", {{1, 0, 0}}).message.find("two numbers") !=
          std::string::npos);
    CHECK(refusal_with("/positions/0/dims", {0, 2}).message.find("past the last") !=
          std::string::npos);
    auto without = small_document();
    without["layers"][0]["heads"][0]["rotary"][0].erase("angle");
    CHECK(refusal_of(without).message.find("\"table\" is missing") != std::string::npos);
    CHECK_FALSE(interchange::weights_from_json({"text", "[1e999]"}));
  }

  TEST_CASE("a shape that does not fit is shown at the matrix, not at the whole document") {
    CHECK(refusal_with("/embedding", {{1, 0}}).at == "[[1,0]]");
    CHECK(refusal_with("/layers/0/heads/0/W_O", {{7, 7}}).at == "[[7,7]]");
    CHECK(refusal_with("/layers/0/heads/0/b_V", {7}).at == "[7]");
    CHECK(refusal_with("/layers/0/mlp/W_1", {{7}}).at == "[[7]]");
    CHECK(refusal_with("/layers/0/mlp/b_2", {7}).at == "[7]");
    CHECK(refusal_with("/layers/0/norm/gain", {7}).at == "[7]");
    CHECK(refusal_with("/layers/0/norm/eps", -0.5).at == "-0.5");
    CHECK(refusal_with("/positions/0/dims", {0, 2}).at == "2");
    CHECK(refusal_with("/positions/0/dims", {0, 0}).message.find("in a pair already") !=
          std::string::npos);
    CHECK(refusal_with("/readout/dim", 2).at == "2");
    CHECK(refusal_with("/tokens", {"<bos>", "<eos>", "a", "a"}).message.find("/tokens/3") !=
          std::string::npos);
    CHECK(refusal_with("/tokens", {"<bos>", "<eos>", "a", "\u202e"}).at == "\"\u202e\"");
    CHECK(refusal_with("/format", "ltlc-dfa").at == "\"ltlc-dfa\"");
  }

  TEST_CASE("any value of a document replaced by nonsense is refused or harmless, never a crash") {
    std::vector<nlohmann::json> const nonsense = {nullptr,
                                                  -1,
                                                  1e300,
                                                  -5e-324,
                                                  "x",
                                                  "",
                                                  nlohmann::json::array(),
                                                  nlohmann::json::object(),
                                                  nlohmann::json::array({1, 2, 3}),
                                                  nlohmann::json::array({{1, 2}, {3}}),
                                                  true,
                                                  18446744073709551615u,
                                                  4294967296};
    auto const document = small_document();
    std::vector<std::string> pointers;
    auto const leaves = document.flatten();
    for (auto const& [pointer, value] : leaves.items())
      for (auto at = pointer; !at.empty(); at = at.substr(0, at.rfind('/')))
        pointers.push_back(at);
    std::size_t refused = 0;
    std::size_t held = 0;
    for (auto const& pointer : pointers)
      for (auto const& bad : nonsense) {
        auto damaged = document;
        damaged[nlohmann::json::json_pointer(pointer)] = bad;
        auto const text = damaged.dump();
        auto const read = interchange::weights_from_json({"text", text});
        if (!read) {
          ++refused;
          CHECK_FALSE(text::draw({"text", text}, read.error()).empty());
        } else {
          ++held;
          CHECK(network::malformed(*read).empty());
        }
      }
    MESSAGE(refused, " refused, ", held, " read");
    CHECK(refused > 2000);
    CHECK(held > 10);
  }

  TEST_CASE("a model that no table can hold is exported with its angle, which reads back exactly") {
    auto m = interchange::weights_from_json({"text", small_document().dump()}).value();
    auto const text = interchange::export_weights(m, format::fp16).value();
    auto const pair = nlohmann::json::parse(text)["layers"][0]["heads"][0]["rotary"][0];
    CHECK(pair["angle"].get<double>() == 0.1);
    CHECK_FALSE(pair.contains("table"));
    m.max_length = 3;
    auto const bounded = interchange::export_weights(m, format::fp16).value();
    CHECK(nlohmann::json::parse(bounded)["layers"][0]["heads"][0]["rotary"][0]["table"].size() ==
          5);
  }

  TEST_CASE("a table entry past the format's greatest number is an error that names the table") {
    auto m = interchange::weights_from_json({"text", small_document().dump()}).value();
    m.positions[0].table[1].sine = 70000;
    auto const text = interchange::export_weights(m, format::fp16);
    REQUIRE_FALSE(text);
    CHECK(std::get<interchange::weight_overflow>(text.error()).where == "positions/0/table");
    CHECK_FALSE(interchange::export_safetensors(m, format::fp16));
  }

  TEST_CASE("a file of another kind is refused with the kinds that there are") {
    auto const read = interchange::any_model({"file", R"({"format": "ltlc-dfa"})"});
    REQUIRE_FALSE(read);
    CHECK(read.error().message.find("ltlc-weights") != std::string::npos);
    CHECK_FALSE(interchange::any_model({"file", ""}));
    CHECK_FALSE(interchange::any_model({"file", "[]"}));
    CHECK_FALSE(interchange::any_model({"file.safetensors", "{}"}));
    CHECK_FALSE(interchange::any_model({"file", std::string(9, '\0')}));
  }

} // TEST_SUITE
