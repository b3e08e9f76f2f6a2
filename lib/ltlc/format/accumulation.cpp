#include "ltlc/format/accumulation.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ltlc/format/multiple_precision.hpp"

namespace ltlc::format {

namespace {

constexpr std::array<std::pair<accumulation, std::string_view>, 3> accumulation_names{{
    {accumulation::in_format, "format"},
    {accumulation::fp32, "fp32"},
    {accumulation::exact, "exact"},
}};

// Numbers of the format are multiples of 2^l, with l the least exponent, and less than 2^e, with
// e = max_exponent + 1; so their products are multiples of 2^2l and less than 2^2e. Each term is a
// multiple of the lesser of 2^l and 2^2l and less than the greater of 2^e and 2^2e; the sum of n
// terms is less than n times that. So all bits of a sum of fewer than 2^64 terms lie among these.
mpfr_prec_t bits_of_exact_sums(number_format const& f) {
  int const l = least_exponent(f);
  int const e = f.max_exponent + 1;
  return std::max(e, 2 * e) + 64 - std::min(l, 2 * l);
}

} // namespace

std::string_view name(accumulation a) {
  for (auto const& [value, text] : accumulation_names) {
    if (value == a) return text;
  }
  LTLC_EXPECTS(false);
  return {};
}

std::optional<accumulation> find_accumulation(std::string_view name) {
  for (auto const& [value, text] : accumulation_names) {
    if (text == name) return value;
  }
  return std::nullopt;
}

std::string valid(arithmetic const& a) {
  if (a.sums != accumulation::fp32 || contained_in_fp32(a.format)) return {};
  return "sums in fp32 need a format whose numbers fp32 has, which " + std::string(a.format.name) +
         " is not";
}

struct exact_sum::numbers {
  explicit numbers(number_format const& of) : format(of), sum(bits_of_exact_sums(of)) {
    mpfr_set_zero(sum.get(), 1);
  }
  number_format format;
  mpfr_number x{53}, y{53};
  mpfr_number product{106};
  mpfr_number sum;
};

exact_sum::exact_sum(number_format const& f) : numbers_(std::make_unique<numbers>(f)) {}

exact_sum::~exact_sum() = default;

void exact_sum::add(double x) {
  mpfr_add_d(numbers_->sum.get(), numbers_->sum.get(), x, MPFR_RNDN);
}

void exact_sum::add_product(double x, double y) {
  numbers& n = *numbers_;
  mpfr_set_d(n.x.get(), x, MPFR_RNDN);
  mpfr_set_d(n.y.get(), y, MPFR_RNDN);
  mpfr_mul(n.product.get(), n.x.get(), n.y.get(), MPFR_RNDN);
  mpfr_add(n.sum.get(), n.sum.get(), n.product.get(), MPFR_RNDN);
}

double exact_sum::rounded() const {
  number_format const& f = numbers_->format;
  mpfr_number result(f.precision);
  int const ternary = mpfr_set(result.get(), numbers_->sum.get(), MPFR_RNDN);
  return rounded_into(f, result.get(), ternary);
}

} // namespace ltlc::format
