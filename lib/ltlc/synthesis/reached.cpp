#include "ltlc/synthesis/reached.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "ltlc/contract.hpp"

namespace ltlc::synthesis {

using logic::formula;

namespace {
constexpr std::uint64_t widest = 1U << 12; // moduli up to which events of two sources are united
}

bool reached_formulas::bits::meets(bits const& other, bits const& except) const {
  for (std::size_t i = 0; i < words.size(); ++i)
    if ((words[i] & ~other.words[i] & ~except.words[i]) != 0) return true;
  return false;
}

reached_formulas::reached_formulas(std::vector<run_node> const& nodes, text::alphabet const& sigma,
                                   logic::formula_pool& pool, bool careful)
    : nodes_(nodes), sigma_(sigma), pool_(pool), careful_(careful), sources_(nodes.size()),
      entered_(nodes.size()) {
  for (node_id s = 0; s < nodes.size(); ++s)
    for (run_edge const& e : nodes[s].out)
      if (sources_[e.to].empty() || sources_[e.to].back() != s) sources_[e.to].push_back(s);
  if (careful_) find_ways();
}

void reached_formulas::find_ways() {
  ahead_.assign(nodes_.size(), none());
  for (node_id s = static_cast<node_id>(nodes_.size()); s-- > 0;) {
    ahead_[s].set(s);
    for (run_edge const& e : nodes_[s].out)
      for (std::size_t i = 0; i < ahead_[s].words.size(); ++i)
        ahead_[s].words[i] |= ahead_[e.to].words[i];
  }
  behind_.assign(nodes_.size(), none());
  for (node_id t = 0; t < nodes_.size(); ++t) {
    std::vector<bool> without(nodes_.size(), false); // reachable from node 0 without passing t
    without[0] = t != 0;
    for (node_id s = 0; s < nodes_.size(); ++s) {
      if (!without[s]) behind_[t].set(s);
      for (run_edge const& e : nodes_[s].out)
        if (without[s] && e.to != t) without[e.to] = true;
    }
  }
}

// When letter x leads from s to t; null for never.
residue_set const* reached_formulas::step(node_id s, text::letter x, node_id t) const {
  std::vector<run_edge> const& out = nodes_[s].out;
  auto const at = std::lower_bound(out.begin(), out.end(), std::pair(t, x),
                                   [](run_edge const& e, std::pair<node_id, text::letter> key) {
                                     return std::pair(e.to, e.letter) < key;
                                   });
  return at != out.end() && at->to == t && at->letter == x ? &at->when : nullptr;
}

// The nodes from which x leads to t exactly when it does from s.
reached_formulas::bits reached_formulas::agreeing(node_id t, text::letter x, node_id s) const {
  residue_set const& wanted = *step(s, x, t);
  bits same = none();
  for (node_id y = 0; y < nodes_.size(); ++y) {
    residue_set const* const found = step(y, x, t);
    bool const agrees = nodes_[y].position
                            ? wanted.contains(*nodes_[y].position) == (found != nullptr)
                            : found != nullptr && *found == wanted;
    if (agrees) same.set(y);
  }
  return same;
}

// "The run is at s", as far as an event into t needs to know. The event may also happen when the
// run has gone on from s to t or past it (then it entered t already) or to where the same event
// leads into t as well; only other ways to leave s must be excluded. `covers`: there are none.
formula reached_formulas::guard(node_id s, node_id t, bits const& agree, bool& covers) {
  event harmful(sigma_.size());
  event leaving(sigma_.size());
  covers = true;
  for (run_edge const& e : nodes_[s].out) {
    leaving[e.letter] = united(leaving[e.letter], e.from);
    if (e.to == t) continue;
    if (careful_ && !ahead_[e.to].meets(agree, behind_[t])) continue;
    covers = false;
    harmful[e.letter] = united(harmful[e.letter], e.from);
  }
  formula const here = entered(s);
  if (covers) return here;
  // All ways to leave may be excluded as well as the harmful ones: all letters together are `true`.
  bool const always = to_formula(leaving) == pool_.truth();
  return pool_.conjunction(here, pool_.negation(left(s, here, always ? leaving : harmful)));
}

void reached_formulas::make_entered(node_id t) {
  // Events that need the same guard become one: letters by guard, in order of first use.
  std::vector<std::pair<formula, event>> by_guard;
  for (text::letter x = 0; x < sigma_.size(); ++x) {
    std::vector<std::pair<bits, bits>> covered; // nodes, and which of them agree
    for (node_id const s : sources_[t]) {
      residue_set const* const when = step(s, x, t);
      if (when == nullptr) continue;
      if (std::any_of(covered.begin(), covered.end(),
                      [&](auto const& c) { return c.first[s] && c.second[s]; }))
        continue;
      bits const agree = careful_ ? agreeing(t, x, s) : none();
      bool covers = false;
      formula const g = guard(s, t, agree, covers);
      if (careful_ && covers) covered.emplace_back(behind_[s], agree);
      auto at = std::find_if(by_guard.begin(), by_guard.end(), [&](auto const& entry) {
        return entry.first == g && std::lcm(entry.second[x].modulus, when->modulus) < widest;
      });
      if (at == by_guard.end()) at = by_guard.insert(at, {g, event(sigma_.size())});
      at->second[x] = united(at->second[x], *when);
    }
  }
  formula any = pool_.falsity();
  for (auto const& [g, e] : by_guard)
    any = pool_.disjunction(any, pool_.conjunction(to_formula(e), g));
  entered_[t] = pool_.past(any);
}

formula reached_formulas::entered(node_id s) {
  if (entered_[s]) return *entered_[s];
  // Sources have smaller numbers: collect what is missing, then make it in order.
  std::vector<bool> needed(s + std::size_t{1}, false);
  needed[s] = true;
  for (node_id t = s + 1; t-- > 0;) {
    if (!needed[t] || entered_[t]) continue;
    for (node_id const source : sources_[t])
      needed[source] = true;
  }
  for (node_id t = 0; t <= s; ++t) {
    if (!needed[t] || entered_[t]) continue;
    if (t == 0)
      entered_[t] = pool_.truth();
    else
      make_entered(t);
  }
  return *entered_[s];
}

formula reached_formulas::present(node_id s) {
  event leaving(sigma_.size());
  for (run_edge const& e : nodes_[s].out)
    leaving[e.letter] = united(leaving[e.letter], e.from);
  formula const here = entered(s);
  return pool_.conjunction(here, pool_.negation(left(s, here, leaving)));
}

// The run has left s by one of these events, given that it entered s (`here`). A node that is read
// at one known position p is left from position p + 1 on, and P^p ⊤ says so with less depth.
formula reached_formulas::left(node_id s, formula here, event const& by) {
  formula const noticed = pool_.past(pool_.conjunction(here, to_formula(by)));
  std::optional<std::uint64_t> const position = nodes_[s].position;
  if (!position || logic::p_depth(noticed) < *position) return noticed;
  formula later = pool_.truth();
  for (std::uint64_t i = 0; i < *position; ++i)
    later = pool_.past(later);
  return later;
}

// Under P, where every position carries a letter: all letters are `true`, and most are "not the
// others".
formula reached_formulas::to_formula(event const& e) {
  std::map<residue_set, std::vector<text::letter>> by_positions;
  std::vector<residue_set> in_order;
  for (text::letter x = 0; x < e.size(); ++x) {
    if (e[x].never()) continue;
    std::vector<text::letter>& letters = by_positions[e[x]];
    if (letters.empty()) in_order.push_back(e[x]);
    letters.push_back(x);
  }
  formula any = pool_.falsity();
  for (residue_set const& when : in_order) {
    std::vector<text::letter> const& letters = by_positions[when];
    bool const few = 2 * letters.size() <= sigma_.size();
    formula named = pool_.falsity();
    for (text::letter x = 0; x < sigma_.size(); ++x)
      if (std::binary_search(letters.begin(), letters.end(), x) == few)
        named = pool_.disjunction(named, pool_.letter(sigma_.token(x)));
    if (!few) named = pool_.negation(named);
    any = pool_.disjunction(any, pool_.conjunction(named, synthesis::to_formula(when, pool_)));
  }
  return any;
}

} // namespace ltlc::synthesis
