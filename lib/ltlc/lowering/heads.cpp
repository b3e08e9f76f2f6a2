// Which of the searches answers a request.
#include "ltlc/lowering/heads.hpp"

#include <cmath>

#include "ltlc/contract.hpp"
#include "ltlc/lowering/head_arithmetic.hpp"
#include "ltlc/lowering/offset_head.hpp"

namespace ltlc::lowering {

arithmetic arithmetic_for(std::optional<format::number_format> const& f,
                          format::accumulation sums) {
  LTLC_EXPECTS(!f || std::isfinite(format::f_large(*f)));
  arithmetic result{f, 1, sums};
  if (f)
    while (result.lambda < f_large_of(*f))
      result.lambda *= 2;
  return result;
}

std::optional<offset_numbers> offset_head_numbers(offset_request const& wanted,
                                                  arithmetic const& numbers) {
  LTLC_EXPECTS(wanted.offset >= 1 && wanted.length >= wanted.offset);
  if (wanted.angle) {
    if (!too_long_a_period(denominator(wanted.angle->turns)).empty()) return std::nullopt;
    if (wanted.lowering == offset_lowering::multi_pair) return std::nullopt;
    return given_angle(wanted, numbers);
  }
  if (wanted.lowering == offset_lowering::single_pair) return longest_slow_angle(wanted, numbers);
  if (wanted.lowering == offset_lowering::multi_pair) return longest_several_pairs(wanted, numbers);
  if (auto one = covering_slow_angle(wanted, numbers)) return one;
  auto several = longest_several_pairs(wanted, numbers);
  if (several && several->length == wanted.length) return several;
  auto one = longest_slow_angle(wanted, numbers);
  return several && (!one || several->length > one->length) ? several : one;
}

} // namespace ltlc::lowering
