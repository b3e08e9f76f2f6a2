// An ONNX graph as plain data, and its bytes, which ONNX's own library makes and checks. Here
// nothing knows transformers, and elsewhere nothing knows protocol buffers: whoever only makes
// graphs links no ONNX library, and `onnx_file` is in a library of its own (ltlc::onnx).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

namespace ltlc::interchange {

enum class onnx_type { float32, float64, int64, boolean };

// A constant. Pre of onnx_file: as many values as the shape says; each is one of the type.
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

inline constexpr std::int64_t onnx_opset = 17;
inline constexpr std::int64_t onnx_ir_version = 8;

// The bytes of the model file: opset 17 of the standard operators, IR version 8. They are written
// only if ONNX's checker takes the model and its strict shape inference finds every type and shape
// as the graph says; else the error is the library's message, and the graph is wrong. An error too:
// more than the 2 GiB that a protocol buffer holds. Same graph, same bytes.
[[nodiscard]] tl::expected<std::string, std::string>
onnx_file(onnx_graph const& graph, std::string const& producer, std::string const& version);

} // namespace ltlc::interchange
