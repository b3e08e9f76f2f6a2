#include <nlohmann/json.hpp>

#include "../explain.hpp"
#include "html.hpp"
#include "sections.hpp"
#include "walk.hpp"

namespace ltlc::app::report {

namespace {

constexpr std::size_t most_walks = 40;  // of one certificate
constexpr std::size_t most_states = 100; // of one set
constexpr std::size_t most_reason = 600; // bytes

char const* answer_word(evidence::membership m) {
  return m == evidence::membership::member       ? "yes"
         : m == evidence::membership::not_member ? "no"
                                                 : "undecided";
}

page_data steps_json(automaton::dfa const& a, evidence::verdict const& v) {
  page_data steps = page_data::array();
  auto walks = walks_of(a, v);
  for (auto& w : walks) {
    if (steps.size() == most_walks) {
      steps.push_back({{"says", "… and " + std::to_string(walks.size() - most_walks) +
                                    " more steps, which are not shown"},
                       {"set", page_data::array()}});
      break;
    }
    if (w.is_set && w.states.size() > most_states) {
      w.says += " (the first " + std::to_string(most_states) + " are marked)";
      w.states.resize(most_states);
    }
    steps.push_back(walk_json(a, w));
  }
  return steps;
}

std::string row(material const& m, evidence::verdict const& v, bool has_steps) {
  auto const& info = evidence::info(v.id);
  std::string const name(info.name);
  std::string const answer = answer_word(v.answer);
  std::string const button =
      has_steps ? "<button type=\"button\" class=\"show-steps\" data-class=\"" + escaped(name) +
                      "\" aria-label=\"Steps of the certificate for " + escaped(name) +
                      "\">Steps</button>"
                : "<span class=\"quiet\">no steps</span>";
  return "<tr class=\"" + answer + "\"><th scope=\"row\">" + escaped(name) +
         "<span class=\"logic\">" + escaped(info.logic) + "</span></th><td class=\"answer-" +
         answer + "\">" + answer + "</td><td>" +
         escaped(text::cut(why(v, m.classes, m.input.sigma), most_reason)) + "</td><td>" + button +
         "</td></tr>\n";
}

// Without its program the page has the table and no stepper.
std::string stepper() {
  return "<div id=\"stepper\" class=\"panel needs-program\" hidden>\n"
         "<h3 id=\"stepper-title\">Certificate, step by step</h3>\n"
         "<p><label for=\"stepper-class\">Class</label> <select id=\"stepper-class\"></select></p>\n"
         "<div id=\"stepper-controls\" class=\"controls\" role=\"group\" aria-label=\"Steps\" >\n"
         "<button type=\"button\" id=\"step-first\">First</button>\n"
         "<button type=\"button\" id=\"step-back\">◀ Back</button>\n"
         "<button type=\"button\" id=\"step-next\">Next ▶</button>\n"
         "<span id=\"step-count\" class=\"quiet\"></span>\n</div>\n"
         "<p id=\"step-says\" aria-live=\"polite\"></p>\n"
         "<p id=\"step-word\" class=\"tape\"></p>\n"
         "<div id=\"step-picture\"></div>\n"
         "<p class=\"quiet\">The arrow keys step too, while a button here has the focus.</p>\n"
         "</div>\n";
}

} // namespace

std::string verdict_section(material const& m, page_data& data) {
  data["certificates"] = page_data::object();
  std::string rows;
  for (auto const& v : m.classes.verdicts) {
    auto steps = steps_json(m.automaton->get(), v);
    bool const has_steps = !steps.empty();
    if (has_steps) data["certificates"][std::string(evidence::info(v.id).name)] = std::move(steps);
    rows += row(m, v, has_steps);
  }
  std::string const table =
      "<table class=\"verdicts\">\n<thead><tr><th scope=\"col\">Class</th><th scope=\"col\">In "
      "it?</th><th scope=\"col\">Why</th><th scope=\"col\">Certificate</th></tr></thead>\n<tbody>\n" +
      rows + "</tbody>\n</table>\n";
  return section("verdicts", "Which classes contain it",
                 paragraph("p →w→ q: reading w in state p leads to q; ε is the empty word. A "
                           "certificate without steps says that everything of its kind was looked "
                           "at; `ltlc check` looks again.") +
                     stepper() + table);
}

} // namespace ltlc::app::report
