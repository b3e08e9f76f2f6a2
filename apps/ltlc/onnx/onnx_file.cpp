#include "onnx_file.hpp"

#include <bit>
#include <climits>
#include <cstring>
#include <exception>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include "onnx_headers.hpp"

namespace ltlc::app {

using namespace interchange;

namespace {

static_assert(std::endian::native == std::endian::little, "raw tensor data is little-endian");

onnx::TensorProto_DataType code_of(onnx_type type) {
  switch (type) {
  case onnx_type::float32:
    return onnx::TensorProto_DataType_FLOAT;
  case onnx_type::float64:
    return onnx::TensorProto_DataType_DOUBLE;
  case onnx_type::int64:
    return onnx::TensorProto_DataType_INT64;
  case onnx_type::boolean:
    return onnx::TensorProto_DataType_BOOL;
  }
  return onnx::TensorProto_DataType_UNDEFINED;
}

template <class Number>
std::string raw_bytes(std::vector<double> const& values) {
  std::string bytes(values.size() * sizeof(Number), '\0');
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto const number = static_cast<Number>(values[i]);
    std::memcpy(bytes.data() + i * sizeof(Number), &number, sizeof(Number));
  }
  return bytes;
}

std::string raw_bytes(onnx_constant const& c) {
  switch (c.type) {
  case onnx_type::float32:
    return raw_bytes<float>(c.values);
  case onnx_type::float64:
    return raw_bytes<double>(c.values);
  case onnx_type::int64:
    return raw_bytes<std::int64_t>(c.values);
  case onnx_type::boolean:
    return raw_bytes<bool>(c.values);
  }
  return {};
}

void put(onnx::TensorProto& to, onnx_constant const& c) {
  to.set_name(c.name);
  to.set_data_type(code_of(c.type));
  for (auto const length : c.shape)
    to.add_dims(length);
  to.set_raw_data(raw_bytes(c));
}

void put(onnx::ValueInfoProto& to, onnx_port const& port) {
  to.set_name(port.name);
  to.set_doc_string(port.says);
  auto& tensor = *to.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(code_of(port.type));
  auto& shape = *tensor.mutable_shape();
  for (auto const& dimension : port.shape) {
    auto& d = *shape.add_dim();
    if (auto const* length = std::get_if<std::int64_t>(&dimension))
      d.set_dim_value(*length);
    else
      d.set_dim_param(std::get<std::string>(dimension));
  }
}

void put(onnx::NodeProto& to, onnx_node const& node) {
  to.set_name(node.outputs.front());
  to.set_op_type(node.op);
  for (auto const& name : node.inputs)
    to.add_input(name);
  for (auto const& name : node.outputs)
    to.add_output(name);
  for (auto const& attribute : node.attributes) {
    auto& a = *to.add_attribute();
    a.set_name(attribute.name);
    if (auto const* number = std::get_if<std::int64_t>(&attribute.value)) {
      a.set_type(onnx::AttributeProto_AttributeType_INT);
      a.set_i(*number);
    } else {
      a.set_type(onnx::AttributeProto_AttributeType_INTS);
      for (auto const value : std::get<std::vector<std::int64_t>>(attribute.value))
        a.add_ints(value);
    }
  }
}

onnx::ModelProto model_of_graph(onnx_graph const& graph, std::string const& producer,
                                std::string const& version) {
  onnx::ModelProto m;
  m.set_ir_version(onnx_ir_version);
  auto& opset = *m.add_opset_import();
  opset.set_domain("");
  opset.set_version(onnx_opset);
  m.set_producer_name(producer);
  m.set_producer_version(version);
  m.set_doc_string(graph.says);
  for (auto const& [key, value] : graph.metadata) {
    auto& entry = *m.add_metadata_props();
    entry.set_key(key);
    entry.set_value(value);
  }
  auto& g = *m.mutable_graph();
  g.set_name(graph.name);
  g.set_doc_string(graph.says);
  for (auto const& port : graph.inputs)
    put(*g.add_input(), port);
  for (auto const& port : graph.outputs)
    put(*g.add_output(), port);
  for (auto const& c : graph.constants)
    put(*g.add_initializer(), c);
  for (auto const& node : graph.nodes)
    put(*g.add_node(), node);
  return m;
}

// Throws what ONNX throws.
void expect_valid(onnx::ModelProto const& m) {
  onnx::checker::check_model(m);
  auto inferred = m; // it writes what it finds into its argument
  onnx::shape_inference::InferShapes(inferred, onnx::OpSchemaRegistry::Instance(),
                                     {true, 1, true}); // types checked, strict, data followed
}

// Maps are written in one order too.
std::string serialized(onnx::ModelProto const& m) {
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    m.SerializeToCodedStream(&coded);
  }
  return bytes;
}

} // namespace

tl::expected<std::string, std::string>
onnx_file(onnx_graph const& graph, std::string const& producer, std::string const& version) {
  try {
    auto const m = model_of_graph(graph, producer, version);
    if (m.ByteSizeLong() > INT_MAX)
      return tl::unexpected(std::string("the file would be larger than 2 GiB, the most that a "
                                        "protocol buffer holds"));
    expect_valid(m);
    return serialized(m);
  } catch (std::exception const& error) {
    return tl::unexpected(std::string(error.what()));
  }
}

} // namespace ltlc::app
