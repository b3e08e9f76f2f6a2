#include "ltlc/range/realized_range.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ltlc/contract.hpp"
#include "ltlc/range/close_offsets.hpp"
#include "ltlc/range/continued_fraction.hpp"
#include "ltlc/range/realized_scores.hpp"
#include "ltlc/range/score_error.hpp"
#include "ltlc/rotary/difference.hpp"

namespace ltlc::range {

namespace {

using exact::rational;

constexpr std::uint64_t first_block = 64;
constexpr std::uint64_t most_offsets = std::uint64_t{1} << 23; // kept in a list
constexpr std::uint64_t cost_of_row = 16;
constexpr std::uint64_t cost_of_long_row = 500;
constexpr int short_precision = 40; // up to which cos and sin are fast

// C(1 − cos 2πx) = 2C sin²(πx) < t only for |x| < the result, in turns; ½ if it is so for every x.
rational width_of(rational const& t, rational const& scale) {
  rational const ratio = t / (2 * scale);
  if (ratio >= 1) return {1, 2};
  constexpr mpfr_prec_t bits = 128;
  exact::enclosure x = exact::enclose(ratio, bits);
  exact::enclosure pi(bits);
  mpfi_const_pi(pi.get());
  mpfi_sqrt(x.get(), x.get());
  mpfi_asin(x.get(), x.get());
  mpfi_div(x.get(), x.get(), pi.get());
  // NaN where the upper end of the ratio's root is above 1.
  return mpfr_number_p(x.upper()) != 0 ? exact::to_rational(x.upper()) : rational(1, 2);
}

class search {
public:
  search(offset_pair const& head, realization const& r, realized_limits const& limits)
      : head_(head), r_(r), k_(head.offset.convert_to<std::uint64_t>()), limits_(limits),
        large_(format::f_large(r.exp)), scores_(head, r) {
    if (scores_.step() && std::isfinite(large_)) close_.emplace(*scores_.step());
    bool const slow =
        r.angle ? r.angle->precision > short_precision : r.table.precision > short_precision;
    row_cost_ = slow ? cost_of_long_row : cost_of_row;
  }

  realized_answer run(std::uint64_t cap) {
    answer_.length = std::min(cap, k_ - 1);
    std::uint64_t begin = k_ + 1;
    while (answer_.end == range_end::cap && begin <= cap + 1) {
      std::uint64_t const last = std::min(cap + 1, begin + std::max(begin, first_block));
      block(begin, last);
      begin = last + 1;
    }
    answer_.pairs_computed = pairs_;
    if (answer_.end != range_end::limit) conclude();
    if (!answer_.closest && answer_.length >= k_) answer_.closest = nearest_pair();
    return answer_;
  }

private:
  // Queries from `begin` to `last`, as far as they hold.
  void block(std::uint64_t begin, std::uint64_t last) {
    std::uint64_t const farthest = std::max(last - k_, k_ - 1);
    auto const near = offsets_to_check(last, farthest);
    if (!near) {
      answer_.end = range_end::limit;
      return;
    }
    auto const behind = std::upper_bound(near->begin(), near->end(), k_ - 1);
    bool const any_behind = behind != near->begin();
    std::size_t ahead = 0; // offsets up to i − k
    for (std::uint64_t i = begin; i <= last; ++i) {
      while (ahead < near->size() && (*near)[ahead] <= i - k_)
        ++ahead;
      if (ahead == 0 && !any_behind) {
        if (near->empty()) break;
        i = std::min(last, k_ + near->front() - 1); // the next query with something to check
        continue;
      }
      answer_.length = i - 2;
      if (!query(i, *near, ahead, static_cast<std::size_t>(behind - near->begin()))) return;
    }
    answer_.length = last - 1;
  }

  // The n that the bound does not settle for queries up to `last`; nullopt if they are too many.
  std::optional<std::vector<std::uint64_t>> offsets_to_check(std::uint64_t last,
                                                             std::uint64_t farthest) {
    std::uint64_t const left =
        std::min(most_offsets, limits_.work - std::min(limits_.work, work()));
    auto const error =
        close_ ? error_of_scores(*scores_.step(), head_.scale, r_, last) : std::nullopt;
    if (!error) {
      answer_.error = std::nullopt;
      if (farthest > left) return std::nullopt;
      std::vector<std::uint64_t> all(farthest);
      for (std::uint64_t n = 1; n <= farthest; ++n)
        all[n - 1] = n;
      return all;
    }
    rational const f(large_);
    rational const t = safe_gap(*error, head_.scale, f);
    answer_.error = (t - f) / 2;
    return close_->up_to(farthest, width_of(t, head_.scale), left);
  }

