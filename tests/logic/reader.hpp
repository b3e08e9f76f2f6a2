// Readers of printed formulas, written from the table of operators and the rules for parentheses
// alone: what the printers are tested with. They accept exactly one text per way of writing and
// recurse freely.
#pragma once

#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "ltlc/logic/first_order.hpp"
#include "ltlc/logic/formula.hpp"

namespace ltlc::support {

// What both readers need of a text.
class scanner {
public:
  explicit scanner(std::string_view text) : text_(text) {}

  bool eat(std::string_view token) {
    skip();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!eat(token)) failed_ = true;
  }
  // A word of letters, digits and underscores; eaten only if it is this one.
  bool eat_word(std::string_view word) {
    skip();
    if (peek_word() != word || word.empty()) return false;
    at_ += word.size();
    return true;
  }
  std::string_view peek_word() {
    skip();
    std::size_t end = at_;
    while (end < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[end])) || text_[end] == '_'))
      ++end;
    return text_.substr(at_, end - at_);
  }
  std::int64_t number() {
    auto const word = peek_word();
    if (word.empty() || word.size() > 10 || word.find_first_not_of("0123456789") != word.npos) {
      failed_ = true;
      return 1;
    }
    at_ += word.size();
    return std::stoll(std::string(word));
  }
  // A bare or a quoted letter.
  std::optional<std::string> token() {
    if (!eat("'")) {
      auto const word = peek_word();
      if (!logic::is_bare_letter(word)) return std::nullopt;
      at_ += word.size();
      return std::string(word);
    }
    std::string token;
    while (at_ < text_.size() && text_[at_] != '\'') {
      if (text_[at_] == '\\') ++at_;
      if (at_ < text_.size()) token += text_[at_++];
    }
    expect("'");
    return token;
  }
  [[nodiscard]] bool failed() const { return failed_; }
  void fail() { failed_ = true; }
  [[nodiscard]] bool finished() {
    skip();
    return !failed_ && at_ == text_.size();
  }

private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }
  std::string_view text_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

inline bool groups_right(logic::op kind) {
  return kind == logic::op::since || kind == logic::op::until || kind == logic::op::implication;
}

// The operator of this level that comes next, if any; longer spellings are tried first.
inline std::optional<logic::op> eat_operator(scanner& scan, int level, bool unicode) {
  for (auto const& row : logic::operators) {
    if (row.arity != 2 || row.precedence != level) continue;
    auto const spelling = unicode ? row.unicode : row.ascii;
    bool const word = spelling == "S" || spelling == "U";
    if (word ? scan.eat_word(spelling) : scan.eat(spelling)) return row.kind;
  }
  return std::nullopt;
}

class formula_reader {
public:
  formula_reader(std::string_view text, logic::formula_pool& pool, bool unicode)
      : scan_(text), pool_(pool), unicode_(unicode) {}

  std::optional<logic::formula> read() {
    auto const f = level(1);
    if (!scan_.finished()) return std::nullopt;
    return f;
  }

private:
  logic::formula level(int precedence) {
    if (precedence == 6) return unary();
    auto f = level(precedence + 1);
    while (!scan_.failed()) {
      auto const kind = eat_operator(scan_, precedence, unicode_);
      if (!kind) break;
      auto const g = level(groups_right(*kind) ? precedence : precedence + 1);
      f = logic::apply(pool_, *kind, f, g);
    }
    return f;
  }

  logic::formula unary() {
    if (scan_.eat(unicode_ ? "¬" : "!")) return pool_.negation(unary());
    if (scan_.eat_word("P")) return pool_.past(unary());
    if (scan_.eat_word("F")) return pool_.future(unary());
    if (scan_.eat_word("X")) return pool_.next(unary());
    if (scan_.eat_word("Y")) {
      auto const k = scan_.eat("^") ? scan_.number() : 1;
      return pool_.yesterday(unary(), static_cast<std::uint32_t>(k));
    }
    return atom();
  }

  logic::formula atom() {
    if (scan_.eat("(")) {
      auto const f = level(1);
      scan_.expect(")");
      return f;
    }
    if (unicode_ ? scan_.eat("⊤") : scan_.eat_word("true")) return pool_.truth();
    if (unicode_ ? scan_.eat("⊥") : scan_.eat_word("false")) return pool_.falsity();
    if (scan_.eat_word("MOD")) {
      scan_.expect("(");
      auto const r = scan_.number();
      scan_.expect(",");
      auto const m = scan_.number();
      scan_.expect(")");
      return pool_.mod(r, m);
    }
    if (auto const token = scan_.token()) return pool_.letter(*token);
    scan_.fail();
    return pool_.truth();
  }

