#include "ltlc/format/parameters.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <mutex>
#include <set>
#include <string>

namespace ltlc::format {

namespace {

// Takes the prefix off and says whether it was there.
bool consume(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// An integer as std::to_string writes it, so that a format has one name.
std::optional<int> consume_integer(std::string_view& text) {
  int value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  auto const length = static_cast<std::size_t>(end - text.data());
  if (std::to_string(value) != text.substr(0, length)) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

// fp(p,emin,emax), whether or not there is such a format.
std::optional<number_format> written_format(std::string_view text) {
  if (!consume(text, "fp(")) return std::nullopt;
  auto const precision = consume_integer(text);
  if (!precision || !consume(text, ",")) return std::nullopt;
  auto const min_exponent = consume_integer(text);
  if (!min_exponent || !consume(text, ",")) return std::nullopt;
  auto const max_exponent = consume_integer(text);
  if (!max_exponent || text != ")") return std::nullopt;
  return number_format{{}, *precision, *min_exponent, *max_exponent};
}

std::optional<number_format> user_format(std::string_view text) {
  auto const f = written_format(text);
  return f && supported(*f) ? f : std::nullopt;
}

std::optional<number_format> base_format(std::string_view text) {
  for (auto const& f : named_formats()) {
    if (f.name == text) return f;
  }
  return user_format(text);
}

// Nodes of a set stay where they are. There are only so many valid names, and a run uses few.
std::string_view kept_name(std::string_view name) {
  static std::mutex guard;
  static std::set<std::string, std::less<>> names;
  std::lock_guard const lock(guard);
  auto const at = names.find(name);
  return at != names.end() ? *at : *names.emplace(name).first;
}

} // namespace

std::vector<number_format> const& formats() {
  static std::vector<number_format> const all{fp64, fp32, bf16, fp16};
  return all;
}

std::vector<number_format> const& named_formats() {
  static std::vector<number_format> const all{fp64, fp32, tf32, bf16, fp16, fp8_e4m3, fp8_e5m2};
  return all;
}

std::optional<number_format> find_format(std::string_view name) {
  auto suffixes = name.substr(std::min(name.find('+'), name.size()));
  auto found = base_format(name.substr(0, name.size() - suffixes.size()));
  if (!found || found->name == name) return found;
  if (consume(suffixes, "+ftz")) found->subnormals = false;
  if (consume(suffixes, "+saturate")) found->overflow = overflow_rule::saturate;
  if (!suffixes.empty()) return std::nullopt;
  found->name = kept_name(name);
  return found;
}

std::string why_no_format(std::string_view name) {
  if (find_format(name)) return {};
  auto const f = written_format(name.substr(0, name.find('+')));
  if (!f || supported(*f)) return {};
  auto const is = [](char const* what, int value) {
    return std::string(what) + " = " + std::to_string(value) + ", and it ";
  };
  std::string const exponents = "must be from " + std::to_string(least_min_exponent) + " to " +
                                std::to_string(greatest_max_exponent);
  if (f->precision < least_precision || f->precision > greatest_precision)
    return is("p", f->precision) + "must be from " + std::to_string(least_precision) + " to " +
           std::to_string(greatest_precision);
  if (f->min_exponent < least_min_exponent) return is("emin", f->min_exponent) + exponents;
  if (f->max_exponent > greatest_max_exponent) return is("emax", f->max_exponent) + exponents;
  return is("emin", f->min_exponent) +
         "must be less than emax = " + std::to_string(f->max_exponent);
}

double greatest(number_format const& f) {
  int const below_two = f.top_code_is_nan ? 2 - f.precision : 1 - f.precision;
  return std::ldexp(2.0 - std::ldexp(1.0, below_two), f.max_exponent);
}

double least_positive(number_format const& f) {
  return std::ldexp(1.0, f.subnormals ? least_exponent(f) : f.min_exponent);
}

} // namespace ltlc::format
