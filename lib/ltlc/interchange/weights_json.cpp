#include "ltlc/interchange/weights_json.hpp"

#include <nlohmann/json.hpp>

#include "ltlc/interchange/json_reader.hpp"
#include "ltlc/interchange/model_documents.hpp"
#include "ltlc/interchange/weights_writer.hpp"

namespace ltlc::interchange {

namespace {

void put_inside(nlohmann::ordered_json& owner, char const* key, tensor const& t) {
  auto& list = owner[key] = nlohmann::ordered_json::array();
  if (t.shape.size() == 1) {
    for (double const x : t.values)
      list.push_back(number_of(x));
    return;
  }
  for (std::size_t r = 0, i = 0; r < t.shape[0]; ++r) {
    auto row = nlohmann::ordered_json::array();
    for (std::size_t c = 0; c < t.shape[1]; ++c)
      row.push_back(number_of(t.values[i++]));
    list.push_back(std::move(row));
  }
}

class tensors_inside final : public tensor_source {
public:
  tensor read(json_reader const& owner, char const* key, std::string const& name, std::size_t rank,
              std::size_t cols) override {
    auto const at = owner.key(key);
    if (rank == 1) {
      auto values = at.numbers();
      return {name, {values.size()}, std::move(values)};
    }
    auto rows = at.rows_of_numbers();
    return {name, {rows.rows, rows.rows == 0 ? cols : rows.cols}, std::move(rows.values)};
  }

  [[nodiscard]] bool inside() const override { return true; }

  [[noreturn]] void object(json_reader const& owner, char const* key, tensor const&,
                           std::string const& message) override {
    owner.key(key).fail(message);
  }

  [[noreturn]] void object(json_reader const& owner, char const* key, tensor const& t,
                           std::size_t index, std::string const& message) override {
    auto const at = owner.key(key);
    if (t.shape.size() == 1) at.element(index).fail(message);
    at.element(index / t.shape[1]).element(index % t.shape[1]).fail(message);
  }
};

} // namespace

tl::expected<std::string, export_error> export_weights(network::model const& m,
                                                       format::number_format const& f) {
  try {
    return document_text(weights_document(m, f, put_inside)) + "\n";
  } catch (export_error const& error) {
    return tl::unexpected(error);
  }
}

network::model weights_of(json_reader const& document) {
  tensors_inside tensors;
  return weights_of(document, tensors);
}

text::result<network::model> weights_from_json(text::source const& text) {
  return read_document<network::model>(text,
                                       [](json_reader const& root) { return weights_of(root); });
}

} // namespace ltlc::interchange
