// The bytes of an ONNX model, which ONNX's own library makes and checks.
#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "ltlc/interchange/onnx_graph.hpp"

namespace ltlc::app {

inline constexpr std::int64_t onnx_opset = 17;
inline constexpr std::int64_t onnx_ir_version = 8;

// The bytes of the model file: opset 17 of the standard operators, IR version 8. They are written
// only if ONNX's checker takes the model and its strict shape inference finds every type and shape
// as the graph says; else the error is the library's message, and the graph is wrong. An error too:
// more than the 2 GiB that a protocol buffer holds. Same graph, same bytes.
[[nodiscard]] tl::expected<std::string, std::string> onnx_file(interchange::onnx_graph const& graph,
                                                               std::string const& producer,
                                                               std::string const& version);

} // namespace ltlc::app
