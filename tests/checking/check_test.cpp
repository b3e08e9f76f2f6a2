#include "ltlc/algebra/check.hpp"

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"

using namespace ltlc;
using evidence::class_id;
using evidence::membership;
using evidence::verdict;

namespace {

// Small changes to a certificate; most make it wrong, some leave it right.
class mutation {
public:
  mutation(std::mt19937_64& random, automaton::dfa const& a) : random_(random), a_(a) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  void operator()(text::word& w) {
    auto const x = static_cast<text::letter>(below(a_.letters()));
    if (w.empty() || below(3) == 0)
      w.push_back(x);
    else if (below(2) == 0)
      w.pop_back();
    else
      w[below(w.size())] = x;
  }
  void operator()(automaton::state& q) { q = static_cast<automaton::state>(below(a_.states())); }
  void operator()(std::uint64_t& n) { n = below(7); }
  void operator()(std::uint32_t& n, std::uint64_t most) {
    n = static_cast<std::uint32_t>(below(most));
  }
  void operator()(std::optional<text::word>& w) {
    if (!w) w.emplace();
    (*this)(*w);
  }

  void operator()(evidence::certificate& c) {
    if (auto* const pair = std::get_if<evidence::state_pair_certificate>(&c)) {
      one_of([&] { (*this)(pair->p); }, [&] { (*this)(pair->q); }, [&] { (*this)(pair->x); },
             [&] { (*this)(pair->u); }, [&] { (*this)(pair->v); }, [&] { (*this)(pair->z); },
             [&] { (*this)(pair->e); }, [&] { (*this)(pair->modulus); });
    } else if (auto* const loop = std::get_if<evidence::definite_certificate>(&c)) {
      one_of([&] { (*this)(loop->p); }, [&] { (*this)(loop->q); }, [&] { (*this)(loop->x); },
             [&] { (*this)(loop->y); }, [&] { (*this)(loop->e); }, [&] { (*this)(loop->z); });
    } else if (auto* const round = std::get_if<evidence::cycle_certificate>(&c)) {
      one_of([&] { (*this)(round->u); }, [&] { (*this)(round->x); }, [&] { (*this)(round->z); },
             [&] { (*this)(round->e); }, [&] { (*this)(round->modulus); },
             [&] { (*this)(round->cycle[below(round->cycle.size())]); });
    } else if (auto* const ordered = std::get_if<evidence::order_certificate>(&c)) {
      auto& o = ordered->order;
      auto& component = o.components[below(o.components.size())];
      one_of([&] { (*this)(o.phase[below(o.phase.size())], 4); },
             [&] { (*this)(o.component_of[below(o.component_of.size())], o.components.size()); },
             [&] { (*this)(component.period, 4); },
             [&] { (*this)(component.states[below(component.states.size())]); });
    }
  }

private:
  template <class... Change>
  void one_of(Change... change) {
    std::uint64_t which = below(sizeof...(change));
    ((which-- == 0 ? change() : void()), ...);
  }

  std::mt19937_64& random_;
  automaton::dfa const& a_;
};

automaton::minimal_dfa two_letters(std::vector<automaton::state> delta,
                                   std::vector<bool> accepting) {
  std::size_t const n = accepting.size();
  return automaton::minimize(
      by_definition::automaton_of(n, 2, std::move(delta), std::move(accepting)));
}

} // namespace

