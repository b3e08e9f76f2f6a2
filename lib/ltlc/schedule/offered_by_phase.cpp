#include <tuple>

#include "ltlc/contract.hpp"
#include "ltlc/rotary/difference.hpp"
#include "ltlc/schedule/offered.hpp"
#include "ltlc/schedule/realized_period.hpp"

namespace ltlc::schedule {

std::optional<certified_length> length_by_phase(rotary_schedule const& s,
                                                std::vector<std::size_t> const& planes,
                                                std::uint64_t modulus, std::uint64_t residue,
                                                exact::rational const& scale,
                                                exact::rational const& baseline,
                                                format::number_format const& f, std::uint64_t cap) {
  LTLC_EXPECTS(residue < modulus);
  std::vector<double> frequencies;
  for (std::size_t const l : planes)
    frequencies.push_back(single_precision_frequency(s.planes.at(l)));
  std::size_t const last = 2 * planes.size(); // the dimension of the baseline
  std::vector<double> at_zero(last + 1), query(last + 1), bos(last + 1), other(last + 1);
  for (std::size_t d = 0; d < last; d += 2) {
    auto const at_r = phase_rotation(frequencies[d / 2], residue, f);
    at_zero[d] = at_r.cosine;
    at_zero[d + 1] = -at_r.sine;
    std::tie(bos[d], bos[d + 1]) =
        rotate(f, phase_rotation(frequencies[d / 2], 0, f), round(f, scale), 0.0);
  }
  query[last] = 1;
  other[last] = round(f, baseline);
  double const needed = format::f_large(f);
  for (std::uint64_t i = 0; i <= cap; ++i) {
    for (std::size_t d = 0; d < last; d += 2)
      std::tie(query[d], query[d + 1]) =
          rotate(f, phase_rotation(frequencies[d / 2], i, f), at_zero[d], at_zero[d + 1]);
    double const at_bos = rotary::dot(f, query, bos);
    double const elsewhere = rotary::dot(f, query, other);
    bool const bos_wins = i % modulus == residue;
    double const gap = bos_wins ? rotary::difference_down(at_bos, elsewhere)
                                : rotary::difference_down(elsewhere, at_bos);
    if (!(gap >= needed))
      return i == 0 ? std::nullopt : std::optional(certified_length{i - 1, false});
  }
  return certified_length{cap, true};
}

} // namespace ltlc::schedule
