#include "ltlc/rotary/frequency.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace ltlc::rotary {

namespace {

using exact::enclosure;
using exact::rational;

enclosure pi(mpfr_prec_t bits) {
  enclosure x(bits);
  mpfi_const_pi(x.get());
  return x;
}

// Π base^exponent, as exp(Σ exponent·ln base).
enclosure product(std::vector<power> const& powers, mpfr_prec_t bits) {
  enclosure sum(bits);
  for (auto const& p : powers) {
    enclosure term = exact::enclose(p.base, bits);
    mpfi_log(term.get(), term.get());
    enclosure const exponent = exact::enclose(p.exponent, bits);
    mpfi_mul(term.get(), term.get(), exponent.get());
    mpfi_add(sum.get(), sum.get(), term.get());
  }
  mpfi_exp(sum.get(), sum.get());
  return sum;
}

void to_turns(enclosure& radians, mpfr_prec_t bits) {
  mpfi_div(radians.get(), radians.get(), pi(bits).get());
  mpfi_div_2ui(radians.get(), radians.get(), 1);
}

enclosure turns_of(exact::angle const& a, mpfr_prec_t bits) {
  return exact::enclose_turns(a, bits);
}

enclosure turns_of(geometric const& g, mpfr_prec_t bits) {
  enclosure const b = product(g.powers, bits);
  enclosure sum = exact::enclose(g.factor, bits);
  if (g.smooth != 0) {
    enclosure smooth = exact::enclose(g.smooth, bits);
    mpfi_mul(smooth.get(), smooth.get(), b.get());
    mpfi_div(smooth.get(), smooth.get(), pi(bits).get());
    mpfi_add(sum.get(), sum.get(), smooth.get());
  }
  mpfi_mul(sum.get(), sum.get(), b.get());
  if (g.times_pi) {
    mpfi_div_2ui(sum.get(), sum.get(), 1);
  } else {
    to_turns(sum, bits);
  }
  return sum;
}

enclosure turns_of(stated const& g, mpfr_prec_t bits) {
  enclosure x = exact::enclose(g.value - g.error, bits);
  enclosure const high = exact::enclose(g.value + g.error, bits);
  mpfi_union(x.get(), x.get(), high.get());
  if (!g.in_turns) to_turns(x, bits);
  return x;
}

std::optional<rational> rational_turns_of(exact::angle const& a) {
  if (a.golden != 0 || a.radians != 0) return std::nullopt;
  return a.turns;
}

std::optional<rational> rational_turns_of(geometric const& g) {
  if (g.factor == 0 && g.smooth == 0) return 0;
  if (!g.times_pi || g.smooth != 0) return std::nullopt;
  auto const b = rational_value(g.powers);
  if (!b) return std::nullopt;
  return rational(g.factor * *b / 2);
}

std::optional<rational> rational_turns_of(stated const& g) {
  if (g.error != 0 || (!g.in_turns && g.value != 0)) return std::nullopt;
  return g.value;
}

tl::unexpected<std::string> not_a_frequency(std::string what) {
  return tl::unexpected<std::string>(std::move(what));
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// value+-error, in radians or turns.
tl::expected<frequency, std::string> parse_stated(std::string_view text, std::size_t at) {
  stated g;
  g.in_turns = text.substr(0, 6) == "turns:";
  auto const value =
      exact::parse_rational(text.substr(g.in_turns ? 6 : 0, at - (g.in_turns ? 6 : 0)));
  if (!value) return not_a_frequency("before '+-': " + value.error());
  auto const error = exact::parse_rational(text.substr(at + 2));
  if (!error) return not_a_frequency("after '+-': " + error.error());
  if (*error < 0) return not_a_frequency("the error after '+-' is negative");
  g.value = *value;
  g.error = *error;
  return g;
}

// base^(exponent) or factor*base^(exponent), or pi* one of these.
tl::expected<frequency, std::string> parse_power(std::string_view text) {
  geometric g;
  g.times_pi = take_prefix(text, "pi*");
  auto const caret = text.find('^');
  auto base_text = text.substr(0, caret);
  if (auto const star = base_text.find('*'); star != std::string_view::npos) {
    auto const factor = exact::parse_rational(base_text.substr(0, star));
    if (!factor) return not_a_frequency("before '*': " + factor.error());
    g.factor = *factor;
    base_text.remove_prefix(star + 1);
  }
  if (take_prefix(base_text, "(")) {
    if (base_text.empty() || base_text.back() != ')')
      return not_a_frequency("expected ')' after the base");
    base_text.remove_suffix(1);
  }
  auto const base = exact::parse_rational(base_text);
  if (!base) return not_a_frequency("before '^': " + base.error());
  if (*base <= 0) return not_a_frequency("the base of a power must be positive");
  auto exponent_text = text.substr(caret + 1);
  if (take_prefix(exponent_text, "(")) {
    if (exponent_text.empty() || exponent_text.back() != ')') {
      return not_a_frequency("expected ')' after the exponent");
    }
    exponent_text.remove_suffix(1);
  }
  auto const exponent = exact::parse_rational(exponent_text);
  if (!exponent) return not_a_frequency("after '^': " + exponent.error());
  // Values are enclosed to an absolute width: every bit before the point is computed.
  constexpr std::size_t most_bits = 20'000;
  std::size_t const bits = msb(numerator(*base)) + msb(denominator(*base)) + 2;
  if (abs(*exponent) * bits > most_bits)
    return not_a_frequency(fmt::format("a power of more than {} bits", most_bits));
  g.powers.push_back({*base, *exponent});
  return g;
}

std::string print_of(exact::angle const& a) {
  return exact::print(a);
}

std::string print_of(std::vector<power> const& powers) {
  if (powers.empty()) return std::string(1, '1');
  std::string text;
  for (auto const& p : powers)
    text += fmt::format("{}{}^({})", text.empty() ? "" : "*",
                        denominator(p.base) == 1 ? p.base.str() : "(" + p.base.str() + ")",
                        p.exponent.str());
  return text;
}

std::string print_of(geometric const& g) {
  std::string const b = print_of(g.powers);
  std::string text = g.factor == 1 ? b : g.factor.str() + "*" + b;
  if (g.smooth != 0) {
    text += fmt::format(" + {}*({})^2/pi", g.smooth.str(), b);
    if (g.times_pi) return "pi*(" + text + ")";
  }
  return g.times_pi ? "pi*" + text : text;
}

std::string print_of(stated const& g) {
  return fmt::format("{}{}+-{}", g.in_turns ? "turns:" : "", g.value.str(), g.error.str());
}

} // namespace

exact::enclosure enclose_turns(frequency const& g, mpfr_prec_t bits) {
  return std::visit([bits](auto const& x) { return turns_of(x, bits); }, g);
}

std::optional<rational> rational_turns(frequency const& g) {
  return std::visit([](auto const& x) { return rational_turns_of(x); }, g);
}

std::optional<exact::integer> period(frequency const& g) {
  auto const turns = rational_turns(g);
  if (!turns) return std::nullopt;
  return denominator(*turns);
}

bool exactly_known(frequency const& g) {
  auto const* const s = std::get_if<stated>(&g);
  return s == nullptr || s->error == 0;
}

tl::expected<frequency, std::string> parse_frequency(std::string_view text) {
  if (auto const at = text.find("+-"); at != std::string_view::npos) return parse_stated(text, at);
  if (text.find('^') != std::string_view::npos) return parse_power(text);
  auto rest = text;
  if (take_prefix(rest, "pi*")) {
    auto const half_turns = exact::parse_rational(rest);
    if (!half_turns) return not_a_frequency("after 'pi*': " + half_turns.error());
    return exact::angle{*half_turns / 2, 0, 0} + exact::angle{};
  }
  auto const a = exact::parse_angle(text);
  if (!a) return not_a_frequency(a.error());
  return *a;
}

std::string print(frequency const& g) {
  return std::visit([](auto const& x) { return print_of(x); }, g);
}

} // namespace ltlc::rotary
