#include "failure_text.hpp"
#include "html.hpp"
#include "sections.hpp"

namespace ltlc::app::report {

namespace {

std::string class_list(std::vector<evidence::class_id> const& classes) {
  std::string text;
  for (auto const id : classes) {
    auto const& row = evidence::info(id);
    text += (text.empty() ? "" : id == classes.back() ? " and " : ", ") + std::string(row.name) +
            " (" + std::string(row.logic) + ")";
  }
  return text;
}

// Which class, whether compiled, whether proved.
std::string in_one_sentence(material const& m) {
  auto const& least = m.classes.least;
  std::string text =
      least.empty()
          ? "The language is in none of the classes that were decided"
          : (least.size() == 1 ? "The least class that holds the language is "
                               : "The least classes that hold the language are ") +
                class_list(least);
  if (!m.classes.least_is_certain) text += ", unless one that was left undecided is smaller";
  if (!m.model) return text + "; no transformer was compiled, and the page says why.";
  text += "; it was compiled into a transformer with " + size_text(m.model->model);
  if (!m.proof) return text + ", whose weights have no proof: " + failure_text(m.proof.error());
  if (m.proof->verdict != proof::verdict::proved) return text + ", but " + proof_text(m) + ".";
  return text + ", whose weights are " + proof_text(m) + ".";
}

std::string fact(std::string const& name, std::string const& value) {
  return "<div><dt>" + escaped(name) + "</dt><dd>" + escaped(value) + "</dd></div>\n";
}

std::string monoid_text(algebra::classification const& found) {
  return found.monoid_size ? counted(*found.monoid_size, "element") : "not enumerated completely";
}

} // namespace

std::string size_text(network::model const& m) {
  auto const size = network::size_of(m);
  return counted(size.layers, "layer") + ", " + counted(size.heads, "head") + ", width " +
         std::to_string(size.width) + " and " + counted(size.hidden, "hidden unit");
}

std::string heading(material const& m) {
  auto const& sigma = m.input.sigma;
  std::string facts = fact("Alphabet", text::listed(sigma)) +
                      fact("Minimal automaton", counted((*m.automaton)->states(), "state")) +
                      fact("Syntactic monoid", monoid_text(m.classes));
  if (m.classes.modulus) facts += fact("Modulus k", text::cut(m.classes.modulus->str(), 60));
  facts += fact("Transformer", m.model ? m.model->model.format + " weights, for " +
                                             (m.model->model.max_length
                                                  ? "words of up to " +
                                                        counted(*m.model->model.max_length, "letter")
                                                  : "words of every length")
                                       : "none");
  return "<header>\n<p class=\"over\">Report on a regular language</p>\n<h1>" +
         code(text::cut(m.input.name, 600)) + "</h1>\n" +
         paragraph(in_one_sentence(m), "answer") + "<dl class=\"facts\">\n" + facts +
         "</dl>\n</header>\n";
}

} // namespace ltlc::app::report
