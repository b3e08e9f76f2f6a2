// Operands and infix operators, as they stand in a row, to one value by precedence. A loop, because
// rows may have 100,000 operators.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "ltlc/contract.hpp"
#include "ltlc/logic/formula.hpp"

namespace ltlc::grammar {

[[nodiscard]] constexpr bool groups_right(logic::op kind) {
  return kind == logic::op::since || kind == logic::op::until || kind == logic::op::implication;
}

// Combine: (op, Value, Value) -> Value. Pre: one operand more than operators.
// Cost: one call a operator.
template <class Value, class Combine>
Value fold(std::vector<Value> operands, std::vector<logic::op> const& operators, Combine combine) {
  LTLC_EXPECTS(operands.size() == operators.size() + 1);
  std::vector<Value> values{std::move(operands[0])};
  std::vector<logic::op> waiting;
  auto const reduce = [&] {
    Value right = std::move(values.back());
    values.pop_back();
    values.back() = combine(waiting.back(), std::move(values.back()), std::move(right));
    waiting.pop_back();
  };
  for (std::size_t i = 0; i < operators.size(); ++i) {
    int const precedence = logic::info(operators[i]).precedence;
    while (!waiting.empty() && logic::info(waiting.back()).precedence >=
                                   precedence + (groups_right(operators[i]) ? 1 : 0))
      reduce();
    waiting.push_back(operators[i]);
    values.push_back(std::move(operands[i + 1]));
  }
  while (!waiting.empty())
    reduce();
  return std::move(values.front());
}

} // namespace ltlc::grammar
