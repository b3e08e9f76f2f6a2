// Cutting planes: the worst offsets of each proposal become rows of the next linear programme.
#include "ltlc/range/amplitudes.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "ltlc/contract.hpp"
#include "ltlc/range/cosine_sums.hpp"
#include "ltlc/range/game.hpp"

namespace ltlc::range {

namespace {

using exact::integer;
using exact::rational;

constexpr int weight_bits = 40; // weights are multiples of 2^-40
constexpr std::size_t rows_a_round = 32;
constexpr mpfr_prec_t bits_of_a_row = 64;

// Weights that sum to exactly 1, from some that nearly do.
std::vector<rational> rounded_weights(std::vector<double> const& proposed) {
  integer const one = integer(1) << weight_bits;
  std::vector<integer> units;
  integer sum = 0;
  for (double const x : proposed) {
    units.emplace_back(std::floor(std::ldexp(std::min(x, 1.0), weight_bits)));
    sum += units.back();
  }
  // The difference goes to the largest weight, which is at least 1/D of the sum.
  auto const largest = std::max_element(units.begin(), units.end());
  *largest = std::max<integer>(0, *largest + one - sum);
  std::vector<rational> weights;
  for (auto const& u : units)
    weights.emplace_back(u, one);
  return weights;
}

pair_head head_of(std::vector<rotary::frequency> const& steps, std::vector<rational> const& weights,
                  rational const& total) {
  pair_head head;
  for (std::size_t d = 0; d < steps.size(); ++d)
    head.push_back({steps[d], weights[d] * total});
  return head;
}

// The offsets 1 … last and C = 1 until the end. Rows are kept when `last` changes.
class amplitude_search {
public:
  amplitude_search(std::vector<rotary::frequency> const& steps, std::uint64_t cap)
      : steps_(steps), cosines_(steps, cap) {}

  struct outcome {
    std::vector<rational> weights; // Σ = 1
    double gap = -1;               // relative, at least this at 1 … last: certified
    rational bound = 2;            // certified, and its proof:
    std::vector<std::pair<std::uint64_t, rational>> prices;
  };

  // Until the gap is near to the bound, or, with a goal, on one side of it for certain.
  outcome maximize(std::uint64_t last, std::optional<rational> const& goal,
                   amplitude_limits const& limits) {
    outcome best;
    std::vector<double> proposed(steps_.size(), 1.0 / static_cast<double>(steps_.size()));
    for (std::size_t round = 0;; ++round) {
      auto const weights = rounded_weights(proposed);
      auto const worst = scan(last, weights);
      if (worst.least > best.gap) {
        best.gap = worst.least;
        best.weights = weights;
      }
      bool added = false;
      for (std::uint64_t const n : worst.offsets)
        added |= add_row(n);
      if (round == 0) added = true;
      rational const gap(best.gap);
      if (goal && (gap >= *goal || best.bound < *goal)) return best;
      bool const near = best.bound == 0 || gap >= best.bound * (1 - limits.tolerance);
      if (near || !added || round >= limits.rounds) return best;
      // Gains in units of the bound, as a solver's tolerances are absolute.
      auto const unit = best.bound.convert_to<double>();
      std::vector<std::vector<double>> gains;
      std::vector<std::uint64_t> used;
      for (auto const& [n, row] : rows_) {
        if (n > last) continue;
        used.push_back(n);
        auto& scaled = gains.emplace_back();
        for (auto const& entry : row)
          scaled.push_back(entry.convert_to<double>() / unit);
      }
      auto solution = solve_game(gains);
      if (!solution) return best;
      tighten_bound(solution->rows, used, best);
      proposed = std::move(solution->columns);
    }
  }

private:
  struct worst_offsets {
    double least; // relative gap, rounded down
    std::vector<std::uint64_t> offsets;
  };

  // The least gap, and the worst offset of each of many pieces, worst first.
  [[nodiscard]] worst_offsets scan(std::uint64_t last, std::vector<rational> const& weights) const {
    std::vector<double> rounded; // exact: 40 bits
    for (auto const& w : weights)
      rounded.push_back(w.convert_to<double>());
    std::vector<std::pair<double, std::uint64_t>> found; // −sum, offset
    cosine_sums::sums at;
    constexpr std::uint64_t block = cosine_sums::block;
    for (std::uint64_t b = 0; b <= last / block; ++b) {
      cosines_.evaluate(b, rounded, at);
      // Short pieces at first, where there are few blocks.
      std::uint64_t const piece = last < 16 * block ? 16 : block;
      for (std::uint64_t from = 0; from < block; from += piece) {
        std::optional<std::pair<double, std::uint64_t>> worst;
        for (std::uint64_t r = from; r < from + piece; ++r) {
          std::uint64_t const n = b * block + r;
          if (n == 0 || n > last) continue;
          if (!worst || -at[r] < worst->first) worst = {-at[r], n};
        }
        if (worst) found.push_back(*worst);
      }
    }
    std::size_t const kept = std::min(found.size(), rows_a_round);
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept),
                      found.end());
    // 1 − T >= 1 + found − ε; the sum is below 4 and its roundings below 2^-51.
    worst_offsets result{(1 + found[0].first) - cosines_.error() - 0x1p-50, {}};
    for (std::size_t i = 0; i < kept; ++i)
      result.offsets.push_back(found[i].second);
    return result;
  }

