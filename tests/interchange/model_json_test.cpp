#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <fstream>

#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/interchange/model_json.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/lowering/compile.hpp"

#include "interchange/random_model.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;

namespace {

network::model compiled(std::string const& text, lowering::options const& how = {}) {
  logic::formula_pool pool;
  auto const f = grammar::parse_formula({"formula", text}, pool).value();
  return lowering::compile(f, support::alphabet_of("ab"), how, {}).value();
}

} // namespace

TEST_SUITE("interchange") {

  TEST_CASE("a model written as JSON is read back equal") {
    lowering::options golden;
    golden.angle = exact::parse_angle("golden").value();
    golden.max_length = 20;
    lowering::options radians;
    radians.angle = exact::parse_angle("5/2").value();
    radians.max_length = 20;
    for (auto const& m : {compiled("P(a & !P b)"), compiled("MOD(2,7) <-> P MOD(1,3)"),
                          compiled("Y a | Y^3 b", golden), compiled("P(b & Y a)", radians),
                          compiled("true"), compiled("a -> Y^2(a & P b)")}) {
      auto const text = interchange::to_json(m);
      auto const again = interchange::model_from_json({"text", text});
      REQUIRE_MESSAGE(again.has_value(), again.error().message);
      CHECK(*again == m);
      CHECK(interchange::to_json(*again) == text);
    }
  }

  TEST_CASE("models with tables, positions, norms, hard attention and notes are read back equal") {
    support::random source(21);
    MESSAGE("seed 21");
    std::size_t with_norm = 0;
    for (int i = 0; i < 200; ++i) {
      auto m = support::random_model(source, "fp32", {1000, false});
      for (auto& l : m.layers) {
        if (l.norm) ++with_norm;
        for (auto& h : l.heads) {
          h.note.lowering =
              support::below(source, 2) == 0 ? "" : "comb of 4 pairs: the least scale";
          h.note.scale = support::below(source, 2) == 0 ? "" : "12.5";
          h.note.error = support::below(source, 2) == 0 ? "" : "1e-3";
        }
      }
      auto const text = interchange::to_json(m);
      auto const again = interchange::model_from_json({"text", text});
      REQUIRE_MESSAGE(again.has_value(), again.error().message);
      CHECK(*again == m);
      CHECK(interchange::to_json(*again) == text);
    }
    CHECK(with_norm > 20);
  }

  TEST_CASE("a file from before there were tables and norms reads and is written as it was") {
    for (auto const* name : {"offset.json", "past_mod.json"}) {
      std::ifstream file(std::string(LTLC_SOURCE_DIR "/tests/fuzz/corpus/model_json/") + name,
                         std::ios::binary);
      std::string const text((std::istreambuf_iterator<char>(file)), {});
      auto const m = interchange::model_from_json({name, text});
      REQUIRE(m.has_value());
      CHECK(interchange::to_json(*m) == text);
    }
  }

  TEST_CASE("a table in place of a step, and what may not stand beside it") {
    auto document = nlohmann::json::parse(interchange::to_json(compiled("MOD(2,3)")));
    auto& pair = document["layers"][0]["heads"][0]["rotary"][0];
    auto const read = [&] { return interchange::model_from_json({"text", document.dump()}); };
    auto const message = [&] {
      auto const m = read();
      REQUIRE_FALSE(m);
      return m.error().message;
    };
    pair["table"] = nlohmann::json::parse(R"([["1", "0"], ["-1/2", "1/3"]])");
    CHECK(message().find("not both") != std::string::npos);
    pair.erase("step");
    auto const m = read();
    REQUIRE_MESSAGE(m.has_value(), m.error().message);
    CHECK(
        m->layers[0].heads[0].rotary[0].table ==
        std::vector<rotary::table_entry>{{1, 0}, {exact::rational(-1, 2), exact::rational(1, 3)}});
    pair["table"] = nlohmann::json::array();
    CHECK(message().find("at least one row") != std::string::npos);
    pair["table"] = nlohmann::json::parse(R"([["1", "0", "0"]])");
    CHECK(message().find("cosine, sine") != std::string::npos);
    pair["table"] = nlohmann::json::parse("[[1, 0]]");
    CHECK(message().find("expected a string") != std::string::npos);
    pair.erase("table");
    CHECK(message().find("\"step\" is missing") != std::string::npos);
  }

  TEST_CASE("any value of a model replaced by nonsense is refused or harmless, never a crash") {
    auto m = compiled("MOD(2,3) & P a");
    auto& head = m.layers[0].heads[0];
    head.attention = network::attention_kind::average;
    head.note.lowering = "as a test wants it";
    m.positions = {{0, 1, {}, {{1, 0}, {exact::rational(1, 2), 0}}}};
    m.layers[0].norm = {network::norm_kind::rms, exact::rational(1, 8), network::vector(m.width),
                        network::vector(m.width, exact::scalar(1))};
    auto const document = nlohmann::json::parse(interchange::to_json(m));
    std::vector<nlohmann::json> const nonsense = {nullptr,
                                                  -1,
                                                  1e300,
                                                  "x",
                                                  "1/0",
                                                  "-",
                                                  "99999999999999999999",
                                                  nlohmann::json::array(),
                                                  nlohmann::json::object(),
                                                  nlohmann::json::array({1, 2, 3}),
                                                  true,
                                                  4294967296};
    std::size_t refused = 0;
    auto const leaves = document.flatten();
    for (auto const& [pointer, value] : leaves.items())
      for (auto const& bad : nonsense) {
        auto damaged = document;
        damaged[nlohmann::json::json_pointer(pointer)] = bad;
        auto const read = interchange::model_from_json({"text", damaged.dump()});
        if (!read)
          ++refused;
        else
          CHECK(network::malformed(*read).empty());
      }
    CHECK(refused > 1000);
  }

  TEST_CASE("a misspelt angle, an entry given twice and a zero byte are refused at their place") {
    auto const text = interchange::to_json(compiled("MOD(2,3)"));
    auto const damaged = [&](std::string const& from, std::string const& to) {
      auto copy = text;
      auto const at = copy.find(from);
      REQUIRE(at != std::string::npos);
      copy.replace(at, from.size(), to);
      auto const read = interchange::model_from_json({"text", copy});
      REQUIRE_FALSE(read);
      return std::pair(read.error().message, text::locate(copy, read.error().where.begin).line);
    };
    auto const line_of = [&](std::string const& what) {
      return text::locate(text, text.find(what)).line;
    };
    auto const [turn, turn_line] = damaged("\"turns\": \"1/3\"\n", "\"turn\": \"1/3\"\n");
    CHECK(turn.find("/turn: this key is not known") != std::string::npos);
    CHECK(turn_line > 1);
    auto const [width, width_line] = damaged("\"width\": 2", "\"width\": \"2\"");
    CHECK(width.find("key /width") == 0);
    CHECK(width_line == line_of("\"width\""));
    damaged("\"readout\"", std::string("\0\"readout\"", 10));
    auto twice = nlohmann::json::parse(text);
    auto& entries = twice["embedding"]["entries"];
    entries.push_back(entries[0]);
    CHECK_FALSE(interchange::model_from_json({"text", twice.dump()}));
  }

  TEST_CASE("a shape that does not fit is shown where it stands") {
    auto const document = nlohmann::json::parse(interchange::to_json(compiled("Y a & MOD(2,3)")));
    auto const refused_at = [&](std::string const& pointer, nlohmann::json const& value) {
      auto damaged = document;
      damaged[nlohmann::json::json_pointer(pointer)] = value;
      auto const text = damaged.dump(1);
      auto const read = interchange::model_from_json({"text", text});
      REQUIRE_FALSE(read);
      auto const where = read.error().where;
      CHECK(read.error().message.find("key " + pointer) == 0);
      return nlohmann::json::parse(text.substr(where.begin, where.end - where.begin)) == value;
    };
    nlohmann::json const matrix = {{"rows", 1}, {"cols", 77}, {"entries", nlohmann::json::array()}};
    nlohmann::json const vector = {{"size", 77}, {"entries", nlohmann::json::array()}};
    CHECK(refused_at("/embedding", matrix));
    for (auto const* key : {"W_Q", "W_K", "W_V", "W_O"})
      CHECK(refused_at(std::string("/layers/0/heads/0/") + key, matrix));
    for (auto const* key : {"b_K", "b_V"})
      CHECK(refused_at(std::string("/layers/0/heads/0/") + key, vector));
    CHECK(refused_at("/layers/0/mlp/W_1", matrix));
    CHECK(refused_at("/layers/0/mlp/b_2", vector));
    CHECK(refused_at("/readout", 77));
    CHECK(refused_at("/meaning/0", {"x"}));
    CHECK(refused_at("/meaning", nlohmann::json::array({document["meaning"][0]})));
    CHECK(refused_at("/layers/0/heads/0/rotary/0/dims/1", 99));
    CHECK(refused_at("/alphabet/1", "a"));
  }

  TEST_CASE("a term's coefficient has no place in the step of a pair") {
    auto document = nlohmann::json::parse(interchange::to_json(compiled("MOD(2,3)")));
    document["layers"][0]["heads"][0]["rotary"][0]["step"]["coefficient"] = "2";
    auto const read = interchange::model_from_json({"text", document.dump()});
    REQUIRE_FALSE(read);
    CHECK(read.error().message.find("/step/coefficient: this key is not known") !=
          std::string::npos);
  }

  TEST_CASE("exported numbers are the correctly rounded exact weights") {
    auto const m = compiled("MOD(2,7)");
    for (auto const& f : format::formats()) {
      auto const text = interchange::export_weights(m, f);
      REQUIRE(text.has_value());
      auto const document = nlohmann::json::parse(*text);
      auto const& head = document["layers"][0]["heads"][0];
      auto const& exact_head = m.layers[0].heads[0];
      for (std::size_t d = 0; d < exact_head.d_head(); ++d)
        CHECK(head["b_Q"][d].get<double>() == format::round(f, exact_head.b_Q[d]));
      REQUIRE(head["rotary"][0]["table"].size() == 7);
      for (std::uint64_t i = 0; i < 7; ++i) {
        auto const r = rotary::rotation(f, exact_head.rotary[0], i);
        CHECK(head["rotary"][0]["table"][i][0].get<double>() == r.cosine);
        CHECK(head["rotary"][0]["table"][i][1].get<double>() == r.sine);
      }
      CHECK(document["embedding"].size() == 4);
      CHECK(document["embedding"][0].size() == m.width);
    }
  }

  TEST_CASE("a weight past the format's greatest number is an error that names it") {
    auto m = compiled("P a");
    m.layers[0].heads[0].b_Q[0] = exact::rational("100000");
    auto const text = interchange::export_weights(m, format::fp16);
    REQUIRE_FALSE(text);
    CHECK(std::get<interchange::weight_overflow>(text.error()).where == "layers/0/heads/0/b_Q");
  }

} // TEST_SUITE
