#include "ltlc/automaton/power.hpp"

#include <algorithm>
#include <string>

#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::automaton {

namespace {

// Names of the blocks in lexicographic order.
std::vector<std::string> block_names(std::vector<std::string> const& tokens, std::uint32_t k,
                                     std::string const& separator) {
  std::vector<std::string> names{""};
  for (std::uint32_t i = 0; i < k; ++i) {
    std::vector<std::string> longer;
    longer.reserve(names.size() * tokens.size());
    for (std::string const& prefix : names)
      for (std::string const& token : tokens)
        longer.push_back(i == 0 ? token : prefix + separator + token);
    names = std::move(longer);
  }
  return names;
}

// Joined tokens can collide when one of them holds the separator, and characters can spell a
// reserved name; then the letters' numbers stand for them.
text::alphabet block_alphabet(text::alphabet const& sigma, std::uint32_t k) {
  if (auto joined = text::alphabet::make(
          block_names(sigma.tokens(), k, sigma.single_characters() ? "" : "·")))
    return std::move(*joined);
  std::vector<std::string> numbers;
  for (text::letter x = 0; x < sigma.size(); ++x)
    numbers.push_back(std::to_string(x));
  return *text::alphabet::make(block_names(numbers, k, "·"));
}

} // namespace

budget::limited<dfa> power(dfa const& a, std::uint32_t k, budget::budget const& limits) {
  LTLC_EXPECTS(k >= 1);
  std::uint64_t const most =
      limits.max_states > UINT64_MAX / 64 ? UINT64_MAX : limits.max_states * 64;
  std::uint64_t blocks = 1;
  for (std::uint32_t i = 0; i < k && a.letters() > 1; ++i) {
    if (blocks > most / a.states() / a.letters())
      return tl::unexpected(
          budget::limit_reached{"table entries of the power", most, "--max-states"});
    blocks *= a.letters();
  }
  // The k copies of one letter's name are as long as k says, however small the table is.
  std::uint64_t name_bytes = 0;
  for (std::string const& token : a.sigma.tokens())
    name_bytes = std::max<std::uint64_t>(name_bytes, token.size() + 2);
  if (blocks * a.states() * sizeof(state) > limits.max_bytes ||
      blocks * name_bytes > limits.max_bytes / k)
    return tl::unexpected(budget::bytes_passed(limits));

  budget::pace clock(limits, "states");
  std::vector<state> delta;
  delta.reserve(a.states() * blocks);
  std::vector<state> row;
  for (state q = 0; q < a.states(); ++q) {
    row.assign(1, q);
    for (std::uint32_t i = 0; i < k; ++i) {
      if (clock.out_of_time(q, row.size())) return tl::unexpected(limits.time_passed());
      std::vector<state> longer;
      longer.reserve(row.size() * a.letters());
      for (state const p : row)
        for (text::letter x = 0; x < a.letters(); ++x)
          longer.push_back(a.next(p, x));
      row = std::move(longer);
    }
    delta.insert(delta.end(), row.begin(), row.end());
  }
  return dfa{block_alphabet(a.sigma, k), a.initial, a.accepting, std::move(delta)};
}

} // namespace ltlc::automaton
