#include "ltlc/kernel/profile.hpp"

#include <utility>

#include "ltlc/contract.hpp"

namespace ltlc::kernel {

namespace {

using exact::enclosure;
using exact::integer;
using exact::rational;

enum class sought { magnitude, opposite };

// What is maximized at one offset: |c| or −c.
enclosure sought_at(planes const& p, std::uint64_t m, sought what, mpfr_prec_t bits) {
  enclosure x = enclose_kernel(p, integer(m), bits);
  if (what == sought::magnitude) {
    mpfi_abs(x.get(), x.get());
  } else {
    mpfi_neg(x.get(), x.get());
  }
  return x;
}

// Keeps the offsets whose upper end reaches the greatest lower end: no other can be greatest.
std::vector<std::uint64_t> contenders(std::vector<std::uint64_t> const& offsets,
                                      std::vector<enclosure> const& values) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (mpfr_cmp(values[i].lower(), values[best].lower()) > 0) best = i;
  std::vector<std::uint64_t> kept;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (mpfr_cmp(values[i].upper(), values[best].lower()) >= 0) kept.push_back(offsets[i]);
  return kept;
}

extremum extremum_of(planes const& p, std::uint64_t first, std::uint64_t last, sought what) {
  LTLC_EXPECTS(first <= last);
  constexpr mpfr_prec_t most_bits = 512;
  std::vector<std::uint64_t> offsets;
  for (std::uint64_t m = first; m <= last; ++m)
    offsets.push_back(m);
  for (mpfr_prec_t bits = 64; bits <= most_bits; bits *= 2) {
    std::vector<enclosure> values;
    values.reserve(offsets.size());
    for (std::uint64_t const m : offsets)
      values.push_back(sought_at(p, m, what, bits));
    offsets = contenders(offsets, values);
  }
  enclosure value = sought_at(p, offsets.front(), what, most_bits);
  if (what == sought::opposite) mpfi_neg(value.get(), value.get());
  return {{offsets.begin(), offsets.end()}, std::move(value)};
}

} // namespace

extremum greatest_magnitude(planes const& p, std::uint64_t first, std::uint64_t last) {
  return extremum_of(p, first, last, sought::magnitude);
}

extremum least_value(planes const& p, std::uint64_t first, std::uint64_t last) {
  return extremum_of(p, first, last, sought::opposite);
}

census take_census(planes const& p, std::uint64_t scale) {
  LTLC_EXPECTS(scale >= 4);
  constexpr mpfr_prec_t bits = 256;
  census c{enclose_kernel(p, integer(scale - 1), bits),
           greatest_magnitude(p, (scale + 3) / 4, 3 * scale / 4), enclosure(bits),
           least_value(p, 0, scale - 1)};
  enclosure end(bits);
  mpfi_abs(end.get(), c.endpoint.get());
  mpfi_div(c.ratio.get(), c.middle.value.get(), end.get());
  return c;
}

std::vector<exact::rational> endpoint_multiples() {
  return {{1, 4}, {1, 2}, {3, 4}, {1, 1}, {5, 4}, {3, 2}, {2, 1}, {5, 2}, {3, 1}, {4, 1}};
}

std::vector<endpoint> endpoints(planes const& p, exact::integer const& scale,
                                std::vector<exact::rational> const& multiples, mpfr_prec_t bits) {
  std::vector<endpoint> row;
  for (auto const& r : multiples) {
    integer const length = numerator(r) * scale / denominator(r);
    LTLC_EXPECTS(length >= 1);
    row.push_back({length, enclose_kernel(p, length - 1, bits)});
  }
  return row;
}

attention_map::attention_map(planes const& p, std::size_t n) {
  by_offset_.reserve(n);
  for (std::size_t m = 0; m < n; ++m)
    by_offset_.push_back(mpfi_get_d(enclose_kernel(p, integer(m), 80).get()));
}

std::vector<double> attention_map::anti_diagonal() const {
  std::vector<double> row;
  for (std::size_t i = 0; i < size(); ++i)
    row.push_back((*this)(i, size() - 1 - i));
  return row;
}

} // namespace ltlc::kernel
