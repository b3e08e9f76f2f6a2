#include "ltlc/interchange/stored_type.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace ltlc::interchange {

namespace {

struct bit_layout {
  stored_type type;
  std::string_view name;
  std::string_view format; // of which it is the own type
  int exponent_bits;
  int fraction_bits;
  bool has_infinity; // else only the last code of each sign is no number

  [[nodiscard]] int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  [[nodiscard]] int last_field() const { return (1 << exponent_bits) - 1; }
  [[nodiscard]] std::uint64_t fractions() const { return std::uint64_t{1} << fraction_bits; }
};

constexpr std::array<bit_layout, 6> layouts{
    {{stored_type::f64, "F64", "fp64", 11, 52, true},
     {stored_type::f32, "F32", "fp32", 8, 23, true},
     {stored_type::f16, "F16", "fp16", 5, 10, true},
     {stored_type::bf16, "BF16", "bf16", 8, 7, true},
     {stored_type::f8_e4m3, "F8_E4M3", "fp8_e4m3", 4, 3, false},
     {stored_type::f8_e5m2, "F8_E5M2", "fp8_e5m2", 5, 2, true}}};

bit_layout const& layout_of(stored_type type) {
  return layouts[static_cast<std::size_t>(type)];
}

bool is_number(bit_layout const& l, int field, std::uint64_t fraction) {
  if (field != l.last_field()) return true;
  return !l.has_infinity && fraction + 1 != l.fractions();
}

} // namespace

std::string_view name(stored_type type) {
  return layout_of(type).name;
}

std::optional<stored_type> find_stored_type(std::string_view name) {
  for (auto const& l : layouts)
    if (l.name == name) return l.type;
  return std::nullopt;
}

std::size_t bytes_of(stored_type type) {
  auto const& l = layout_of(type);
  return static_cast<std::size_t>(1 + l.exponent_bits + l.fraction_bits) / 8;
}

stored_type stored_type_of(format::number_format const& f) {
  std::string_view const full = f.name;
  auto const base = full.substr(0, full.find('+'));
  for (auto const& l : layouts)
    if (l.format == base) return l.type;
  // A number of f is m · 2^k with |m| < 2^precision and k >= min_exponent − precision + 1.
  bool const in_f32 =
      f.precision <= 24 && f.min_exponent - f.precision + 1 >= -149 && f.max_exponent <= 127;
  return in_f32 ? stored_type::f32 : stored_type::f64;
}

double decoded(stored_type type, std::uint64_t code) {
  auto const& l = layout_of(type);
  auto const fraction = code % l.fractions();
  auto const rest = code >> l.fraction_bits;
  int const field = static_cast<int>(rest) & l.last_field();
  bool const negative = (rest >> l.exponent_bits) != 0;
  double magnitude = 0;
  if (!is_number(l, field, fraction)) {
    magnitude = l.has_infinity && fraction == 0 ? std::numeric_limits<double>::infinity()
                                                : std::numeric_limits<double>::quiet_NaN();
  } else if (field == 0) {
    magnitude = std::ldexp(static_cast<double>(fraction), 1 - l.bias() - l.fraction_bits);
  } else {
    magnitude = std::ldexp(static_cast<double>(l.fractions() + fraction),
                           field - l.bias() - l.fraction_bits);
  }
  return negative ? -magnitude : magnitude;
}

// Scaling by powers of two is exact here: the results are integers below 2^53, or not integers.
std::optional<std::uint64_t> encoded(stored_type type, double x) {
  auto const& l = layout_of(type);
  if (!std::isfinite(x)) return std::nullopt;
  int exponent = 0;
  std::frexp(x, &exponent); // |x| < 2^exponent
  int field = x == 0 ? 0 : exponent - 1 + l.bias();
  if (field < 0) field = 0;
  int const unit = (field == 0 ? 1 : field) - l.bias() - l.fraction_bits;
  double const units = std::ldexp(std::fabs(x), -unit);
  if (field > l.last_field() || units != std::floor(units)) return std::nullopt;
  // At field 0 the hidden bit is not there.
  auto const fraction = static_cast<std::uint64_t>(units) - (field == 0 ? 0 : l.fractions());
  if (!is_number(l, field, fraction)) return std::nullopt;
  auto const sign = static_cast<std::uint64_t>(std::signbit(x));
  return (((sign << l.exponent_bits) | static_cast<std::uint64_t>(field)) << l.fraction_bits) |
         fraction;
}

} // namespace ltlc::interchange
