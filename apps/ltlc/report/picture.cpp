#include "picture.hpp"

#include "../graphviz.hpp"
#include "failure_text.hpp"
#include "html.hpp"

namespace ltlc::app::report {

namespace {

constexpr std::size_t most_bytes = 250'000; // of one picture

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Removes everything from each `begin` to the `end` after it, these included.
void remove_between(std::string& text, std::string_view begin, std::string_view end) {
  for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    auto const stop = text.find(end, at + begin.size());
    if (stop == std::string::npos) return;
    text.erase(at, stop + end.size() - at);
  }
}

// The value of the first such attribute, or "".
std::string attribute(std::string const& text, std::string_view name) {
  std::string const key = " " + std::string(name) + "=\"";
  auto const at = text.find(key);
  if (at == std::string::npos) return {};
  auto const begin = at + key.size();
  return text.substr(begin, text.find('"', begin) - begin);
}

// <g id="node1" class="node">\n<title>0</title> as <g class="node" data-name="0">.
void name_parts(std::string& svg, std::string_view kind) {
  std::string const closing = "\" class=\"" + std::string(kind) + "\">\n<title>";
  for (auto at = svg.find(closing); at != std::string::npos; at = svg.find(closing, at + 1)) {
    auto const begin = svg.rfind("<g id=\"", at);
    auto const title = at + closing.size();
    auto const end = svg.find("</title>", title);
    if (begin == std::string::npos || end == std::string::npos) return;
    std::string name = svg.substr(title, end - title);
    replace_all(name, "&#45;&gt;", "&gt;");
    svg.replace(begin, end + 8 - begin,
                "<g class=\"" + std::string(kind) + "\" data-name=\"" + name + "\">");
    at = begin;
  }
}

} // namespace

std::string inline_svg(std::string const& drawn, std::string_view id, std::string_view title) {
  auto const begin = drawn.find("<svg");
  if (begin == std::string::npos) return {};
  std::string const opening = drawn.substr(begin, drawn.find('>', begin) - begin);
  std::string body = drawn.substr(begin + opening.size() + 1);
  remove_between(body, "<!--", "-->\n");
  for (std::string_view const kind : {"node", "edge", "cluster"})
    name_parts(body, kind);
  // What is left are the graph's own title and id. Sizes and anchors that most parts have are those
  // of .picture in page.css, which parts inherit.
  remove_between(body, "<title>", "</title>\n");
  remove_between(body, " id=\"", "\"");
  replace_all(body, " font-family=\"Helvetica,sans-Serif\"", "");
  replace_all(body, " font-size=\"14.00\"", "");
  replace_all(body, " text-anchor=\"middle\"", "");
  std::string const name(id);
  return "<svg class=\"picture\" role=\"img\" aria-labelledby=\"" + name + "-name\" width=\"" +
         attribute(opening, "width") + "\" height=\"" + attribute(opening, "height") +
         "\" viewBox=\"" + attribute(opening, "viewBox") + "\"><title id=\"" + name +
         "-name\">" + escaped(title) + "</title>" + body;
}

std::string picture_of(std::string const& dot, std::string_view id, std::string_view title,
                       budget::budget const& limits) {
  auto const drawn = drawn_by_graphviz(dot, limits);
  if (!drawn) return paragraph("No picture: " + failure_text(drawn.error()), "limit");
  std::string const svg = inline_svg(*drawn, id, title);
  if (svg.size() > most_bytes)
    return paragraph("No picture: it has " + budget::grouped(svg.size()) +
                         " bytes, and the page holds pictures of at most " +
                         budget::grouped(most_bytes) + ". `ltlc automaton --format svg` and `ltlc "
                         "monoid --format svg` draw it to a file.",
                     "limit");
  return "<div id=\"" + std::string(id) + "\">" + scrolling(title, svg) + "</div>\n";
}

} // namespace ltlc::app::report
