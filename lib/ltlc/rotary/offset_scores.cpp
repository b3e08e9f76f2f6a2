#include "ltlc/rotary/offset_scores.hpp"

#include "ltlc/contract.hpp"

namespace ltlc::rotary {

offset_scores::offset_scores(comb_offset_head const& head, format::number_format const& f,
                             rotation_table& turns)
    : f_(f), turns_(&turns), harmonics_(head.harmonics),
      width_(2 * (head.harmonics.size() + (head.bonus ? 1 : 0))) {
  for (std::uint64_t const a : harmonics_) {
    exact::angle const at_k = static_cast<std::int64_t>(a * head.offset) * head.step;
    at_zero_.push_back(format::round(f_, head.scale * exact::cosine(at_k)));
    at_zero_.push_back(format::round(f_, -(head.scale * exact::sine(at_k))));
  }
  if (!head.bonus) return;
  at_zero_.push_back(format::round(f_, head.bonus->scale * exact::cosine(head.bonus->phase)));
  at_zero_.push_back(format::round(f_, head.bonus->scale * exact::sine(head.bonus->phase)));
  bonus_turns_.emplace(f_, rotary_pair{0, 1, head.bonus->step});
}

void offset_scores::fill(std::uint64_t position) {
  auto const rotated = [&](std::vector<double>& rows, rounded_rotation const& r, double x,
                           double y) {
    auto const [u, v] = rotate(f_, r, x, y);
    rows.push_back(u);
    rows.push_back(v);
  };
  for (std::size_t d = 0; d < harmonics_.size(); ++d) {
    auto const& r = turns_->at(harmonics_[d] * position);
    rotated(queries_, r, at_zero_[2 * d], at_zero_[2 * d + 1]);
    rotated(keys_, r, 1.0, 0.0);
  }
  if (!bonus_turns_) return;
  auto const& r = bonus_turns_->at(position);
  rotated(queries_, r, at_zero_[width_ - 2], at_zero_[width_ - 1]);
  rotated(keys_, r, position == 0 ? 1.0 : 0.0, 0.0);
}

double offset_scores::operator()(std::uint64_t i, std::uint64_t j) {
  LTLC_EXPECTS(j < i);
  while (queries_.size() <= i * width_)
    fill(queries_.size() / width_);
  double const* const q = queries_.data() + i * width_;
  double const* const k = keys_.data() + j * width_;
  double sum = 0;
  for (std::size_t d = 0; d < width_; ++d)
    sum = format::add(f_, sum, format::multiply(f_, q[d], k[d]));
  return sum;
}

} // namespace ltlc::rotary
