// Expressions as text, with as few parentheses as the grammar allows. What remains to be written is
// a stack of pieces, so that deep expressions need no recursion.
#include <algorithm>

#include "ltlc/contract.hpp"
#include "ltlc/regex/expression.hpp"

namespace ltlc::regex {

namespace {

// How tightly an operator binds; a sub-expression that binds less tightly than its place asks for
// is put in parentheses.
enum level { alternated, intersected, concatenated, complemented, repeated, atomic };

bool is_alphanumeric(std::string_view token) {
  return token.size() == 1 &&
         ((token[0] >= 'a' && token[0] <= 'z') || (token[0] >= 'A' && token[0] <= 'Z') ||
          (token[0] >= '0' && token[0] <= '9'));
}

std::string spelled(std::string_view token) {
  if (is_alphanumeric(token)) return std::string(token);
  std::string text = "'";
  for (char const c : token) {
    if (c == '\'' || c == '\\') text += '\\';
    text += c;
  }
  return text + "'";
}

class printer {
public:
  explicit printer(expression_pool const& pool) : pool_(pool) {}

  std::string print(term::id root) {
    rest_.push_back({root, alternated, {}});
    while (!rest_.empty()) {
      piece const next = rest_.back();
      rest_.pop_back();
      if (next.text.empty()) {
        write(next.expression, next.place);
      } else {
        append(next.text);
      }
    }
    return out_;
  }

private:
  struct piece {
    term::id expression = 0;
    level place = alternated;
    std::string text; // written instead of the expression, if not empty
  };

  void append(std::string_view text) {
    if (!out_.empty() && out_.back() == '\'' && text.front() == '\'') out_ += ' ';
    out_ += text;
  }

  void write(term::id i, level place) {
    std::vector<piece> pieces = parts(i);
    if (binds(i) < place) {
      pieces.insert(pieces.begin(), {0, atomic, "("});
      pieces.push_back({0, atomic, ")"});
    }
    rest_.insert(rest_.end(), pieces.rbegin(), pieces.rend());
  }

  [[nodiscard]] bool is_everything(node const& n) const {
    return n.kind == op::complement && pool_[n.a].kind == op::nothing;
  }
  [[nodiscard]] bool is_optional(node const& n) const {
    return n.kind == op::alternation &&
           std::any_of(n.children.begin(), n.children.end(),
                       [this](term::id c) { return pool_[c].kind == op::empty_word; });
  }

  [[nodiscard]] level binds(term::id i) const {
    node const& n = pool_[i];
    switch (n.kind) {
    case op::concatenation:
      return concatenated;
    case op::alternation:
      return is_optional(n) ? repeated : alternated;
    case op::intersection:
      return intersected;
    case op::complement:
      return is_everything(n) ? repeated : complemented;
    case op::repetition:
      return repeated;
    default:
      return atomic;
    }
  }

  [[nodiscard]] std::vector<piece> parts(term::id i) const {
    node const& n = pool_[i];
    switch (n.kind) {
    case op::nothing:
      return {{0, atomic, "[]"}};
    case op::empty_word:
      return {{0, atomic, "()"}};
    case op::letters:
      return {{0, atomic, letters(pool_.set(n.a))}};
    case op::concatenation:
      return concatenation(i);
    case op::alternation:
      return alternation(n);
    case op::intersection:
      return joined(n.children, concatenated, "&");
    case op::complement:
      if (is_everything(n)) return {{0, atomic, ".*"}};
      return {{0, atomic, "~"}, {n.a, complemented, {}}};
    case op::repetition:
      return {{n.a, repeated, {}}, {0, atomic, count(n)}};
    }
    return {};
  }

  [[nodiscard]] std::vector<piece> concatenation(term::id i) const {
    std::vector<piece> pieces;
    for (; pool_[i].kind == op::concatenation; i = pool_[i].b)
      pieces.push_back({pool_[i].a, complemented, {}});
    pieces.push_back({i, complemented, {}});
    return pieces;
  }

  [[nodiscard]] std::vector<piece> alternation(node const& n) const {
    if (!is_optional(n)) return joined(n.children, intersected, "|");
    std::vector<term::id> others;
    for (term::id const c : n.children)
      if (pool_[c].kind != op::empty_word) others.push_back(c);
    if (others.size() == 1) return {{others.front(), repeated, {}}, {0, atomic, "?"}};
    std::vector<piece> pieces = joined(others, intersected, "|");
    pieces.insert(pieces.begin(), {0, atomic, "("});
    pieces.push_back({0, atomic, ")?"});
    return pieces;
  }

  [[nodiscard]] static std::vector<piece> joined(std::vector<term::id> const& children, level place,
                                                 std::string const& separator) {
    std::vector<piece> pieces;
    for (term::id const c : children) {
      if (!pieces.empty()) pieces.push_back({0, atomic, separator});
      pieces.push_back({c, place, {}});
    }
    return pieces;
  }

  [[nodiscard]] std::string letters(letter_set const& set) const {
    std::vector<std::string> tokens;
    for (term::id const symbol : set.symbols)
      tokens.push_back(pool_.symbols().name(symbol));
    std::sort(tokens.begin(), tokens.end());
    if (set.negated && tokens.empty()) return ".";
    if (!set.negated && tokens.size() == 1) return spelled(tokens.front());
    std::string text = set.negated ? "[^" : "[";
    for (std::string const& token : tokens) {
      if (text.back() == '\'' && !is_alphanumeric(token)) text += ' ';
      text += spelled(token);
    }
    return text + "]";
  }

  [[nodiscard]] static std::string count(node const& n) {
    if (n.most == unbounded && n.least <= 1) return n.least == 0 ? "*" : "+";
    std::string text = "{" + std::to_string(n.least);
    if (n.most != n.least) text += ",";
    if (n.most != n.least && n.most != unbounded) text += std::to_string(n.most);
    return text + "}";
  }

  expression_pool const& pool_;
  std::vector<piece> rest_;
  std::string out_;
};

} // namespace

std::string print(expression f) {
  LTLC_EXPECTS(f.pool != nullptr);
  return printer(*f.pool).print(f.id);
}

} // namespace ltlc::regex
