#include "ltlc/range/radix_head.hpp"

#include "ltlc/contract.hpp"
#include "ltlc/range/pair_error.hpp"

namespace ltlc::range {

using exact::integer;
using exact::rational;

pair_head radix_head(std::uint64_t base, std::uint64_t planes, rational const& amplitude) {
  LTLC_EXPECTS(base >= 2 && planes >= 1 && amplitude > 0);
  pair_head head;
  integer power = 1;
  for (std::uint64_t l = 1; l <= planes; ++l) {
    power *= base;
    head.push_back({exact::angle{rational(integer(1), power), 0, 0}, amplitude});
  }
  return head;
}

std::optional<integer> certify_radix(std::uint64_t base, std::uint64_t planes,
                                     rational const& amplitude, std::uint64_t k,
                                     rational const& gap) {
  LTLC_EXPECTS(base >= 2 && planes >= 1 && amplitude > 0 && k >= 1 && gap > 0);
  exact::angle const fastest{rational(1, base), 0, 0};
  if (*compare_gap(fastest, 1, amplitude, gap) < 0) return std::nullopt;
  integer power = 1;
  for (std::uint64_t l = 0; l < planes; ++l)
    power *= base;
  if (k > power) return std::nullopt;
  return integer(power + k - 2);
}

std::optional<integer> certify_radix(std::uint64_t base, std::uint64_t planes,
                                     rational const& amplitude, std::uint64_t k,
                                     format::number_format const& f) {
  auto const error = pair_score_error(radix_head(base, planes, amplitude), f);
  if (!error) return std::nullopt;
  return certify_radix(base, planes, amplitude, k, rational(format::f_large(f)) + 2 * *error);
}

} // namespace ltlc::range
