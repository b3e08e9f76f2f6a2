#include "ltlc/sampling/count_table.hpp"

#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::sampling {

namespace {

// What a number takes, with what the allocator adds to it.
std::uint64_t bytes_of(integer const& n) {
  std::size_t const limbs = mpz_size(n.backend().data());
  return sizeof(integer) + (limbs == 0 ? 0 : (limbs + 2) * sizeof(mp_limb_t));
}

} // namespace

budget::limited<count_table> count_table::make(automaton::dfa const& a, bool accepted,
                                               std::uint64_t longest,
                                               budget::budget const& limits) {
  LTLC_EXPECTS(automaton::malformed(a).empty());
  count_table t;
  t.initial_ = a.initial;
  t.letters_ = a.letters();
  t.delta_ = a.delta;
  std::uint64_t bytes = 0;
  budget::pace pace(limits, "lengths counted");
  for (std::uint64_t n = 0; n <= longest; ++n) {
    std::vector<integer> row(a.states());
    for (automaton::state q = 0; q < a.states(); ++q) {
      if (n == 0)
        row[q] = a.accepting[q] == accepted ? 1 : 0;
      else
        for (text::letter x = 0; x < t.letters_; ++x)
          row[q] += t.by_length_[n - 1][a.next(q, x)];
      bytes += bytes_of(row[q]);
      if (pace.out_of_time(n, t.letters_)) return tl::unexpected(limits.time_passed());
    }
    if (bytes > limits.max_bytes) return tl::unexpected(budget::bytes_passed(limits));
    t.by_length_.push_back(std::move(row));
  }
  return t;
}

text::word count_table::word(std::uint64_t length, integer index) const {
  LTLC_EXPECTS(length <= longest() && index >= 0 && index < count(length));
  text::word w;
  w.reserve(length);
  automaton::state q = initial_;
  for (std::uint64_t left = length; left > 0; --left) {
    auto const& counts = by_length_[left - 1];
    for (text::letter x = 0;; ++x) {
      automaton::state const next = delta_[q * letters_ + x];
      if (index < counts[next]) {
        w.push_back(x);
        q = next;
        break;
      }
      index -= counts[next];
    }
  }
  return w;
}

} // namespace ltlc::sampling
