#include <algorithm>

#include "ltlc/exact/scalar.hpp"

#include "failure_text.hpp"
#include "html.hpp"
#include "sections.hpp"

namespace ltlc::app::report {

namespace {

constexpr std::size_t most_name = 60;   // bytes of a sub-formula
constexpr std::size_t most_units = 200; // of the whole page
constexpr std::size_t open_layers = 4;  // more layers are folded up

bool writes(network::matrix const& w, std::size_t row) {
  for (std::size_t c = 0; c < w.cols; ++c)
    if (w.at(row, c) != exact::scalar(0)) return true;
  return false;
}

// What each coordinate holds after the heads of layer l and before its hidden units.
std::vector<std::string> between(network::model const& m, std::size_t l) {
  auto names = m.meaning[l];
  auto const& layer = m.layers[l];
  for (std::size_t d = 0; d < m.width; ++d) {
    std::string written;
    for (auto const& h : layer.heads)
      if (writes(h.W_O, d)) written += (written.empty() ? "" : " + ") + h.note.computes;
    if (written.empty()) continue;
    bool const stays = layer.mlp.hidden() == 0 || !writes(layer.mlp.W_2, d);
    names[d] = stays && !m.meaning[l + 1][d].empty() ? m.meaning[l + 1][d] : written;
  }
  return names;
}

std::string named(std::vector<std::string> const& names, std::size_t d) {
  std::string const& name = names[d];
  if (name.empty()) return "x" + std::to_string(d);
  bool const simple = name.find(' ') == std::string::npos;
  std::string const shown_name = text::cut(name, most_name);
  return simple ? shown_name : "[" + shown_name + "]";
}

// " + 2·a" or, at the beginning, "2·a".
void add_term(std::string& sum, exact::scalar const& factor, std::string const& what) {
  std::string number = exact::print(factor);
  bool const minus = number.starts_with("-");
  if (minus) number.erase(0, 1);
  sum += sum.empty() ? (minus ? "−" : "") : (minus ? " − " : " + ");
  sum += what.empty() ? number : number == "1" ? what : number + "·" + what;
}

std::string hidden_unit(network::mlp const& mlp, std::size_t u,
                        std::vector<std::string> const& before,
                        std::vector<std::string> const& after) {
  std::string in, out;
  for (std::size_t d = 0; d < mlp.W_1.cols; ++d)
    if (mlp.W_1.at(u, d) != exact::scalar(0)) add_term(in, mlp.W_1.at(u, d), named(before, d));
  if (mlp.b_1[u] != exact::scalar(0)) add_term(in, mlp.b_1[u], "");
  for (std::size_t d = 0; d < mlp.W_2.rows; ++d) {
    if (mlp.W_2.at(d, u) == exact::scalar(0)) continue;
    std::string term;
    add_term(term, mlp.W_2.at(d, u), "");
    out += (out.empty() ? "" : ", ") + term + " into " + named(after, d);
  }
  return "<li>" + code("max(0, " + (in.empty() ? "0" : in) + ")") +
         " <span class=\"quiet\">adds " + escaped(out.empty() ? "nothing" : out) + "</span></li>\n";
}

std::string coordinates(std::vector<std::string> const& names) {
  std::string html = "<ul class=\"stream\" aria-label=\"Coordinates\">";
  for (auto const& name : names)
    if (!name.empty()) html += "<li>" + code(text::cut(name, 160)) + "</li>";
  return html + "</ul>\n";
}

std::string head_card(network::head const& h, std::size_t number) {
  auto const& note = h.note;
  std::string facts = std::string(network::name(note.kind)) + ", " +
                      std::string(network::name(h.attention)) + " attention";
  if (!h.rotary.empty()) facts += ", " + counted(h.rotary.size(), "rotary pair");
  if (!note.gap.empty()) facts += ", least gap " + note.gap;
  facts += note.holds_to ? ", up to length " + budget::grouped(*note.holds_to) : ", every length";
  return "<li class=\"head\"><span class=\"over\">Head " + std::to_string(number) + "</span> " +
         code(text::cut(note.computes, 160)) + "<span class=\"quiet\">" + escaped(facts) +
         "</span></li>\n";
}

std::string layer_block(network::model const& m, std::size_t l, std::size_t& heads_left,
                        std::size_t& units_left) {
  auto const& layer = m.layers[l];
  std::string heads, units;
  std::size_t number = 0;
  for (auto const& h : layer.heads) {
    if (heads_left == 0) break;
    --heads_left;
    heads += head_card(h, ++number);
  }
  auto const before = between(m, l);
  for (std::size_t u = 0; u < layer.mlp.hidden() && units_left > 0; ++u, --units_left)
    units += hidden_unit(layer.mlp, u, before, m.meaning[l + 1]);
  std::string const open = m.layers.size() <= open_layers || l < 2 ? " open" : "";
  std::string html = "<details class=\"layer\"" + open + "><summary>Layer " + std::to_string(l + 1) +
                     ": " + counted(layer.heads.size(), "head") + ", " +
                     counted(layer.mlp.hidden(), "hidden unit") + "</summary>\n";
  if (!heads.empty()) html += "<ul class=\"heads\">\n" + heads + "</ul>\n";
  if (number < layer.heads.size())
    html += paragraph(counted(layer.heads.size() - number, "head") + " not shown", "limit");
  if (!units.empty()) html += "<ul class=\"units\">\n" + units + "</ul>\n";
  return html + "<p class=\"over\">After layer " + std::to_string(l + 1) + "</p>\n" +
         coordinates(m.meaning[l + 1]) + "</details>\n";
}

std::string diagram(network::model const& m) {
  std::string html = "<div class=\"stack\">\n<div class=\"layer\"><p class=\"over\">Embedding: "
                     "&lt;bos&gt;, letters, &lt;eos&gt;</p>\n" +
                     coordinates(m.meaning[0]) + "</div>\n";
  std::size_t heads_left = most_listed_heads, units_left = most_units;
  for (std::size_t l = 0; l < m.layers.size(); ++l)
    html += layer_block(m, l, heads_left, units_left);
  html += "<div class=\"layer\"><p class=\"over\">Readout, at &lt;eos&gt;</p>\n<p>accept where " +
          code(text::cut(m.meaning.back()[m.readout], 200)) + " is more than ½</p></div>\n</div>\n";
  if (units_left == 0)
    html += paragraph("The first " + std::to_string(most_units) +
                          " hidden units are shown; the model file has them all.",
                      "limit");
  return html;
}

} // namespace

std::string model_section(material const& m) {
  if (!m.model)
    return section("model", "The transformer",
                   paragraph("None was compiled: " + failure_text(m.model.error()), "limit"));
  auto const& model = m.model->model;
  std::string html;
  if (!m.compiled_from.empty())
    html += paragraph("The language is not in LTL[P,MOD], whose models hold at every length. "
                      "Compiled is the formula with Y found for it, up to a length: " +
                      text::cut(m.compiled_from, 300));
  html += paragraph("Each row of the stream holds truth values of sub-formulas, at one position. A "
                    "head looks at earlier positions only, a hidden unit at one row; both add to "
                    "the stream.") +
          diagram(model);
  return section("model", "The transformer: " + size_text(model), html);
}

} // namespace ltlc::app::report