TEST_SUITE("algebra") {
  TEST_CASE("the checker confirms no false verdict, whatever the certificate says") {
    std::uint64_t const seed = 20260707;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::size_t confirmed = 0;
    std::size_t refused = 0;
    for (int i = 0, compared = 0; compared < 1500; ++i) {
      CAPTURE(i);
      auto const a = automaton::minimize(by_definition::random_automaton(random, 6));
      auto const s = by_definition::elements(*a, 60);
      if (!s || a->states() == 1) continue;
      ++compared;
      std::vector<bool> const truth = by_definition::memberships(*a, *s);
      mutation mutate(random, *a);
      std::vector<verdict> const verdicts = algebra::classify(a, {}, {}).verdicts;
      for (int j = 0; j < 40; ++j) {
        verdict v = verdicts[mutate.below(verdicts.size())];
        // The same evidence for another class, or for the contrary, or slightly changed.
        if (mutate.below(2) == 0)
          v.id = evidence::class_table()[mutate.below(evidence::class_count)].id;
        if (mutate.below(4) == 0)
          v.answer = v.answer == membership::member ? membership::not_member : membership::member;
        for (std::uint64_t n = mutate.below(3); n > 0; --n)
          mutate(v.proof);
        bool const right =
            truth[static_cast<std::size_t>(v.id)] == (v.answer == membership::member);
        bool const accepted = algebra::objection(*a, v).empty();
        CAPTURE(evidence::info(v.id).name);
        REQUIRE((!accepted || right));
        (accepted ? confirmed : refused) += 1;
      }
    }
    CHECK(confirmed > 5000);
    CHECK(refused > 20'000);
  }

  TEST_CASE("each part of a certificate is read") {
    // Parity of b: a fixes both states, b exchanges them.
    auto const a = two_letters({0, 1, 1, 0}, {true, false});
    auto const pair = std::get<evidence::state_pair_certificate>(
        algebra::decide(a, class_id::ltl_p_y_mod, {}).proof);
    auto const says = [&](class_id id, auto const& certificate) {
      return algebra::objection(*a, {id, membership::not_member, certificate, {}});
    };
    auto const changed = [&](auto change) {
      auto copy = pair;
      change(copy);
      return says(class_id::ltl_p_y_mod, copy);
    };
    CHECK(says(class_id::ltl_p_y_mod, pair) == "");
    CHECK(changed([](auto& c) { c.x = {1}; }) == "x does not reach p");
    CHECK(changed([](auto& c) { c.u = {0}; }) == "u does not lead from p to q");
    CHECK(changed([](auto& c) { c.v = {0}; }) == "v does not lead from q to p");
    CHECK(changed([](auto& c) { c.e = {}; }) == "the word e is missing");
    CHECK(changed([](auto& c) { c.e = text::word{1}; }) == "e does not fix p");
    CHECK(changed([](auto& c) { c.modulus = 0; }) == "the modulus is 0");
    CHECK(changed([](auto& c) { c.modulus = 2; }) == "the modulus does not divide the length of u");
    CHECK(changed([](auto& c) { c.q = 7; }) == "a state or letter is unknown");
    CHECK(changed([](auto& c) { c.z = {5}; }) == "a state or letter is unknown");
    CHECK(changed([](auto& c) {
            c.q = c.p;
            c.u = c.v = {0};
          }) == "the two states are one");
    CHECK(says(class_id::ltl_y, pair) == "the evidence is for another class");

    auto const round = std::get<evidence::cycle_certificate>(
        algebra::classify(a, {class_id::ltl_s_mod}, {}).verdicts[0].proof);
    auto turned = round;
    CHECK(says(class_id::ltl_s_mod, turned) == "");
    turned.e = text::word{1};
    CHECK(says(class_id::ltl_s_mod, turned) == "e does not fix every state of the cycle");
    turned.e = text::word{0, 0};
    CHECK(says(class_id::ltl_s_mod, turned) == "u, e and the modulus are not of one length");
    turned = round;
    turned.cycle = {0};
    CHECK(says(class_id::ltl_s_mod, turned) == "the cycle has fewer than two states");
  }

  TEST_CASE("a modulus that some other modulus could beat is no evidence") {
    // (ab)*: not in LTL[P], and the same words must not pass as evidence against LTL[P,MOD].
    auto const a = two_letters({1, 2, 2, 0, 2, 2}, {true, false, false});
    verdict v = algebra::decide(a, class_id::ltl_p, {});
    REQUIRE(v.answer == membership::not_member);
    CHECK(algebra::objection(*a, v) == "");
    v.id = class_id::ltl_p_mod;
    CHECK(algebra::objection(*a, v) ==
          "the modulus is no multiple of the period, so other moduli could tell p from q");
  }

  TEST_CASE("an order that the table does not have is refused") {
    auto const a = two_letters({1, 2, 2, 0, 2, 2}, {true, false, false});
    verdict v = algebra::decide(a, class_id::ltl_p_mod, {});
    REQUIRE(v.answer == membership::member);
    CHECK(algebra::objection(*a, v) == "");
    auto const with = [&](auto change) {
      verdict copy = v;
      change(std::get<evidence::order_certificate>(copy.proof).order);
      return algebra::objection(*a, copy);
    };
    CHECK(with([](auto& o) { o.components[0].period = 1; }) ==
          "a component has not one state a phase");
    CHECK(with([](auto& o) { o.phase[1] = 0; }) == "two states of a component have one phase");
    CHECK(with([](auto& o) { o.phase.pop_back(); }) == "the order does not name every state once");
    CHECK(with([](auto& o) { o.components.pop_back(); }) ==
          "the order does not name every state once");
    CHECK(with([](auto& o) { std::swap(o.component_of[0], o.component_of[2]); }) ==
          "a state is listed in two components");
    v.id = class_id::ltl_p;
    CHECK(algebra::objection(*a, v) == "a component has more than one phase");
  }

  TEST_CASE("what cannot be confirmed by reading words is said") {
    auto const a = two_letters({0, 1, 0, 1}, {false, true}); // the last letter is b
    verdict const v = algebra::decide(a, class_id::ltl_y, {});
    CHECK(v.answer == membership::member);
    CHECK(std::get<evidence::synchronizing_certificate>(v.proof).length == 1);
    CHECK(!algebra::checkable(v));
    CHECK(algebra::objection(*a, v) == "the evidence can only be confirmed by deciding again");
    CHECK(algebra::objection(*a, {}) == "the verdict is open");
  }
}
