#include "ltlc/lowering/realized_modular.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "ltlc/contract.hpp"
#include "ltlc/lowering/head_arithmetic.hpp"

namespace ltlc::lowering {

double realized_modular_gap(rotary::modular_head const& head, arithmetic const& numbers,
                            rotary::rotation_table& circle) {
  LTLC_EXPECTS(numbers.format.has_value());
  auto const& f = *numbers.format;
  constexpr double none = -std::numeric_limits<double>::infinity();
  std::uint64_t const r = head.residue % head.modulus;
  std::size_t const last = 2 * head.harmonics.size(); // the dimension of the baseline
  double const side = head.inverted ? -1 : 1;         // rounding is symmetric
  std::vector<double> query(last + 1), bos(last + 1), other(last + 1);
  for (std::size_t d = 0; d < last; d += 2)
    std::tie(bos[d], bos[d + 1]) =
        rotary::rotate(f, circle.at(0), side * format::round(f, head.scale), 0.0);
  query[last] = 1;
  other[last] = side * format::round(f, head.baseline);
  double least = std::numeric_limits<double>::infinity();
  for (std::uint64_t s = 0; s < head.modulus; ++s) {
    for (std::size_t d = 0; d < last; d += 2) {
      std::uint64_t const a = head.harmonics[d / 2];
      auto const& at_r = circle.at(a * r % head.modulus);
      std::tie(query[d], query[d + 1]) =
          rotary::rotate(f, circle.at(a * s % head.modulus), at_r.cosine, -at_r.sine);
    }
    double const at_bos = summed_score(numbers, query, bos);
    double const elsewhere = summed_score(numbers, query, other);
    if (!std::isfinite(at_bos) || !std::isfinite(elsewhere)) return none;
    bool const bos_wins = (s == r) != head.inverted;
    double const ahead =
        bos_wins ? format::subtract(f, at_bos, elsewhere) : format::subtract(f, elsewhere, at_bos);
    if (std::isnan(ahead)) return none;
    least = std::min(least, ahead);
  }
  return least;
}

bool needs_own_scores(arithmetic const& numbers) {
  constexpr int few_digits = 8; // errors of a score are then not small beside the room of fits()
  return numbers.format && (numbers.sums != format::accumulation::in_format ||
                            numbers.format->precision < few_digits ||
                            numbers.format->overflow == format::overflow_rule::nan);
}

} // namespace ltlc::lowering
