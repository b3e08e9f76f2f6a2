#include <variant>

#include "ltlc/logic/formula.hpp"
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
  printer(formula_pool const& pool, print_options const& options)
      : pool_(pool), options_(options) {}

  std::string run(term::id root) {
    pending_ = {operand{root, 0}};
    while (!pending_.empty() && text_.size() <= options_.max_bytes) {
      piece const next = pending_.back();
      pending_.pop_back();
      if (auto const* literal = std::get_if<std::string_view>(&next))
        text_ += *literal;
      else
        write(std::get<operand>(next));
    }
    if (text_.size() > options_.max_bytes) return text::cut(text_, options_.max_bytes);
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

  std::string_view spelling(operator_info const& row) const {
    return options_.unicode ? row.unicode : row.ascii;
  }

  void write_atom(node const& n) {
    if (n.kind == op::letter) {
      std::string const& token = pool_.symbols().name(n.a);
      text_ += is_bare_letter(token) ? token : text::quoted(token);
      return;
    }
    text_ += spelling(info(n.kind));
    if (n.kind == op::mod)
      text_.append("(").append(std::to_string(n.a)).append(",").append(std::to_string(n.b)) += ')';
  }

  void write_prefix(node const& n, operator_info const& row) {
    text_ += spelling(row);
    if (n.kind == op::yesterday && n.b != 1) text_.append("^").append(std::to_string(n.b));
    if (n.kind != op::negation) text_ += ' ';
    pending_.emplace_back(operand{n.a, row.precedence});
  }

  void push_infix(node const& n, operator_info const& row) {
    bool const right = groups_right(n.kind);
    pending_.emplace_back(operand{n.b, row.precedence + (right ? 0 : 1)});
    pending_.emplace_back(std::string_view(" "));
    pending_.emplace_back(spelling(row));
    pending_.emplace_back(std::string_view(" "));
    pending_.emplace_back(operand{n.a, row.precedence + (right ? 1 : 0)});
  }

  formula_pool const& pool_;
  print_options const& options_;
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
  return printer(*f.pool, options).run(f.id);
}

} // namespace ltlc::logic
