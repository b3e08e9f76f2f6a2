#include "ltlc/algebra/pumping.hpp"

#include <numeric>

#include "ltlc/algebra/words.hpp"
#include "ltlc/automaton/order.hpp"
#include "ltlc/budget/pace.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::algebra {

using namespace evidence;

namespace {

using automaton::dfa;

bool has_modulus(class_id id) {
  switch (id) {
  case class_id::ltl_p_mod:
  case class_id::ltl_p_y_mod:
  case class_id::ltl_p_f_mod:
  case class_id::ltl_p_f_y_x_mod:
  case class_id::ltl_s_mod:
    return true;
  default:
    return false;
  }
}

text::word joined(std::initializer_list<text::word const*> parts) {
  text::word w;
  for (text::word const* const part : parts)
    w.insert(w.end(), part->begin(), part->end());
  return w;
}

// Enough copies of e to fill `reach` letters.
text::word filling(text::word const& e, std::uint64_t reach) {
  return repeated(e, (reach + e.size() - 1) / e.size());
}

// The words of a certificate put together; which of the two is accepted is found by reading them.
struct pumping {
  dfa const& a;
  verdict const& v;
  std::uint64_t depth;
  std::uint64_t modulus;
  budget::budget const& limits;

  using answer = budget::limited<std::optional<pumped_words>>;

  // What the words would be longer than is refused before they are made.
  [[nodiscard]] bool too_long(std::uint64_t letters) const {
    return letters > limits.max_bytes / sizeof(text::letter);
  }
  [[nodiscard]] answer limit() const { return tl::unexpected(budget::bytes_passed(limits)); }

  [[nodiscard]] answer sorted(text::word one, text::word other) const {
    bool const first = automaton::accepts(a, one);
    LTLC_ENSURES(first != automaton::accepts(a, other));
    if (!first) std::swap(one, other);
    return pumped_words{std::move(one), std::move(other)};
  }

  // x e^r (u e^r v e^r)^n z, and with u e^r after the blocks.
  answer operator()(state_pair_certificate const& given) const {
    auto made = has_modulus(v.id) ? with_lengths_divisible_by(a, given, modulus, limits)
                                  : budget::limited<state_pair_certificate>(given);
    if (!made) return tl::unexpected(made.error());
    state_pair_certificate const& c = *made;
    text::word const loop = c.e ? filling(*c.e, depth) : text::word{};
    text::word const there = joined({&c.u, &loop});
    text::word const round = joined({&there, &c.v, &loop});
    if (too_long((depth + 2) * round.size())) return limit();
    text::word const blocks = repeated(round, depth);
    text::word const start = joined({&c.x, &loop, &blocks});
    return sorted(joined({&start, &c.z}), joined({&start, &there, &c.z}));
  }

  // x e^r z and y e^r z agree on the last r|e| letters.
  answer operator()(definite_certificate const& c) const {
    if (too_long(depth + c.e.size())) return limit();
    text::word const loop = filling(c.e, std::max<std::uint64_t>(1, depth));
    return sorted(joined({&c.x, &loop, &c.z}), joined({&c.y, &loop, &c.z}));
  }

  // x u^m z and x u^(m+1) z; with a modulus each u is followed by so many e that the length of both
  // is a multiple of it. Classes below LTL[S] look as far as `depth` ahead and back beside nesting.
  answer operator()(cycle_certificate const& c) const {
    std::uint64_t const copies = c.cycle.size() * (2 * depth + 1);
    std::uint64_t const rest = c.e ? modulus - 1 : 0;
    if (too_long((copies + 1) * (rest + 1) * c.u.size())) return limit();
    text::word const fixed = c.e ? repeated(*c.e, rest) : text::word{};
    text::word const block = joined({&c.u, &fixed});
    text::word const blocks = repeated(block, copies);
    text::word const start = joined({&c.x, &blocks});
    return sorted(joined({&start, &c.z}), joined({&start, &block, &c.z}));
  }

  answer operator()(content_certificate const& c) const {
    if (too_long(2 * (depth + 1) * c.e.size())) return limit();
    // GDEF sees letters, not blocks.
    text::word const loop =
        repeated(c.e, v.id == class_id::gdef ? (depth + c.e.size()) / c.e.size() : depth + 1);
    if (c.a.empty() && v.id != class_id::ltl_f)
      return sorted(joined({&c.x, &loop, &loop, &c.z}), joined({&c.x, &loop, &c.b, &loop, &c.z}));
    return sorted(joined({&c.x, &c.a, &loop, &c.z}), joined({&c.x, &c.b, &loop, &c.z}));
  }

