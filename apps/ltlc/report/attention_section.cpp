#include <deque>

#include <nlohmann/json.hpp>

#include "failure_text.hpp"
#include "html.hpp"
#include "sections.hpp"

namespace ltlc::app::report {

namespace {

constexpr std::size_t longest_example = 40; // letters of the word that stands there at first

// A shortest accepted word, a little longer than the shortest of all where the automaton goes on;
// none where there is no short one.
std::optional<text::word> example_word(automaton::dfa const& a) {
  // A breadth-first search over (state, enough letters read or not).
  constexpr std::size_t enough = 4;
  std::size_t const n = a.states();
  struct place {
    automaton::state q;
    text::word word;
  };
  std::optional<text::word> found;
  std::vector<bool> seen(n * (enough + 1), false);
  std::deque<place> queue{{a.initial, {}}};
  while (!queue.empty()) {
    place const at = queue.front();
    queue.pop_front();
    if (a.accepting[at.q] && (!found || found->size() < enough)) found = at.word;
    if (found && found->size() >= enough) break;
    if (at.word.size() == longest_example) continue;
    for (text::letter x = 0; x < a.letters(); ++x) {
      auto const q = a.next(at.q, x);
      std::size_t const key = q * (enough + 1) + std::min(at.word.size() + 1, enough);
      if (seen[key]) continue;
      seen[key] = true;
      auto longer = at.word;
      longer.push_back(x);
      queue.push_back({q, std::move(longer)});
    }
  }
  return found;
}

std::string arithmetic_text(compiled const& c) {
  if (c.model.format == "exact")
    return "The model is exact; its weights were rounded to fp64, and the page computes in double "
           "precision.";
  std::string const& f = c.dtype;
  if (f == "fp64" || f == "fp32" || f == "tf32" || f == "bf16" || f == "fp16")
    return "The page computes in the model's own arithmetic, " + f +
           ", rounding after every operation as `ltlc run` does; only exp may differ in a last bit.";
  return "The model is made for " + f +
         ". The page computes in double precision on the rounded weights, so that it may differ "
         "from `ltlc run` where rounding decides.";
}

// Filled in by the page's program.
std::string machine(std::string const& word, material const& m) {
  auto const& sigma = m.input.sigma;
  std::string const how = sigma.single_characters() ? "letters" : "tokens with spaces between them";
  return "<div id=\"runner\" class=\"needs-program\" hidden>\n"
         "<p class=\"ask\"><label for=\"word\">Word, as " + how + " of " +
         escaped(text::listed(sigma)) +
         "</label> <input id=\"word\" type=\"text\" autocomplete=\"off\" autocapitalize=\"none\" "
         "autocorrect=\"off\" spellcheck=\"false\" aria-describedby=\"word-wrong\" value=\"" +
         escaped(word) +
         "\"></p>\n<p id=\"word-wrong\" class=\"wrong\" role=\"alert\"></p>\n"
         "<p><output id=\"run-verdict\" for=\"word\" class=\"verdict\"></output></p>\n"
         "<h3>Truth of each sub-formula, position by position</h3>\n"
         "<p class=\"quiet\">● true, · false; a number where the coordinate is neither 1 nor 0. The "
         "last rows say for every prefix whether it is accepted, by the model and by the "
         "automaton.</p>\n" +
         scrolling("Truth of each sub-formula at each position",
                   "<table id=\"truth\" class=\"truth\"></table>") +
         "<h3>Attention</h3>\n"
         "<p class=\"quiet\">Each row is a position that asks, each column one that it looks at; "
         "the darker, the more weight. A row sees earlier positions only, and the first sees none. "
         "Choose a head, then a cell, by touch or with the arrow keys.</p>\n"
         "<p><label for=\"head-choice\">Head</label> <select id=\"head-choice\"></select></p>\n"
         "<div id=\"thumbnails\" class=\"thumbnails\"></div>\n"
         "<p id=\"cell-says\" aria-live=\"polite\"></p>\n"
         "<div id=\"map\" class=\"scroll\"></div>\n</div>\n"
         "<noscript><p class=\"limit\">The page's program is needed to run words.</p></noscript>\n";
}

} // namespace

std::string attention_section(material const& m, page_data& data) {
  std::string const title = "Run it on a word of yours";
  auto const& sigma = m.input.sigma;
  data["alphabet"] = sigma.tokens();
  data["single"] = sigma.single_characters();
  if (!m.model)
    return section("attention", title,
                   paragraph("There is no model to run: " + failure_text(m.model.error()), "limit"));
  auto const& model = m.model->model;
  if (m.model->weights.size() > most_weight_bytes)
    return section("attention", title,
                   paragraph("The weights have " + budget::grouped(m.model->weights.size()) +
                                 " bytes, and the page holds at most " +
                                 budget::grouped(most_weight_bytes) +
                                 ", so that it cannot run words. `ltlc compile` and `ltlc run "
                                 "--trace --attention` do.",
                             "limit"));
  page_data heads = page_data::array();
  for (auto const& layer : model.layers) {
    page_data row = page_data::array();
    for (auto const& h : layer.heads)
      row.push_back({{"kind", network::name(h.note.kind)}, {"computes", h.note.computes}});
    heads.push_back(std::move(row));
  }
  auto weights = page_data::parse(m.model->weights);
  data["model"] = {{"weights", std::move(weights)}, {"meaning", model.meaning}, {"heads", heads}};
  auto const word = example_word(m.automaton->get());
  return section("attention", title,
                 paragraph(arithmetic_text(*m.model)) +
                     machine(word ? sigma.print(*word) : "", m));
}

} // namespace ltlc::app::report
