// Pair by pair, in order.
#include "ltlc/rotary/certified_range.hpp"

#include <utility>
#include <vector>

#include "ltlc/contract.hpp"
#include "ltlc/rotary/difference.hpp"

namespace ltlc::rotary {

namespace {

[[maybe_unused]] bool sane(offset_head const& head, std::uint64_t cap) { // in contracts only
  constexpr std::uint64_t bound = std::uint64_t{1} << 62;
  return head.offset >= 1 && head.offset < bound && cap < bound && head.scale > 0;
}

using pair_of_doubles = std::pair<double, double>;

// Σ q·k from 0, the first two dimensions of a head; the others add zeros.
double score(format::number_format const& f, pair_of_doubles const& q, pair_of_doubles const& k) {
  double const first = add(f, 0.0, multiply(f, q.first, k.first));
  return add(f, first, multiply(f, q.second, k.second));
}

} // namespace

range_answer certified_range(offset_head const& head, format::number_format const& f,
                             std::uint64_t cap) {
  LTLC_EXPECTS(sane(head, cap));
  std::uint64_t const k = head.offset;
  if (cap < k) return {cap, true, 0, 0};
  double const gap = format::f_large(f);
  exact::angle const at_k = static_cast<std::int64_t>(k) * head.step;
  double const query_x = round(f, head.scale * exact::cosine(at_k));
  double const query_y = round(f, -(head.scale * exact::sine(at_k)));
  rotation_table table(f, rotary_pair{0, 1, head.step});
  std::vector<pair_of_doubles> keys;
  for (std::uint64_t i = k + 1; i <= cap + 1; ++i) {
    while (keys.size() < i)
      keys.push_back(rotate(f, table.at(keys.size()), 1.0, 0.0));
    auto const query = rotate(f, table.at(i), query_x, query_y);
    double const winner = score(f, query, keys[i - k]);
    for (std::uint64_t j = 0; j < i; ++j) {
      if (j == i - k) continue;
      if (difference_down(winner, score(f, query, keys[j])) >= gap) continue;
      return {i - 2, false, i, j};
    }
  }
  return {cap, true, 0, 0};
}

} // namespace ltlc::rotary