  // Keys in order: offsets `ahead` … 1 of the list, and then behind the target. false at a
  // violation or a limit.
  bool query(std::uint64_t i, std::vector<std::uint64_t> const& near, std::size_t ahead,
             std::size_t behind) {
    if (work() > limits_.work) {
      answer_.end = range_end::limit;
      return false;
    }
    std::uint64_t const target = i - k_;
    double const winner = scores_(i, target);
    auto const holds = [&](std::uint64_t j) {
      ++pairs_;
      double const loser = scores_(i, j);
      double const margin = rotary::difference_down(winner, loser);
      compared_scores const pair{i, j, winner, loser, margin};
      // Rounded down, it is at least f_large exactly when the difference is.
      if (margin >= large_) {
        if (!closest_here_ || margin < closest_here_->margin) closest_here_ = pair;
        return true;
      }
      answer_.violation = pair;
      answer_.end = range_end::fails;
      return false;
    };
    closest_here_ = std::nullopt;
    for (std::size_t a = ahead; a-- > 0;)
      if (!holds(target - near[a])) return false;
    for (std::size_t b = 0; b < behind; ++b)
      if (!holds(target + near[b])) return false;
    if (closest_here_ && (!answer_.closest || closest_here_->margin < answer_.closest->margin))
      answer_.closest = closest_here_;
    pairs_that_hold_ = pairs_;
    return true;
  }

  void conclude() {
    answer_.by_bound = pairs_that_hold_ == 0;
    if (answer_.end != range_end::fails || !answer_.by_bound) return;
    // The failing query's other pairs were not settled by the bound if any came before.
    auto const& v = *answer_.violation;
    std::uint64_t const target = v.query - k_;
    std::uint64_t const n = target > v.key ? target - v.key : v.key - target;
    answer_.by_bound = false;
    if (pairs_ != 1 || !answer_.error) return;
    rational const hopeless = rational(large_) - 2 * *answer_.error;
    if (hopeless <= 0) return;
    auto const side = compare_gap(*scores_.step(), n, head_.scale, hopeless);
    answer_.by_bound = side && *side < 0;
  }

  // The pair whose exact gap is least, when no score had to be computed: of the offsets n in front
  // of the target and behind it the greatest denominator of the continued fraction. Key 0 is the
  // first to have it in front, and query k + 1 the first of those behind.
  [[nodiscard]] compared_scores nearest_pair() {
    std::uint64_t const in_front = answer_.length + 1 - k_;
    auto const n = range::expand(*scores_.step(), std::max(in_front, k_ - 1))
                       .denominators.back()
                       .convert_to<std::uint64_t>();
    std::uint64_t const i = n <= in_front ? k_ + n : k_ + 1;
    std::uint64_t const j = n <= in_front ? 0 : 1 + n;
    double const winner = scores_(i, i - k_);
    double const loser = scores_(i, j);
    return {i, j, winner, loser, rotary::difference_down(winner, loser)};
  }

  [[nodiscard]] std::uint64_t work() const { return pairs_ + scores_.rows_computed() * row_cost_; }

  offset_pair head_;
  realization r_;
  std::uint64_t k_;
  realized_limits limits_;
  double large_;
  realized_scores scores_;
  std::optional<close_offsets> close_;
  std::uint64_t row_cost_ = cost_of_row;
  realized_answer answer_;
  std::optional<compared_scores> closest_here_;
  std::uint64_t pairs_ = 0;
  std::uint64_t pairs_that_hold_ = 0;
};

} // namespace

realized_answer realized_range(offset_pair const& head, realization const& r, std::uint64_t cap,
                               realized_limits const& limits) {
  [[maybe_unused]] constexpr std::uint64_t bound = std::uint64_t{1} << 51; // in contracts only
  LTLC_EXPECTS(head.offset >= 1 && head.offset < bound && cap < bound && head.scale > 0);
  LTLC_EXPECTS(rotary::exactly_known(head.step));
  return search(head, r, limits).run(cap);
}

} // namespace ltlc::range
