#include <variant>

#include "ltlc/logic/formula.hpp"
#include "ltlc/logic/spelling.hpp"
#include "ltlc/text/alphabet.hpp"
#include "ltlc/text/diagnostic.hpp"

// Printing is a walk with an explicit stack of what is still to be written, because a formula can
// be far deeper than the machine's stack.
namespace ltlc::logic {
namespace {

struct operand {
  term::id id;
  int precedence; // a node that binds less tightly is put in parentheses
};
using piece = std::variant<std::string_view, operand>;

bool groups_right(op kind) {
  return kind == op::since || kind == op::until || kind == op::implication;
}

class printer {
public:
  printer(formula_pool const& pool, notation style, std::size_t max_bytes)
      : pool_(pool), style_(style), max_bytes_(max_bytes) {}

  std::string run(term::id root) {
    pending_ = {operand{root, 0}};
    while (!pending_.empty() && text_.size() <= max_bytes_) {
      piece const next = pending_.back();
      pending_.pop_back();
      if (auto const* literal = std::get_if<std::string_view>(&next))
        text_ += *literal;
      else
        write(std::get<operand>(next));
    }
    if (text_.size() > max_bytes_) return text::cut(text_, max_bytes_);
    return std::move(text_);
  }

private:
  void write(operand const& o) {
    node const& n = pool_[o.id];
    operator_info const& row = info(n.kind);
    bool const parentheses = row.precedence < o.precedence;
    if (parentheses) {
      text_ += '(';
      pending_.emplace_back(std::string_view(")"));
    }
    if (row.arity == 0) write_atom(n);
    if (row.arity == 1) write_prefix(n, row);
    if (row.arity == 2) push_infix(n, row);
  }

  [[nodiscard]] bool latex() const { return style_ == notation::latex; }

  void write_atom(node const& n) {
    if (n.kind == op::letter) {
      std::string const& token = pool_.symbols().name(n.a);
      text_ += latex() ? latex_letter(token) : is_bare_letter(token) ? token : text::quoted(token);
      return;
    }
    text_ += sign(n.kind, style_);
    if (n.kind == op::mod && latex())
      text_ += latex_residue("MOD", n.a, n.b);
    else if (n.kind == op::mod)
      text_.append("(").append(std::to_string(n.a)).append(",").append(std::to_string(n.b)) += ')';
  }

  void write_prefix(node const& n, operator_info const& row) {
    text_ += sign(n.kind, style_);
    if (n.kind == op::yesterday && n.b != 1)
      text_ += latex() ? "^{" + std::to_string(n.b) + "}" : "^" + std::to_string(n.b);
    if (n.kind != op::negation) text_ += latex() ? "\\," : " ";
    pending_.emplace_back(operand{n.a, row.precedence});
  }

  void push_infix(node const& n, operator_info const& row) {
    bool const right = groups_right(n.kind);
    pending_.emplace_back(operand{n.b, row.precedence + (right ? 0 : 1)});
    pending_.emplace_back(std::string_view(" "));
    pending_.emplace_back(sign(n.kind, style_));
    pending_.emplace_back(std::string_view(" "));
    pending_.emplace_back(operand{n.a, row.precedence + (right ? 1 : 0)});
  }

  formula_pool const& pool_;
  notation style_;
  std::size_t max_bytes_;
  std::string text_;
  std::vector<piece> pending_;
};

} // namespace

bool is_bare_letter(std::string_view token) {
  if (token.empty() || token[0] == '_') return false;
  for (char const c : token)
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return false;
  return token != "true" && token != "false" && token != "exists" && token != "forall";
}

std::string print(formula f, print_options options) {
  auto const style = options.unicode ? notation::unicode : notation::ascii;
  return printer(*f.pool, style, options.max_bytes).run(f.id);
}

std::string to_latex(formula f, std::size_t max_bytes) {
  return printer(*f.pool, notation::latex, max_bytes).run(f.id);
}

} // namespace ltlc::logic
