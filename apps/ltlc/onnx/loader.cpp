#include <dlfcn.h>

#include "ltlc/text/version.hpp"
#include "module.hpp"

namespace ltlc::app {

outcome<std::string> onnx_file_of(interchange::onnx_graph const& graph) {
  // Never closed: protocol buffers keep what they register until the process ends.
  void* const module = dlopen(onnx_module_file, RTLD_NOW | RTLD_LOCAL);
  void* const found = module == nullptr ? nullptr : dlsym(module, onnx_module_function);
  if (found == nullptr) {
    char const* const why = dlerror();
    return tl::unexpected(wrong_input("cannot load what writes ONNX files: " +
                                      std::string(why == nullptr ? "no reason given" : why) +
                                      "; it is installed with ltlc and needs Debian's libonnx1"));
  }
  tl::expected<std::string, std::string> file;
  reinterpret_cast<make_onnx_file*>(found)(graph, std::string(text::version()).c_str(), file);
  if (!file)
    return tl::unexpected(
        failure{exit_status::bug, "ltlc: bug: ONNX's checker refuses the graph: " + file.error() +
                                      "\n  please report the model\n"});
  return *file;
}

} // namespace ltlc::app
