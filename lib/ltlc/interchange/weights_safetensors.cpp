#include "ltlc/interchange/weights_safetensors.hpp"

#include <nlohmann/json.hpp>

#include "ltlc/interchange/json_reader.hpp"
#include "ltlc/interchange/model_documents.hpp"
#include "ltlc/interchange/safetensors.hpp"
#include "ltlc/interchange/weights_writer.hpp"

namespace ltlc::interchange {

namespace {

constexpr char const* document_key = "ltlc";

struct tensor_objection {
  text::span where;
  std::string message;
};

class tensors_beside final : public tensor_source {
public:
  tensors_beside(text::source const& bytes, tensor_file const& file) : bytes_(bytes), file_(file) {
    for (std::size_t i = 0; i < file.tensors.size(); ++i)
      unread_.emplace(file.tensors[i].name, i);
  }

  tensor read(json_reader const&, char const*, std::string const& name, std::size_t rank,
              std::size_t) override {
    auto const found = unread_.find(name);
    if (found == unread_.end())
      throw tensor_objection{file_.header, "the tensor \"" + name + "\" is missing"};
    auto const& stored = file_.tensors[found->second];
    if (stored.shape.size() != rank)
      throw tensor_objection{stored.data, "the tensor \"" + name + "\" has " +
                                              std::to_string(stored.shape.size()) +
                                              " dimensions, expected " + std::to_string(rank)};
    unread_.erase(found);
    return {name, stored.shape, values_of(bytes_, stored)};
  }

  [[nodiscard]] bool inside() const override { return false; }

  [[noreturn]] void object(json_reader const&, char const*, tensor const& t,
                           std::string const& message) override {
    throw tensor_objection{place_of_entry(t.name), "the tensor \"" + t.name + "\": " + message};
  }

  [[noreturn]] void object(json_reader const&, char const*, tensor const& t, std::size_t index,
                           std::string const& message) override {
    std::string where = std::to_string(t.shape.size() == 1 ? index : index / t.shape[1]);
    if (t.shape.size() == 2) where += ", " + std::to_string(index % t.shape[1]);
    throw tensor_objection{place_of_value(t.name, index),
                           "the tensor \"" + t.name + "\" at [" + where + "]: " + message};
  }

  void expect_all_read() const {
    if (unread_.empty()) return;
    auto const& [name, index] = *unread_.begin();
    throw tensor_objection{file_.tensors[index].data,
                           "no part of the model has the tensor \"" + one_line(name) + "\""};
  }

private:
  // Of the value that describes the tensor in the header.
  [[nodiscard]] text::span place_of_entry(std::string const& name) const {
    auto const header = std::string_view(bytes_.content)
                            .substr(file_.header.begin, file_.header.end - file_.header.begin);
    auto const place = place_of(header, "/" + name); // no slash and no tilde in a tensor's name
    return {file_.header.begin + place.begin, file_.header.begin + place.end};
  }

  [[nodiscard]] text::span place_of_value(std::string const& name, std::size_t index) const {
    for (auto const& stored : file_.tensors) {
      if (stored.name != name) continue;
      auto const begin = stored.data.begin + index * bytes_of(stored.type);
      return {begin, begin + bytes_of(stored.type)};
    }
    return file_.header;
  }

  text::source const& bytes_;
  tensor_file const& file_;
  std::map<std::string, std::size_t> unread_;
};

// Where a part of the document stands in the file: it is the text of a JSON string there.
text::span place_of_part(text::source const& file, text::span header, text::span part) {
  auto const text = std::string_view(file.content).substr(header.begin, header.end - header.begin);
  auto const quoted = place_of(text, std::string("/__metadata__/") + document_key);
  auto const inside = place_in_string(text.substr(quoted.begin, quoted.end - quoted.begin), part);
  std::size_t const begin = header.begin + quoted.begin;
  return {begin + inside.begin, begin + inside.end};
}

} // namespace

tl::expected<std::string, export_error>
export_safetensors(network::model const& m, format::number_format const& f,
                   std::map<std::string, std::string> texts) {
  try {
    std::vector<tensor> tensors;
    auto const document = weights_document(
        m, f, [&](nlohmann::ordered_json&, char const*, tensor const& t) { tensors.push_back(t); });
    texts["format"] = "pt";
    texts[document_key] = document_text(document);
    return write_tensor_file(texts, std::move(tensors), stored_type_of(f));
  } catch (export_error const& error) {
    return tl::unexpected(error);
  }
}

text::result<network::model> weights_from_safetensors(text::source const& file) {
  auto const container = read_tensor_file(file);
  if (!container) return tl::unexpected(container.error());
  auto const document = container->metadata.find(document_key);
  if (document == container->metadata.end())
    return tl::unexpected(text::diagnostic{
        container->header,
        "the header's __metadata__ has no \"ltlc\", which says what the tensors are", "",
        "write such files with `ltlc export --to safetensors`"});
  try {
    return read_document<network::model>({file.name, document->second},
                                         [&](json_reader const& root) {
                                           tensors_beside tensors(file, *container);
                                           auto m = weights_of(root, tensors);
                                           tensors.expect_all_read();
                                           return m;
                                         })
        .map_error([&](text::diagnostic error) {
          error.where = place_of_part(file, container->header, error.where);
          error.message = "__metadata__, \"ltlc\": " + error.message;
          return error;
        });
  } catch (tensor_objection const& objection) {
    return tl::unexpected(text::diagnostic{objection.where, objection.message, "", ""});
  }
}

} // namespace ltlc::interchange
