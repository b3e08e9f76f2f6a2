// Text as HTML. Whatever a user typed (letters, formulas, names of files) passes through here before
// it stands in a page.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "../markup.hpp"

namespace ltlc::app::report {

// The document as it may stand inside a script element: nothing in it ends the element or opens a
// comment, and it is the same JSON.
[[nodiscard]] std::string for_script(nlohmann::ordered_json const& document);

// <p class="…">…</p> of text, escaped.
[[nodiscard]] std::string paragraph(std::string_view text, std::string_view css_class = "");
// <code>…</code> of text, escaped.
[[nodiscard]] std::string code(std::string_view text);

// <section id aria-labelledby> with a heading around HTML.
[[nodiscard]] std::string section(std::string_view id, std::string_view title,
                                  std::string_view content);

// What is wider than the page scrolls in a box of its own, which the keyboard reaches; `label` says
// what it is to a screen reader.
[[nodiscard]] std::string scrolling(std::string_view label, std::string_view content);

} // namespace ltlc::app::report
