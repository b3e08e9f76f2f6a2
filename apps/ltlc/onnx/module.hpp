// The module that makes ONNX files. ONNX's library takes longer to load than most commands take to
// run, so the program loads it only when a file is asked for.
#pragma once

#include <string>

#include "ltlc/interchange/onnx_graph.hpp"

#include "../outcome.hpp"

namespace ltlc::app {

// What the module exports under `module_function`. It is built together with the program, so both
// mean the same by these types.
using make_onnx_file = void(interchange::onnx_graph const& graph, char const* version,
                            tl::expected<std::string, std::string>& file);
inline constexpr char const* onnx_module_file = "ltlc_onnx.so";
inline constexpr char const* onnx_module_function = "ltlc_make_onnx_file";

// onnx_file. Errors: the module, or ONNX's library, is not there; and a graph that
// ONNX's checker refuses is a bug.
[[nodiscard]] outcome<std::string> onnx_file_of(interchange::onnx_graph const& graph);

} // namespace ltlc::app
