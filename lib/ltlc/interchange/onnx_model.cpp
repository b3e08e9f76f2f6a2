#include "ltlc/interchange/onnx_model.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include <nlohmann/json.hpp>

#include "ltlc/interchange/stored_type.hpp"
#include "ltlc/interchange/weights_writer.hpp"

namespace ltlc::interchange {

namespace {

using json = nlohmann::ordered_json;
using names = std::vector<std::string>;

// What one protocol buffer may hold, less what names and nodes need.
constexpr std::uint64_t max_number_bytes = 2'000'000'000;

std::string in(std::string const& path, char const* key) {
  return tensor_name(path, key);
}

onnx_attribute axis(std::int64_t number) {
  return {"axis", number};
}

// The rows of a graph are those of the tokens and, after them, one of <eos> for every prefix: row
// length + i stands at position i + 1. Keys and values are the tokens' rows only.
class graph_writer {
public:
  graph_writer(json const& document, std::map<std::string, tensor> const& tensors, onnx_type number)
      : document_(document), tensors_(tensors), number_(number) {}

  onnx_graph graph();

private:
  // The names of cosines and sines by row and dimension, and of what is done with them.
  struct rotation {
    std::string cosine, sine, partner;
  };

  std::string node(char const* op, names inputs, std::string output,
                   std::vector<onnx_attribute> attributes = {}) {
    graph_.nodes.push_back({op, std::move(inputs), {output}, std::move(attributes)});
    return output;
  }
  // Cuts rows in two halves, those of the tokens and those of <eos>.
  std::pair<std::string, std::string> halves(std::string const& rows, std::string const& first,
                                             std::string const& second, std::int64_t along) {
    graph_.nodes.push_back({"Split", {rows}, {first, second}, {axis(along)}});
    return {first, second};
  }
  std::string constant(std::string name, onnx_type type, std::vector<std::int64_t> shape,
                       std::vector<double> values) {
    graph_.constants.push_back({name, type, std::move(shape), std::move(values)});
    return name;
  }
  std::string number(std::string name, double value) {
    return constant(std::move(name), number_, {}, {value});
  }
  std::string tensor_of(std::string const& name);
  void output(std::string name, onnx_type type, std::vector<onnx_dimension> shape,
              std::string says) {
    graph_.outputs.push_back({std::move(name), type, std::move(shape), std::move(says)});
  }

  void begin();
  std::string turns(json const& pairs, std::string const& path, std::size_t dimensions);
  std::string embedded();
  rotation rotation_of(json const& pairs, std::string const& path, std::size_t dimensions);
  std::string placed(std::string const& z, rotation const& r, std::string const& output);
  std::string affine(std::string const& x, std::string const& path, char const* matrix,
                     char const* bias, std::string const& output);
  std::string attention(std::string const& scores, std::string const& kind,
                        std::string const& path);
  std::string head(json const& h, std::string const& path, std::string const& rows,
                   std::string const& tokens, names& weights);
  std::string layer(json const& l, std::size_t index, std::string const& rows,
                    std::string const& tokens);
  std::string mlp(std::string const& path, std::string const& y);
  std::string norm(json const& n, std::string const& path, std::string x);
  void attention_outputs(std::size_t index, names const& weights);
  std::pair<std::string, std::string> residual_outputs(std::size_t index, std::string const& rows);
  void verdicts(std::string const& end_rows);

