// ONNX's checker and shape inference take every graph of a model and refuse broken ones; what they
// took holds the numbers of the model.
#include <algorithm>
#include <cstring>
#include <map>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/interchange/onnx_model.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/lowering/compile.hpp"
#include "onnx/onnx_file.hpp"
#include "onnx/onnx_headers.hpp"
#include "support/formula_generator.hpp"
#include "support/small_model.hpp"

using namespace ltlc;

namespace {

network::model compiled(std::string const& text, lowering::options const& how = {}) {
  logic::formula_pool pool;
  auto const f = grammar::parse_formula({"test", text}, pool).value();
  return lowering::compile(f, support::alphabet_of("ab"), how, {}).value();
}

onnx::ModelProto read_back(std::string const& bytes) {
  onnx::ModelProto m;
  REQUIRE(m.ParseFromString(bytes));
  return m;
}

std::vector<double> numbers_of(onnx::TensorProto const& t) {
  std::vector<double> numbers;
  auto const& raw = t.raw_data();
  bool const wide = t.data_type() == onnx::TensorProto_DataType_DOUBLE;
  for (std::size_t at = 0; at < raw.size(); at += wide ? 8 : 4) {
    double d = 0;
    float f = 0;
    std::memcpy(wide ? static_cast<void*>(&d) : &f, raw.data() + at, wide ? 8 : 4);
    numbers.push_back(wide ? d : static_cast<double>(f));
  }
  return numbers;
}

// The numbers in a document of nested lists, row by row.
void flatten(nlohmann::json const& node, std::vector<double>& to) {
  if (node.is_number())
    to.push_back(node.get<double>());
  else
    for (auto const& part : node)
      flatten(part, to);
}

nlohmann::json const& place_of(nlohmann::json const& document, std::string const& name) {
  std::string path = "/" + name;
  std::replace(path.begin(), path.end(), '.', '/');
  return document.at(nlohmann::json::json_pointer(path));
}

} // namespace

TEST_SUITE("onnx") {

  TEST_CASE("the checker takes the graphs of random models, whose numbers are those exported") {
    support::random source(5);
    for (int i = 0; i < 60; ++i) {
      CAPTURE(i);
      auto const m = support::small_model(source);
      auto const& f = i % 2 == 0 ? format::fp64 : format::fp32;
      auto const graph = interchange::onnx_graph_of(m, f);
      REQUIRE(graph.has_value());
      auto const file = app::onnx_file(*graph, "ltlc", "1.2.3");
      REQUIRE(file.has_value());
      CHECK(app::onnx_file(*graph, "ltlc", "1.2.3") == file); // the same bytes
      auto const back = read_back(*file);
      CHECK(back.ir_version() == app::onnx_ir_version);
      CHECK(back.opset_import(0).version() == app::onnx_opset);
      CHECK(back.producer_version() == "1.2.3");
      auto const document = nlohmann::json::parse(interchange::export_weights(m, f).value());
      std::size_t compared = 0;
      for (auto const& tensor : back.graph().initializer()) {
        auto const& name = tensor.name();
        if (name != "embedding" && name.find(".W_") == std::string::npos &&
            name.find(".b_") == std::string::npos)
          continue;
        std::vector<double> expected;
        flatten(place_of(document, name.substr(0, name.find(".T"))), expected);
        CHECK(numbers_of(tensor) == expected);
        ++compared;
      }
      CHECK(compared >= 1 + m.layers.size());
    }
  }

  TEST_CASE("a broken graph is refused with what ONNX says of it") {
    auto const m = compiled("P a & MOD(1,2)");
    auto const whole = interchange::onnx_graph_of(m, format::fp32).value();
    REQUIRE(app::onnx_file(whole, "ltlc", "0").has_value());
    auto const refused = [](interchange::onnx_graph const& g) {
      auto const file = app::onnx_file(g, "ltlc", "0");
      return !file && !file.error().empty();
    };
    auto unknown_input = whole;
    unknown_input.nodes.back().inputs.front() = "nowhere";
    CHECK(refused(unknown_input));
    auto unknown_operator = whole;
    unknown_operator.nodes.front().op = "Shapes";
    CHECK(refused(unknown_operator));
    auto wrong_type = whole;
    for (auto& port : wrong_type.outputs)
      if (port.name == "accepts") port.type = interchange::onnx_type::int64;
    CHECK(refused(wrong_type));
    auto disordered = whole;
    std::swap(disordered.nodes.front(), disordered.nodes.back());
    CHECK(refused(disordered));
    auto wrong_shape = whole;
    for (auto& c : wrong_shape.constants)
      if (c.name == "embedding") c.shape = {c.shape[1], c.shape[0] + 1};
    CHECK(refused(wrong_shape));
  }

  TEST_CASE("metadata says what the model is, and what is added to it") {
    auto const m = compiled("P a & MOD(1,2)");
    auto const graph =
        interchange::onnx_graph_of(m, format::fp32, {{"proof", "proved for all words"}}).value();
    std::map<std::string, std::string> const metadata(graph.metadata.begin(), graph.metadata.end());
    CHECK(metadata.at("format") == "onnx");
    CHECK(metadata.at("dtype") == "fp32");
    CHECK(metadata.at("formula") == m.formula);
    CHECK(metadata.at("proof") == "proved for all words");
    CHECK(nlohmann::json::parse(metadata.at("tokens")) ==
          nlohmann::json::array({"<bos>", "<eos>", "a", "b"}));
    CHECK(metadata.at("max_length") == "null");
    CHECK(nlohmann::json::parse(metadata.at("coordinates")).size() == m.layers.size() + 1);
  }

  TEST_CASE("a rotation without a period has no graph for every length") {
    lowering::options golden;
    golden.angle = exact::angle{0, 0, 1};
    golden.format = format::fp32;
    golden.max_length = 20;
    auto m = compiled("Y a", golden);
    CHECK(interchange::onnx_graph_of(m, format::fp32).has_value()); // up to its length
    m.max_length.reset();
    auto const graph = interchange::onnx_graph_of(m, format::fp32);
    REQUIRE_FALSE(graph.has_value());
    CHECK(std::holds_alternative<interchange::endless_table>(graph.error()));
  }
}
