#include "../model_file.hpp"
#include "../unsettled.hpp"
#include "failure_text.hpp"
#include "html.hpp"
#include "sections.hpp"

namespace ltlc::app::report {

namespace {

std::string for_words(std::optional<std::uint64_t> const& length) {
  return length ? "for all words of up to " + counted(*length, "letter")
                : std::string("for words of every length");
}

std::string open_question(material const& m) {
  auto const& r = *m.proof;
  auto const regime = regime_of({}, m.model->model);
  if (r.unsettled && regime)
    return describe(*r.unsettled, m.input.sigma,
                    gap_that_settles(m.model->model, regime->arithmetic));
  return r.limit ? budget::describe(*r.limit) + ", where `ltlc prove` goes further" : "";
}

} // namespace

std::string proof_text(material const& m) {
  if (!m.proof) return "not proved: " + failure_text(m.proof.error());
  auto const& r = *m.proof;
  if (r.verdict == proof::verdict::proved) return "proved to recognize it " + for_words(r.length);
  if (r.verdict == proof::verdict::refuted)
    return "the model was refuted: it " +
           std::string(r.difference->model_accepts ? "accepts " : "rejects ") +
           shown(m.input.sigma, r.difference->word);
  std::string text = "the proof is unsettled: " + open_question(m);
  if (r.length) text += "; the model agrees " + for_words(r.length);
  return text;
}

std::string proof_section(material const& m) {
  if (!m.model)
    return section("proof", "Proof",
                   paragraph("There is no model, so there is nothing to prove.", "limit"));
  std::string text = proof_text(m);
  if (text.starts_with("proved")) text = "The weights are " + text;
  std::string html = paragraph(text + ".", "verdict");
  if (m.proof && m.proof->verdict == proof::verdict::proved)
    html += paragraph("In the arithmetic of " + m.model->model.format + ", " +
                      (m.proof->tried
                           ? std::string("every word was decided or run one by one")
                           : counted(m.proof->states, "state") +
                                 " of the model were explored, out of the weights alone, and "
                                 "compared with the minimal automaton") +
                      ". What was compiled, and how, played no part in it.");
  return section("proof", "Proof", html);
}

} // namespace ltlc::app::report