  json const& document_;
  std::map<std::string, tensor> const& tensors_;
  onnx_type number_;
  onnx_graph graph_;
};

std::string graph_writer::tensor_of(std::string const& name) {
  auto const& t = tensors_.at(name);
  return constant(name, number_, {t.shape.begin(), t.shape.end()}, t.values);
}

void graph_writer::begin() {
  graph_.inputs.push_back({"tokens",
                           onnx_type::int64,
                           {std::string("batch"), std::string("length")},
                           "<bos>, then letters; ids are places in the metadata's \"tokens\""});
  constant("zero", onnx_type::int64, {}, {0});
  constant("one", onnx_type::int64, {}, {1});
  constant("axis.first", onnx_type::int64, {1}, {0});
  constant("axis.second", onnx_type::int64, {1}, {1});
  constant("axis.last", onnx_type::int64, {1}, {-1});
  constant("eos", onnx_type::int64, {1, 1}, {1});
  number("no_weight", 0);
  number("unseen", -HUGE_VAL);
  node("Shape", {"tokens"}, "tokens.shape");
  node("Gather", {"tokens.shape", "one"}, "length", {axis(0)});
  node("Expand", {"eos", "tokens.shape"}, "ends");
  node("Concat", {"tokens", "ends"}, "rows", {axis(1)});
  node("Range", {"zero", "length", "one"}, "positions.tokens");
  node("Add", {"positions.tokens", "one"}, "positions.ends");
  node("Concat", {"positions.tokens", "positions.ends"}, "positions.rows", {axis(0)});
  node("Unsqueeze", {"positions.tokens", "axis.first"}, "positions.keys");
  node("Unsqueeze", {"positions.rows", "axis.second"}, "positions.queries");
  node("Less", {"positions.keys", "positions.queries"}, "seen");
}

// By row: cosine and sine of each pair, side by side, and then 1 and 0 for dimensions in no pair.
std::string graph_writer::turns(json const& pairs, std::string const& path,
                                std::size_t dimensions) {
  names columns;
  auto const add = [&](std::string const& table, std::string const& place, std::size_t rows) {
    auto const count = constant(place + ".rows", onnx_type::int64, {}, {static_cast<double>(rows)});
    auto const row = node("Mod", {"positions.rows", count}, place + ".row");
    columns.push_back(node("Gather", {table, row}, place + ".turn", {axis(0)}));
  };
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    auto const place = path + "." + std::to_string(p);
    if (pairs[p].contains("angle")) throw export_error(endless_table{path});
    auto const table = in(place, "table");
    add(tensor_of(table), place, tensors_.at(table).shape.front());
  }
  if (2 * pairs.size() < dimensions || pairs.empty())
    add(constant(path + ".still.table", number_, {1, 2}, {1, 0}), path + ".still", 1);
  return columns.size() == 1 ? columns.front()
                             : node("Concat", columns, path + ".turns", {axis(1)});
}

std::string graph_writer::embedded() {
  auto const x = node("Gather", {tensor_of("embedding"), "rows"}, "embedding.rows", {axis(0)});
  auto const pairs = document_.find("positions");
  if (pairs == document_.end() || pairs->empty()) return x;
  auto const width = document_["d_model"].get<std::size_t>();
  // The columns after the pairs' are 1 and 0, and are there where a coordinate needs the 0.
  std::vector<double> column(width, static_cast<double>(2 * pairs->size() + 1));
  for (std::size_t p = 0; p < pairs->size(); ++p)
    for (std::size_t side = 0; side < 2; ++side)
      column[(*pairs)[p]["dims"][side].get<std::size_t>()] = static_cast<double>(2 * p + side);
  auto const table = turns(*pairs, "positions", width);
  auto const index = constant("positions.columns", onnx_type::int64,
                              {static_cast<std::int64_t>(width)}, std::move(column));
  auto const added = node("Gather", {table, index}, "positions.added", {axis(1)});
  return node("Add", {x, added}, "embedding.placed");
}

graph_writer::rotation graph_writer::rotation_of(json const& pairs, std::string const& path,
                                                 std::size_t dimensions) {
  std::vector<double> cosine(dimensions, static_cast<double>(2 * pairs.size()));
  std::vector<double> sine(dimensions, static_cast<double>(2 * pairs.size() + 1));
  std::vector<double> sign(dimensions, 1);
  std::vector<double> partner(dimensions);
  for (std::size_t d = 0; d < dimensions; ++d)
    partner[d] = static_cast<double>(d);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    auto const first = pairs[p]["dims"][0].get<std::size_t>();
    auto const second = pairs[p]["dims"][1].get<std::size_t>();
    cosine[first] = cosine[second] = static_cast<double>(2 * p);
    sine[first] = sine[second] = static_cast<double>(2 * p + 1);
    sign[first] = -1;
    partner[first] = static_cast<double>(second);
    partner[second] = static_cast<double>(first);
  }
  std::vector<std::int64_t> const shape{static_cast<std::int64_t>(dimensions)};
  auto const table = turns(pairs, path, dimensions);
  auto const taken = [&](char const* key, std::vector<double> columns) {
    auto const index = constant(in(path, key) + ".columns", onnx_type::int64, shape, columns);
    return node("Gather", {table, index}, in(path, key), {axis(1)});
  };
  auto const cosines = taken("cosine", std::move(cosine));
  auto const unsigned_sines = taken("sine", std::move(sine));
  auto const sines =
      node("Mul", {unsigned_sines, constant(in(path, "sign"), number_, shape, std::move(sign))},
           in(path, "signed_sine"));
  return {cosines, sines,
          constant(in(path, "partner"), onnx_type::int64, shape, std::move(partner))};
}

