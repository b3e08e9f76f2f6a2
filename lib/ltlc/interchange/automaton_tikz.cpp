#include "ltlc/interchange/automaton_tikz.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "ltlc/automaton/order.hpp"
#include "ltlc/contract.hpp"
#include "ltlc/interchange/automaton_arrows.hpp"
#include "ltlc/interchange/automaton_dot.hpp"

namespace ltlc::interchange {

namespace {

constexpr double cm_per_inch = 2.54;

// One line of Graphviz's format `plain`, word by word. No word of ours is quoted.
class plain_line {
public:
  plain_line(std::string_view text, std::size_t offset) : text_(text), offset_(offset) {}

  std::string_view word() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
    std::size_t const begin = at_;
    while (at_ < text_.size() && text_[at_] != ' ')
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  template <class T>
  std::optional<T> number() {
    auto const digits = word();
    T n{};
    auto const read = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || digits.empty())
      return std::nullopt;
    return n;
  }
  std::optional<point> place() {
    auto const x = number<double>();
    auto const y = number<double>();
    constexpr double farthest = 10'000; // inches; neither infinite nor no number
    if (!x || !y || !(std::abs(*x) < farthest) || !(std::abs(*y) < farthest)) return std::nullopt;
    return point{*x * cm_per_inch, *y * cm_per_inch};
  }
  [[nodiscard]] tl::unexpected<text::diagnostic> wrong(std::string const& message) const {
    return tl::unexpected(text::diagnostic{{offset_, offset_ + text_.size()}, message, "", ""});
  }

private:
  std::string_view text_;
  std::size_t offset_;
  std::size_t at_ = 0;
};

class layout_reader {
public:
  explicit layout_reader(automaton::dfa const& a) : seen_(a.states(), false) {
    drawn_.states.resize(a.states());
    for (auto const& each : arrows(a))
      number_.emplace(std::pair(each.from, each.to), number_of_arrows_++);
    drawn_.arrows.resize(number_of_arrows_);
  }

  text::result<drawn_automaton> read(text::source const& plain) {
    std::size_t begin = 0;
    while (begin < plain.content.size()) {
      auto end = std::min(plain.content.find('\n', begin), plain.content.size());
      plain_line line(std::string_view(plain.content).substr(begin, end - begin), begin);
      auto const kind = line.word();
      if (kind == "stop") break;
      bool const known = kind == "node"   ? node(line)
                         : kind == "edge" ? edge(line)
                                          : kind == "graph";
      if (!known) return line.wrong("this is no line of the picture that was asked for");
      begin = end + 1;
    }
    bool const complete = std::find(seen_.begin(), seen_.end(), false) == seen_.end() &&
                          !drawn_.start.curve.empty() &&
                          std::none_of(drawn_.arrows.begin(), drawn_.arrows.end(),
                                       [](drawn_arrow const& each) { return each.curve.empty(); });
    std::size_t const end = plain.content.size();
    if (!complete || begin >= end)
      return tl::unexpected(text::diagnostic{{end, end}, "the picture is not complete", "", ""});
    return std::move(drawn_);
  }

private:
  // node NAME X Y …
  bool node(plain_line& line) {
    plain_line name(line.word(), 0);
    auto const q = name.number<automaton::state>();
    auto const place = line.place();
    if (!q) return place.has_value(); // the start
    if (!place || *q >= drawn_.states.size()) return false;
    drawn_.states[*q] = *place;
    seen_[*q] = true;
    return true;
  }

  // edge TAIL HEAD N X1 Y1 … XN YN LABEL X Y …
  bool edge(plain_line& line) {
    auto const tail = line.word();
    auto const to = line.number<automaton::state>();
    auto const points = line.number<std::size_t>();
    if (!to || !points || *points < 4 || *points % 3 != 1) return false;
    drawn_arrow drawn;
    for (std::size_t i = 0; i < *points; ++i) {
      auto const p = line.place();
      if (!p) return false;
      drawn.curve.push_back(*p);
    }
    if (tail == "start") {
      drawn_.start = std::move(drawn);
      return true;
    }
    auto const from = plain_line(tail, 0).number<automaton::state>();
    if (!from) return false;
    auto const at = number_.find({*from, *to});
    line.word();
    auto const label = line.place();
    if (at == number_.end() || !label) return false;
    drawn.label = *label;
    drawn_.arrows[at->second] = std::move(drawn);
    return true;
  }

