// Every key of a model's file is known to the reader and to the schema, and nothing else passes.
#include <filesystem>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "interchange/random_model.hpp"
#include "interchange/schema_check.hpp"
#include "ltlc/interchange/any_model.hpp"
#include "ltlc/interchange/model_json.hpp"
#include "ltlc/interchange/safetensors.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/interchange/weights_safetensors.hpp"

using namespace ltlc;
using nlohmann::json;

namespace {

// Everything a model can have, so that every object and every key of both forms occurs.
network::model full_model() {
  support::random source(31);
  network::model m;
  auto const is_full = [&] {
    if (m.layers.size() < 2 || m.width < 3 || m.positions.empty()) return false;
    auto const& l = m.layers[1];
    if (!l.norm || l.heads.empty() || l.mlp.hidden() == 0) return false;
    auto const& h = l.heads[0];
    return h.d_head() > 1 && h.attention != network::attention_kind::soft;
  };
  while (!is_full())
    m = support::random_model(source, "fp16", {20, true});
  m.formula = "P a";
  m.positions[0] = {0, 1, {}, {{1, 0}, {exact::rational(1, 2), 0}}};
  auto& h = m.layers[1].heads[0];
  h.rotary = {{0, 1, exact::angle{exact::rational(1, 7), 0, exact::rational(1, 2)}}};
  h.note = {network::head_kind::given, "P a", "1", 9, "by hand", "2", "0.5"};
  h.W_Q.at(0, 0) = exact::cosine({exact::rational(1, 7), 0, 0});
  m.meaning.assign(m.layers.size() + 1, std::vector<std::string>(m.width, "x"));
  return m;
}

struct form {
  char const* schema;
  json document;
};

std::vector<form> both_forms() {
  auto const m = full_model();
  auto weights = json::parse(interchange::export_weights(m, format::fp16).value());
  json pair = {{"dims", {0, 1}}, {"angle", 0.1}};
  weights["layers"][1]["heads"][0]["rotary"][0] = pair;
  return {{"model.schema.json", json::parse(interchange::to_json(m))},
          {"weights.schema.json", weights}};
}

// The pointers of all objects, the document itself first.
void collect_objects(json const& value, json::json_pointer const& at,
                     std::vector<json::json_pointer>& all) {
  if (value.is_object()) {
    all.push_back(at);
    for (auto const& [name, member] : value.items())
      collect_objects(member, at / name, all);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i)
      collect_objects(value[i], at / i, all);
  }
}

std::vector<json::json_pointer> objects_of(json const& document) {
  std::vector<json::json_pointer> all;
  collect_objects(document, json::json_pointer(), all);
  return all;
}

struct key_refusal {
  std::string message;
  std::string at; // the text of the place
};

key_refusal refusal_of_key(json const& document) {
  auto const text = document.dump(2);
  auto const read = interchange::any_model({"text", text});
  REQUIRE_FALSE(read);
  auto const where = read.error().where;
  return {read.error().message, text.substr(where.begin, where.end - where.begin)};
}

void swap_letters(std::string& name) {
  for (std::size_t i = 1; i < name.size(); ++i)
    if (name[i] != name[i - 1]) {
      std::swap(name[i], name[i - 1]);
      return;
    }
}

} // namespace

