// Which part of a formula is computed where: temporal operators and MOD are heads, everything
// Boolean between them is a key, a value, or one hidden layer. The plan has no numbers of any
// format yet; what they decide (a modulus in factors, an offset in steps) is an input.
//
// A planned variable is one coordinate's worth of content. Its layer is the earliest possible: a
// head attends in the layer after the one that completes its argument; a sum is written by the MLP
// of the layer that delivers its last input. So the number of layers is the depth of nested P, Y
// and MOD (MOD needs one head) unless a Boolean part has no cover of bounded size; that part is
// cut, and each cut costs a layer without heads, or two. Heads that compute the same function are
// one head, and offset heads of one layer and one k are one head with several values, and so are
// heads of S in one layer with one key. (Past the paper.)
//
// f S g looks for the last j < i with g ∨ ¬f. If g holds there, f ∧ ¬g held ever since, so f S g.
// If g does not, then ¬f holds there, every position with g lies before it (g would have been
// found), and ¬f is between: no f S g. If there is no such j, there is no g. So a head of rightmost
// hard attention with the key g ∨ ¬f and the value g is f S g; with the key true it is Y g, at
// every length.
//
// Source: [RoPE, §3.2, §4.3].
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "ltlc/budget/budget.hpp"
#include "ltlc/lowering/boolean_cover.hpp"
#include "ltlc/lowering/compile.hpp"

namespace ltlc::lowering {

enum class content {
  past, // P of the argument, a threshold form; without a test when the argument is true everywhere
  modular,  // MOD(residue, modulus) by a head
  sinusoid, // MOD(residue, modulus) by the MLP, from the sinusoids in the embedding
  offset,   // Y^offset of the argument, an exact form
  since,    // the value at the last position where the argument holds, both exact forms; 0 if none
  sum,      // the MLP's sum
};

struct planned {
  content kind = content::past;
  std::size_t layer = 1; // of the attention, or of the MLP for a sum; from 1
  std::string text = {}; // what the coordinate holds, for traces
  form argument = {};
  form value = {};     // since
  bool always = false; // past: the argument is true everywhere
  std::uint64_t residue = 0;
  std::uint64_t modulus = 0;
  std::uint32_t offset = 0;
  unit_sum sum = {};
  bool counts = false;  // the sum can be something else than 0 and 1
  bool used = false;    // the readout depends on it
  std::string why = {}; // why this way of several was taken, when there is something to say
};

// Written by the MLP of its layer; the others are written by its attention.
[[nodiscard]] inline bool by_mlp(planned const& p) {
  return p.kind == content::sum || p.kind == content::sinusoid;
}

// Every form that p is computed from.
template <class Visit>
void for_each_form(planned const& p, Visit visit) {
  visit(p.argument);
  visit(p.value);
  for (auto const& [weight, unit] : p.sum.units)
    visit(unit);
}

// What the numbers of heads decide about the plan, with the reason.
struct ways {
  std::map<std::uint64_t, std::string> split;   // MOD(r,m) by the prime powers of m
  std::map<std::uint32_t, std::string> chained; // Y^k as k heads in k layers
};

// The prime powers whose product is m, increasing primes. Pre: m >= 1.
[[nodiscard]] std::vector<std::uint64_t> prime_powers(std::uint64_t m);

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

// With how.max_length, Y^k is false at every position of a word of at most k − 1 letters and its
// EOS. With how.norm every planned coordinate is 0 or 1. Errors: an operator with no lowering;
// time.
[[nodiscard]] tl::expected<plan, compile_error> make_plan(logic::formula f,
                                                          text::alphabet const& sigma,
                                                          options const& how, ways const& taken,
                                                          budget::budget const& limits);

} // namespace ltlc::lowering
