#include "ltlc/checking/elements.hpp"

#include <algorithm>
#include <unordered_map>

#include "ltlc/budget/pace.hpp"

namespace ltlc::checking {

namespace {

using automaton::dfa;
using automaton::state;
using element = elements::element;
using map = elements::map;

struct hash_of_map {
  std::size_t operator()(map const& m) const {
    std::uint64_t h = 0xcbf29ce484222325;
    for (state const q : m)
      h = (h ^ q) * 0x9e3779b97f4a7c15, h ^= h >> 29;
    return static_cast<std::size_t>(h);
  }
};

class enumeration {
public:
  enumeration(dfa const& a, budget::budget const& limits) : a_(a), limits_(limits) {}

  budget::limited<elements> run() {
    map identity(a_.states());
    for (state q = 0; q < a_.states(); ++q)
      identity[q] = q;
    budget::pace pace(limits_, "monoid elements");
    for (text::letter x = 0; x < a_.letters(); ++x)
      s_.of_letter.push_back(add(then(identity, x), std::nullopt, x));
    for (element e = 0; e < s_.size(); ++e)
      for (text::letter x = 0; x < a_.letters(); ++x) {
        if (pace.out_of_time(s_.size(), a_.states())) return tl::unexpected(limits_.time_passed());
        if (s_.size() > limits_.max_monoid)
          return tl::unexpected(
              budget::limit_reached{"monoid elements", limits_.max_monoid, "--max-monoid"});
        if (s_.size() * (2 * sizeof(state) * a_.states() + 4 * a_.letters() + 100) >
            limits_.max_bytes)
          return tl::unexpected(bytes_passed(limits_));
        s_.followed.push_back(add(then(s_.maps[e], x), e, x));
      }
    if (auto const reached = stabilize(pace)) return tl::unexpected(*reached);
    return std::move(s_);
  }

private:
  [[nodiscard]] map then(map m, text::letter x) const {
    for (state& q : m)
      q = a_.next(q, x);
    return m;
  }
  element add(map m, std::optional<element> shorter, text::letter x) {
    auto const [at, is_new] = numbers_.emplace(std::move(m), static_cast<element>(s_.size()));
    if (is_new) {
      s_.shorter.push_back(shorter.value_or(at->second));
      s_.last.push_back(x);
      s_.maps.push_back(at->first);
    }
    return at->second;
  }
  [[nodiscard]] std::vector<element> one_letter_more(std::vector<element> const& of_length) const {
    std::vector<element> longer;
    for (element const e : of_length)
      for (text::letter x = 0; x < a_.letters(); ++x)
        longer.push_back(s_.followed[e * a_.letters() + x]);
    std::sort(longer.begin(), longer.end());
    longer.erase(std::unique(longer.begin(), longer.end()), longer.end());
    return longer;
  }

  // The sets φ(Σ^n) repeat from some n = first on with some period. φ(Σ^s) = φ(Σ^2s) holds exactly
  // for s >= first that the period divides. The period is found where a set equals the one kept at
  // the last power of two (Brent); `first` by two readers that far apart.
  std::optional<budget::limit_reached> stabilize(budget::pace& pace) {
    std::vector<element> letters = s_.of_letter;
    std::sort(letters.begin(), letters.end());
    letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
    auto const late = [&](std::vector<element> const& set) {
      return pace.out_of_time(s_.size(), set.size() * a_.letters() + 1);
    };
    std::uint64_t period = 1, power = 1;
    std::vector<element> kept = letters;
    std::vector<element> ahead = one_letter_more(letters);
    while (kept != ahead) {
      if (late(ahead)) return limits_.time_passed();
      if (power == period) {
        kept = ahead;
        power *= 2;
        period = 0;
      }
      ahead = one_letter_more(ahead);
      ++period;
    }
    kept = ahead = letters;
    for (std::uint64_t n = 0; n < period; ++n)
      ahead = one_letter_more(ahead);
    std::uint64_t first = 1;
    for (; kept != ahead; ++first) {
      if (late(ahead)) return limits_.time_passed();
      kept = one_letter_more(kept);
      ahead = one_letter_more(ahead);
    }
    std::uint64_t const s = (first + period - 1) / period * period;
    for (std::uint64_t n = first; n < s; ++n)
      kept = one_letter_more(kept);
    s_.stability_index = s;
    s_.stable = std::move(kept);
    return std::nullopt;
  }

  dfa const& a_;
  budget::budget const& limits_;
  elements s_;
  std::unordered_map<map, element, hash_of_map> numbers_;
};

} // namespace

budget::limited<elements> elements_of(dfa const& a, budget::budget const& limits) {
  return enumeration(a, limits).run();
}

} // namespace ltlc::checking