  // x (ab)^2m a z and x (ab)^m a (ab)^m a z, where abab = ab and aba = a.
  answer operator()(regular_certificate const& c) const {
    text::word x = c.a;
    text::word y = c.b;
    text::word loop = c.e ? filling(*c.e, depth) : text::word{};
    if (has_modulus(v.id)) {
      LTLC_EXPECTS(c.pad.has_value());
      std::uint64_t const turns = (modulus - 1) * (c.a.size() / c.pad->loop.size());
      if (too_long(modulus * (3 * c.a.size() + c.b.size() + loop.size()))) return limit();
      text::word const more = repeated(c.pad->loop, turns);
      x.insert(x.begin() + static_cast<std::ptrdiff_t>(c.pad->at), more.begin(), more.end());
      text::word const round = joined({&x, &c.b});
      text::word const rounds = repeated(round, modulus - 1);
      y = joined({&c.b, &rounds});
      loop = repeated(loop, modulus);
    }
    x = joined({&loop, &x, &loop});
    y = joined({&loop, &y, &loop});
    text::word const block = joined({&x, &y});
    if (too_long(2 * (depth + 2) * block.size())) return limit();
    text::word const blocks = repeated(block, depth + 1);
    return sorted(joined({&c.x, &blocks, &blocks, &x, &c.z}),
                  joined({&c.x, &blocks, &x, &blocks, &x, &c.z}));
  }

  // RDEF: x e^r z and x e^r u z agree on the first r|e| letters.
  answer operator()(escape_certificate const& c) const {
    if (v.id != class_id::rdef) return std::nullopt;
    if (too_long(depth + c.e.size())) return limit();
    text::word const loop = filling(c.e, std::max<std::uint64_t>(1, depth));
    return sorted(joined({&c.x, &loop, &c.z}), joined({&c.x, &loop, &c.u, &c.z}));
  }

  answer operator()(implied_certificate const& c) const {
    verdict const& by = *c.by.front();
    return pump(a, by, depth, modulus, limits);
  }

  template <class Other>
  answer operator()(Other const&) const {
    return std::nullopt;
  }
};

// The classes of logics come first in the table.
bool is_of_formulas(class_id id) {
  return id <= class_id::j || id == class_id::rdef || id == class_id::gdef;
}

} // namespace

budget::limited<state_pair_certificate> with_lengths_divisible_by(dfa const& a,
                                                                  state_pair_certificate const& c,
                                                                  std::uint64_t k,
                                                                  budget::budget const& limits) {
  LTLC_EXPECTS(k >= 1);
  automaton::component_order const order = automaton::components(a);
  automaton::component const& home = order.components[order.component_of[c.p]];
  std::uint64_t const period = std::max<std::uint64_t>(1, home.period);
  std::uint64_t const factor = k / std::gcd(k, period);
  constexpr std::uint64_t bytes_a_node = 64;
  if (factor > limits.max_bytes / bytes_a_node / period / home.states.size())
    return tl::unexpected(budget::bytes_passed(limits));
  std::uint64_t const modulus = factor * period;
  if (c.modulus % k == 0) return c;
  state_pair_certificate longer = c;
  longer.modulus = modulus;
  auto u = shortest_route(a, order, c.p, c.q, modulus);
  auto v = shortest_route(a, order, c.q, c.p, modulus);
  LTLC_ENSURES(u && v);
  longer.u = std::move(u->w);
  longer.v = std::move(v->w);
  if (c.e) {
    std::uint64_t visits = 1U << 20;
    auto shortest = shortest_loop(a, c.p, c.q, modulus, visits);
    longer.e =
        shortest ? std::move(*shortest) : repeated(*c.e, modulus / std::gcd(modulus, c.e->size()));
  }
  return longer;
}

budget::limited<std::optional<pumped_words>> pump(dfa const& a, verdict const& v,
                                                  std::uint64_t depth, std::uint64_t modulus,
                                                  budget::budget const& limits) {
  LTLC_EXPECTS(v.answer == membership::not_member && modulus >= 1);
  if (!is_of_formulas(v.id)) return std::nullopt;
  return std::visit(pumping{a, v, depth, modulus, limits}, v.proof);
}

} // namespace ltlc::algebra
