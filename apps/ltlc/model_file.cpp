#include "model_file.hpp"

#include "ltlc/interchange/any_model.hpp"

#include "files.hpp"

namespace ltlc::app {

outcome<network::model> read_model(std::string const& path, streams const& io) {
  auto content = read_file(path, io.in);
  if (!content) return tl::unexpected(content.error());
  text::source const source{path == "-" ? "standard input" : path, std::move(*content)};
  auto m = interchange::any_model(source);
  if (!m) return tl::unexpected(wrong_text(source, m.error()));
  return std::move(*m);
}

std::optional<format::number_format> format_called(std::string const& name) {
  return name == "exact" ? std::nullopt : format::find_format(name);
}

outcome<named_regime> regime_of(regime_options const& o, network::model const& m) {
  std::string const name = o.format.value_or(m.format);
  auto const format = format_called(name);
  auto const sums = format::find_accumulation(o.sums).value_or(format::accumulation::in_format);
  if (!format) {
    if (o.sums != "format")
      return tl::unexpected(wrong_input("--sums " + o.sums + ": exact arithmetic rounds no sum"));
    return named_regime{name, std::nullopt};
  }
  format::arithmetic const arithmetic(*format, sums);
  if (auto const wrong = format::valid(arithmetic); !wrong.empty())
    return tl::unexpected(wrong_input("--sums " + o.sums + ": " + wrong));
  std::string const how = sums == format::accumulation::in_format ? "" : " with sums in " + o.sums;
  return named_regime{name + how, arithmetic};
}

} // namespace ltlc::app
