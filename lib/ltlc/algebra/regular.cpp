// FO² with successor and with moduli. A monoid is in DA iff its regular elements are idempotent,
// and for an idempotent e the regular elements of eSe are those regular elements a = a·b·a of S
// with ea = ae = a (then a·(ebe)·a = a). So eSe ∈ DA for all e iff no regular element that is not
// idempotent is fixed on both sides by an idempotent.
//
// With MOD the same holds in T = φ(Σ^s). An element a of T is regular in T iff it is in S: in
// a = a·b·a the word of b·(ab)^(s−1) has a length divisible by s, since that of a has. An
// idempotent e of S lies in T: e = e^s. And a lies in T iff it has a word of a length that ℓ
// divides, for some ℓ > 0 with a·v = a for a word v of length ℓ: repeating v reaches a multiple of
// any number.
//
// ea = a for an idempotent e iff the R-class of a is reached from e in the right Cayley graph, and
// ae = a iff its L-class is in the left one. The idempotents go through both graphs by the
// hundreds, one bit each. Source: [TherienWilke98], [DartoisPaperman13].
#include <algorithm>
#include <array>
#include <bit>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/algebra/criteria.hpp"
#include "ltlc/algebra/green.hpp"
#include "ltlc/algebra/words.hpp"
#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {

using namespace evidence;

namespace {

using automaton::state;
using budget::limited;

// Idempotents at a time.
constexpr std::size_t blocks = 4;
using crowd = std::array<std::uint64_t, blocks>;

void join(crowd& all, crowd const& more) {
  for (std::size_t i = 0; i < blocks; ++i)
    all[i] |= more[i];
}

// The elements of S by increasing number of their class.
std::vector<element> ordered_by(std::vector<std::uint32_t> const& class_of, std::size_t classes,
                                std::size_t size) {
  std::vector<std::uint32_t> begin(classes + 1, 0);
  for (element x = 0; x < size; ++x)
    ++begin[class_of[x] + 1];
  for (std::size_t c = 0; c < classes; ++c)
    begin[c + 1] += begin[c];
  std::vector<element> order(size);
  for (element x = 0; x < size; ++x)
    order[begin[class_of[x]]++] = x;
  return order;
}

// Everyone in a class goes on to the classes that it leads to, which have no smaller numbers.
void spread(std::vector<element> const& order, std::vector<std::uint32_t> const& class_of,
            std::vector<element> const& edges, std::size_t letters, std::vector<crowd>& in) {
  for (element const x : order) {
    crowd const here = in[class_of[x]];
    if (here == crowd{}) continue;
    for (std::size_t a = 0; a < letters; ++a)
      if (std::uint32_t const next = class_of[edges[x * letters + a]]; next != class_of[x])
        join(in[next], here);
  }
}

struct fixed_element {
  element a = 0;
  std::optional<element> e; // none without Y
};

limited<std::optional<fixed_element>> first_of(std::vector<element> const& candidates) {
  if (candidates.empty()) return std::nullopt;
  return fixed_element{candidates.front(), std::nullopt};
}

// The first candidate that an idempotent of S fixes on both sides, among the first idempotents for
// which there is one.
limited<std::optional<fixed_element>> find_fixed(semigroup const& s, green_relations const& g,
                                                 std::vector<element> const& candidates,
                                                 budget::budget const& limits) {
  std::vector<element> idempotents;
  for (element x = 0; x < s.size(); ++x)
    if (g.idempotent[x]) idempotents.push_back(x);
  std::vector<element> const down_right = ordered_by(g.r_of, g.r_classes, s.size());
  std::vector<element> const down_left = ordered_by(g.l_of, g.l_classes, s.size());
  for (std::size_t begin = 0; begin < idempotents.size(); begin += 64 * blocks) {
    if (limits.out_of_time()) return tl::unexpected(limits.time_passed());
    if (limits.progress != nullptr) limits.progress("idempotents", begin);
    std::vector<crowd> fixing_left(g.r_classes, crowd{}); // e with ea = a, by the R-class of a
    std::vector<crowd> fixing_right(g.l_classes, crowd{});
    for (std::size_t i = 0; i < 64 * blocks && begin + i < idempotents.size(); ++i) {
      element const e = idempotents[begin + i];
      fixing_left[g.r_of[e]][i / 64] |= std::uint64_t{1} << (i % 64);
      fixing_right[g.l_of[e]][i / 64] |= std::uint64_t{1} << (i % 64);
    }
    spread(down_right, g.r_of, s.right, s.letters, fixing_left);
    spread(down_left, g.l_of, g.left, s.letters, fixing_right);
    for (element const a : candidates)
      for (std::size_t i = 0; i < blocks; ++i) {
        std::uint64_t const both = fixing_left[g.r_of[a]][i] & fixing_right[g.l_of[a]][i];
        if (both == 0) continue;
        auto const bit = static_cast<std::size_t>(std::countr_zero(both));
        return fixed_element{a, idempotents[begin + 64 * i + bit]};
      }
  }
  return std::nullopt;
}

// Breadth-first over the elements (and lengths modulo `modulus`) that words lead to from `from`
// (from the empty word when none): a shortest nonempty word of a length divisible by `modulus`
// whose element is a goal. Pre: there is one.
template <class Goal>
limited<text::word> shortest_word(semigroup const& s, std::optional<element> from,
                                  std::uint64_t modulus, Goal const& goal,
                                  budget::budget const& limits) {
  struct visit {
    element at;
    text::letter last;
    std::size_t parent;
    std::uint64_t residue;
  };
  std::vector<visit> queue{{from.value_or(0), 0, 0, 0}};
  boost::unordered_flat_map<std::uint64_t, bool> seen;
  budget::pace clock(limits, "words tried");
  for (std::size_t head = 0; head < queue.size(); ++head) {
    if (clock.out_of_time(head, s.letters)) return tl::unexpected(limits.time_passed());
    if (queue.size() > limits.max_bytes / 64) return tl::unexpected(budget::bytes_passed(limits));
    std::uint64_t const residue = (queue[head].residue + 1) % modulus;
    bool const at_empty_word = head == 0 && !from;
    for (text::letter a = 0; a < s.letters; ++a) {
      element const next = at_empty_word ? s.generator[a] : s.right[queue[head].at * s.letters + a];
      if (residue == 0 && goal(next)) {
        text::word w{a};
        for (std::size_t i = head; i != 0; i = queue[i].parent)
          w.push_back(queue[i].last);
        std::reverse(w.begin(), w.end());
        return w;
      }
      if (seen.try_emplace(residue * s.size() + next, true).second)
        queue.push_back({next, a, head, residue});
    }
  }
  LTLC_ENSURES(false);
  return text::word{};
}

limited<regular_certificate> certificate_for(automaton::dfa const& a, semigroup const& s,
                                             green_relations const& g, fixed_element const& broken,
                                             bool modular, budget::budget const& limits) {
  element const x = broken.a;
  regular_certificate c;
  // x·b is idempotent and spans the same right ideal, so it fixes x.
  auto const b = shortest_word(
      s, x, 1, [&](element y) { return g.idempotent[y] && g.r_of[y] == g.r_of[x]; }, limits);
  if (!b) return tl::unexpected(b.error());
  c.b = *b;
  c.a = word_of(s, x);
  if (modular) {
    auto const here = [&](element y) { return y == x; };
    auto loop = shortest_word(s, x, 1, here, limits);
    if (!loop) return tl::unexpected(loop.error());
    auto const w = shortest_word(s, std::nullopt, loop->size(), here, limits);
    if (!w) return tl::unexpected(w.error());
    c.a = *w;
    c.pad = padding{w->size(), std::move(*loop)};
  }
  if (broken.e) c.e = word_of(s, *broken.e);
  while (s.image(x, c.q) == s.image(x, s.image(x, c.q)))
    ++c.q;
  state const once = s.image(x, c.q);
  c.x = reaching_word(a, c.q);
  c.z = telling_word(a, once, s.image(x, once));
  return c;
}

} // namespace

