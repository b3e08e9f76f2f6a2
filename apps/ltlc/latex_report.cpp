#include "latex_report.hpp"

#include <algorithm>

#include "ltlc/budget/budget.hpp"
#include "ltlc/text/latex.hpp"

#include "explain.hpp"

namespace ltlc::app {

namespace {

char const* verdict_word(evidence::membership m) {
  return m == evidence::membership::member       ? "yes"
         : m == evidence::membership::not_member ? "no"
                                                 : "undecided";
}

std::string class_row(evidence::verdict const& v, std::string const& why_text) {
  return text::latex_text(evidence::info(v.id).name) + " & " + verdict_word(v.answer) +
         " & \\raggedright " + text::latex_text(why_text) + " \\tabularnewline\n";
}

std::string least_row(std::string const& title, std::string const& classes) {
  return title + " & \\multicolumn{2}{l}{" + classes + "} \\\\\n";
}

std::string least_rows(algebra::classification const& found) {
  std::string rows;
  for (auto const id : found.least) {
    auto const& row = evidence::info(id);
    rows += least_row(rows.empty() ? "least" : "",
                      text::latex_text(std::string(row.name) + " = " + std::string(row.logic)));
  }
  if (rows.empty()) rows = least_row("least", "none");
  if (!found.least_is_certain) rows += least_row("", "(a class left undecided could be smaller)");
  return rows;
}

// ε, or the word; of a long one the first letters and how many there are.
std::string latex_name(monoid const& m, algebra::element x) {
  constexpr std::size_t longest_name = 24;
  text::word w = algebra::word_of(m.s, m.g, x);
  std::size_t const length = w.size();
  if (length == 0) return "\\varepsilon";
  if (length > longest_name) w.resize(longest_name / 2);
  std::string const name = text::latex_token(m.sigma.print(w));
  return length == w.size() ? name
                            : name + "\\ldots\\,(" + std::to_string(length) + "\\ \\mbox{letters})";
}

std::string latex_box(monoid const& m, algebra::j_class const& c) {
  std::vector<std::string> cells(std::size_t{c.rows} * c.columns);
  for (algebra::element const x : c.elements) {
    auto& cell = cells[m.g.h_of(x) - c.first_h];
    cell += (cell.empty() ? "" : "\\ \\ ") + latex_name(m, x) + (m.g.idempotent[x] ? "^{*}" : "");
  }
  std::string columns;
  for (std::size_t i = 0; i < c.columns; ++i)
    columns += "c|";
  std::string out = "\\[\n\\begin{array}{|" + columns + "}\n\\hline\n";
  for (std::size_t i = 0; i < cells.size(); ++i)
    out += cells[i] + ((i + 1) % c.columns == 0 ? " \\\\ \\hline\n" : " & ");
  return out + "\\end{array}\n\\]\n";
}

std::string box_title(monoid const& m, std::size_t number) {
  auto const& c = m.g.classes[number];
  return "$J_{" + std::to_string(number) + "}$, " + (c.regular ? "regular" : "not regular") + ", " +
         std::to_string(c.elements.size()) + (c.elements.size() == 1 ? " element" : " elements");
}

} // namespace

std::string latex_head(std::string const& subject, std::string const& preamble,
                       std::vector<std::string> const& texts) {
  std::string head = text::latex_comment(subject) + text::latex_comment("preamble: " + preamble);
  if (!std::all_of(texts.begin(), texts.end(),
                   [](std::string const& each) { return text::latex_knows(each); }))
    head +=
        text::latex_comment("LuaLaTeX or XeLaTeX, and a font that has all characters used here");
  return head;
}

std::string latex_formula(std::string const& subject, std::string const& formula,
                          text::alphabet const& sigma) {
  return latex_head(subject, "\\usepackage{amsmath}", sigma.tokens()) + "$" + formula + "$\n";
}

std::string latex_verdicts(std::string const& name, text::alphabet const& sigma,
                           algebra::classification const& found) {
  std::string out =
      latex_head("the classes of " + name + " over " + text::listed(sigma) +
                     " (0 is the initial state of its minimal automaton)",
                 "nothing", sigma.tokens()) +
      "\\begin{tabular}{@{}llp{0.53\\linewidth}@{}}\n\\hline\nclass & member & why \\\\\n\\hline\n";
  for (auto const& v : found.verdicts)
    out += class_row(v, why(v, found, sigma));
  return out + "\\hline\n" + least_rows(found) + "\\hline\n\\end{tabular}\n";
}

std::string latex_egg_boxes(std::string const& name, monoid const& m, std::uint64_t most) {
  std::string out = latex_head("the syntactic monoid of " + name + ": rows R-classes, columns " +
                                   "L-classes, * idempotent",
                               "\\usepackage{amsmath}", m.sigma.tokens());
  std::uint64_t left = most;
  std::size_t const named = std::min<std::uint64_t>(m.g.classes.size(), most);
  for (std::size_t i = 0; i < named; ++i) {
    auto const& c = m.g.classes[i];
    bool const drawn = c.elements.size() <= left;
    if (drawn) left -= c.elements.size();
    out += "\\noindent " + box_title(m, i) + (drawn ? "" : ", not drawn\\par") + "\n";
    if (drawn) out += latex_box(m, c);
  }
  if (named < m.g.classes.size())
    out += "\\noindent \\ldots{} and " + budget::grouped(m.g.classes.size() - named) + " more\n";
  return out;
}

} // namespace ltlc::app
