// Exact scalars, angles and rationals as text, and back.
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "ltlc/contract.hpp"
#include "ltlc/exact/enclosure.hpp"
#include "ltlc/exact/scalar.hpp"

namespace ltlc::exact {

namespace {

// The parts of an angle that are not 0, joined by signs: "2pi*1/7 + 3*golden - 5/2".
std::string inside_of_cosine(angle const& a) {
  std::string text;
  auto const append = [&text](bool negative, std::string const& magnitude) {
    if (text.empty()) {
      text = (negative ? "-" : "") + magnitude;
    } else {
      text += (negative ? " - " : " + ") + magnitude;
    }
  };
  if (a.turns != 0) append(a.turns < 0, "2pi*" + rational(abs(a.turns)).str());
  if (a.golden != 0) {
    integer const n = abs(integer(a.golden));
    append(a.golden < 0, n == 1 ? std::string("golden") : n.str() + "*golden");
  }
  if (a.radians != 0) append(a.radians < 0, rational(abs(a.radians)).str());
  return text.empty() ? "0" : text;
}

tl::unexpected<std::string> wrong(std::string what) {
  return tl::unexpected<std::string>(std::move(what));
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes the digits that text begins with.
std::string_view take_digits(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n]))
    ++n;
  auto const digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

// GMP would read a leading 0 as octal.
integer decimal(std::string_view digits) {
  while (digits.size() > 1 && digits.front() == '0')
    digits.remove_prefix(1);
  return integer(std::string(digits));
}

integer power_of_ten(std::size_t n) {
  return pow(integer(10), static_cast<unsigned>(n));
}

constexpr int greatest_exponent = 100'000;

// "e-3" at the end of text, and nothing after it.
tl::expected<int, std::string> take_exponent(std::string_view& text) {
  text.remove_prefix(1);
  bool const negative = take(text, '-');
  if (!negative) take(text, '+');
  auto const digits = take_digits(text);
  if (digits.empty()) return wrong("expected digits after the exponent's 'e'");
  int exponent = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (error != std::errc{} || exponent > greatest_exponent) {
    return wrong(fmt::format("exponents go from -{0} to {0}", greatest_exponent));
  }
  return negative ? -exponent : exponent;
}

// A middle of the enclosure at enough bits that it is within a tenth of the last digit printed.
std::string printed_middle(enclosure const& x, int digits) {
  enclosure middle(mpfi_get_prec(x.get()));
  mpfr_ptr const m = &middle.get()->left;
  mpfi_mid(m, x.get());
  char* text = nullptr;
  mpfr_asprintf(&text, "%.*Rg", digits, m);
  std::string result = text;
  mpfr_free_str(text);
  return result;
}

bool narrow_enough(enclosure const& x, int digits) {
  if (x.certain_sign() == 0) return false;
  enclosure width(64), bound(64);
  mpfr_ptr const w = &width.get()->left;
  mpfr_ptr const b = &bound.get()->left;
  mpfi_diam_abs(w, x.get());
  mpfi_mig(b, x.get());
  for (int i = 0; i <= digits; ++i)
    mpfr_div_ui(b, b, 10, MPFR_RNDD);
  return mpfr_cmp(w, b) <= 0;
}

} // namespace

std::string print(scalar const& s) {
  if (s.terms().empty()) return "0";
  std::string text;
  for (auto const& t : s.terms()) {
    bool const negative = t.coefficient < 0;
    rational const magnitude = abs(t.coefficient);
    if (!text.empty()) {
      text += negative ? " - " : " + ";
    } else if (negative) {
      text += '-';
    }
    if (t.at == angle{}) {
      text += magnitude.str();
    } else {
      if (magnitude != 1) text += magnitude.str() + "*";
      text += "cos(" + inside_of_cosine(t.at) + ")";
    }
  }
  return text;
}

std::string approximate(scalar const& s, int digits) {
  LTLC_EXPECTS(digits >= 1);
  constexpr mpfr_prec_t zero_is_tested_from = 128, last_when_mixed = 4096;
  bool mixed = false;
  for (mpfr_prec_t bits = 64;; bits *= 2) {
    enclosure const x = enclose(s, bits);
    if (narrow_enough(x, digits)) return printed_middle(x, digits);
    if (bits == zero_is_tested_from) {
      try {
        if (is_zero(s)) return "0";
      } catch (mixed_angles const&) {
        mixed = true;
      }
    }
    if (mixed && bits >= last_when_mixed && x.certain_sign() == 0) return "0";
  }
}

std::string print(angle const& a) {
  if (a.golden != 0 && a.turns == 0 && a.radians == 0) return inside_of_cosine(a);
  if (a.golden == 0 && a.turns == 0) return a.radians.str();
  if (a.golden == 0 && a.radians == 0) return "turns:" + a.turns.str();
  return inside_of_cosine(a);
}

tl::expected<angle, std::string> parse_angle(std::string_view text) {
  constexpr std::string_view turns = "turns:", golden = "golden";
  if (text.substr(0, turns.size()) == turns) {
    auto const q = parse_rational(text.substr(turns.size()));
    if (!q) return wrong(q.error());
    return angle{*q, 0, 0} + angle{};
  }
  if (text == golden) return angle{0, 1, 0};
  if (text == "-golden") return angle{0, -1, 0};
  if (text.size() > golden.size() && text.substr(text.size() - golden.size()) == golden) {
    auto factor = text.substr(0, text.size() - golden.size());
    std::int64_t n = 0;
    auto const [end, error] = std::from_chars(factor.data(), factor.data() + factor.size(), n);
    if (error == std::errc{} && end + 1 == factor.data() + factor.size() && *end == '*') {
      return angle{0, n, 0};
    }
  }
  auto const q = parse_rational(text);
  if (!q) {
    return wrong(fmt::format("expected an angle (radians such as 2.5, turns:1/7, or golden): {}",
                             q.error()));
  }
  return angle{0, 0, *q};
}

tl::expected<rational, std::string> parse_rational(std::string_view text) {
  bool const negative = take(text, '-');
  auto const whole = take_digits(text);
  if (take(text, '/')) {
    auto const below = take_digits(text);
    if (whole.empty() || below.empty() || !text.empty()) {
      return wrong("a fraction is written digits/digits, such as 3/8");
    }
    integer const denominator = decimal(below);
    if (denominator == 0) return wrong("the denominator is 0");
    rational const q(decimal(whole), denominator);
    return negative ? rational(-q) : q;
  }
  std::string_view fraction;
  if (take(text, '.')) {
    fraction = take_digits(text);
    if (fraction.empty()) return wrong("expected digits after the decimal point");
  }
  if (whole.empty()) return wrong("expected a number such as 5, -3/2, 2.5 or 1e-3");
  rational q(decimal(std::string(whole) + std::string(fraction)), power_of_ten(fraction.size()));
  if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
    auto const exponent = take_exponent(text);
    if (!exponent) return wrong(exponent.error());
    if (*exponent >= 0) {
      q *= power_of_ten(static_cast<std::size_t>(*exponent));
    } else {
      q /= power_of_ten(static_cast<std::size_t>(-*exponent));
    }
  }
  if (!text.empty()) return wrong(fmt::format("unexpected '{}' after the number", text));
  return negative ? rational(-q) : q;
}

} // namespace ltlc::exact
