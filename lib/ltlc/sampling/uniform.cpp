#include "ltlc/sampling/uniform.hpp"

#include <bit>

#include "ltlc/contract.hpp"

namespace ltlc::sampling {

integer below(generator& source, integer const& bound) {
  LTLC_EXPECTS(bound >= 1);
  if (bound == 1) return 0;
  integer const greatest = bound - 1;
  std::size_t const bits = boost::multiprecision::msb(greatest) + 1;
  std::vector<std::uint64_t> words((bits + 63) / 64);
  std::uint64_t const mask = bits % 64 == 0 ? UINT64_MAX : (std::uint64_t{1} << (bits % 64)) - 1;
  integer n;
  do {
    for (auto& w : words)
      w = source();
    words.back() &= mask;
    mpz_import(n.backend().data(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  } while (n > greatest);
  return n;
}

std::uint64_t below(generator& source, std::uint64_t bound) {
  LTLC_EXPECTS(bound >= 1);
  if (bound == 1) return 0;
  std::uint64_t const mask = UINT64_MAX >> std::countl_zero(bound - 1);
  for (;;)
    if (std::uint64_t const n = source() & mask; n < bound) return n;
}

integer without_repetition::at(integer const& place) const {
  auto const entry = moved_.find(place);
  return entry == moved_.end() ? place : entry->second;
}

integer without_repetition::next(generator& source) {
  LTLC_EXPECTS(!exhausted());
  integer const place = given_ + below(source, integer(bound_ - given_));
  integer const chosen = at(place);
  if (place != given_) moved_[place] = at(given_);
  moved_.erase(given_);
  ++given_;
  return chosen;
}

} // namespace ltlc::sampling
