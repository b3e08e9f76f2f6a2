#include "failure_text.hpp"
#include "html.hpp"
#include "sections.hpp"

namespace ltlc::app::report {

namespace {

std::string described(std::string const& name) {
  if (name == "LTL") return "Past temporal logic: true right after the last letter of the word.";
  if (name == "PFO²")
    return "The same as a first-order sentence with two variables that looks back only.";
  return "A union of left-deterministic patterns, as a regular expression.";
}

std::string option_of(std::string const& name) {
  return name == "LTL" ? "ltl" : name == "PFO²" ? "fo" : "polynomial";
}

std::string shown_form(written_form const& f) {
  std::string html = "<h3>" + escaped(f.name) + "</h3>\n" + paragraph(described(f.name), "quiet");
  if (!f.text)
    return html + paragraph("None: " + text::cut(failure_text(f.text.error()), 1'000), "limit");
  html += "<pre class=\"formula\" tabindex=\"0\">" + escaped(text::cut(*f.text, most_form_bytes)) +
          "</pre>\n";
  if (f.text->size() > most_form_bytes)
    html += paragraph("It has " + budget::grouped(f.text->size()) + " bytes, of which the first " +
                          budget::grouped(most_form_bytes) + " are shown; `ltlc formula --to " +
                          option_of(f.name) + "` prints it all.",
                      "limit");
  return html;
}

} // namespace

std::string formula_section(material const& m) {
  std::string html =
      paragraph("Each was read back and shown equal to the language before it came here.");
  for (auto const& f : m.forms)
    html += shown_form(f);
  return section("formulas", "The language written down", html);
}

} // namespace ltlc::app::report