  // Upper ends of 1 − cos g_d n. Whether it is new.
  bool add_row(std::uint64_t n) {
    if (rows_.count(n) != 0) return false;
    auto& row = rows_[n];
    for (auto const& g : steps_)
      row.push_back(exact::to_rational(relative_gap(g, n, bits_of_a_row).upper()));
    return true;
  }

  // max_d Σ_n y_n (1 − cos g_d n) for y in proportion to the prices.
  void tighten_bound(std::vector<double> const& prices, std::vector<std::uint64_t> const& offsets,
                     outcome& best) const {
    rational sum = 0;
    std::vector<rational> y;
    for (double const price : prices)
      sum += y.emplace_back(price);
    std::vector<rational> gain(steps_.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      if (y[i] == 0) continue;
      auto const& row = rows_.at(offsets[i]);
      for (std::size_t d = 0; d < gain.size(); ++d)
        gain[d] += y[i] * row[d];
    }
    rational const bound = *std::max_element(gain.begin(), gain.end()) / sum;
    if (bound >= best.bound) return;
    best.bound = bound;
    best.prices.clear();
    for (std::size_t i = 0; i < offsets.size(); ++i)
      if (y[i] != 0) best.prices.emplace_back(offsets[i], y[i] / sum);
  }

  std::vector<rotary::frequency> steps_;
  cosine_sums cosines_;
  std::map<std::uint64_t, std::vector<rational>> rows_; // by offset
};

std::uint64_t last_offset(std::uint64_t k, std::uint64_t length) {
  return std::max(length + 1 - k, k - 1);
}

// The length to which a head keeps the gap, when all offsets up to `safe` do.
std::uint64_t length_of_safe(std::uint64_t k, std::uint64_t safe, std::uint64_t cap) {
  return safe >= k - 1 ? std::min(cap, safe + k - 1) : std::min(cap, k - 1);
}

} // namespace

best_amplitudes maximize_gap(amplitude_request const& wanted, amplitude_limits const& limits) {
  LTLC_EXPECTS(!wanted.steps.empty() && wanted.offset >= 1 && wanted.total > 0);
  LTLC_EXPECTS(wanted.length >= wanted.offset);
  std::uint64_t const last = last_offset(wanted.offset, wanted.length);
  amplitude_search search(wanted.steps, last);
  auto found = search.maximize(last, std::nullopt, limits);
  best_amplitudes result{head_of(wanted.steps, found.weights, wanted.total), {}, 0, {}};
  result.gap = find_least_gap(result.head, last);
  result.bound = found.bound * wanted.total;
  result.prices = std::move(found.prices);
  return result;
}

longest_head find_longest(amplitude_request const& wanted, rational const& gap,
                          amplitude_limits const& limits) {
  LTLC_EXPECTS(!wanted.steps.empty() && wanted.offset >= 1 && wanted.total > 0 && gap > 0);
  LTLC_EXPECTS(wanted.length >= wanted.offset);
  std::uint64_t const k = wanted.offset, cap = wanted.length;
  std::uint64_t const last = last_offset(k, cap);
  amplitude_search search(wanted.steps, last);
  rational const goal = gap / wanted.total;

  longest_head best;
  best.length = k - 1;
  std::uint64_t tried = 0; // the least length that was tried in vain, or 0
  // One length, and what it says of others.
  auto const attempt = [&](std::uint64_t length) {
    auto const found = search.maximize(last_offset(k, length), goal, limits);
    if (rational(found.gap) < goal) {
      tried = length;
      if (found.bound < goal) best.out_of_reach = length;
    }
    // Proposals that fail at this length may still be the best so far.
    auto head = head_of(wanted.steps, found.weights, wanted.total);
    auto const unsafe = find_first_unsafe(head, gap, last);
    std::uint64_t const safe = !unsafe   ? unsafe.error().certified.convert_to<std::uint64_t>()
                               : *unsafe ? **unsafe - 1
                                         : last;
    std::uint64_t const holds_to = length_of_safe(k, safe, cap);
    if (best.head.empty() || holds_to > best.length) {
      best.length = holds_to;
      best.head = std::move(head);
    }
  };
  for (std::uint64_t length = std::min(cap, 2 * k); tried == 0 && best.length < cap;
       length = std::min(cap, 2 * std::max(length, best.length)))
    attempt(length);
  while (tried > best.length + 1)
    attempt(best.length + (tried - best.length) / 2);
  return best;
}

} // namespace ltlc::range
