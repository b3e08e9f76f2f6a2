#include "ltlc/execution/exact_arithmetic.hpp"

#include <algorithm>
#include <optional>
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

// √q, when it is rational. Pre: q >= 0.
std::optional<exact::rational> rational_root(exact::rational const& q) {
  exact::integer const n = numerator(q);
  exact::integer const d = denominator(q);
  exact::integer const root_n = sqrt(n);
  exact::integer const root_d = sqrt(d);
  if (root_n * root_n != n || root_d * root_d != d) return std::nullopt;
  return exact::rational(root_n, root_d);
}

} // namespace

exact::scalar exact_arithmetic::relu(value const& a) {
  return exact::sign(a) > 0 ? a : exact::scalar();
}

std::pair<exact::scalar, exact::scalar> exact_arithmetic::rotation(rotary::rotary_pair const& pair,
                                                                   std::uint64_t position) {
  auto const r = rotary::rotation(pair, position);
  return {r.cosine, r.sine};
}

bool exact_arithmetic::normalize(norm const& n, std::vector<value>& x) {
  exact::scalar const share(exact::rational(1, x.size()));
  exact::scalar mean;
  if (n.weights.kind == network::norm_kind::layer) {
    for (auto const& v : x)
      mean += v;
    mean = share * mean;
  }
  exact::scalar squares;
  for (auto const& v : x)
    squares += (v - mean) * (v - mean);
  squares = share * squares + exact::scalar(n.weights.eps);
  if (!squares.is_plainly_rational()) return false;
  auto const root = rational_root(squares.as_rational());
  if (!root || *root == 0) return false;
  exact::scalar const shrink(exact::rational(1) / *root);
  for (std::size_t d = 0; d < x.size(); ++d)
    x[d] = n.weights.gain[d] * (shrink * (x[d] - mean)) + n.weights.bias[d];
  return true;
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
    : scale_(arithmetic.scale), pairs_(std::move(pairs)), period_(common_period(pairs_)),
      composes_(std::all_of(pairs_.begin(), pairs_.end(),
                            [](auto const& pair) { return pair.table.empty(); })) {}

bool exact_scores::is_zero(pool const& vectors, term::id vector) {
  auto const& values = vectors[vector].values;
  return std::all_of(values.begin(), values.end(), [](auto const& v) { return exact::is_zero(v); });
}

bool exact_scores::rotates(row<exact::scalar> const& vector) const {
  return std::any_of(pairs_.begin(), pairs_.end(), [&](auto const& pair) {
    return !vector.values[pair.first].terms().empty() ||
           !vector.values[pair.second].terms().empty();
  });
}

term::id exact_scores::place(pool& vectors, term::id vector, std::uint64_t position) {
  if (!rotates(vectors[vector])) return placed_.intern({vector, 0});
  return placed_.intern({vector, period_ == 0 ? position : position % period_});
}

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

exact::scalar exact_scores::evaluate(pool const& vectors, placed const& q, placed const& k) const {
  auto query = vectors[q.vector].values;
  auto key = vectors[k.vector].values;
  for (auto const& pair : pairs_)
    for (auto* at : {&query, &key}) {
      auto& x = (*at)[pair.first];
      auto& y = (*at)[pair.second];
      std::tie(x, y) =
          rotary::rotate(rotary::rotation(pair, at == &query ? q.residue : k.residue), x, y);
    }
  return rotary::dot(query, key);
}

// A vector that no rotation changes has its zeros there: the distance means nothing then.
term::id exact_scores::score(pool const& vectors, term::id query, term::id key) {
  auto const& q = placed_[query];
  auto const& k = placed_[key];
  score_key at{query, key, 0};
  if (composes_) {
    at = {q.vector, k.vector, 0};
    if (!pairs_.empty() && rotates(vectors[q.vector]) && rotates(vectors[k.vector]))
      at.distance =
          period_ == 0 ? q.residue - k.residue : (q.residue + period_ - k.residue) % period_;
  }
  auto const found = memo_.find(at);
  if (found != memo_.end()) return found->second;
  auto const id = intern(composes_ ? evaluate(vectors, at) : evaluate(vectors, q, k));
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

bool exact_scores::negligible(term::id greatest, term::id s) {
  auto const [at, fresh] = settled_.try_emplace(joined(greatest, s), false);
  if (fresh) at->second = exact::compare(scores_[greatest] - scores_[s], scale_) >= 0;
  return at->second;
}

std::string exact_scores::gap(term::id greatest, term::id s) const {
  return exact::approximate(scores_[greatest] - scores_[s], digits_of_gaps);
}

term::id exact_scores::maximum(pool const& vectors, term::id query, past_rows const& past) {
  row_.resize(past.count);
  for (std::uint64_t j = 0; j < past.count; ++j)
    row_[j] = score(vectors, query, past.keys[j]);
  auto best = row_.front();
  for (auto const s : row_)
    if (order(s, best) > 0) best = s;
  return best;
}

tl::expected<std::vector<std::uint64_t>, conflict>
exact_scores::winners(pool const& vectors, term::id query, network::attention_kind kind,
                      past_rows const& past) {
  using network::attention_kind;
  auto const best = maximum(vectors, query, past);
  std::vector<std::uint64_t> won;
  for (std::uint64_t j = 0; j < past.count; ++j) {
    if (order(row_[j], best) == 0) {
      won.push_back(j);
    } else if (kind == attention_kind::soft && !negligible(best, row_[j])) {
      return tl::unexpected(conflict{.key = j, .gap = gap(best, row_[j])});
    }
  }
  if (kind == attention_kind::leftmost) won.resize(1);
  if (kind == attention_kind::rightmost) won = {won.back()};
  return won;
}

tl::expected<row<exact::scalar>, conflict> exact_scores::attend(pool const& vectors, term::id query,
                                                                network::attention_kind kind,
                                                                past_rows const& past) {
  auto const positions = winners(vectors, query, kind, past);
  if (!positions) return tl::unexpected(positions.error());
  std::vector<term::id> won;
  for (auto const j : *positions)
    won.push_back(past.values[j]);
  std::sort(won.begin(), won.end());
  if (won.front() == won.back()) return vectors[won.front()];
  row<exact::scalar> output{std::vector<exact::scalar>(vectors[won.front()].values.size())};
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
                                               network::attention_kind kind,
                                               past_rows const& past) {
  std::vector<std::string> text(past.count, "0");
  auto const won = winners(vectors, query, kind, past);
  if (!won) return text; // cannot be: the row was attended to before
  auto const share = exact::print(exact::scalar(exact::rational(1, won->size())));
  for (auto const j : *won)
    text[j] = share;
  return text;
}

} // namespace ltlc::execution
