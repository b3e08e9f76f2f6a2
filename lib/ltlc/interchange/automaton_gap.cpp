#include "ltlc/interchange/automaton_gap.hpp"

namespace ltlc::interchange {

namespace {

constexpr std::size_t line_width = 74;

// A list in brackets, broken into lines.
class list {
public:
  explicit list(std::string before) : text_(std::move(before)) {
    text_ += "[ ";
    column_ = text_.size();
  }
  void add(std::string const& item) {
    if (!first_) text_ += ",";
    if (!first_ && column_ + item.size() + 3 > line_width) {
      text_ += "\n  ";
      column_ = 2;
    } else if (!first_) {
      text_ += " ";
    }
    text_ += item;
    column_ += item.size() + 2;
    first_ = false;
  }
  [[nodiscard]] std::string closed() const { return text_ + " ]"; }

private:
  std::string text_;
  std::size_t column_ = 0;
  bool first_ = true;
};

std::string quoted(std::string const& token) {
  std::string out = "\"";
  for (char const c : token) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

} // namespace

std::string to_gap(automaton::dfa const& a) {
  std::string out = "# The transition semigroup of " + std::to_string(a.states()) +
                    " states; state q is point q + 1.\n";
  list letters("letters := ");
  for (auto const& token : a.sigma.tokens())
    letters.add(quoted(token));
  out += letters.closed() + ";\ngens := [\n";
  for (text::letter x = 0; x < a.letters(); ++x) {
    list images("Transformation( ");
    for (automaton::state q = 0; q < a.states(); ++q)
      images.add(std::to_string(a.next(q, x) + 1));
    out += "# " + a.sigma.token(x) + "\n" + images.closed() + " )" +
           (x + 1 < a.letters() ? ",\n" : "\n");
  }
  list accepting("accepting := ");
  for (std::size_t q = 0; q < a.states(); ++q)
    if (a.accepting[q]) accepting.add(std::to_string(q + 1));
  return out + "];\nS := Semigroup( gens );\ninitial := " + std::to_string(a.initial + 1) + ";\n" +
         accepting.closed() + ";\n";
}

} // namespace ltlc::interchange
