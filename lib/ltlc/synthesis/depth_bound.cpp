// Types. Let A(i) say what a formula without P sees at position i: the last min(w, i−1) letters
// before i, the letter at i (none at N+1) and i mod k. Let T_0(i) say nothing, and T_d(i) be the
// set of the pairs (A(j), T_{d−1}(j)) for 1 <= j < i.
//
// Claim: a formula f of P-depth <= d in which the exponents of Y sum up to w at most along each
// path from the root, and whose moduli divide k, is true at i depending on (A(i), T_d(i)) only. Y
// commutes with the other operators, at every position:
//   Y^k(f & g) = Y^k f & Y^k g,  Y^k !f = !Y^k f & Y^k true,  Y^k MOD(r,m) = MOD(r+k,m) & Y^k true,
//   Y^k P f = P Y^k f: both say that f holds at some j >= 1 with j + k < i;
// this keeps the P-depth and the sums, so f is Boolean in letters and `true` under one Y^j, j <= w,
// in MOD, and in formulas P g with g of that form and of depth d−1. The first kinds are decided by
// A(i). By induction g is true at j depending on (A(j), T_{d−1}(j)), and P g at i says that T_d(i)
// has a pair for which it is: it is decided by T_d(i).
// So when two words agree in A and T_d at N+1 and only one is in the language, depth d does not
// suffice. (When no two do, it does: there are finitely many types, and each is defined by such a
// formula.)
//
// The search goes breadth-first through the reachable tuples (state of a, last letters, residue,
// T_1, …, T_d); letters that move all states alike are one, for a formula that accepts L(a) does so
// on words without the others.
#include "ltlc/synthesis/depth_bound.hpp"

#include <algorithm>
#include <map>

#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/budget/pace.hpp"

namespace ltlc::synthesis {
namespace {

using automaton::state;
using numbers = std::vector<std::uint32_t>;

constexpr std::size_t most_tuples = 1U << 16;
constexpr std::size_t most_numbers = 1U << 22; // in all sets that were made

// Gives equal things equal numbers, from 0 in order of first use.
template <class Key>
class numbering {
public:
  std::uint32_t operator()(Key const& key) {
    return number_.try_emplace(key, static_cast<std::uint32_t>(number_.size())).first->second;
  }
  [[nodiscard]] std::size_t size() const { return number_.size(); }

private:
  boost::unordered_flat_map<Key, std::uint32_t, boost::hash<Key>> number_;
};

class type_search {
public:
  type_search(automaton::dfa const& a, std::uint64_t window, std::uint64_t modulus,
              std::size_t depth, budget::budget const& limits)
      : a_(a), window_(window), modulus_(modulus), depth_(depth), limits_(limits),
        pace_(limits, "types") {
    std::map<std::vector<state>, text::letter> first;
    for (text::letter x = 0; x < a.letters(); ++x) {
      std::vector<state> column;
      for (state q = 0; q < a.states(); ++q)
        column.push_back(a.next(q, x));
      if (first.try_emplace(std::move(column), x).second) letters_.push_back(x);
    }
    sets_.emplace_back(); // the empty set is number 0
    set_number_({});
  }

  // Two words of one type were found, one of them in the language.
  bool run() {
    tuple first{a_.initial, {}, 1 % modulus_, numbers(depth_, 0)};
    if (met(first)) return true;
    for (std::size_t i = 0; i < tuples_.size(); ++i)
      for (text::letter const x : letters_) {
        if (met(after(tuples_[i], x))) return true;
        if (tuples_.size() > most_tuples || used_ > most_numbers ||
            pace_.out_of_time(tuples_.size()))
          return false;
      }
    return false;
  }

private:
  struct tuple {
    state q = 0;
    numbers last; // letters
    std::uint64_t residue = 0;
    numbers types; // T_1 … T_d, as numbers of sets
  };

  // True when its type was met with the other answer.
  bool met(tuple const& t) {
    numbers seen = t.last;
    seen.push_back(static_cast<std::uint32_t>(t.residue));
    std::uint32_t const here = position_(seen); // A(N+1)
    numbers all{t.q, here};
    all.insert(all.end(), t.types.begin(), t.types.end());
    bool const fresh = tuple_(all) == tuples_.size();
    if (!fresh) return false;
    tuples_.push_back(t);
    numbers const type{here, depth_ == 0 ? 0 : t.types.back()};
    std::size_t const n = type_(type);
    if (n == accepted_.size()) accepted_.push_back(a_.accepting[t.q]);
    return accepted_[n] != a_.accepting[t.q];
  }

  tuple after(tuple const& t, text::letter x) {
    tuple next{a_.next(t.q, x), t.last, (t.residue + 1) % modulus_, t.types};
    numbers seen = t.last;
    seen.push_back(static_cast<std::uint32_t>(t.residue));
    seen.push_back(x);
    std::uint32_t const here = reading_(seen); // A(j) at the position that is read
    for (std::size_t d = 0; d < depth_; ++d)
      next.types[d] = with(t.types[d], pair_({here, d == 0 ? 0 : t.types[d - 1]}));
    next.last.push_back(x);
    if (next.last.size() > window_) next.last.erase(next.last.begin());
    return next;
  }

  std::uint32_t with(std::uint32_t set, std::uint32_t element) {
    numbers const& old = sets_[set];
    auto const at = std::lower_bound(old.begin(), old.end(), element);
    if (at != old.end() && *at == element) return set;
    numbers more(old.begin(), at);
    more.push_back(element);
    more.insert(more.end(), at, old.end());
    std::uint32_t const number = set_number_(more);
    if (number == sets_.size()) {
      used_ += more.size();
      sets_.push_back(std::move(more));
    }
    return number;
  }

  automaton::dfa const& a_;
  std::uint64_t window_;
  std::uint64_t modulus_;
  std::size_t depth_;
  budget::budget const& limits_;
  budget::pace pace_;
  std::vector<text::letter> letters_;
  numbering<numbers> position_, reading_, pair_, set_number_, tuple_, type_;
  std::vector<numbers> sets_;
  std::size_t used_ = 0;
  std::vector<tuple> tuples_;
  std::vector<bool> accepted_; // by type
};

} // namespace

std::size_t depth_needed(automaton::dfa const& a, std::uint64_t window, std::uint64_t modulus,
                         std::size_t most, budget::budget const& limits) {
  std::size_t d = 0;
  while (d < most && type_search(a, window, modulus, d, limits).run())
    ++d;
  return d;
}

} // namespace ltlc::synthesis
