#include "ltlc/algebra/words.hpp"

#include <algorithm>
#include <numeric>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/automaton/compare.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {
namespace {

using automaton::dfa;
using automaton::state;

// Breadth-first search over nodes that are numbers; moves are numbered in the order of preference.
class word_search {
public:
  struct found {
    std::vector<std::uint32_t> moves;
    std::uint64_t end = 0;
  };

  // step(node, move) is a node, or `dead`. The start is a goal only when met again.
  static constexpr std::uint64_t dead = UINT64_MAX;

  template <class Step, class Goal>
  static std::optional<found> shortest(std::uint64_t start, std::uint32_t moves, Step const& step,
                                       Goal const& goal, std::uint64_t& visits) {
    struct visit {
      std::uint64_t node;
      std::uint32_t parent;
      std::uint32_t move;
    };
    std::vector<visit> queue{{start, 0, 0}};
    boost::unordered_flat_map<std::uint64_t, bool> seen;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (std::uint32_t move = 0; move < moves; ++move) {
        if (visits == 0) return std::nullopt;
        --visits;
        std::uint64_t const next = step(queue[head].node, move);
        if (next == dead) continue;
        if (goal(next)) {
          found result{{move}, next};
          for (std::size_t at = head; at != 0; at = queue[at].parent)
            result.moves.push_back(queue[at].move);
          std::reverse(result.moves.begin(), result.moves.end());
          return result;
        }
        if (seen.try_emplace(next, true).second)
          queue.push_back({next, static_cast<std::uint32_t>(head), move});
      }
    }
    return std::nullopt;
  }
};

// The r-tuple (two of them with an identity) as one number in base |Q|.
std::optional<std::uint64_t> powers_fit(std::uint64_t base, std::size_t digits) {
  std::uint64_t all = 1;
  for (std::size_t i = 0; i < digits; ++i)
    if (__builtin_mul_overflow(all, base, &all)) return std::nullopt;
  return all;
}

} // namespace

std::optional<route> shortest_route(dfa const& a, automaton::component_order const& order, state p,
                                    std::optional<state> q, std::uint64_t modulus) {
  std::uint64_t const n = a.states();
  std::uint32_t const home = order.component_of[p];
  std::uint64_t visits = UINT64_MAX;
  auto const found = word_search::shortest(
      p, static_cast<std::uint32_t>(a.letters()),
      [&](std::uint64_t node, std::uint32_t x) {
        state const next = a.next(static_cast<state>(node % n), x);
        if (order.component_of[next] != home) return word_search::dead;
        return next + n * ((node / n + 1) % modulus);
      },
      [&](std::uint64_t node) { return node < n && (q ? node == *q : node != p); }, visits);
  if (!found) return std::nullopt;
  return route{text::word(found->moves.begin(), found->moves.end()),
               static_cast<state>(found->end)};
}

std::optional<text::word> shortest_loop(dfa const& a, state p, state q, std::uint64_t modulus,
                                        std::uint64_t& visits) {
  LTLC_EXPECTS(p != q);
  std::uint64_t const n = a.states();
  std::uint64_t const start = p + n * q;
  auto const found = word_search::shortest(
      start, static_cast<std::uint32_t>(a.letters()),
      [&](std::uint64_t node, std::uint32_t x) {
        state const left = a.next(static_cast<state>(node % n), x);
        state const right = a.next(static_cast<state>(node / n % n), x);
        if (left == right) return word_search::dead;
        return left + n * (right + n * ((node / n / n + 1) % modulus));
      },
      [&](std::uint64_t node) { return node == start; }, visits);
  if (!found) return std::nullopt;
  return text::word(found->moves.begin(), found->moves.end());
}

std::optional<rotation> shortest_rotation(dfa const& a, std::vector<state> const& cycle,
                                          bool with_identity, std::uint64_t& visits) {
  std::uint64_t const n = a.states();
  std::size_t const r = cycle.size();
  std::size_t const digits = with_identity ? 2 * r : r;
  if (!powers_fit(n, digits)) return std::nullopt;
  auto const k = static_cast<std::uint32_t>(a.letters());
  std::uint64_t start = 0;
  std::uint64_t goal = 0;
  for (std::size_t i = digits; i-- > 0;) {
    start = start * n + cycle[i % r];
    goal = goal * n + cycle[(i < r ? i + 1 : i) % r];
  }
  // A move is the letter of u and the letter of e; two states of one half that meet never part.
  std::vector<state> images(digits);
  auto const step = [&](std::uint64_t node, std::uint32_t move) {
    std::uint64_t next = 0;
    std::uint64_t scale = 1;
    for (std::size_t i = 0; i < digits; ++i, node /= n, scale *= n) {
      images[i] = a.next(static_cast<state>(node % n), i < r ? move % k : move / k);
      auto const half = images.begin() + static_cast<std::ptrdiff_t>(i < r ? 0 : r);
      auto const here = images.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(half, here, images[i]) != here) return word_search::dead;
      next += scale * images[i];
    }
    return next;
  };
  auto const found = word_search::shortest(
      start, with_identity ? k * k : k, step, [&](std::uint64_t node) { return node == goal; },
      visits);
  if (!found) return std::nullopt;
  rotation result;
  for (std::uint32_t const move : found->moves) {
    result.u.push_back(move % k);
    if (with_identity) result.e.push_back(move / k);
  }
  return result;
}

text::word repeated(text::word const& w, std::uint64_t n) {
  text::word all;
  all.reserve(w.size() * n);
  for (; n > 0; --n)
    all.insert(all.end(), w.begin(), w.end());
  return all;
}

std::uint64_t certificate_modulus(automaton::component_order const& order, state p) {
  automaton::component const& home = order.components[order.component_of[p]];
  std::uint64_t const own = std::max<std::uint64_t>(1, home.period);
  std::uint64_t common = 1;
  for (automaton::component const& c : order.components) {
    common = std::lcm(common, std::max<std::uint64_t>(1, c.period));
    if (common > largest_common_modulus || common * home.states.size() > 1U << 22) return own;
  }
  return common;
}

text::word reaching_word(dfa const& a, state p) {
  std::optional<text::word> const w = automaton::shortest_path(a, a.initial, p);
  LTLC_ENSURES(w.has_value());
  return w.value_or(text::word{});
}

text::word telling_word(dfa const& a, state p, state q) {
  std::optional<text::word> const w = automaton::separating_word(a, p, q);
  LTLC_ENSURES(w.has_value());
  return w.value_or(text::word{});
}

} // namespace ltlc::algebra
