// At BOS the score is C·E(i − r) with E(n) = Σ_{a∈A} cos(2πan/m), E(0) = |A|; elsewhere it is the
// baseline. Let M be the maximum of E over n ≢ 0. The baseline is halfway, C(|A| + M)/2, rounded to
// the format, and both sides of it are compared with λ exactly. For A = {1}, M = cos(2π/m), so that
// the relative gap falls as m^-2; the other sets keep it large. With up to 4,096 residues the
// scores of every one are computed as the interpreter does, and beyond that the error bound of
// head_arithmetic.hpp has to leave f_large.
#include "ltlc/lowering/modular_head.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ltlc/contract.hpp"
#include "ltlc/lowering/head_arithmetic.hpp"
#include "ltlc/lowering/realized_modular.hpp"

namespace ltlc::lowering {

namespace {

using exact::rational;
using exact::scalar;

// Doublings of C past the exact minimum: rounding errors grow with C, so more would not help.
constexpr int modular_doublings = 4;
constexpr std::uint64_t most_residues_checked = 4'096;
constexpr int gap_digits_shown = 6;

// The maximum of the sums at the contenders, exactly. Many are the same sum written alike.
scalar highest_of(harmonic_set const& set) {
  std::optional<scalar> highest;
  for (std::uint64_t const n : set.contenders()) {
    scalar const here = set.sum_at(n);
    if (!highest || (here != *highest && exact::compare(here, *highest) > 0)) highest = here;
  }
  LTLC_ENSURES(highest.has_value());
  return *highest;
}

} // namespace

modular_search::modular_search(std::uint64_t modulus, arithmetic numbers)
    : modulus_(modulus), numbers_(std::move(numbers)) {
  LTLC_EXPECTS(modulus >= 2);
  if (numbers_.format)
    turns_.emplace(*numbers_.format, rotary::rotary_pair{0, 1, turns(1, modulus_)});
}

modular_search::candidate modular_search::make(std::vector<std::uint64_t> harmonics,
                                               scalar highest) const {
  scalar const half_gap =
      rational(1, 2) * (scalar(rational(harmonics.size())) - highest); // of C on either side
  rational const least = least_scale(half_gap, numbers_.lambda, numbers_.lambda);
  return {std::move(harmonics), std::move(highest), least};
}

modular_search::candidate const& modular_search::of_size(std::size_t pairs) {
  if (sets_.empty()) sets_.push_back(make({1}, exact::cosine(turns(1, modulus_))));
  while (sets_.size() < pairs) {
    if (!growing_) {
      circle_.emplace(modulus_);
      growing_.emplace(*circle_);
      growing_->grow();
    }
    growing_->grow();
    sets_.push_back(make(growing_->harmonics(), highest_of(*growing_)));
  }
  return sets_[pairs - 1];
}

std::optional<modular_numbers> modular_search::attempt(candidate const& set, std::uint64_t residue,
                                                       bool inverted,
                                                       std::optional<best_gap>& best) {
  std::size_t const pairs = set.harmonics.size();
  rational c = set.least;
  scalar const halfway = rational(1, 2) * (scalar(rational(pairs)) + set.highest);
  if (!numbers_.format) {
    scalar const gap = c * (scalar(rational(pairs)) - halfway);
    return modular_numbers{set.harmonics, c, c * halfway, exact::approximate(gap, gap_digits_shown),
                           "0"};
  }
  auto const& f = *numbers_.format;
  for (int step = 0; step < modular_doublings && fits(pairs * c, numbers_); ++step, c *= 2) {
    rational const b(format::round(f, c * halfway));
    scalar const above(rational(pairs * c - b));
    scalar const below = b - c * set.highest;
    bool const exact =
        exact::compare(above, numbers_.lambda) >= 0 && exact::compare(below, numbers_.lambda) >= 0;
    rational const error = error_with_sums(numbers_, modular_score_error(f, pairs, c), pairs * c);
    if (modulus_ <= most_residues_checked) {
      rotary::modular_head const head{residue, modulus_, c, b, inverted, set.harmonics};
      double const gap = needs_own_scores(numbers_) ? realized_modular_gap(head, numbers_, *turns_)
                                                    : rotary::least_gap(head, f, *turns_);
      if (exact && gap >= format::f_large(f))
        return modular_numbers{set.harmonics, c, b, format::shortest_decimal(gap), at_most(error)};
      if (std::isfinite(gap) && (!best || gap > best->gap)) best = best_gap{gap, c, pairs};
    } else if (exact && differences_fit(pairs * c + error, numbers_)) {
      scalar const safe(rational(f_large_of(f) + error));
      if (exact::compare(above, safe) >= 0 && exact::compare(below, safe) >= 0)
        return modular_numbers{set.harmonics, c, b,
                               at_least(exact::compare(above, below) < 0 ? above : below, error),
                               at_most(error)};
    }
  }
  return std::nullopt;
}

std::string modular_search::refusal(std::optional<best_gap> const& best, bool single) const {
  auto const& f = *numbers_.format;
  std::string reason = "the scores of the residues need a gap of f_large = " +
                       format::shortest_decimal(format::f_large(f)) + " in " + std::string(f.name);
  if (!best)
    return reason + ", and no scale that the format can hold leaves it" +
           (single ? "" : " with up to " + std::to_string(sets_.size()) + " rotary pairs");
  reason += "; the best scale, C = " + exact::print(scalar(best->scale));
  if (!single)
    reason += " on " + std::to_string(best->pairs) + " of up to " + std::to_string(sets_.size()) +
              " rotary pairs";
  return reason + ", leaves " + format::shortest_decimal(best->gap);
}

tl::expected<modular_numbers, std::string>
modular_search::find(std::uint64_t residue, bool inverted,
                     std::optional<modular_lowering> lowering) {
  std::optional<best_gap> best;
  bool const single = lowering == modular_lowering::single_pair;
  if (lowering != modular_lowering::comb)
    if (auto found = attempt(of_size(1), residue, inverted, best)) return *std::move(found);
  if (single) return tl::unexpected(refusal(best, true));
  if (modulus_ > most_residues_of_comb)
    return tl::unexpected((lowering ? std::string("a comb") : refusal(best, true) + "; a comb") +
                          " is made for moduli up to " + std::to_string(most_residues_of_comb));
  for (std::size_t pairs = 2; pairs <= most_pairs; ++pairs)
    if (auto found = attempt(of_size(pairs), residue, inverted, best)) return *std::move(found);
  return tl::unexpected(refusal(best, false));
}

tl::expected<modular_numbers, std::string> modular_head_numbers(modular_request const& wanted,
                                                                arithmetic const& numbers) {
  // 1/m of a turn is among the steps of every comb.
  if (auto wrong = too_long_a_period(wanted.modulus); !wrong.empty())
    return tl::unexpected(std::move(wrong));
  return modular_search(wanted.modulus, numbers)
      .find(wanted.residue, wanted.inverted, wanted.lowering);
}

} // namespace ltlc::lowering