// (c·x − s·y, s·x + c·y) for each pair.
std::string graph_writer::placed(std::string const& z, rotation const& r,
                                 std::string const& output) {
  auto const along = node("Mul", {z, r.cosine}, output + ".along");
  auto const partner = node("Gather", {z, r.partner}, output + ".partner", {axis(2)});
  auto const across = node("Mul", {partner, r.sine}, output + ".across");
  return node("Add", {along, across}, output);
}

// Matrices stand as in the document, outputs × inputs.
std::string graph_writer::affine(std::string const& x, std::string const& path, char const* matrix,
                                 char const* bias, std::string const& output) {
  auto const name = in(path, matrix);
  auto const turned = node("Transpose", {tensor_of(name)}, name + ".T");
  if (bias == nullptr) return node("MatMul", {x, turned}, output);
  auto const product = node("MatMul", {x, turned}, output + ".product");
  return node("Add", {product, tensor_of(in(path, bias))}, output);
}

// A row that sees no key has no greatest score and no softmax: its weights are made 0 afterwards.
std::string graph_writer::attention(std::string const& scores, std::string const& kind,
                                    std::string const& path) {
  auto const output = in(path, "weights");
  auto const masked = node("Where", {"seen", scores, "unseen"}, in(path, "masked"));
  if (kind == "soft") {
    auto const soft = node("Softmax", {masked}, in(path, "softmax"), {axis(-1)});
    return node("Where", {"seen", soft, "no_weight"}, output);
  }
  std::int64_t const type = number_ == onnx_type::float64 ? 11 : 1; // DOUBLE, FLOAT
  if (kind == "average") {
    auto const best = node("ReduceMax", {masked}, in(path, "greatest"),
                           {{"axes", std::vector<std::int64_t>{-1}}, {"keepdims", 1}});
    auto const greatest = node("Equal", {masked, best}, in(path, "is_greatest"));
    auto const chosen = node("And", {greatest, "seen"}, in(path, "chosen"));
    auto const ones = node("Cast", {chosen}, in(path, "ones"), {{"to", type}});
    auto const count = node("ReduceSum", {ones, "axis.last"}, in(path, "count"), {{"keepdims", 1}});
    auto const some =
        node("Max", {count, number(in(path, "least_count"), 1)}, in(path, "count_or_1"));
    return node("Div", {ones, some}, output);
  }
  auto const key = node("ArgMax", {masked}, in(path, "chosen_key"),
                        {axis(-1), {"keepdims", 1}, {"select_last_index", kind == "rightmost"}});
  auto const is_key = node("Equal", {"positions.keys", key}, in(path, "is_key"));
  auto const chosen = node("And", {is_key, "seen"}, in(path, "chosen"));
  return node("Cast", {chosen}, output, {{"to", type}});
}

std::string graph_writer::head(json const& h, std::string const& path, std::string const& rows,
                               std::string const& tokens, names& weights) {
  auto const& pairs = h["rotary"];
  std::string query, key;
  if (pairs.empty()) {
    query = affine(rows, path, "W_Q", "b_Q", in(path, "query"));
    key = affine(tokens, path, "W_K", "b_K", in(path, "key"));
  } else {
    auto const r = rotation_of(pairs, in(path, "rotary"), h["d_head"].get<std::size_t>());
    query = placed(affine(rows, path, "W_Q", "b_Q", in(path, "q")), r, in(path, "query"));
    auto const all = placed(affine(rows, path, "W_K", "b_K", in(path, "k")), r, in(path, "keys"));
    key = halves(all, in(path, "keys.tokens"), in(path, "keys.ends"), 1).first;
  }
  auto const value = affine(tokens, path, "W_V", "b_V", in(path, "value"));
  auto const turned =
      node("Transpose", {key}, in(path, "key.T"), {{"perm", std::vector<std::int64_t>{0, 2, 1}}});
  auto const scores = node("MatMul", {query, turned}, in(path, "scores"));
  auto const kind = h.contains("attention") ? h["attention"].get<std::string>() : "soft";
  weights.push_back(attention(scores, kind, path));
  auto const delivered = node("MatMul", {weights.back(), value}, in(path, "delivered"));
  return affine(delivered, path, "W_O", nullptr, in(path, "written"));
}

