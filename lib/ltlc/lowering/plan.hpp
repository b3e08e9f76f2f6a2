// Which part of a formula is computed where: temporal operators and MOD are heads, everything
// Boolean between them is a key, a value, or one hidden layer. The plan has no numbers of any
// format yet.
//
// A planned variable is one coordinate's worth of content. Its layer is the earliest possible: a
// head attends in the layer after the one that completes its argument; a sum is written by the MLP
// of the layer that delivers its last input. So the number of layers is the depth of nested P, Y
// and MOD (MOD needs one head) unless a Boolean part has no cover of bounded size; that part is
// cut, and each cut costs a layer without heads, or two. Heads that compute the same function are
// one head, and offset heads of one layer and one k are one head with several values. (Past the
// paper.)
//
// Source: [RoPE, §3.2, §4.3].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ltlc/budget/budget.hpp"
#include "ltlc/lowering/boolean_cover.hpp"
#include "ltlc/lowering/compile.hpp"

namespace ltlc::lowering {

enum class content {
  past, // P of the argument, a threshold form; without a test when the argument is true everywhere
  modular, // MOD(residue, modulus)
  offset,  // Y^offset of the argument, an exact form
  sum,     // the MLP's sum
};

struct planned {
  content kind = content::past;
  std::size_t layer = 1; // of the attention, or of the MLP for a sum; from 1
  std::string text = {}; // what the coordinate holds, for traces
  form argument = {};
  bool always = false; // past: the argument is true everywhere
  std::uint64_t residue = 0;
  std::uint64_t modulus = 0;
  std::uint32_t offset = 0;
  unit_sum sum = {};
  bool used = false; // the readout depends on it
};

struct plan {
  std::vector<std::string> letters;      // those of the formula that are in the alphabet
  std::vector<std::string> letter_texts; // as formulas write them
  std::vector<planned> variables;        // by variable
  std::size_t layers = 0;
  // A Y^k with k > max_length was planned as false, so the plan is for words up to max_length.
  bool cut_to_max_length = false;
  // Either a variable that exceeds ½ at EOS iff the formula holds, or the constant answer.
  std::variant<bool, variable> readout;
};

// max_length: Y^k is false at every position of a word of at most k − 1 letters and its EOS.
// Errors: an operator with no lowering; time.
[[nodiscard]] tl::expected<plan, compile_error> make_plan(logic::formula f,
                                                          text::alphabet const& sigma,
                                                          std::optional<std::uint64_t> max_length,
                                                          budget::budget const& limits);

} // namespace ltlc::lowering
