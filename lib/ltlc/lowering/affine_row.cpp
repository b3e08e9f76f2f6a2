#include "ltlc/lowering/affine_row.hpp"

#include <algorithm>
#include <cmath>

#include "ltlc/lowering/head_arithmetic.hpp"

namespace ltlc::lowering {

namespace {

using exact::rational;

constexpr std::size_t most_cases = 4'096;

// The greatest power of two that divides q ≠ 0, whose denominator is a power of two.
rational power_that_divides(rational const& q) {
  return power_of_two(static_cast<int>(lsb(abs(numerator(q)))) -
                      static_cast<int>(lsb(denominator(q))));
}

rational size_of_number(rational const& q) {
  return q < 0 ? rational(-q) : q;
}

// The number of the format that a weight is, or none: it would be rounded.
std::optional<double> number_of(format::number_format const& f, exact::scalar const& weight) {
  if (!weight.is_plainly_rational()) return std::nullopt;
  rational const q = weight.as_rational();
  double const d = format::round(f, q);
  if (!std::isfinite(d) || rational(d) != q) return std::nullopt;
  return d;
}

std::string not_a_number_of(format::number_format const& f, exact::scalar const& weight) {
  return exact::print(weight) + ", which is no number of " + std::string(f.name);
}

// Calls visit(x) for every row that is not BOS, over the coordinates listed, until it says no. None
// when there are too many.
template <class Visit>
std::optional<bool> every_case(std::vector<held> const& inputs,
                               std::vector<std::size_t> const& coordinates, Visit visit) {
  std::vector<std::size_t> letters, others;
  std::size_t cases = 1;
  for (std::size_t const c : coordinates) {
    if (inputs[c].sinusoid) return std::nullopt;
    if (inputs[c].bos) continue;
    (inputs[c].letter ? letters : others).push_back(c);
    if (!inputs[c].letter) cases *= static_cast<std::size_t>(inputs[c].most) + 1;
    if (cases * (letters.size() + 1) > most_cases) return std::nullopt;
  }
  std::vector<double> x(inputs.size());
  for (std::size_t l = 0; l <= letters.size(); ++l) {
    if (l > 0) x[letters[l - 1]] = 1;
    for (std::size_t n = 0; n < cases; ++n) {
      std::size_t rest = n;
      for (std::size_t const c : others) {
        auto const values = static_cast<std::size_t>(inputs[c].most) + 1;
        x[c] = static_cast<double>(rest % values);
        rest /= values;
      }
      if (!visit(x)) return false;
    }
    if (l > 0) x[letters[l - 1]] = 0;
  }
  return true;
}

std::vector<double> bos_case(std::vector<held> const& inputs) {
  std::vector<double> x(inputs.size());
  for (std::size_t c = 0; c < inputs.size(); ++c)
    x[c] = inputs[c].bos ? 1 : 0;
  return x;
}

} // namespace

rational greatest_multiple(format::number_format const& f, rational const& unit) {
  double const rounded = format::round(f, unit);
  if (!std::isfinite(rounded) || rational(rounded) != unit) return 0;
  rational const most = power_of_two(f.precision);
  rational const within = rational(format::greatest(f)) / unit;
  return std::min<rational>(most, rational(numerator(within) / denominator(within)));
}

void partial_sums::take(rational const& lowest_term, rational const& highest_term) {
  if (highest_term > 0) up += highest_term;
  if (lowest_term < 0) down -= lowest_term;
}

void partial_sums::divide_by(rational const& weight) {
  rational const power = power_that_divides(weight);
  unit = unit == 0 ? power : std::min(unit, power);
}

bool keeps(format::number_format const& f, format::accumulation sums, partial_sums const& terms,
           rational const& lowest, rational const& highest) {
  if (terms.unit == 0) return true;
  rational const whole = std::max(size_of_number(lowest), size_of_number(highest)) / terms.unit;
  if (whole > greatest_multiple(f, terms.unit)) return false;
  if (sums == format::accumulation::exact) return true;
  auto const& place = sums == format::accumulation::fp32 ? format::fp32 : f;
  return std::max(terms.up, terms.down) / terms.unit <= greatest_multiple(place, terms.unit);
}

affine_row::affine_row(network::matrix const& w, network::vector const& b, std::size_t r,
                       std::vector<held> const& inputs, format::number_format const& f)
    : inputs_(&inputs), format_(f) {
  rational letter_up = 0;
  rational letter_down = 0;
  auto const number = [&](exact::scalar const& weight) {
    auto const found = number_of(f, weight);
    if (!found && !no_number_) no_number_ = not_a_number_of(f, weight);
    return found.value_or(0);
  };
  rational const bias = [&] {
    bias_ = number(b[r]);
    return rational(bias_);
  }();
  if (bias != 0) terms_.divide_by(bias);
  rational of_bos = 0;
  for (std::size_t c = 0; c < w.cols; ++c) {
    if (w.at(r, c).terms().empty()) continue;
    if (inputs[c].sinusoid) {
      of_sinusoids_ = true;
      no_number_.reset();
      return;
    }
    double const weight = number(w.at(r, c));
    columns_.push_back({c, weight});
    rational const q(weight);
    if (q == 0) continue;
    if (inputs[c].bos) {
      of_bos = q;
      continue;
    }
    terms_.divide_by(q);
    if (inputs[c].letter) {
      letter_up = std::max(letter_up, q);
      letter_down = std::min(letter_down, q);
    } else {
      rational const greatest = q * inputs[c].most;
      terms_.take(greatest, greatest);
    }
  }
  terms_.take(letter_down, letter_up);
  lowest_ = bias - terms_.down;
  highest_ = bias + terms_.up;
  at_bos_ = of_bos + bias;
}

bool affine_row::bounded(format::accumulation sums) const {
  auto const x = bos_case(*inputs_);
  double const at_bos = realized(sums, x);
  return std::isfinite(at_bos) && rational(at_bos) == at_bos_ &&
         keeps(format_, sums, terms_, lowest_, highest_);
}

rational affine_row::reach() const {
  return std::max({terms_.up, terms_.down, size_of_number(lowest_), size_of_number(highest_),
                   size_of_number(at_bos_)});
}

double affine_row::realized(format::accumulation sums, std::vector<double> const& x) const {
  format::running_sum sum(format::arithmetic(format_, sums));
  for (column const& c : columns_)
    sum.add_product(c.weight, x[c.at]);
  if (bias_ != 0) sum.add(bias_);
  return sum.value();
}

rational affine_row::value(std::vector<double> const& x) const {
  rational sum(bias_);
  for (column const& c : columns_)
    sum += rational(c.weight) * rational(x[c.at]);
  return sum;
}

bool affine_row::exact_in_all_cases(format::accumulation sums) const {
  auto const same = [&](std::vector<double> const& x) {
    double const found = realized(sums, x);
    return std::isfinite(found) && rational(found) == value(x);
  };
  std::vector<std::size_t> read;
  for (column const& c : columns_)
    read.push_back(c.at);
  return same(bos_case(*inputs_)) && every_case(*inputs_, read, same).value_or(false);
}

std::optional<rational> affine_row::spread_of_threshold(format::accumulation sums,
                                                        rational const& wanted) const {
  double const at_bos = realized(sums, bos_case(*inputs_));
  if (!std::isfinite(at_bos) || rational(at_bos) != at_bos_) return std::nullopt;
  rational least(at_bos);
  rational greatest(at_bos);
  std::vector<std::size_t> read;
  for (column const& c : columns_)
    read.push_back(c.at);
  auto const right = every_case(*inputs_, read, [&](std::vector<double> const& x) {
    double const found = realized(sums, x);
    if (!std::isfinite(found)) return false;
    rational const q(found);
    least = std::min(least, q);
    greatest = std::max(greatest, q);
    return value(x) >= wanted ? q >= wanted : q <= 0;
  });
  if (!right.value_or(false)) return std::nullopt;
  return greatest - least;
}

unit_row::unit_row(network::matrix const& w, network::vector const& b, std::size_t r,
                   std::vector<affine_row> const& units, format::number_format const& f)
    : format_(f) {
  auto const number = [&](exact::scalar const& weight) {
    auto const found = number_of(f, weight);
    if (!found && !no_number_) no_number_ = not_a_number_of(f, weight);
    return found.value_or(0);
  };
  bias_ = number(b[r]);
  if (bias_ != 0) terms_.divide_by(rational(bias_));
  for (std::size_t u = 0; u < units.size(); ++u) {
    if (w.at(r, u).terms().empty()) continue;
    affine_row const& unit = units[u];
    of_sinusoids_ = of_sinusoids_ || unit.of_sinusoids();
    if (of_sinusoids_) return; // certified with its numbers
    if (!no_number_) no_number_ = unit.no_number();
    double const weight = number(w.at(r, u));
    columns_.push_back({&unit, weight});
    rational const greatest = rational(weight) * std::max<rational>(unit.highest(), 0);
    terms_.take(greatest, greatest);
    if (weight != 0) terms_.divide_by(rational(weight) * unit.unit());
  }
}

bool unit_row::bounded(format::accumulation sums) const {
  rational const bias(bias_);
  if (!columns_.empty() && !same(sums, bos_case(*columns_.front().unit->inputs_))) return false;
  return std::all_of(columns_.begin(), columns_.end(),
                     [&](column const& c) { return c.unit->bounded(sums); }) &&
         keeps(format_, sums, terms_, bias - terms_.down, bias + terms_.up);
}

bool unit_row::same(format::accumulation sums, std::vector<double> const& x) const {
  format::running_sum sum(format::arithmetic(format_, sums));
  rational exact_sum(bias_);
  for (column const& c : columns_) {
    double const unit = c.unit->realized(sums, x);
    sum.add_product(c.weight, unit <= 0 ? 0.0 : unit);
    exact_sum += rational(c.weight) * std::max<rational>(c.unit->value(x), 0);
  }
  if (bias_ != 0) sum.add(bias_);
  double const found = sum.value();
  return std::isfinite(found) && rational(found) == exact_sum;
}

bool unit_row::exact_in_all_cases(format::accumulation sums) const {
  if (columns_.empty()) return true; // a bias that is a number
  auto const& inputs = *columns_.front().unit->inputs_;
  std::vector<std::size_t> read;
  for (column const& c : columns_)
    for (auto const& input : c.unit->columns_)
      if (std::find(read.begin(), read.end(), input.at) == read.end()) read.push_back(input.at);
  auto const right = [&](std::vector<double> const& x) { return same(sums, x); };
  return right(bos_case(inputs)) && every_case(inputs, read, right).value_or(false);
}

rational unit_row::reach() const {
  rational most = std::max(terms_.up, terms_.down);
  for (column const& c : columns_)
    most = std::max(most, c.unit->reach());
  return most;
}

} // namespace ltlc::lowering