  drawn_automaton drawn_;
  std::vector<bool> seen_;
  std::map<std::pair<automaton::state, automaton::state>, std::size_t> number_;
  std::size_t number_of_arrows_ = 0;
};

std::string at_cm(point p) {
  return fmt::format("({:.2f},{:.2f})", p.x, p.y);
}

std::string head() {
  return fmt::format("\\begin{{tikzpicture}}[>=stealth,\n"
                     "  state/.style={{circle, draw, fill=white, inner sep=0pt, "
                     "minimum size={:.2f}cm}},\n"
                     "  accepting/.style={{double, double distance=1.2pt}},\n"
                     "  letters/.style={{font=\\small, inner sep=2pt}}]\n",
                     state_size * cm_per_inch);
}

std::string node(automaton::dfa const& a, automaton::state q, std::string const& place) {
  return fmt::format("  \\node[state{}] ({}) at {} {{{}}};\n", a.accepting[q] ? ", accepting" : "",
                     q, place, q);
}

std::string curve(std::vector<point> const& points) {
  std::string text = at_cm(points.front());
  for (std::size_t i = 1; i + 2 < points.size(); i += 3)
    text += " .. controls " + at_cm(points[i]) + " and " + at_cm(points[i + 1]) + " .. " +
            at_cm(points[i + 2]);
  return text;
}

// A box round the states of a component, with the arrows inside it.
std::string component_box(automaton::dfa const& a, drawn_automaton const& at,
                          automaton::component_order const& order, std::size_t component) {
  double const margin = state_size * cm_per_inch / 2 + 0.25;
  auto const& states = order.components[component].states;
  point low = at.states[states.front()], high = low;
  auto const cover = [&](point p, double around) {
    low = {std::min(low.x, p.x - around), std::min(low.y, p.y - around)};
    high = {std::max(high.x, p.x + around), std::max(high.y, p.y + around)};
  };
  for (auto const q : states)
    cover(at.states[q], margin);
  auto const all = arrows(a);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (order.component_of[all[i].from] == component && order.component_of[all[i].to] == component)
      cover(at.arrows[i].label, 0.25);
  return "  \\draw[rounded corners, black!30, fill=black!4] " + at_cm(low) + " rectangle " +
         at_cm(high) + ";\n";
}

} // namespace

text::result<drawn_automaton> read_layout(text::source const& plain, automaton::dfa const& a) {
  return layout_reader(a).read(plain);
}

std::string to_tikz(automaton::dfa const& a, drawn_automaton const& at, std::uint32_t block) {
  auto const all = arrows(a);
  LTLC_EXPECTS(at.states.size() == a.states() && at.arrows.size() == all.size());
  std::string out = head();
  auto const order = automaton::components(a);
  for (std::size_t c = 0; c < order.components.size(); ++c)
    if (order.components[c].states.size() > 1) out += component_box(a, at, order, c);
  for (automaton::state q = 0; q < a.states(); ++q)
    out += node(a, q, at_cm(at.states[q]));
  out += "  \\draw[->] " + curve(at.start.curve) + ";\n";
  for (std::size_t i = 0; i < all.size(); ++i)
    out += "  \\draw[->] " + curve(at.arrows[i].curve) + ";\n  \\node[letters] at " +
           at_cm(at.arrows[i].label) + " {" +
           arrow_label(a.sigma, all[i].letters, block, label_notation::latex) + "};\n";
  return out + "\\end{tikzpicture}\n";
}

std::string to_tikz(automaton::dfa const& a, std::uint32_t block) {
  std::size_t const n = a.states();
  // The initial state stands left, and its loop above it, where the arrow from outside is not.
  auto const degrees = [&](automaton::state q) {
    std::size_t const steps = (q + n - a.initial) % n;
    return (540 - static_cast<int>(360 * steps / n)) % 360;
  };
  auto const all = arrows(a);
  std::size_t widest = 0; // label, in characters
  for (auto const& each : all)
    widest = std::max(widest, text::count_code_points(arrow_label(a.sigma, each.letters, block,
                                                                  label_notation::plain)));
  double const radius =
      n == 1 ? 0
             : std::max(1.4, 0.32 * static_cast<double>(n)) + 0.08 * static_cast<double>(widest);
  std::string out = head();
  for (automaton::state q = 0; q < n; ++q)
    out += node(a, q, fmt::format("({}:{:.2f})", degrees(q), radius));
  out += fmt::format("  \\draw[<-] ({}) -- +(180:0.9);\n", a.initial);
  for (auto const& each : all) {
    auto const label = arrow_label(a.sigma, each.letters, block, label_notation::latex);
    if (each.from != each.to) {
      out += fmt::format("  \\draw[->] ({}) to[bend left=15] node[letters, auto] {{{}}} ({});\n",
                         each.from, label, each.to);
      continue;
    }
    int const side = each.from == a.initial ? 120 : degrees(each.from);
    out += fmt::format("  \\draw[->] ({0}) to[out={1}, in={2}, looseness=7] node[letters, "
                       "anchor={3}] {{{4}}} ({0});\n",
                       each.from, side + 25, side - 25, (side + 180) % 360, label);
  }
  return out + "\\end{tikzpicture}\n";
}

} // namespace ltlc::interchange
