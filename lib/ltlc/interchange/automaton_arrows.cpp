#include "ltlc/interchange/automaton_arrows.hpp"

#include <algorithm>

#include "ltlc/text/diagnostic.hpp"
#include "ltlc/text/latex.hpp"

namespace ltlc::interchange {

namespace {

// A list of letters is cut to this many, or before this many characters.
constexpr std::size_t most_letters = 8;
constexpr std::size_t most_characters = 48;

std::string joined(text::alphabet const& sigma, std::vector<text::letter> const& letters,
                   label_notation style) {
  bool const latex = style == label_notation::latex;
  std::string text;
  std::size_t shown = 0;
  std::size_t characters = 0;
  for (; shown < letters.size(); ++shown) {
    std::string const& token = sigma.token(letters[shown]);
    characters += text::count_code_points(token) + 2;
    // What would be left out is at least two, or it may as well stand there.
    bool const full = shown >= most_letters || characters > most_characters;
    if (shown > 0 && full && letters.size() - shown > 1) break;
    std::string const name = text::cut(token, most_characters);
    text += (shown == 0 ? "" : ", ") + (latex ? text::latex_token(name) : name);
  }
  if (shown == letters.size()) return text;
  return text + (latex ? ", \\ldots{} and " : ", … and ") + std::to_string(letters.size() - shown) +
         " more";
}

// Σ, or Σ² and so on for blocks.
std::string alphabet_name(std::uint32_t block, label_notation style) {
  static constexpr char const* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string const power = block > 1 ? std::to_string(block) : "";
  if (style == label_notation::latex)
    return power.empty() ? "$\\Sigma$" : "$\\Sigma^{" + power + "}$";
  std::string name = "Σ";
  for (char const c : power)
    name += digits[c - '0'];
  return name;
}

} // namespace

std::vector<automaton_arrow> arrows(automaton::dfa const& a) {
  std::vector<automaton_arrow> all;
  for (automaton::state q = 0; q < a.states(); ++q) {
    auto const first = static_cast<std::ptrdiff_t>(all.size());
    for (text::letter x = 0; x < a.letters(); ++x) {
      auto const to = a.next(q, x);
      auto at = std::find_if(all.begin() + first, all.end(),
                             [&](automaton_arrow const& each) { return each.to == to; });
      if (at == all.end()) at = all.insert(at, {q, to, {}});
      at->letters.push_back(x);
    }
  }
  return all;
}

std::string arrow_label(text::alphabet const& sigma, std::vector<text::letter> const& letters,
                        std::uint32_t block, label_notation style) {
  std::size_t const missing = sigma.size() - letters.size();
  if (missing == 0 && sigma.size() > 3) return alphabet_name(block, style);
  if (letters.size() <= 4 || missing >= letters.size() || missing > most_letters)
    return joined(sigma, letters, style);
  std::vector<text::letter> others;
  for (text::letter x = 0, i = 0; x < sigma.size(); ++x) {
    if (i < letters.size() && letters[i] == x)
      ++i;
    else
      others.push_back(x);
  }
  std::string const rest = joined(sigma, others, style);
  if (style == label_notation::latex)
    return alphabet_name(block, style) + " $\\setminus$ \\{" + rest + "\\}";
  return alphabet_name(block, style) + " ∖ {" + rest + "}";
}

} // namespace ltlc::interchange
