#include "ltlc/lowering/merge_past.hpp"

#include <map>
#include <optional>
#include <vector>

namespace ltlc::lowering {

namespace {

using logic::op;

class past_merger {
public:
  past_merger(logic::formula f, logic::formula_pool& into)
      : whole_(f), from_(*f.pool), into_(into) {}

  logic::formula run() {
    auto const ids = logic::subformulas(whole_);
    for (term::id const id : ids)
      for (term::id const child : children(id)) {
        ++uses_[child];
        user_[child] = from_[id].kind;
      }
    for (term::id const id : ids)
      if (!inside_chain(id)) image_.emplace(id, rebuilt(id));
    return image_.at(whole_.id);
  }

private:
  std::vector<term::id> children(term::id id) const {
    logic::node const n = from_[id];
    int const arity = logic::info(n.kind).arity;
    if (arity == 0) return {};
    if (arity == 1) return {n.a};
    return {n.a, n.b};
  }

  // A conjunction that only a conjunction uses, or a disjunction that only a disjunction uses: it
  // is built with that one.
  bool inside_chain(term::id id) const {
    op const kind = from_[id].kind;
    auto const uses = uses_.find(id);
    return (kind == op::conjunction || kind == op::disjunction) && uses != uses_.end() &&
           uses->second == 1 && user_.at(id) == kind;
  }

  logic::formula rebuilt(term::id id) {
    logic::node const n = from_[id];
    switch (n.kind) {
    case op::letter:
      return into_.letter(from_.symbols().name(n.a));
    case op::mod:
      return into_.mod(n.a, n.b);
    case op::falsity:
      return into_.falsity();
    case op::truth:
      return into_.truth();
    case op::yesterday:
      return into_.yesterday(image_.at(n.a), n.b);
    case op::conjunction:
    case op::disjunction:
      return chain(id);
    default:
      break;
    }
    if (logic::info(n.kind).arity == 1) return logic::apply(into_, n.kind, image_.at(n.a));
    return logic::apply(into_, n.kind, image_.at(n.a), image_.at(n.b));
  }

  // f, when the operand of a disjunction is P f, or of a conjunction is ¬P f, and nothing else uses
  // it.
  std::optional<term::id> mergeable(term::id operand, op kind) const {
    if (uses_.at(operand) != 1) return std::nullopt;
    logic::node n = from_[operand];
    if (kind == op::conjunction) {
      if (n.kind != op::negation || uses_.at(n.a) != 1) return std::nullopt;
      n = from_[n.a];
    }
    if (n.kind != op::past) return std::nullopt;
    return n.a;
  }

  logic::formula chain(term::id id) {
    op const kind = from_[id].kind;
    std::optional<logic::formula> arguments;
    std::vector<logic::formula> operands;
    std::size_t place = 0; // of the merged operand: where the first of them was
    std::vector<term::id> open{id};
    while (!open.empty()) {
      term::id const at = open.back();
      open.pop_back();
      if (at == id || (inside_chain(at) && from_[at].kind == kind)) {
        open.push_back(from_[at].b);
        open.push_back(from_[at].a);
        continue;
      }
      auto const argument = mergeable(at, kind);
      if (!argument) {
        operands.push_back(image_.at(at));
        continue;
      }
      if (!arguments) {
        place = operands.size();
        operands.push_back(into_.falsity());
      }
      arguments =
          arguments ? into_.disjunction(*arguments, image_.at(*argument)) : image_.at(*argument);
    }
    if (arguments) {
      auto const merged = into_.past(*arguments);
      operands[place] = kind == op::conjunction ? into_.negation(merged) : merged;
    }
    logic::formula result = operands.front();
    for (std::size_t o = 1; o < operands.size(); ++o)
      result = logic::apply(into_, kind, result, operands[o]);
    return result;
  }

  logic::formula whole_;
  logic::formula_pool const& from_;
  logic::formula_pool& into_;
  std::map<term::id, std::size_t> uses_;
  std::map<term::id, op> user_; // of one of them
  std::map<term::id, logic::formula> image_;
};

} // namespace

logic::formula merge_past(logic::formula f, logic::formula_pool& into) {
  return past_merger(f, into).run();
}

} // namespace ltlc::lowering
