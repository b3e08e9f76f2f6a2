#include <variant>

#include "ltlc/logic/first_order.hpp"
#include "ltlc/logic/spelling.hpp"
#include "ltlc/text/diagnostic.hpp"

// As logic/print.cpp: a walk with an explicit stack. A quantifier is put in parentheses wherever it
// is an operand, and a binary connective wherever it is a body, so that nobody need know how far a
// quantifier reaches.
namespace ltlc::logic {
namespace {

// How tightly a node binds, and what a place demands. Between: the operator table's precedences.
constexpr int loosest = 0;     // quantifiers, and the top
constexpr int infix_atom = 6;  // x<y, x=y
constexpr int tightest = 7;    // other atoms, and the operand of a negation
constexpr int body_place = -1; // takes quantifiers and whatever is no binary connective

struct sentence_operand {
  term::id id;
  int place;
};
using sentence_piece = std::variant<std::string_view, sentence_operand>;

// The row of the connective's namesake; atoms and quantifiers have none.
operator_info const* row_of(fo_op kind) {
  switch (kind) {
  case fo_op::negation:
    return &info(op::negation);
  case fo_op::conjunction:
    return &info(op::conjunction);
  case fo_op::disjunction:
    return &info(op::disjunction);
  case fo_op::implication:
    return &info(op::implication);
  case fo_op::equivalence:
    return &info(op::equivalence);
  default:
    return nullptr;
  }
}

bool is_quantifier(fo_op kind) {
  return kind == fo_op::exists || kind == fo_op::exists_before;
}

std::string_view name(variable v) {
  return v == variable::first ? "x" : "y";
}

std::string spelled(std::string const& token) {
  bool const bare =
      is_bare_letter(token) && token != "x" && token != "y" && token != "succ" && token != "last";
  return bare ? token : text::quoted(token);
}

std::string residue(fo_node const& n) {
  return std::to_string(n.a) + "," + std::to_string(n.b) + ")";
}

class sentence_printer {
public:
  sentence_printer(fo_pool const& pool, notation style, std::size_t max_bytes)
      : pool_(pool), style_(style), max_bytes_(max_bytes) {}

  std::string run(term::id root) {
    pending_ = {sentence_operand{root, loosest}};
    while (!pending_.empty() && text_.size() <= max_bytes_) {
      sentence_piece const next = pending_.back();
      pending_.pop_back();
      if (auto const* literal = std::get_if<std::string_view>(&next))
        text_ += *literal;
      else
        write(std::get<sentence_operand>(next));
    }
    if (text_.size() > max_bytes_) return text::cut(text_, max_bytes_);
    return std::move(text_);
  }

private:
  // "!exists v. !f" is written "forall v. f".
  [[nodiscard]] bool is_universal(fo_node const& n) const {
    return n.kind == fo_op::negation && is_quantifier(pool_[n.a].kind) &&
           pool_[pool_[n.a].a].kind == fo_op::negation;
  }

  [[nodiscard]] int binding(fo_node const& n) const {
    if (is_quantifier(n.kind) || is_universal(n)) return loosest;
    if (auto const* row = row_of(n.kind)) return row->precedence;
    return n.kind == fo_op::less || n.kind == fo_op::equal ? infix_atom : tightest;
  }

  void write(sentence_operand const& o) {
    fo_node const& n = pool_[o.id];
    auto const* row = row_of(n.kind);
    bool const parentheses =
        o.place == body_place ? row != nullptr && row->arity == 2 : binding(n) < o.place;
    if (parentheses) {
      text_ += '(';
      pending_.emplace_back(std::string_view(")"));
    }
    if (is_universal(n))
      write_quantifier(quantifier("forall ", "∀", "\\forall "), pool_[n.a], pool_[pool_[n.a].a].a);
    else if (is_quantifier(n.kind))
      write_quantifier(quantifier("exists ", "∃", "\\exists "), n, n.a);
    else if (row == nullptr)
      write_atom(n);
    else if (row->arity == 1)
      write_negation(n);
    else
      push_infix(n, *row);
  }

  void write_quantifier(std::string_view word, fo_node const& n, term::id inner) {
    text_ += word;
    text_ += name(n.v);
    if (n.kind == fo_op::exists_before) (text_ += '<') += name(other(n.v));
    text_ += latex() ? ".\\," : ". ";
    pending_.emplace_back(sentence_operand{inner, body_place});
  }

  void write_negation(fo_node const& n) {
    text_ += sign(op::negation, style_);
    pending_.emplace_back(sentence_operand{n.a, tightest});
  }

  void push_infix(fo_node const& n, operator_info const& row) {
    bool const right = n.kind == fo_op::implication; // groups to the right
    pending_.emplace_back(sentence_operand{n.b, row.precedence + (right ? 0 : 1)});
    pending_.emplace_back(std::string_view(" "));
    pending_.emplace_back(sign(row.kind, style_));
    pending_.emplace_back(std::string_view(" "));
    pending_.emplace_back(sentence_operand{n.a, row.precedence + (right ? 1 : 0)});
  }

  void write_atom(fo_node const& n) {
    std::string const here(name(n.v));
    std::string const there(name(other(n.v)));
    switch (n.kind) {
    case fo_op::falsity:
      text_ += sign(op::falsity, style_);
      break;
    case fo_op::letter:
      text_ += letter(pool_.symbols().name(n.a)) + "(" + here + ")";
      break;
    case fo_op::mod:
      text_ += latex() ? latex_residue("MOD", n.a, n.b) + "(" + here + ")"
                       : "MOD(" + here + ";" + residue(n);
      break;
    case fo_op::length:
      text_ += latex() ? latex_residue("LEN", n.a, n.b) : "LEN(" + residue(n);
      break;
    case fo_op::less:
      text_ += here + "<" + there;
      break;
    case fo_op::equal:
      text_ += "x=y";
      break;
    case fo_op::successor:
      text_ += named("succ") + "(" + here + "," + there + ")";
      break;
    case fo_op::last:
      text_ += named("last") + "(" + here + ")";
      break;
    default:
      text_ += sign(op::truth, style_);
      break;
    }
  }

  [[nodiscard]] bool latex() const { return style_ == notation::latex; }
  [[nodiscard]] std::string_view quantifier(std::string_view ascii, std::string_view unicode,
                                            std::string_view in_latex) const {
    return latex() ? in_latex : style_ == notation::unicode ? unicode : ascii;
  }
  [[nodiscard]] std::string letter(std::string const& token) const {
    return latex() ? latex_letter(token) : spelled(token);
  }
  [[nodiscard]] std::string named(std::string const& predicate) const {
    return latex() ? "\\mathrm{" + predicate + "}" : predicate;
  }

  fo_pool const& pool_;
  notation style_;
  std::size_t max_bytes_;
  std::string text_;
  std::vector<sentence_piece> pending_;
};

} // namespace

std::string print(fo_formula f, print_options options) {
  auto const style = options.unicode ? notation::unicode : notation::ascii;
  return sentence_printer(*f.pool, style, options.max_bytes).run(f.id);
}

std::string to_latex(fo_formula f, std::size_t max_bytes) {
  return sentence_printer(*f.pool, notation::latex, max_bytes).run(f.id);
}

} // namespace ltlc::logic
