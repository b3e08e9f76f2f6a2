// Membership claimed for languages outside the class, with evidence of the right kind and every
// number that can be right.
#include <doctest/doctest.h>

#include "checking/member_claims.hpp"
#include "ltlc/automaton/order.hpp"
#include "ltlc/checking/check.hpp"

using namespace ltlc;
using namespace ltlc::evidence;

namespace {

std::vector<certificate> forged(class_id id, claims::truth const& t) {
  using enum class_id;
  std::vector<certificate> all;
  std::uint64_t const n = t.a.states();
  auto const order = automaton::components(t.a);
  switch (id) {
  case ltl_p:
  case ltl_p_mod:
    all.push_back(order_certificate{order});
    break;
  case ltl_y:
    for (std::uint64_t length = 0; length <= n * n; ++length)
      all.push_back(synchronizing_certificate{length});
    break;
  case sl:
  case tsl:
    for (std::uint64_t k = 1; k <= n * n; ++k) {
      strictly_local_certificate local{k, {}};
      for (text::letter x = 0; x < t.a.letters(); ++x)
        if (id == sl || by_definition::letter(t.a, x) != by_definition::identity(t.a))
          local.tier.push_back(x);
      all.push_back(local);
    }
    break;
  case ltl_p_y:
  case ltl_p_y_mod:
    for (std::uint64_t pairs = 0; pairs <= n * (n - 1) / 2; ++pairs)
      for (std::uint64_t window = 0; window <= n; ++window)
        all.push_back(acyclic_pairs_certificate{pairs, window, order});
    break;
  case ltl_f:
  case ltl_p_f:
  case gdef:
  case lt:
  case sp:
    for (std::uint64_t pairs = 0; pairs <= n * n; ++pairs)
      all.push_back(pairs_certificate{pairs});
    break;
  case j:
    all.push_back(implied_certificate{
        {std::make_shared<verdict const>(
             verdict{ltl_p, membership::member, order_certificate{order}, {}}),
         std::make_shared<verdict const>(
             verdict{ltl_f, membership::member, pairs_certificate{n * (n - 1) / 2}, {}})}});
    break;
  default:
    all.push_back(table_certificate{});
    all.push_back(enumeration_certificate{t.s.size(), 0});
    all.push_back(enumeration_certificate{t.s.size(), by_definition::stable_semigroup(t.a).first});
  }
  return all;
}

} // namespace

TEST_SUITE("checking") {
  TEST_CASE("no language outside a class gets evidence for it") {
    std::uint64_t const seed = 20260716;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::array<std::array<std::size_t, 2>, class_count> seen{};
    for (int i = 0, used = 0; used < 2000; ++i) {
      CAPTURE(i);
      auto const a = automaton::minimize(by_definition::random_automaton(random, 5));
      auto s = by_definition::elements(*a, 30);
      if (!s) continue;
      ++used;
      claims::truth const t(*a, std::move(*s));
      for (class_info const& c : class_table()) {
        CAPTURE(c.name);
        bool const member = t.member[static_cast<std::size_t>(c.id)];
        std::size_t confirmed = 0;
        for (certificate const& proof : forged(c.id, t)) {
          auto const f = checking::check(*a, verdict{c.id, membership::member, proof, {}}, {});
          confirmed += f.is == checking::result::confirmed ? 1 : 0;
        }
        // And every language inside gets some: the numbers are among those that are tried.
        CHECK((confirmed > 0) == member);
        ++seen[static_cast<std::size_t>(c.id)][member ? 1 : 0];
      }
    }
    for (class_info const& c : class_table()) {
      CAPTURE(c.name);
      CHECK(seen[static_cast<std::size_t>(c.id)][0] > 20);
      CHECK(seen[static_cast<std::size_t>(c.id)][1] > 20);
    }
  }
}
