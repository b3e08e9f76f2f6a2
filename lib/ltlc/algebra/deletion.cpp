// SP: a language is strictly piecewise iff it is closed under leaving out letters. Pairs (q·x, q)
// and what they become are searched for one where the left accepts and the right does not.
#include <algorithm>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/algebra/words.hpp"
#include "ltlc/budget/pace.hpp"

namespace ltlc::algebra {

using namespace evidence;

namespace {

using automaton::dfa;
using automaton::state;

struct visit {
  state left = 0;  // q·x·w
  state right = 0; // q·w
  std::uint32_t parent = UINT32_MAX;
  text::letter by = 0; // for a start: the letter that was left out
};

deletion_certificate certificate_of(dfa const& a, std::vector<visit> const& visits,
                                    std::size_t at) {
  deletion_certificate c;
  for (; visits[at].parent != UINT32_MAX; at = visits[at].parent)
    c.z.push_back(visits[at].by);
  std::reverse(c.z.begin(), c.z.end());
  c.u = {visits[at].by};
  c.x = reaching_word(a, visits[at].right);
  return c;
}

} // namespace

verdict decide_strictly_piecewise(dfa const& a, budget::budget const& limits) {
  std::uint64_t const n = a.states();
  if (n * n > limits.max_bytes / (sizeof(visit) + 1))
    return {class_id::sp, membership::undecided, {}, budget::bytes_passed(limits)};
  std::vector<bool> seen(n * n, false);
  std::vector<visit> visits;
  auto const meet = [&](visit v) {
    if (v.left == v.right || seen[v.left * n + v.right]) return;
    seen[v.left * n + v.right] = true;
    visits.push_back(v);
  };
  for (state q = 0; q < n; ++q)
    for (text::letter x = 0; x < a.letters(); ++x)
      meet({a.next(q, x), q, UINT32_MAX, x});
  budget::pace pace(limits, "pairs of states");
  for (std::size_t i = 0; i < visits.size(); ++i) {
    auto const [left, right, parent, by] = visits[i];
    if (a.accepting[left] && !a.accepting[right])
      return {class_id::sp, membership::not_member, certificate_of(a, visits, i), {}};
    if (pace.out_of_time(visits.size(), a.letters()))
      return {class_id::sp, membership::undecided, {}, limits.time_passed()};
    for (text::letter x = 0; x < a.letters(); ++x)
      meet({a.next(left, x), a.next(right, x), static_cast<std::uint32_t>(i), x});
  }
  return {class_id::sp, membership::member, pairs_certificate{visits.size()}, {}};
}

} // namespace ltlc::algebra
