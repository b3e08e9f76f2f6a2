#include "ltlc/rotary/rotation.hpp"

#include <limits>

#include "ltlc/contract.hpp"

namespace ltlc::rotary {

namespace {

exact::angle angle_at(exact::angle const& step, std::uint64_t position) {
  LTLC_EXPECTS(position <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
  return static_cast<std::int64_t>(position) * step;
}

} // namespace

std::uint64_t period(rotary_pair const& pair) {
  if (!pair.table.empty()) return pair.table.size();
  if (pair.step.golden != 0 || pair.step.radians != 0) return 0;
  exact::integer const m = denominator(pair.step.turns);
  // A period beyond 64 bits is never reached by a position.
  return m <= std::numeric_limits<std::uint64_t>::max() ? m.convert_to<std::uint64_t>() : 0;
}

rounded_rotation rotation(format::number_format const& f, rotary_pair const& pair,
                          std::uint64_t position) {
  if (!pair.table.empty()) {
    table_entry const& entry = pair.table[position % pair.table.size()];
    return {round(f, entry.cosine), round(f, entry.sine)};
  }
  exact::angle const total = angle_at(pair.step, position);
  return {round(f, exact::cosine(total)), round(f, exact::sine(total))};
}

exact_rotation rotation(rotary_pair const& pair, std::uint64_t position) {
  if (!pair.table.empty()) {
    table_entry const& entry = pair.table[position % pair.table.size()];
    return {entry.cosine, entry.sine};
  }
  exact::angle const total = angle_at(pair.step, position);
  return {exact::cosine(total), exact::sine(total)};
}

rotation_table::rotation_table(format::number_format f, rotary_pair pair)
    : format_(f), pair_(std::move(pair)), period_(rotary::period(pair_)) {}

rounded_rotation const& rotation_table::at(std::uint64_t position) {
  std::uint64_t const row = period_ == 0 ? position : position % period_;
  while (rows_.size() <= row)
    rows_.push_back(rotation(format_, pair_, rows_.size()));
  return rows_[row];
}

std::pair<double, double> rotate(format::number_format const& f, rounded_rotation const& r,
                                 double x, double y) {
  using format::multiply;
  return {subtract(f, multiply(f, r.cosine, x), multiply(f, r.sine, y)),
          add(f, multiply(f, r.sine, x), multiply(f, r.cosine, y))};
}

std::pair<exact::scalar, exact::scalar> rotate(exact_rotation const& r, exact::scalar const& x,
                                               exact::scalar const& y) {
  return {r.cosine * x - r.sine * y, r.sine * x + r.cosine * y};
}

std::pair<exact::scalar, exact::scalar> rotate(exact::angle const& total, exact::scalar const& x,
                                               exact::scalar const& y) {
  return rotate(exact_rotation{exact::cosine(total), exact::sine(total)}, x, y);
}

double dot(format::number_format const& f, std::vector<double> const& q,
           std::vector<double> const& k) {
  LTLC_EXPECTS(q.size() == k.size());
  double sum = 0;
  for (std::size_t d = 0; d < q.size(); ++d)
    sum = add(f, sum, multiply(f, q[d], k[d]));
  return sum;
}

exact::scalar dot(std::vector<exact::scalar> const& q, std::vector<exact::scalar> const& k) {
  LTLC_EXPECTS(q.size() == k.size());
  exact::scalar sum;
  for (std::size_t d = 0; d < q.size(); ++d) {
    if (!q[d].terms().empty() && !k[d].terms().empty()) sum += q[d] * k[d];
  }
  return sum;
}

} // namespace ltlc::rotary