TEST_SUITE("interchange") {

  TEST_CASE("a key that no object of a model has is refused where it stands, in every object") {
    for (auto const& f : both_forms()) {
      support::schema_check const schema(f.schema);
      CAPTURE(f.schema);
      REQUIRE(interchange::any_model({"text", f.document.dump()}).has_value());
      CHECK(schema.objection(f.document) == "");
      auto const objects = objects_of(f.document);
      CHECK(objects.size() > 10);
      for (auto const& at : objects) {
        auto document = f.document;
        document[at]["zzzz/~zz"] = 1;
        CAPTURE(at.to_string());
        auto const refused = refusal_of_key(document);
        CHECK(
            refused.message.find(at.to_string() + "/zzzz~1~0zz: this key is not known; the keys") !=
            std::string::npos);
        CHECK(refused.at == "\"zzzz/~zz\"");
        CHECK(schema.objection(document) != "");
      }
    }
  }

  TEST_CASE("a key that is misspelt is refused with the key that was meant") {
    std::size_t tried = 0;
    for (auto const& f : both_forms())
      for (auto const& at : objects_of(f.document))
        for (auto const& [name, value] : f.document[at].items()) {
          if (name.size() < 3) continue;
          auto misspelt = name;
          swap_letters(misspelt);
          auto document = f.document;
          document[at][misspelt] = value;
          CAPTURE(misspelt);
          auto const refused = refusal_of_key(document);
          CHECK(refused.message.find("did you mean \"" + name + "\"?") != std::string::npos);
          CHECK(refused.at == "\"" + misspelt + "\"");
          ++tried;
        }
    CHECK(tried > 100);
    auto weights = both_forms()[1].document;
    weights["layers"][1]["heads"][0]["atention"] = "leftmost";
    CHECK(refusal_of_key(weights).message.find("did you mean \"attention\"?") != std::string::npos);
  }

  TEST_CASE("a comment may stand in any object and changes nothing") {
    for (auto const& f : both_forms()) {
      support::schema_check const schema(f.schema);
      auto const plain = interchange::any_model({"text", f.document.dump()}).value();
      for (auto const& at : objects_of(f.document))
        for (json const& comment : {json("text"), json(nullptr), json{{"format", {1, "x"}}}}) {
          auto document = f.document;
          document[at]["comment"] = comment;
          CAPTURE(at.to_string());
          CHECK(interchange::any_model({"text", document.dump()}).value() == plain);
          CHECK(schema.objection(document) == "");
        }
    }
  }

  TEST_CASE("what a reader takes the schema takes, whatever value is replaced") {
    std::vector<json> const values = {nullptr,        -1,        0.5,  "x", "1/2", json::array(),
                                      json::object(), {1, 2, 3}, true, 2,   "soft"};
    std::size_t read = 0;
    std::size_t refused = 0;
    for (auto const& f : both_forms()) {
      support::schema_check const schema(f.schema);
      for (auto const& at : objects_of(f.document))
        for (auto const& [name, old] : f.document[at].items())
          for (auto const& value : values) {
            auto document = f.document;
            document[at][name] = value;
            if (!interchange::any_model({"text", document.dump()})) {
              ++refused;
              continue;
            }
            ++read;
            std::string const key = name;
            CAPTURE(at.to_string());
            CAPTURE(key);
            CHECK(schema.objection(document) == "");
          }
    }
    MESSAGE(read, " documents read, ", refused, " refused");
    CHECK(read > 30);
    CHECK(refused > 1000);
  }

  TEST_CASE("null stands for nothing but a length and a norm") {
    for (auto const* key : {"attention", "rotary", "d_head"}) {
      for (auto const& f : both_forms()) {
        auto document = f.document;
        document["layers"][1]["heads"][0][key] = nullptr;
        CHECK(refusal_of_key(document).at == "null");
      }
    }
    for (auto const& f : both_forms()) {
      auto document = f.document;
      document["positions"] = nullptr;
      CHECK(refusal_of_key(document).at == "null");
      document = f.document;
      document["max_length"] = nullptr;
      document["layers"][1]["norm"] = nullptr;
      CHECK(interchange::any_model({"text", document.dump()}).has_value());
    }
  }

  TEST_CASE("d_head is what the shapes say, in both forms") {
    for (auto const& f : both_forms()) {
      auto document = f.document;
      document["layers"][1]["heads"][0]["d_head"] = 77;
      auto const refused = refusal_of_key(document);
      CHECK(refused.message.find("/layers/1/heads/0/d_head: b_Q has") != std::string::npos);
      CHECK(refused.at == "77");
    }
  }

  TEST_CASE("all that the project writes and shows follows the schemas") {
    support::schema_check const models("model.schema.json");
    support::schema_check const weights("weights.schema.json");
    support::random source(32);
    MESSAGE("seed 32");
    for (int i = 0; i < 100; ++i) {
      auto const m = support::random_model(source, "fp32", {1000, false});
      CHECK(models.objection(json::parse(interchange::to_json(m))) == "");
      if (auto const text = interchange::export_weights(m, format::fp32))
        CHECK(weights.objection(json::parse(*text)) == "");
    }
    for (auto const* text : {"P(a & !P b)", "MOD(2,7) <-> P MOD(1,3)", "Y a | Y^2 b", "a S b"}) {
      lowering::options how;
      how.attention = network::attention_kind::rightmost;
      auto const m = support::model_of_formula(text, how);
      CHECK(models.objection(json::parse(interchange::to_json(m))) == "");
      CHECK(weights.objection(json::parse(interchange::export_weights(m, format::fp32).value())) ==
            "");
    }
    std::size_t files = 0;
    for (auto const* folder :
         {"/examples/models", "/tests/fuzz/corpus/weights_json", "/tests/fuzz/corpus/model_json"})
      for (auto const& entry :
           std::filesystem::directory_iterator(std::string(LTLC_SOURCE_DIR) + folder)) {
        if (entry.path().extension() != ".json") continue;
        auto const document = json::parse(std::ifstream(entry.path()), nullptr, false);
        bool const is_model = !document.is_discarded() && document.contains("format");
        if (!is_model) continue;
        CAPTURE(entry.path().string());
        auto const read = interchange::any_model({"file", document.dump()});
        if (std::string_view(folder) == "/examples/models") REQUIRE(read.has_value());
        if (!read) continue;
        ++files;
        auto const& schema = document["format"] == "ltlc-model" ? models : weights;
        CHECK(schema.objection(document) == "");
      }
    CHECK(files >= 6);
  }

  TEST_CASE("an export of exported weights is the same file, formula and all") {
    auto const m = full_model();
    auto const first = interchange::export_weights(m, format::fp16).value();
    auto const read = interchange::any_model({"file", first}).value();
    CHECK(read.formula == "P a");
    CHECK(interchange::export_weights(read, format::fp16).value() == first);
    auto const tensors = interchange::export_safetensors(read, format::fp16).value();
    CHECK(interchange::any_model({"file", tensors}).value() == read);
  }

  TEST_CASE("metadata of a safetensors file that speaks of its tensors too is refused") {
    auto const bytes = interchange::export_safetensors(full_model(), format::fp16).value();
    text::source const file{"w", bytes};
    auto const container = interchange::read_tensor_file(file).value();
    auto const refused = [&](std::string const& object, std::string const& key, json const& value) {
      auto document = json::parse(container.metadata.at("ltlc"));
      document[json::json_pointer(object)][key] = value;
      auto header = json::parse(bytes.substr(8, container.header.end - 8));
      header["__metadata__"]["ltlc"] = document.dump();
      auto const text = header.dump();
      std::string written;
      for (std::size_t i = 0, n = text.size(); i < 8; ++i, n /= 256)
        written.push_back(static_cast<char>(n % 256));
      written += text + bytes.substr(container.header.end);
      auto const read = interchange::any_model({"w", written});
      REQUIRE_FALSE(read);
      auto const where = read.error().where;
      return key_refusal{read.error().message,
                         written.substr(where.begin, where.end - where.begin)};
    };
    CHECK(
        refused("", "embedding", {{1}}).message.find("/embedding: this is a tensor of the file") !=
        std::string::npos);
    CHECK(refused("", "embedding", {{1}}).at == "[[1]]");
    for (auto const* key : {"W_Q", "b_Q", "W_K", "b_K", "W_V", "b_V", "W_O"})
      CHECK(refused("/layers/1/heads/0", key, json::array()).message.find("tensor of the file") !=
            std::string::npos);
    CHECK(refused("/layers/1/mlp", "b_1", json::array()).at == "[]");
    CHECK(refused("/layers/1/norm", "gain", json::array()).at == "[]");
    CHECK(refused("/positions/0", "table", json::array()).at == "[]");
    CHECK(refused("/positions/0", "angle", 1).message.find("belongs") == std::string::npos);
    CHECK(refused("/positions/0", "angle", 1).message.find("no part of the model has the tensor") !=
          std::string::npos);
    // A place inside the document is that of the string in the file, escapes and all.
    CHECK(refused("/layers/1/heads/0", "atention", "hard").at == "\\\"atention\\\"");
    CHECK(refused("/layers/1/heads/0", "attention", nullptr).at == "null");
    CHECK(refused("/layers/1/heads/0", "d_head", 99).at == "99");
  }

} // TEST_SUITE
