#include "ltlc/automaton/every_automaton.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "ltlc/contract.hpp"

namespace ltlc::automaton {

every_table::every_table(state n, std::size_t m) : n_(n), m_(m), table_(n * m, 0), seen_(n * m, 0) {
  LTLC_EXPECTS(n >= 1 && m >= 1);
}

// Completes the table from an entry on, with the least entries that are possible: state q must have
// been met before its own row begins. The entries before `at` allow it.
bool every_table::fill_from(std::size_t at) {
  for (; at < table_.size(); ++at) {
    state const met = seen_before(at);
    // The last entry before the row of a state not met yet must meet it.
    bool const must_meet = (at + 1) % m_ == 0 && met == (at + 1) / m_ && met < n_;
    table_[at] = must_meet ? met : 0;
    seen_[at] = met + (must_meet ? 1 : 0);
  }
  return seen_.back() == n_;
}

bool every_table::next() {
  if (!begun_) {
    begun_ = true;
    return fill_from(0);
  }
  for (std::size_t at = table_.size(); at-- > 0;) {
    state const met = seen_before(at);
    state const most = std::min<state>(met, n_ - 1); // one that is new, or any known
    if (table_[at] >= most) continue;
    ++table_[at];
    seen_[at] = std::max<state>(met, table_[at] + 1);
    if (fill_from(at + 1)) return true;
  }
  return false;
}

std::vector<minimal_dfa> minimal_automata(text::alphabet const& sigma,
                                          std::vector<state> const& table) {
  std::size_t const n = table.size() / sigma.size();
  LTLC_EXPECTS(n * sigma.size() == table.size() && n <= 20);
  std::vector<minimal_dfa> found;
  for (std::uint32_t accepting = 0; accepting < std::uint32_t{1} << n; ++accepting) {
    dfa a{sigma, 0, std::vector<bool>(n), table};
    for (std::size_t q = 0; q < n; ++q)
      a.accepting[q] = (accepting >> q & 1) != 0;
    minimal_dfa smallest = minimize(a);
    if (smallest->states() == n) found.push_back(std::move(smallest));
  }
  return found;
}

bool first_among_renamings(minimal_dfa const& a) {
  std::vector<text::letter> renamed(a->letters());
  std::iota(renamed.begin(), renamed.end(), text::letter{0});
  while (std::next_permutation(renamed.begin(), renamed.end())) {
    dfa other = *a;
    for (state q = 0; q < a->states(); ++q)
      for (text::letter x = 0; x < a->letters(); ++x)
        other.delta[q * a->letters() + x] = a->next(q, renamed[x]);
    other = canonical(other);
    if (std::tie(other.delta, other.accepting) < std::tie(a->delta, a->accepting)) return false;
  }
  return true;
}

} // namespace ltlc::automaton
