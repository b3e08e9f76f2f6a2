// Let c be the greater of |cos kg| and |sin kg|, s the other and X = fl(Cc), Y = fl(Cs). For X
// between its neighbors P and N in the format, C lies between P/c and N/c, since numbers outside
// [P, N] do not round to X; then Cs is between Ps/c and Ns/c, and Y between these rounded. That
// holds for more pairs than there are: if all fail, every scale fails.
//
// Weights that overflow make every score infinite or NaN, unless a format saturates: such formats
// are left out.
#include "ltlc/range/every_scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/format/number_format.hpp"
#include "ltlc/range/realized_scores.hpp"
#include "ltlc/rotary/difference.hpp"

namespace ltlc::range {

namespace {

using exact::enclosure;
using exact::rational;
using format::number_format;

constexpr mpfr_prec_t direction_bits = 160;
constexpr int most_weight_bits = 20; // of the number of positive numbers of the format
constexpr int scales_tried = 33;     // for a pair of weights that does it

// Of a finite x >= 0; above the greatest number it goes on as if there were more.
double next_above(number_format const& f, double x) {
  if (x == 0) return format::least_positive(f);
  int const e = std::max(std::ilogb(x), f.min_exponent);
  return x + std::ldexp(1.0, e - f.precision + 1);
}

bool few_numbers(number_format const& f) {
  auto const binades = static_cast<double>(f.max_exponent - f.min_exponent + 2);
  return binades * std::ldexp(1.0, f.precision - 1) <= std::ldexp(1.0, most_weight_bits);
}

bool saturates(realization const& r) {
  auto const does = [](number_format const& f) {
    return f.overflow == format::overflow_rule::saturate;
  };
  return does(r.activation) || does(r.product) || does(r.accumulation) || does(r.score);
}

enclosure magnitude(enclosure x) {
  mpfi_abs(x.get(), x.get());
  return x;
}

// The two weights: which is greater, their signs, and s/c between two doubles.
struct weight_ratio {
  bool second_is_greater = false;
  double first_sign = 1;
  double second_sign = 1;
  double low = 0;
  double high = 0;
  rational greater_below, greater_above; // c
  weight_ratio(rotary::frequency const& step, std::uint64_t k) {
    auto const [x, y] = direction(step, k, direction_bits);
    first_sign = mpfr_sgn(x.upper()) > 0 ? 1 : -1; // of 0 it does not matter
    second_sign = mpfr_sgn(y.upper()) > 0 ? 1 : -1;
    enclosure const a = magnitude(x), b = magnitude(y);
    second_is_greater = mpfr_cmp(b.lower(), a.lower()) > 0;
    enclosure const& c = second_is_greater ? b : a;
    enclosure ratio(direction_bits);
    mpfi_div(ratio.get(), (second_is_greater ? a : b).get(), c.get());
    low = mpfr_get_d(ratio.lower(), MPFR_RNDD);
    high = mpfr_get_d(ratio.upper(), MPFR_RNDU);
    greater_below = exact::to_rational(c.lower());
    greater_above = exact::to_rational(c.upper());
  }
};

class trial {
public:
  trial(rotary::frequency const& g, wanted_range const& wanted, realization const& r,
        std::uint64_t work)
      : wanted_(wanted), r_(r), work_(work), large_(format::f_large(r.exp)),
        scores_({g, exact::integer(wanted.offset), 1}, r) {}

  every_scale_answer run() {
    using outcome = every_scale_answer::outcome;
    if (!scores_.step() || !few_numbers(r_.activation) || saturates(r_)) return {};
    number_format const& f = r_.activation;
    weight_ratio const ratio(*scores_.step(), wanted_.offset);
    double const infinity = std::numeric_limits<double>::infinity();
    double const greatest = format::greatest(f);
    bool spurious = false;
    double before = 0;
    for (double x = 0; x <= greatest; before = std::exchange(x, next_above(f, x))) {
      double const after = next_above(f, x);
      if (wanted_.most_scale && rational(before) > *wanted_.most_scale * ratio.greater_above) break;
      // Rounded outwards once more for the products' own error; rounding is monotone.
      double y = format::round(f, std::nextafter(before * ratio.low, 0.0));
      double const last =
          std::min(greatest, format::round(f, std::nextafter(after * ratio.high, infinity)));
      for (; y <= last; y = next_above(f, y)) {
        auto const [u, v] = ratio.second_is_greater ? std::pair(y, x) : std::pair(x, y);
        if (fails(ratio.first_sign * u, ratio.second_sign * v)) continue;
        if (work_ == 0) return {};
        auto const scale =
            scale_for(ratio, before, after, ratio.first_sign * u, ratio.second_sign * v);
        if (scale) return {outcome::found, *scale};
        spurious = true;
      }
    }
    return {spurious ? outcome::not_known : outcome::none, 0};
  }

private:
  bool fails_at(std::uint64_t i, std::uint64_t j) {
    if (work_ > 0) --work_;
    double const winner = scores_(i, i - wanted_.offset);
    return rotary::difference_down(winner, scores_(i, j)) < large_;
  }

  // Whether these weights fail; those where others failed are looked at first. false also when
  // there is no work left.
  bool fails(double x, double y) {
    scores_.set_weights(x, y);
    for (std::size_t n = 0; n < witnesses_.size(); ++n) {
      if (work_ == 0) return false;
      if (!fails_at(witnesses_[n].first, witnesses_[n].second)) continue;
      // Towards the front, as the next weights are near.
      if (n > 0) std::swap(witnesses_[n], witnesses_[n / 2]);
      return true;
    }
    for (std::uint64_t i = wanted_.offset + 1; i <= wanted_.length + 1; ++i)
      for (std::uint64_t j = 0; j < i; ++j) {
        if (j == i - wanted_.offset) continue;
        if (work_ == 0) return false;
        if (!fails_at(i, j)) continue;
        witnesses_.insert(witnesses_.begin(), {i, j});
        return true;
      }
    return false;
  }

  // A C with these weights.
  [[nodiscard]] std::optional<rational> scale_for(weight_ratio const& ratio, double before,
                                                  double after, double x, double y) const {
    rational const low = rational(before) / ratio.greater_above;
    rational const high = rational(after) / ratio.greater_below;
    for (int n = 1; n < scales_tried; ++n) {
      // From the middle outwards: multiples of 1/32 of the way, with few digits.
      int const at = scales_tried / 2 + (n % 2 == 0 ? n / 2 : -(n / 2));
      exact::enclosure rounded(24);
      mpfi_set_q(rounded.get(),
                 rational(low + (high - low) * at / (scales_tried - 1)).backend().data());
      rational const scale = exact::to_rational(rounded.upper());
      if (scale <= 0 || (wanted_.most_scale && scale > *wanted_.most_scale)) continue;
      if (weights(r_.activation, *scores_.step(), wanted_.offset, scale) == std::pair(x, y))
        return scale;
    }
    return std::nullopt;
  }

  wanted_range wanted_;
  realization r_;
  std::uint64_t work_;
  double large_;
  realized_scores scores_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> witnesses_; // i, j
};

} // namespace

every_scale_answer try_every_scale(rotary::frequency const& g, wanted_range const& wanted,
                                   realization const& r, std::uint64_t work) {
  LTLC_EXPECTS(wanted.offset >= 1 && wanted.offset <= wanted.length);
  LTLC_EXPECTS(wanted.length < (std::uint64_t{1} << 51));
  return trial(g, wanted, r, work).run();
}

} // namespace ltlc::range
