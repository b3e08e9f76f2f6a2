#include "module.hpp"
#include "onnx_file.hpp"

extern "C" __attribute__((visibility("default"))) void
ltlc_make_onnx_file(ltlc::interchange::onnx_graph const& graph, char const* version,
                    tl::expected<std::string, std::string>& file) {
  file = ltlc::app::onnx_file(graph, "ltlc", version);
}
