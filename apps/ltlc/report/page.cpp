#include "page.hpp"

#include <nlohmann/json.hpp>

#include "assets.hpp"
#include "html.hpp"
#include "sections.hpp"

namespace ltlc::app::report {

namespace {

// The policy lets nothing in from anywhere: the page is all there is.
std::string head_of(std::string const& name) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
         "'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n<title>" +
         escaped(text::cut(name, 120)) + " – ltlc report</title>\n<style>\n" +
         std::string(page_css) + "</style>\n</head>\n";
}

std::string navigation() {
  struct entry {
    char const* id;
    char const* name;
  };
  std::string links;
  for (auto const& [id, name] :
       {entry{"automata", "Automaton"}, entry{"verdicts", "Classes"}, entry{"egg-box", "Monoid"},
        entry{"formulas", "Formulas"}, entry{"model", "Transformer"}, entry{"attention", "Run it"},
        entry{"proof", "Proof"}, entry{"range", "Range"}})
    links += "<a href=\"#" + std::string(id) + "\">" + name + "</a> ";
  return "<nav aria-label=\"Sections\">" + links + "</nav>\n";
}

} // namespace

std::string page_of(material const& m, budget::budget const& limits) {
  page_data data = page_data::object();
  std::string const content = navigation() + automata_section(m, data, limits) +
                              verdict_section(m, data) + egg_box_section(m, limits) +
                              formula_section(m) + model_section(m) + attention_section(m, data) +
                              proof_section(m) + range_section(m);
  return head_of(m.input.name) + "<body>\n<a class=\"skip\" href=\"#content\">To the content</a>\n" +
         heading(m) + "<main id=\"content\">\n" + content + "</main>\n" +
         "<footer>Written by ltlc. The page needs no network.</footer>\n"
         "<script type=\"application/json\" id=\"data\">" +
         for_script(data) + "</script>\n<script>\n" + std::string(interpreter_js) +
         "</script>\n<script>\n" + std::string(page_js) + "</script>\n</body>\n</html>\n";
}

} // namespace ltlc::app::report
