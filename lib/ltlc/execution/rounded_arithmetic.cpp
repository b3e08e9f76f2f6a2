#include "ltlc/execution/rounded_arithmetic.hpp"

#include <cmath>
#include <tuple>

#include "ltlc/execution/common_period.hpp"

namespace ltlc::execution {

namespace {

// Scores that are not asked for again (no period) must not fill the memory.
constexpr std::size_t most_scores = std::size_t{1} << 21;

} // namespace

std::size_t rounded_scores::place_key_hash::operator()(place_key const& k) const {
  std::size_t seed = boost::hash<term::id>{}(k.vector);
  boost::hash_combine(seed, k.residue);
  return seed;
}

rounded_scores::rounded_scores(rounded_arithmetic const& arithmetic,
                               std::vector<rotary::rotary_pair> const& pairs)
    : arithmetic_(arithmetic), period_(common_period(pairs)) {
  for (auto const& pair : pairs)
    pairs_.push_back({pair.first, pair.second, {arithmetic.format, pair}});
}

term::id rounded_scores::place(pool& vectors, term::id vector, std::uint64_t position) {
  if (pairs_.empty()) return vector;
  place_key const at{vector, period_ == 0 ? position : position % period_};
  auto const found = placed_.find(at);
  if (found != placed_.end()) return found->second;
  auto rotated = vectors[vector];
  for (auto& pair : pairs_) {
    auto& x = rotated.values[pair.first];
    auto& y = rotated.values[pair.second];
    std::tie(x, y) = rotary::rotate(arithmetic_.format, pair.table.at(at.residue), x, y);
  }
  auto const id = vectors.intern(rotated);
  placed_.emplace(at, id);
  return id;
}

double rounded_scores::score(pool const& vectors, term::id query, term::id key) {
  auto const pair = (std::uint64_t{query} << 32) | key;
  auto const found = memo_.find(pair);
  if (found != memo_.end()) return found->second;
  if (memo_.size() >= most_scores) memo_.clear();
  auto const s = rotary::dot(arithmetic_.format, vectors[query].values, vectors[key].values);
  memo_.emplace(pair, s);
  return s;
}

double rounded_scores::exponential(double below_maximum) const {
  if (below_maximum == 0) return 1;
  if (below_maximum >= arithmetic_.large) return 0;
  if (std::isnan(below_maximum)) return below_maximum;
  return format::exp_of_negative(arithmetic_.format, below_maximum);
}

void rounded_scores::soften(pool const& vectors, term::id query, past_rows const& past) {
  auto const& f = arithmetic_.format;
  row_.resize(past.count);
  for (std::uint64_t j = 0; j < past.count; ++j)
    row_[j] = score(vectors, query, past.keys[j]);
  double maximum = row_.front();
  for (auto const s : row_)
    if (maximum < s) maximum = s;
  double sum = 0;
  double last_score = maximum; // equal scores come in runs
  double last_exponential = exponential(format::subtract(f, maximum, maximum));
  for (auto& s : row_) {
    if (s != last_score) {
      last_score = s;
      last_exponential = exponential(format::subtract(f, maximum, s));
    }
    s = last_exponential;
    sum = format::add(f, sum, s);
  }
  double last_divided = 0;
  double last_weight = format::divide(f, 0, sum);
  for (auto& e : row_) {
    if (e != last_divided) {
      last_divided = e;
      last_weight = format::divide(f, e, sum);
    }
    e = last_weight;
  }
}

tl::expected<row<double>, conflict> rounded_scores::attend(pool const& vectors, term::id query,
                                                           std::uint64_t, past_rows const& past) {
  auto const& f = arithmetic_.format;
  soften(vectors, query, past);
  row<double> output{std::vector<double>(vectors[query].values.size())};
  for (std::uint64_t j = 0; j < past.count; ++j) {
    auto const& v = vectors[past.values[j]].values;
    for (std::size_t d = 0; d < v.size(); ++d) {
      // A sum that starts from +0 stays what it is when ±0 is added.
      if ((row_[j] == 0 && std::isfinite(v[d])) || (v[d] == 0 && std::isfinite(row_[j]))) continue;
      output.values[d] = format::add(f, output.values[d], format::multiply(f, row_[j], v[d]));
    }
  }
  return output;
}

std::vector<std::string> rounded_scores::weights(pool const& vectors, term::id query, std::uint64_t,
                                                 past_rows const& past) {
  soften(vectors, query, past);
  std::vector<std::string> text;
  for (auto const w : row_)
    text.push_back(format::shortest_decimal(w));
  return text;
}

} // namespace ltlc::execution
