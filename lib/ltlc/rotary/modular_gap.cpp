// cos and sin of a·s/m of a turn depend on a·s mod m only, and so do their rounded values: one
// table of m rotations serves every harmonic, and the query of every residue too.
#include "ltlc/rotary/modular_gap.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "ltlc/contract.hpp"
#include "ltlc/rotary/difference.hpp"

namespace ltlc::rotary {

double least_gap(modular_head const& head, format::number_format const& f) {
  rotation_table circle(f, {0, 1, exact::angle{exact::rational(1, head.modulus), 0, 0}});
  return least_gap(head, f, circle);
}

double least_gap(modular_head const& head, format::number_format const& f, rotation_table& circle) {
  std::uint64_t const m = head.modulus;
  LTLC_EXPECTS(1 <= m && m <= std::numeric_limits<std::uint32_t>::max());
  std::uint64_t const r = head.residue % m;
  std::size_t const last = 2 * head.harmonics.size(); // the dimension of the baseline
  std::vector<double> at_zero(last + 1), query(last + 1), bos(last + 1), other(last + 1);
  double const side = head.inverted ? -1 : 1; // rounding is symmetric
  double const key = side * round(f, head.scale);
  for (std::size_t d = 0; d < last; d += 2) {
    auto const& at_r = circle.at(head.harmonics[d / 2] * r % m);
    at_zero[d] = at_r.cosine;
    at_zero[d + 1] = -at_r.sine;
    std::tie(bos[d], bos[d + 1]) = rotate(f, circle.at(0), key, 0.0);
  }
  query[last] = 1;
  other[last] = side * round(f, head.baseline);
  double least = std::numeric_limits<double>::infinity();
  for (std::uint64_t s = 0; s < m; ++s) {
    for (std::size_t d = 0; d < last; d += 2)
      std::tie(query[d], query[d + 1]) =
          rotate(f, circle.at(head.harmonics[d / 2] * s % m), at_zero[d], at_zero[d + 1]);
    double const at_bos = dot(f, query, bos);
    double const elsewhere = dot(f, query, other);
    bool const bos_wins = (s == r) != head.inverted;
    least = std::min(least, bos_wins ? difference_down(at_bos, elsewhere)
                                     : difference_down(elsewhere, at_bos));
  }
  return least;
}

} // namespace ltlc::rotary
