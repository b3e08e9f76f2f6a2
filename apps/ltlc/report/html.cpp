#include "html.hpp"

#include <nlohmann/json.hpp>

namespace ltlc::app::report {

std::string for_script(nlohmann::ordered_json const& document) {
  // In JSON these stand inside strings only, where an escape means the same. `replace` keeps bytes
  // that are not UTF-8 from ending the program.
  std::string out;
  for (char const c : document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
    switch (c) {
    case '<':
      out += "\\u003c";
      break;
    case '>':
      out += "\\u003e";
      break;
    case '&':
      out += "\\u0026";
      break;
    default:
      out += c;
    }
  return out;
}

std::string paragraph(std::string_view text, std::string_view css_class) {
  std::string const attribute =
      css_class.empty() ? "" : " class=\"" + std::string(css_class) + "\"";
  std::string html;
  for (std::size_t at = 0; at < text.size();) {
    auto const open = text.find('`', at);
    auto const close = open == text.npos ? text.npos : text.find('`', open + 1);
    if (close == text.npos) {
      html += escaped(text.substr(at));
      break;
    }
    html += escaped(text.substr(at, open - at)) + code(text.substr(open + 1, close - open - 1));
    at = close + 1;
  }
  return "<p" + attribute + ">" + html + "</p>\n";
}

std::string code(std::string_view text) {
  return "<code>" + escaped(text) + "</code>";
}

std::string section(std::string_view id, std::string_view title, std::string_view content) {
  std::string const name(id);
  return "<section id=\"" + name + "\" aria-labelledby=\"" + name + "-title\">\n<h2 id=\"" + name +
         "-title\">" + escaped(title) + "</h2>\n" + std::string(content) + "</section>\n";
}

std::string scrolling(std::string_view label, std::string_view content) {
  return "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" + escaped(label) +
         "\">\n" + std::string(content) + "</div>\n";
}

} // namespace ltlc::app::report