std::string graph_writer::mlp(std::string const& path, std::string const& y) {
  if (tensors_.at(in(path, "b_1")).values.empty())
    return node("Add", {y, tensor_of(in(path, "b_2"))}, in(path, "rows"));
  auto const hidden = affine(y, path, "W_1", "b_1", in(path, "before_relu"));
  auto const positive = node("Relu", {hidden}, in(path, "hidden"));
  auto const written = affine(positive, path, "W_2", "b_2", in(path, "written"));
  return node("Add", {y, written}, in(path, "rows"));
}

std::string graph_writer::norm(json const& n, std::string const& path, std::string x) {
  std::vector<onnx_attribute> const over_coordinates{{"axes", std::vector<std::int64_t>{-1}},
                                                     {"keepdims", 1}};
  if (n["kind"] == "layer") {
    auto const mean = node("ReduceMean", {x}, in(path, "mean"), over_coordinates);
    x = node("Sub", {x, mean}, in(path, "centered"));
  }
  auto const square = node("Mul", {x, x}, in(path, "squares"));
  auto const mean = node("ReduceMean", {square}, in(path, "mean_square"), over_coordinates);
  auto const safe = node("Add", {mean, number(in(path, "eps"), n["eps"].get<double>())},
                         in(path, "mean_square_and_eps"));
  auto const root = node("Sqrt", {safe}, in(path, "root"));
  auto const unit = node("Div", {x, root}, in(path, "unit"));
  auto const scaled = node("Mul", {unit, tensor_of(in(path, "gain"))}, in(path, "scaled"));
  return node("Add", {scaled, tensor_of(in(path, "bias"))}, in(path, "rows"));
}

std::string graph_writer::layer(json const& l, std::size_t index, std::string const& rows,
                                std::string const& tokens) {
  auto const path = "layers." + std::to_string(index);
  names written, weights;
  for (std::size_t i = 0; i < l["heads"].size(); ++i)
    written.push_back(
        head(l["heads"][i], path + ".heads." + std::to_string(i), rows, tokens, weights));
  auto y = rows;
  if (!written.empty()) {
    auto const sum =
        written.size() == 1 ? written.front() : node("Sum", written, in(path, "heads.written"));
    y = node("Add", {rows, sum}, in(path, "heads.rows"));
  }
  attention_outputs(index, weights);
  auto const x = mlp(in(path, "mlp"), y);
  return l["norm"].is_null() ? x : norm(l["norm"], in(path, "norm"), x);
}

void graph_writer::attention_outputs(std::size_t index, names const& weights) {
  if (weights.empty()) return;
  names heads;
  for (auto const& w : weights)
    heads.push_back(node("Unsqueeze", {w, "axis.second"}, w + ".as_head"));
  auto const path = "layers." + std::to_string(index) + ".weights";
  auto const all = heads.size() == 1 ? heads.front() : node("Concat", heads, path, {axis(1)});
  auto const number = std::to_string(index + 1);
  halves(all, "attention_" + number, "end_attention_" + number, 2);
  std::vector<onnx_dimension> const shape{std::string("batch"),
                                          static_cast<std::int64_t>(weights.size()),
                                          std::string("length"), std::string("length")};
  output("attention_" + number, number_, shape,
         "weights of each row, by head of layer " + number + ", on the rows before it");
  output("end_attention_" + number, number_, shape,
         "the same of <eos> after each position, on the rows up to it");
}

std::pair<std::string, std::string> graph_writer::residual_outputs(std::size_t index,
                                                                   std::string const& rows) {
  auto const number = std::to_string(index);
  auto const parts = halves(rows, "residual_" + number, "end_residual_" + number, 1);
  std::vector<onnx_dimension> const shape{std::string("batch"), std::string("length"),
                                          document_["d_model"].get<std::int64_t>()};
  auto const after = index == 0 ? std::string("the embedding") : "layer " + number;
  output(parts.first, number_, shape, "each row after " + after);
  output(parts.second, number_, shape, "the row of <eos> that follows it, after " + after);
  return parts;
}

