#include "ltlc/range/realization.hpp"

#include <algorithm>

#include "ltlc/format/accumulation.hpp"

namespace ltlc::range {

namespace {

using format::number_format;

struct named_profile {
  profile value;
  std::string_view name;
};
constexpr named_profile profiles[] = {
    {profile::strict, "strict"}, {profile::hf, "hf"}, {profile::fused, "fused"}};

number_format without_subnormals(number_format f) {
  if (!f.subnormals) return f;
  f.subnormals = false;
  auto const plus = std::min(f.name.find('+'), f.name.size());
  std::string const text = std::string(f.name.substr(0, plus)) + "+ftz";
  auto const named = format::find_format(text + std::string(f.name.substr(plus)));
  return named && *named == f ? *named : f;
}

// fp32, as it goes with the model's format.
number_format wide_for(number_format const& model) {
  if (!format::contained_in_fp32(model)) return model;
  return model.subnormals ? format::fp32 : without_subnormals(format::fp32);
}

} // namespace

realization realization_of(profile p, number_format const& model) {
  number_format const wide = wide_for(model);
  switch (p) {
  case profile::hf:
    return {.angle = wide,
            .table = model,
            .activation = model,
            .product = model,
            .accumulation = wide,
            .score = model,
            .exp = wide};
  case profile::fused:
    return {.angle = wide,
            .table = model,
            .activation = model,
            .product = wide,
            .accumulation = wide,
            .score = wide,
            .exp = wide};
  case profile::strict:
    break;
  }
  return {.angle = std::nullopt,
          .table = model,
          .activation = model,
          .product = model,
          .accumulation = model,
          .score = model,
          .exp = model};
}

realization with_flushing_exp(realization r) {
  r.exp = without_subnormals(r.exp);
  return r;
}

std::string_view name(profile p) {
  for (auto const& row : profiles)
    if (row.value == p) return row.name;
  return {};
}

std::optional<profile> find_profile(std::string_view name) {
  for (auto const& row : profiles)
    if (row.name == name) return row.value;
  return std::nullopt;
}

bool contained(number_format const& f, number_format const& in) {
  if (f.precision > in.precision || format::greatest(f) > format::greatest(in)) return false;
  bool const small_are_normal = format::least_exponent(f) >= in.min_exponent ||
                                (!f.subnormals && f.min_exponent >= in.min_exponent);
  return small_are_normal ||
         (in.subnormals && format::least_exponent(f) >= format::least_exponent(in));
}

} // namespace ltlc::range
