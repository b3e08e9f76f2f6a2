// An ONNX graph as plain data. Nothing here knows transformers, or protocol buffers: the program
// makes the bytes with ONNX's own library, and whoever only makes graphs links none.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ltlc::interchange {

enum class onnx_type { float32, float64, int64, boolean };

// A constant: as many values as the shape says, each one of the type.
struct onnx_constant {
  std::string name;
  onnx_type type = onnx_type::float32;
  std::vector<std::int64_t> shape; // row-major; empty is a scalar
  std::vector<double> values;
};

struct onnx_attribute {
  std::string name;
  std::variant<std::int64_t, std::vector<std::int64_t>> value;
};

struct onnx_node {
  std::string op; // of the standard set: "MatMul"
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<onnx_attribute> attributes;
};

// A dimension is a length, or the name of one that is not fixed.
using onnx_dimension = std::variant<std::int64_t, std::string>;

// An input or output of the graph, with a sentence for people.
struct onnx_port {
  std::string name;
  onnx_type type = onnx_type::float32;
  std::vector<onnx_dimension> shape;
  std::string says;
};

struct onnx_graph {
  std::string name;
  std::string says;
  std::vector<onnx_port> inputs;
  std::vector<onnx_port> outputs;
  std::vector<onnx_constant> constants;
  std::vector<onnx_node> nodes;                              // each after those it reads
  std::vector<std::pair<std::string, std::string>> metadata; // keys differ
};

} // namespace ltlc::interchange
