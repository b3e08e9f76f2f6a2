// Offset heads with several pairs: steps a/m of a turn for a set A of harmonics, and m one more
// than the greatest |n| = |i − k − j|, so that only n = 0 is 0 mod m. The score is C·E(n) with
// E(n) = Σ_a cos(2πan/m), P = |A| at n = 0; let M be the maximum of E elsewhere.
//   i > k:  the target has n = 0 and leads by C(P − M).
//   i = k:  the target is BOS, and n = 0 there too.
//   i < k:  BOS has n = i − k, the others n − j. It has to win, as Y^k has the value 0 there. Let N
//           be the maximum of E(n′) − E(n) over 1 <= n < n′ < k. When N is negative enough, BOS
//           wins by itself. Otherwise the BOS key has a bonus D in a pair that is not rotated (its
//           step is 0): up to k, BOS leads by D − C·N at least, and after k it trails by
//           C(P − M) − D at least. Halfway, D = C(N + P − M)/2. With N < P − M this is always
//           possible, and more pairs lower both M and N, relative to P.
// In a format the exact gap less twice the bound on the error of a score is what is left; the pairs
// of positions for which that is less than f_large are checked one by one.
#include <algorithm>
#include <utility>

#include "ltlc/contract.hpp"
#include "ltlc/lowering/harmonics.hpp"
#include "ltlc/lowering/head_arithmetic.hpp"
#include "ltlc/lowering/offset_head.hpp"
#include "ltlc/lowering/realized_offset.hpp"

namespace ltlc::lowering {

namespace {

using exact::rational;
using exact::scalar;

constexpr int doublings_of_comb = 5;

// The comb of one length, growing pair by pair.
class offset_comb {
public:
  // Pre: modulus(wanted.offset, length) <= cosine_circle::most_entries.
  offset_comb(offset_request const& wanted, std::uint64_t length, arithmetic const& numbers)
      : numbers_(numbers), scale_(wanted.scale), k_(wanted.offset), length_(length),
        circle_(modulus(k_, length)), set_(circle_, k_ >= 3 ? k_ : 0) {
    if (numbers_.format)
      turns_.emplace(*numbers_.format, rotary::rotary_pair{0, 1, turns(1, circle_.size())});
    set_.grow();
  }

  static std::uint64_t modulus(std::uint64_t k, std::uint64_t length) {
    return std::max(length + 1 - k, k - 1) + 1;
  }

  // The head with one more pair than before.
  std::optional<offset_numbers> next() {
    set_.grow();
    pairs_ = set_.harmonics().size();
    room_ = pairs_ - set_.highest();
    if (room_ <= 0) return std::nullopt;
    disorder_ = k_ >= 3 ? set_.disorder() : rational(-room_);
    rational const alone = std::min<rational>(room_, -disorder_);
    rational const helped = (room_ - std::max<rational>(0, disorder_)) / 2;
    with_bonus_ = helped > alone;
    rational const margin = std::max(alone, helped);
    if (margin <= 0) return std::nullopt;
    rational c = scale_ ? *scale_ : least_scale(margin, numbers_.lambda, numbers_.lambda);
    for (int step = 0; step < (scale_ ? 1 : doublings_of_comb); ++step, c *= 2)
      if (auto found = with_scale(c)) return found;
    return std::nullopt;
  }

private:
  std::optional<offset_numbers> with_scale(rational const& c) {
    rational bonus = 0;
    rational gap = std::min<rational>(c * room_, -c * disorder_);
    if (with_bonus_) {
      bonus = c * (std::max<rational>(0, disorder_) + room_) / 2;
      if (!fits(pairs_ * c + bonus, numbers_)) return std::nullopt;
      if (numbers_.format) bonus = rational(format::round(*numbers_.format, bonus));
      gap = std::min<rational>(bonus - c * disorder_, c * room_ - bonus);
    }
    if (gap < numbers_.lambda || !fits(pairs_ * c + bonus, numbers_)) return std::nullopt;
    offset_numbers result{{}, c, std::nullopt, length_, at_least(gap, 0), "0"};
    for (std::uint64_t const a : set_.harmonics())
      result.steps.push_back(turns(a, circle_.size()));
    if (with_bonus_) result.bonus = bonus_pair{{}, {}, bonus};
    if (!numbers_.format) return result;

    auto const& f = *numbers_.format;
    std::optional<bonus_size> const size =
        with_bonus_ ? std::optional<bonus_size>({bonus, true}) : std::nullopt;
    rational const error =
        error_with_sums(numbers_, offset_score_error(f, pairs_, c, size), pairs_ * c + bonus);
    result.error = at_most(error);
    bool const finite = differences_fit(pairs_ * c + bonus + error, numbers_);
    rational const needed = f_large_of(f) + 2 * error;
    if (finite && gap >= needed) {
      result.gap = at_least(gap, 2 * error);
      return result;
    }
    keys_to_check keys{std::nullopt, circle_.size(), with_bonus_};
    if (finite) keys.offsets = set_.above(pairs_ - needed / c);
    auto checked = check(c, bonus, keys);
    if (!checked) return std::nullopt;
    result.gap = std::move(*checked);
    return result;
  }

  std::optional<std::string> check(rational const& c, rational const& bonus,
                                   keys_to_check const& keys) {
    if (circle_.size() > longest_period_checked ||
        cost_of_check(keys, k_, length_ + 1, pairs_) > most_scores_checked - work_)
      return std::nullopt;
    auto const& f = *numbers_.format;
    rotary::comb_offset_head head{turns(1, circle_.size()), set_.harmonics(), k_, c, std::nullopt};
    if (with_bonus_) head.bonus = rotary::bos_bonus{{}, {}, bonus};
    realized_scores score(head, numbers_, *turns_);
    std::uint64_t computed = 0;
    auto const least = realized_gap(score, f, k_, keys, length_ + 1, computed);
    work_ = std::min(most_scores_checked, work_ + computed * pairs_);
    if (!least) return std::nullopt;
    return checked_gap(*least, keys, f);
  }

  arithmetic numbers_;
  std::optional<rational> scale_;
  std::uint64_t k_, length_;
  cosine_circle circle_;
  harmonic_set set_;
  std::optional<rotary::rotation_table> turns_; // by 1/m, in the format
  std::size_t pairs_ = 0;
  rational room_;     // P − M
  rational disorder_; // N; below k = 3 there is none, and −room_ changes nothing
  bool with_bonus_ = false;
  std::uint64_t work_ = 0; // of checks, at most most_scores_checked
};

} // namespace

std::optional<offset_numbers> several_pairs(offset_request const& wanted, std::uint64_t length,
                                            arithmetic const& numbers) {
  LTLC_EXPECTS(1 <= wanted.offset && wanted.offset <= length);
  if (offset_comb::modulus(wanted.offset, length) > cosine_circle::most_entries)
    return std::nullopt;
  offset_comb comb(wanted, length, numbers);
  for (std::size_t pairs = 2; pairs <= harmonic_set::most_pairs; ++pairs)
    if (auto found = comb.next()) return found;
  return std::nullopt;
}

std::optional<offset_numbers> longest_several_pairs(offset_request const& wanted,
                                                    arithmetic const& numbers) {
  constexpr std::uint64_t share = 2;
  std::uint64_t const most = cosine_circle::most_entries + wanted.offset - 2;
  return longest(std::min(wanted.length, most), wanted.offset, share,
                 [&](std::uint64_t l) { return several_pairs(wanted, l, numbers); });
}

} // namespace ltlc::lowering