  scanner scan_;
  logic::formula_pool& pool_;
  bool unicode_;
};

// `far`: a quantifier reaches as far right as it can; else it binds like a negation. What the
// printer writes must read the same both ways.
class sentence_reader {
public:
  sentence_reader(std::string_view text, logic::fo_pool& pool, bool far)
      : scan_(text), pool_(pool), far_(far) {}

  std::optional<logic::fo_formula> read() {
    auto const f = level(1);
    if (!scan_.finished()) return std::nullopt;
    return f;
  }

private:
  logic::fo_formula level(int precedence) {
    if (precedence == 5) return unary();
    auto f = level(precedence + 1);
    while (!scan_.failed()) {
      auto const kind = eat_operator(scan_, precedence, false);
      if (!kind) break;
      auto const g = level(groups_right(*kind) ? precedence : precedence + 1);
      if (*kind == logic::op::conjunction)
        f = pool_.conjunction(f, g);
      else if (*kind == logic::op::disjunction)
        f = pool_.disjunction(f, g);
      else if (*kind == logic::op::implication)
        f = pool_.implication(f, g);
      else
        f = pool_.equivalence(f, g);
    }
    return f;
  }

  logic::fo_formula unary() {
    if (scan_.eat("!")) return pool_.negation(unary());
    if (scan_.eat_word("exists")) return quantifier(false);
    if (scan_.eat_word("forall")) return quantifier(true);
    return atom();
  }

  logic::fo_formula quantifier(bool universal) {
    auto const v = variable();
    bool const before = scan_.eat("<");
    if (before && variable() != logic::other(v)) scan_.fail();
    scan_.expect(".");
    auto const f = far_ ? level(1) : unary();
    if (before) return universal ? pool_.forall_before(v, f) : pool_.exists_before(v, f);
    auto const stray = v == logic::variable::first ? 2 : 1;
    if ((pool_.free_in(f.id) & stray) != 0) {
      scan_.fail();
      return f;
    }
    return universal ? pool_.forall(v, f) : pool_.exists(v, f);
  }

  logic::variable variable() {
    if (scan_.eat_word("x")) return logic::variable::first;
    scan_.expect("y");
    return logic::variable::second;
  }

  logic::fo_formula atom() {
    if (scan_.eat("(")) {
      auto const f = level(1);
      scan_.expect(")");
      return f;
    }
    if (scan_.eat_word("true")) return pool_.truth();
    if (scan_.eat_word("false")) return pool_.falsity();
    if (scan_.eat_word("MOD")) return residue(true);
    if (scan_.eat_word("LEN")) return residue(false);
    if (scan_.eat_word("succ")) {
      scan_.expect("(");
      auto const v = variable();
      scan_.expect(",");
      if (variable() != logic::other(v)) scan_.fail();
      scan_.expect(")");
      return pool_.successor(v);
    }
    if (scan_.eat_word("last")) {
      scan_.expect("(");
      auto const v = variable();
      scan_.expect(")");
      return pool_.last(v);
    }
    if (scan_.peek_word() == "x" || scan_.peek_word() == "y") return comparison();
    auto const token = scan_.token();
    if (!token) {
      scan_.fail();
      return pool_.truth();
    }
    scan_.expect("(");
    auto const v = variable();
    scan_.expect(")");
    return pool_.letter(*token, v);
  }

  logic::fo_formula comparison() {
    auto const v = variable();
    bool const less = scan_.eat("<");
    if (!less) scan_.expect("=");
    if (variable() != logic::other(v)) scan_.fail();
    return less ? pool_.less(v) : pool_.equal();
  }

  logic::fo_formula residue(bool of_variable) {
    scan_.expect("(");
    auto const v = of_variable ? variable() : logic::variable::first;
    if (of_variable) scan_.expect(";");
    auto const r = scan_.number();
    scan_.expect(",");
    auto const m = scan_.number();
    scan_.expect(")");
    return of_variable ? pool_.mod(v, r, m) : pool_.length(r, m);
  }

  scanner scan_;
  logic::fo_pool& pool_;
  bool far_;
};

} // namespace ltlc::support
