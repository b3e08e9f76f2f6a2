#include "ltlc/interchange/any_model.hpp"

#include "ltlc/interchange/json_reader.hpp"
#include "ltlc/interchange/model_documents.hpp"
#include "ltlc/interchange/weights_safetensors.hpp"

namespace ltlc::interchange {

namespace {

// No JSON has a zero byte, and no header of a safetensors file is so long that the eighth byte of
// its length is another.
bool is_tensor_file(text::source const& file) {
  constexpr std::string_view ending = ".safetensors";
  constexpr std::size_t last_of_length = 7;
  if (file.content.size() > last_of_length && file.content[last_of_length] == '\0') return true;
  return file.name.size() >= ending.size() &&
         file.name.compare(file.name.size() - ending.size(), ending.size(), ending) == 0;
}

} // namespace

text::result<network::model> any_model(text::source const& file) {
  if (is_tensor_file(file)) return weights_from_safetensors(file);
  return read_document<network::model>(file, [](json_reader const& root) {
    auto const format = root.has("format") ? root.key("format").string() : std::string();
    if (format == "ltlc-model") return model_of(root);
    if (format == "ltlc-weights") return weights_of(root);
    auto const& wrong = root.contains("format") ? root.key("format") : root;
    wrong.fail("expected \"format\": \"ltlc-model\", as `ltlc compile` writes it, or "
               "\"ltlc-weights\", as `ltlc export` does");
  });
}

} // namespace ltlc::interchange
