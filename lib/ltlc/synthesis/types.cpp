#include "ltlc/synthesis/types.hpp"

#include <algorithm>
#include <map>

#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/budget/pace.hpp"

namespace ltlc::synthesis {
namespace {

using automaton::state;
using numbers = std::vector<std::uint32_t>;

constexpr std::size_t most_states = 256;       // whose pairs are looked at
constexpr std::uint64_t most_window = 256;     // and how often
constexpr std::size_t most_numbers = 1U << 22; // in all sets that were made

// Two words end in the same `window` letters, have equal lengths modulo `modulus` and lead to
// different states: depth 0 does not suffice. All pairs of states that words of such lengths lead
// to are moved by one letter after another.
bool needs_past(automaton::dfa const& a, std::uint64_t window, std::uint64_t modulus) {
  if (a.states() > most_states || window > most_window || modulus > most_window) return false;
  std::size_t const n = a.states();
  std::vector<std::vector<bool>> at(modulus, std::vector<bool>(n, false)); // by length
  std::vector<std::pair<std::size_t, state>> todo{{0, a.initial}};
  at[0][a.initial] = true;
  while (!todo.empty()) {
    auto const [length, q] = todo.back();
    todo.pop_back();
    for (text::letter x = 0; x < a.letters(); ++x) {
      std::pair const next((length + 1) % modulus, a.next(q, x));
      if (at[next.first][next.second]) continue;
      at[next.first][next.second] = true;
      todo.push_back(next);
    }
  }
  std::vector<bool> pairs(n * n, false);
  for (std::vector<bool> const& states : at)
    for (state p = 0; p < n; ++p)
      for (state q = 0; q < n; ++q)
        if (states[p] && states[q]) pairs[p * n + q] = true;
  for (std::uint64_t i = 0; i < window; ++i) {
    std::vector<bool> moved(n * n, false);
    for (state p = 0; p < n; ++p)
      for (state q = 0; q < n; ++q)
        for (text::letter x = 0; pairs[p * n + q] && x < a.letters(); ++x)
          moved[a.next(p, x) * n + a.next(q, x)] = true;
    pairs = std::move(moved);
  }
  for (state p = 0; p < n; ++p)
    for (state q = 0; q < p; ++q)
      if (pairs[p * n + q]) return true;
  return false;
}

// Gives equal things equal numbers, from 0 in order of first use.
class numbering {
public:
  std::uint32_t operator()(numbers const& key) {
    return number_.try_emplace(key, static_cast<std::uint32_t>(number_.size())).first->second;
  }

private:
  boost::unordered_flat_map<numbers, std::uint32_t, boost::hash<numbers>> number_;
};

class type_search {
public:
  type_search(automaton::dfa const& a, std::uint64_t window, std::uint64_t modulus,
              std::size_t depth, std::size_t most_types, budget::budget const& limits)
      : a_(a), window_(window), modulus_(modulus), most_types_(most_types), pace_(limits, "types") {
    std::map<std::vector<state>, text::letter> first;
    for (text::letter x = 0; x < a.letters(); ++x) {
      std::vector<state> column;
      for (state q = 0; q < a.states(); ++q)
        column.push_back(a.next(q, x));
      if (first.try_emplace(std::move(column), x).second) letters_.push_back(x);
    }
    table_.depth = depth;
    table_.sets.emplace_back();
    set_({});
  }

  types_found run() {
    separation const answer = search();
    if (answer == separation::impossible) return {answer, {}};
    return {answer, std::move(table_)};
  }

private:
  struct tuple {
    state q = 0;
    std::vector<text::letter> last;
    std::uint64_t residue = 0;
    numbers types; // T_1 … T_d, as numbers of sets
  };

  separation search() {
    if (met({a_.initial, {}, 1 % modulus_, numbers(table_.depth, 0)}))
      return separation::impossible;
    for (std::size_t i = 0; i < tuples_.size(); ++i)
      for (text::letter const x : letters_) {
        if (met(after(tuples_[i], x))) return separation::impossible;
        if (tuples_.size() > most_types_ || used_ > most_numbers ||
            pace_.out_of_time(tuples_.size()))
          return separation::unknown;
      }
    return separation::complete;
  }

  static numbers key_of(view const& v) {
    numbers key(v.last.begin(), v.last.end());
    key.push_back(static_cast<std::uint32_t>(v.residue));
    if (v.here) key.push_back(*v.here);
    return key;
  }

  // True when its type was met with another state.
  bool met(tuple t) {
    view const v{t.last, t.residue, std::nullopt};
    std::uint32_t const at = end_(key_of(v));
    if (at == table_.ends.size()) table_.ends.push_back(v);
    std::uint32_t const type = t.types.empty() ? 0 : t.types.back();
    std::uint32_t const word = word_({at, type});
    if (word < tuples_.size()) return tuples_[word].q != t.q;
    table_.words.push_back({at, type, a_.accepting[t.q]});
    tuples_.push_back(std::move(t));
    return false;
  }

  tuple after(tuple const& t, text::letter x) {
    tuple next{a_.next(t.q, x), t.last, (t.residue + 1) % modulus_, t.types};
    view const v{t.last, t.residue, x};
    std::uint32_t const at = position_(key_of(v));
    if (at == table_.positions.size()) table_.positions.push_back(v);
    for (std::size_t d = 0; d < t.types.size(); ++d) {
      std::uint32_t const below = d == 0 ? 0 : t.types[d - 1];
      std::uint32_t const element = element_({at, below});
      if (element == table_.elements.size()) table_.elements.push_back({at, below});
      next.types[d] = with(t.types[d], element);
    }
    next.last.push_back(x);
    if (next.last.size() > window_) next.last.erase(next.last.begin());
    return next;
  }

  std::uint32_t with(std::uint32_t set, std::uint32_t element) {
    numbers const& old = table_.sets[set];
    auto const at = std::lower_bound(old.begin(), old.end(), element);
    if (at != old.end() && *at == element) return set;
    numbers more(old.begin(), at);
    more.push_back(element);
    more.insert(more.end(), at, old.end());
    std::uint32_t const number = set_(more);
    if (number == table_.sets.size()) {
      used_ += more.size();
      table_.sets.push_back(std::move(more));
    }
    return number;
  }

  automaton::dfa const& a_;
  std::uint64_t window_;
  std::uint64_t modulus_;
  std::size_t most_types_;
  budget::pace pace_;
  std::vector<text::letter> letters_;
  numbering position_, end_, element_, set_, word_;
  std::size_t used_ = 0;
  std::vector<tuple> tuples_; // one for each type
  type_table table_;
};

} // namespace

types_found find_types(automaton::minimal_dfa const& a, std::uint64_t window, std::uint64_t modulus,
                       std::size_t depth, std::size_t most_types, budget::budget const& limits) {
  if (depth == 0 && needs_past(*a, window, modulus)) return {separation::impossible, {}};
  return type_search(*a, window, modulus, depth, most_types, limits).run();
}

} // namespace ltlc::synthesis
