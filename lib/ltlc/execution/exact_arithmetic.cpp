#include "ltlc/execution/exact_arithmetic.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/execution/common_period.hpp"

namespace ltlc::execution {

namespace {

// Enough to part almost all scores that differ; the others are compared exactly.
constexpr mpfr_prec_t bits_of_bounds = 96;
constexpr int digits_of_gaps = 6;

std::uint64_t joined(term::id a, term::id b) {
  return (std::uint64_t{a} << 32) | b;
}

} // namespace

exact::scalar exact_arithmetic::relu(value const& a) {
  return exact::sign(a) > 0 ? a : exact::scalar();
}

bool exact_arithmetic::exceeds_half(value const& a) {
  return exact::compare(a, exact::scalar(exact::rational(1, 2))) > 0;
}

std::size_t exact_scores::score_key_hash::operator()(score_key const& k) const {
  std::size_t seed = boost::hash<std::uint64_t>{}(joined(k.query, k.key));
  boost::hash_combine(seed, k.distance);
  return seed;
}

exact_scores::exact_scores(exact_arithmetic const& arithmetic,
                           std::vector<rotary::rotary_pair> pairs)
    : scale_(arithmetic.scale), pairs_(std::move(pairs)), period_(common_period(pairs_)) {}

exact::scalar exact_scores::evaluate(pool const& vectors, score_key const& key) const {
  auto const& q = vectors[key.query].values;
  auto k = vectors[key.key].values;
  for (auto const& pair : pairs_) {
    auto const back = -static_cast<std::int64_t>(key.distance) * pair.step;
    std::tie(k[pair.first], k[pair.second]) = rotary::rotate(back, k[pair.first], k[pair.second]);
  }
  return rotary::dot(q, k);
}

term::id exact_scores::intern(exact::scalar const& s) {
  auto const id = scores_.intern(s);
  if (id == bounds_.size()) {
    auto const around = exact::enclose(s, bits_of_bounds);
    bounds_.push_back(
        {mpfr_get_d(around.lower(), MPFR_RNDD), mpfr_get_d(around.upper(), MPFR_RNDU)});
  }
  return id;
}

term::id exact_scores::score(pool const& vectors, term::id query, term::id key,
                             std::uint64_t distance) {
  score_key const at{query, key, period_ == 0 ? distance : distance % period_};
  auto const found = memo_.find(at);
  if (found != memo_.end()) return found->second;
  auto const id = intern(evaluate(vectors, at));
  memo_.emplace(at, id);
  return id;
}

int exact_scores::order(term::id a, term::id b) {
  if (a == b) return 0;
  if (bounds_[a].lower > bounds_[b].upper) return 1;
  if (bounds_[a].upper < bounds_[b].lower) return -1;
  auto const [at, fresh] = orders_.try_emplace(joined(a, b), 0);
  if (fresh) at->second = exact::compare(scores_[a], scores_[b]);
  return at->second;
}

bool exact_scores::settled(term::id winner, term::id loser) {
  auto const [at, fresh] = settled_.try_emplace(joined(winner, loser), false);
  if (fresh) at->second = exact::compare(scores_[winner] - scores_[loser], scale_) >= 0;
  return at->second;
}

term::id exact_scores::maximum(pool const& vectors, term::id query, std::uint64_t position,
                               past_rows const& past) {
  row_.resize(past.count);
  for (std::uint64_t j = 0; j < past.count; ++j)
    row_[j] = score(vectors, query, past.keys[j], position - j);
  auto best = row_.front();
  for (auto const s : row_)
    if (order(s, best) > 0) best = s;
  return best;
}

tl::expected<row<exact::scalar>, conflict> exact_scores::attend(pool const& vectors, term::id query,
                                                                std::uint64_t position,
                                                                past_rows const& past) {
  auto const best = maximum(vectors, query, position, past);
  std::vector<term::id> won;
  for (std::uint64_t j = 0; j < past.count; ++j) {
    if (order(row_[j], best) == 0) {
      won.push_back(past.values[j]);
    } else if (!settled(best, row_[j])) {
      return tl::unexpected(
          conflict{j, exact::approximate(scores_[best] - scores_[row_[j]], digits_of_gaps)});
    }
  }
  std::sort(won.begin(), won.end());
  if (won.front() == won.back()) return vectors[won.front()];
  row<exact::scalar> output{std::vector<exact::scalar>(vectors[query].values.size())};
  for (std::size_t at = 0; at < won.size();) {
    auto const end =
        static_cast<std::size_t>(std::upper_bound(won.begin(), won.end(), won[at]) - won.begin());
    exact::scalar const share(exact::rational(end - at, won.size()));
    for (std::size_t d = 0; d < output.values.size(); ++d)
      output.values[d] += share * vectors[won[at]].values[d];
    at = end;
  }
  return output;
}

std::vector<std::string> exact_scores::weights(pool const& vectors, term::id query,
                                               std::uint64_t position, past_rows const& past) {
  auto const best = maximum(vectors, query, position, past);
  auto const wins = [&](term::id s) { return order(s, best) == 0; };
  auto const winners = std::count_if(row_.begin(), row_.end(), wins);
  auto const share = exact::print(exact::scalar(exact::rational(1, winners)));
  std::vector<std::string> text;
  for (auto const s : row_)
    text.push_back(wins(s) ? share : "0");
  return text;
}

} // namespace ltlc::execution
