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

reached_formulas::reached_formulas(std::vector<run_node> const& nodes, symbols& names,
                                   logic::formula_pool& pool, bool careful,
                                   budget::budget const& limits)
    : nodes_(nodes), names_(names), pool_(pool), careful_(careful), limits_(limits),
      sources_(nodes.size()), targets_(nodes.size()), entered_(nodes.size()) {
  for (node_id s = 0; s < nodes.size(); ++s)
    for (run_edge const& e : nodes[s].out)
      if (sources_[e.to].empty() || sources_[e.to].back() != s) {
        sources_[e.to].push_back(s);
        targets_[s].push_back(e.to);
      }
  if (careful_) find_ways();
}

void reached_formulas::find_ways() {
  ahead_.assign(nodes_.size(), none());
  for (node_id s = static_cast<node_id>(nodes_.size()); s-- > 0;) {
    ahead_[s].set(s);
    for (run_edge const& e : nodes_[s].out)
      ahead_[s].add(ahead_[e.to]);
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

// When symbol x leads from s to t; null for never.
residue_set const* reached_formulas::step(node_id s, symbol x, node_id t) const {
  std::vector<run_edge> const& out = nodes_[s].out;
  auto const at = std::lower_bound(
      out.begin(), out.end(), std::pair(t, x),
      [](run_edge const& e, std::pair<node_id, symbol> key) { return std::pair(e.to, e.x) < key; });
  return at != out.end() && at->to == t && at->x == x ? &at->when : nullptr;
}

// The nodes from which x leads to t exactly when it does from s, wherever x can be read.
reached_formulas::bits reached_formulas::agreeing(node_id t, symbol x, node_id s) const {
  residue_set const& wanted = *step(s, x, t);
  context_id const c = names_.context_of(x);
  bits same = none();
  for (node_id y = 0; y < nodes_.size(); ++y) {
    residue_set const* const found = step(y, x, t);
    residue_set const& occurring = nodes_[y].occurring[c];
    bool agrees = false;
    if (nodes_[y].position)
      agrees = wanted.contains(*nodes_[y].position) == (found != nullptr);
    else if (occurring.always() || occurring.never())
      agrees = occurring.never() || (found != nullptr && *found == wanted);
    else if (std::lcm(occurring.modulus, wanted.modulus) < widest)
      agrees = common(wanted, occurring) == (found != nullptr ? *found : residue_set{});
    if (agrees) same.set(y);
  }
  return same;
}

// "The run is at s", as far as an event into t needs to know. The event may also happen when the
// run has gone on from s to t or past it (then it entered t already) or to where the same event
// leads into t as well; only other ways to leave s must be excluded. `covers`: there are none.
formula reached_formulas::guard(node_id s, node_id t, bits const& agree, bool& covers) {
  bits harm = none(); // where the harmful ways lead
  covers = true;
  for (node_id const to : targets_[s]) {
    if (to == t) continue;
    if (careful_ && !ahead_[to].meets(agree, behind_[t])) continue;
    covers = false;
    harm.set(to);
  }
  formula const here = entered(s);
  if (covers) return here;
  auto const [known, fresh] = guards_.try_emplace({s, harm.words});
  if (fresh) {
    event harmful(names_.count());
    event leaving(names_.count());
    for (run_edge const& e : nodes_[s].out) {
      leaving[e.x] = united(leaving[e.x], e.from);
      if (harm[e.to]) harmful[e.x] = united(harmful[e.x], e.from);
    }
    // All ways to leave may be excluded as well as the harmful ones: all letters together are
    // `true`.
    bool const always = read(leaving, where(s)) == pool_.truth();
    known->second =
        pool_.conjunction(here, pool_.negation(left(s, here, always ? leaving : harmful)));
  }
  return known->second;
}

void reached_formulas::make_entered(node_id t) {
  // Events that need the same guard become one: letters by guard, in order of first use.
  struct guarded {
    formula guard;
    event what;
    bits at; // where the guard can hold
  };
  std::vector<guarded> by_guard;
  for (symbol x = 0; x < names_.count() && !limits_.out_of_time(); ++x) {
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
        return entry.guard == g && std::lcm(entry.what[x].modulus, when->modulus) < widest;
      });
      if (at == by_guard.end()) at = by_guard.insert(at, {g, event(names_.count()), none()});
      at->what[x] = united(at->what[x], *when);
      at->at.add(where(s));
    }
  }
  formula any = pool_.falsity();
  for (guarded const& entry : by_guard)
    any = pool_.disjunction(any, pool_.conjunction(read(entry.what, entry.at), entry.guard));
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
  event leaving(names_.count());
  for (run_edge const& e : nodes_[s].out)
    leaving[e.x] = united(leaving[e.x], e.from);
  formula const here = entered(s);
  return pool_.conjunction(here, pool_.negation(left(s, here, leaving)));
}

// The run has left s by one of these events, given that it entered s (`here`). A node that is read
// at one known position p is left from position p + 1 on, and P^p ⊤ says so with less depth.
formula reached_formulas::left(node_id s, formula here, event const& by) {
  formula const noticed = pool_.past(pool_.conjunction(here, read(by, where(s))));
  std::optional<std::uint64_t> const position = nodes_[s].position;
  if (!position || logic::p_depth(noticed) < *position) return noticed;
  formula later = pool_.truth();
  for (std::uint64_t i = 0; i < *position; ++i)
    later = pool_.past(later);
  return later;
}

// What is read is in e, as far as it can be read at one of the nodes `at`.
formula reached_formulas::read(event const& e, bits const& at) {
  std::vector<bool> possible;
  if (careful_ && names_.contexts() > 1) {
    possible.resize(names_.contexts());
    for (node_id y = 0; y < nodes_.size(); ++y)
      for (context_id c = 0; at[y] && c < possible.size(); ++c)
        if (!nodes_[y].occurring[c].never()) possible[c] = true;
  }
  return names_.read(e, possible);
}

} // namespace ltlc::synthesis