void graph_writer::verdicts(std::string const& end_rows) {
  auto const& readout = document_["readout"];
  auto const coordinate =
      constant("readout.dim", onnx_type::int64, {}, {readout["dim"].get<double>()});
  node("Gather", {end_rows, coordinate}, "readout", {axis(2)});
  node("Greater", {"readout", number("readout.threshold", readout["threshold"].get<double>())},
       "accepts");
}

// Leaves out what no output depends on, which runtimes warn of.
void keep_needed(onnx_graph& graph) {
  std::set<std::string> needed;
  for (auto const& port : graph.outputs)
    needed.insert(port.name);
  auto const is_needed = [&](std::string const& name) { return needed.contains(name); };
  std::vector<onnx_node> kept;
  for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
    if (std::none_of(node->outputs.begin(), node->outputs.end(), is_needed)) continue;
    needed.insert(node->inputs.begin(), node->inputs.end());
    kept.push_back(std::move(*node));
  }
  graph.nodes.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
  std::erase_if(graph.constants, [&](onnx_constant const& c) { return !is_needed(c.name); });
}

onnx_graph graph_writer::graph() {
  std::vector<onnx_dimension> const by_prefix{std::string("batch"), std::string("length")};
  output("accepts", onnx_type::boolean, by_prefix,
         "whether the letters up to this position are a word of the language");
  output("readout", number_, by_prefix,
         "the coordinate of <eos> after them that decides: above 0.5");
  begin();
  auto rows = embedded();
  auto parts = residual_outputs(0, rows);
  auto const& layers = document_["layers"];
  for (std::size_t l = 0; l < layers.size(); ++l) {
    rows = layer(layers[l], l, rows, parts.first);
    parts = residual_outputs(l + 1, rows);
  }
  verdicts(parts.second);
  keep_needed(graph_);
  return std::move(graph_);
}

json heads_of(network::model const& m) {
  json layers = json::array();
  for (auto const& l : m.layers) {
    json heads = json::array();
    for (auto const& h : l.heads)
      heads.push_back({{"kind", network::name(h.note.kind)},
                       {"computes", h.note.computes},
                       {"attention", network::name(h.attention)}});
    layers.push_back(std::move(heads));
  }
  return layers;
}

std::map<std::string, std::string> metadata_of(network::model const& m, json const& document) {
  std::map<std::string, std::string> metadata{
      {"format", "onnx"},
      {"dtype", document["dtype"].get<std::string>()},
      {"tokens", document_text(document["tokens"])},
      {"readout", document_text(document["readout"])},
      {"heads", document_text(heads_of(m))},
      {"max_length", m.max_length ? std::to_string(*m.max_length) : "null"}};
  if (!m.formula.empty()) metadata["formula"] = m.formula;
  if (!m.meaning.empty()) metadata["coordinates"] = document_text(json(m.meaning));
  return metadata;
}

} // namespace

tl::expected<onnx_graph, export_error>
onnx_graph_of(network::model const& m, format::number_format const& f,
              std::map<std::string, std::string> const& further) {
  try {
    std::map<std::string, tensor> tensors;
    std::uint64_t numbers = 0;
    auto const type =
        stored_type_of(f) == stored_type::f64 ? onnx_type::float64 : onnx_type::float32;
    std::uint64_t const bytes = type == onnx_type::float64 ? 8 : 4;
    auto const document = weights_document(m, f, [&](json&, char const*, tensor const& t) {
      numbers += t.values.size();
      if (numbers * bytes > max_number_bytes)
        throw export_error(budget::limit_reached{"bytes of one ONNX file", max_number_bytes, ""});
      tensors.emplace(t.name, t);
    });
    auto graph = graph_writer(document, tensors, type).graph();
    graph.name = "ltlc";
    graph.says = m.formula;
    auto metadata = metadata_of(m, document);
    metadata.insert(further.begin(), further.end());
    graph.metadata.assign(metadata.begin(), metadata.end());
    return graph;
  } catch (export_error const& error) {
    return tl::unexpected(error);
  }
}

} // namespace ltlc::interchange