verdict decide_regular(automaton::dfa const& a, semigroup const& s, class_id id,
                       budget::budget const& limits) {
  LTLC_EXPECTS(id == class_id::ltl_p_f_mod || id == class_id::ltl_p_f_y_x ||
               id == class_id::ltl_p_f_y_x_mod);
  verdict v{id, membership::undecided, {}, s.limit};
  if (!s.complete) return v;
  auto const undecided = [&](budget::limit_reached const& limit) {
    v.limit = limit;
    return v;
  };
  bool const modular = id != class_id::ltl_p_f_y_x;
  std::uint64_t index = 0;
  element_set stable;
  if (modular) {
    limited<std::uint64_t> const found = stability_index(s, limits);
    if (!found) return undecided(found.error());
    index = *found;
    stable = words_of_length(s, index);
  }
  limited<green_relations> const g = relations_of(s, limits);
  if (!g) return undecided(g.error());
  std::vector<element> candidates;
  for (element x = 0; x < s.size(); ++x)
    if (g->regular(x) && !g->idempotent[x] && (!modular || contains(stable, x)))
      candidates.push_back(x);

  // Without Y the identity fixes every element.
  auto const broken =
      id == class_id::ltl_p_f_mod ? first_of(candidates) : find_fixed(s, *g, candidates, limits);
  if (!broken) return undecided(broken.error());
  if (!*broken) {
    v.answer = membership::member;
    v.proof = enumeration_certificate{s.size(), index};
    return v;
  }
  auto proof = certificate_for(a, s, *g, **broken, modular, limits);
  if (!proof) return undecided(proof.error());
  v.answer = membership::not_member;
  v.proof = std::move(*proof);
  return v;
}

} // namespace ltlc::algebra
