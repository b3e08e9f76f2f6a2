#include "onnx_module.hpp"

extern "C" __attribute__((visibility("default"))) void
ltlc_make_onnx_file(ltlc::interchange::onnx_graph const& graph, char const* version,
                    tl::expected<std::string, std::string>& file) {
  file = ltlc::interchange::onnx_file(graph, "ltlc", version);
}
