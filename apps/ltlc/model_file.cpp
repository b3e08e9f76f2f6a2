#include "model_file.hpp"

#include "ltlc/interchange/model_json.hpp"

#include "files.hpp"

namespace ltlc::app {

outcome<network::model> read_model(std::string const& path, streams const& io) {
  auto content = read_file(path, io.in);
  if (!content) return tl::unexpected(content.error());
  text::source const source{path == "-" ? "standard input" : path, std::move(*content)};
  auto m = interchange::model_from_json(source);
  if (!m) return tl::unexpected(wrong_text(source, m.error()));
  return std::move(*m);
}

std::optional<format::number_format> arithmetic(std::string const& name) {
  return name == "exact" ? std::nullopt : format::find_format(name);
}

} // namespace ltlc::app
