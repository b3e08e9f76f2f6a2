#include "ltlc/execution/rounded_arithmetic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "ltlc/execution/common_period.hpp"

namespace ltlc::execution {

namespace {

// Scores that are not asked for again (no period) must not fill the memory.
constexpr std::size_t most_scores = std::size_t{1} << 21;

} // namespace

rounded_arithmetic::norm::norm(rounded_arithmetic const& a, network::norm const& n)
    : kind(n.kind), eps(format::round(a.format, n.eps)) {
  for (std::size_t d = 0; d < n.gain.size(); ++d) {
    gain.push_back(a.weight(n.gain[d]));
    bias.push_back(a.weight(n.bias[d]));
  }
}

std::pair<double, double> rounded_arithmetic::rotation(rotary::rotary_pair const& pair,
                                                       std::uint64_t position) const {
  auto const r = rotary::rotation(format, pair, position);
  return {r.cosine, r.sine};
}

bool rounded_arithmetic::normalize(norm const& n, std::vector<double>& x) const {
  double const size = format::round(format, static_cast<double>(x.size()));
  if (n.kind == network::norm_kind::layer) {
    auto total = sum();
    for (auto const v : x)
      total.add(v);
    double const mean = format::divide(format, total.value(), size);
    for (auto& v : x)
      v = format::subtract(format, v, mean);
  }
  auto squares = sum();
  for (auto const v : x)
    squares.add_product(v, v);
  double const mean_square = format::divide(format, squares.value(), size);
  double const root = format::square_root(format, format::add(format, mean_square, n.eps));
  for (std::size_t d = 0; d < x.size(); ++d) {
    double const scaled = format::multiply(format, format::divide(format, x[d], root), n.gain[d]);
    x[d] = format::add(format, scaled, n.bias[d]);
  }
  return true;
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
  auto const& q = vectors[query].values;
  auto const& k = vectors[key].values;
  auto sum = arithmetic_.sum();
  for (std::size_t d = 0; d < q.size(); ++d)
    sum.add_product(q[d], k[d]);
  auto const s = sum.value();
  memo_.emplace(pair, s);
  return s;
}

double rounded_scores::exponential(double below_maximum) const {
  if (below_maximum == 0) return arithmetic_.one;
  if (below_maximum >= arithmetic_.large) return 0;
  if (std::isnan(below_maximum)) return below_maximum;
  return format::exp_of_negative(arithmetic_.format, below_maximum);
}

bool rounded_scores::ties(double greatest, double s) const {
  return exponential(format::subtract(arithmetic_.format, greatest, s)) == 1;
}

bool rounded_scores::negligible(double greatest, double s) const {
  return format::subtract(arithmetic_.format, greatest, s) >= arithmetic_.large;
}

bool rounded_scores::negligible_for_good(double greatest, double s) const {
  // Rounding keeps order: with a finite score between the two, the difference is between these.
  return negligible(greatest, s) && comparable(format::greatest(arithmetic_.format), s);
}

bool rounded_scores::comparable(double greatest, double s) const {
  return !std::isnan(format::subtract(arithmetic_.format, greatest, s));
}

std::string rounded_scores::gap(double greatest, double s) const {
  return format::shortest_decimal(format::subtract(arithmetic_.format, greatest, s));
}

std::uint8_t rounded_scores::flags(pool const& vectors, term::id vector) {
  if (flags_.size() <= vector) flags_.resize(vector + 1);
  auto& f = flags_[vector];
  if (f == 0) {
    f = known | zero | finite | plain;
    for (auto const v : vectors[vector].values) {
      if (v != 0) f = f & static_cast<std::uint8_t>(~zero);
      if (!std::isfinite(v)) f = f & static_cast<std::uint8_t>(~finite);
      if (v == 0 && std::signbit(v)) f = f & static_cast<std::uint8_t>(~plain);
    }
  }
  return f;
}

bool rounded_scores::usable(pool const& vectors, double s, term::id value) {
  return arithmetic_.one == 1 && std::isfinite(s) && (flags(vectors, value) & finite) != 0;
}

bool rounded_scores::is_zero(pool const& vectors, term::id vector) {
  return (flags(vectors, vector) & zero) != 0;
}

term::id rounded_scores::copied(pool& vectors, term::id value) {
  if ((flags(vectors, value) & plain) != 0) return value;
  auto copy = vectors[value];
  for (auto& v : copy.values)
    v += 0.0;
  return vectors.intern(copy);
}

term::id rounded_scores::zeros(pool& vectors, term::id like) {
  if (flags(vectors, like) == (known | zero | finite | plain)) return like;
  return vectors.intern(row<double>{std::vector<double>(vectors[like].values.size())});
}

// In the format a sum of ones stays at 2^p; kept elsewhere it grows, and may overflow to NaN.
bool rounded_scores::sums_stay_finite() const {
  return arithmetic_.numbers.sums == format::accumulation::in_format ||
         arithmetic_.format.overflow != format::overflow_rule::nan;
}

void rounded_scores::weigh(pool const& vectors, term::id query, network::attention_kind kind,
                           past_rows const& past) {
  row_.resize(past.count);
  for (std::uint64_t j = 0; j < past.count; ++j)
    row_[j] = score(vectors, query, past.keys[j]);
  double maximum = row_.front();
  bool undefined = false;
  for (auto const s : row_) {
    undefined = undefined || std::isnan(s);
    if (maximum < s) maximum = s;
  }
  if (undefined)
    std::fill(row_.begin(), row_.end(), std::numeric_limits<double>::quiet_NaN());
  else if (kind == network::attention_kind::soft)
    exponentiate(maximum);
  else
    choose(kind, maximum);
  divide_by_sum();
}

// What takes the place of exp: 1 at the chosen keys.
void rounded_scores::choose(network::attention_kind kind, double maximum) {
  using network::attention_kind;
  std::size_t first = 0;
  while (row_[first] != maximum)
    ++first;
  std::size_t last = row_.size() - 1;
  while (row_[last] != maximum)
    --last;
  for (std::size_t j = 0; j < row_.size(); ++j) {
    bool const chosen = kind == attention_kind::leftmost    ? j == first
                        : kind == attention_kind::rightmost ? j == last
                                                            : row_[j] == maximum;
    row_[j] = chosen ? arithmetic_.one : 0.0;
  }
}

void rounded_scores::exponentiate(double maximum) {
  auto const& f = arithmetic_.format;
  double last_score = maximum; // equal scores come in runs
  double last_exponential = exponential(format::subtract(f, maximum, maximum));
  for (auto& s : row_) {
    if (s != last_score) {
      last_score = s;
      last_exponential = exponential(format::subtract(f, maximum, s));
    }
    s = last_exponential;
  }
}

void rounded_scores::divide_by_sum() {
  auto const& f = arithmetic_.format;
  auto sum = arithmetic_.sum();
  for (auto const e : row_)
    sum.add(e);
  double const total = sum.value();
  double last_divided = 0;
  double last_weight = format::divide(f, 0, total);
  for (auto& e : row_) {
    if (e != last_divided) {
      last_divided = e;
      last_weight = format::divide(f, e, total);
    }
    e = last_weight;
  }
}

tl::expected<row<double>, conflict> rounded_scores::attend(pool const& vectors, term::id query,
                                                           network::attention_kind kind,
                                                           past_rows const& past) {
  weigh(vectors, query, kind, past);
  auto const dimensions = vectors[query].values.size();
  std::vector<rounded_arithmetic::running_sum> sums;
  for (std::size_t d = 0; d < dimensions; ++d)
    sums.push_back(arithmetic_.sum());
  for (std::uint64_t j = 0; j < past.count; ++j) {
    auto const& v = vectors[past.values[j]].values;
    for (std::size_t d = 0; d < dimensions; ++d) {
      // A sum that starts from +0 stays what it is when ±0 is added.
      if ((row_[j] == 0 && std::isfinite(v[d])) || (v[d] == 0 && std::isfinite(row_[j]))) continue;
      sums[d].add_product(row_[j], v[d]);
    }
  }
  row<double> output;
  for (auto const& sum : sums)
    output.values.push_back(sum.value());
  return output;
}

std::vector<std::string> rounded_scores::weights(pool const& vectors, term::id query,
                                                 network::attention_kind kind,
                                                 past_rows const& past) {
  weigh(vectors, query, kind, past);
  std::vector<std::string> text;
  for (auto const w : row_)
    text.push_back(format::shortest_decimal(w));
  return text;
}

} // namespace ltlc::execution
