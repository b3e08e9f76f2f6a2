// Certificates written by hand: one of every kind for every class it is for, and what the checker
// says when a part is wrong.
#include "ltlc/checking/check.hpp"

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"

using namespace ltlc;
using namespace ltlc::evidence;
using checking::result;

namespace {

using enum class_id; // in here: the C library has a function called finite

using by_definition::automaton_of;

automaton::dfa const ab_star = automaton_of(3, 2, {1, 2, 2, 0, 2, 2}, {true, false, false});
automaton::dfa const parity_of_b = automaton_of(2, 2, {0, 1, 1, 0}, {true, false});
automaton::dfa const ends_in_b = automaton_of(2, 2, {0, 1, 0, 1}, {false, true});
automaton::dfa const begins_with_a = automaton_of(3, 2, {1, 2, 1, 1, 2, 2}, {false, true, false});
automaton::dfa const one_b = automaton_of(3, 2, {0, 1, 1, 2, 2, 2}, {false, true, false});
automaton::dfa const a_star_b_star = automaton_of(3, 2, {0, 1, 2, 1, 2, 2}, {true, true, false});
automaton::dfa const only_a = automaton_of(3, 2, {1, 2, 2, 2, 2, 2}, {false, true, false});
automaton::dfa const all_but_a = automaton_of(3, 2, {1, 2, 2, 2, 2, 2}, {true, false, true});
// One a, later one b, and any c.
automaton::dfa const a_then_b =
    automaton_of(4, 3, {1, 3, 0, 3, 2, 1, 3, 3, 2, 3, 3, 3}, {false, false, true, false});
automaton::dfa const even = automaton_of(2, 2, {1, 1, 0, 0}, {true, false});

constexpr text::letter a = 0, b = 1, c = 2;

automaton::component_order order_of(std::vector<std::vector<automaton::state>> const& components,
                                    std::vector<std::uint32_t> const& periods) {
  automaton::component_order o;
  for (std::size_t i = 0; i < components.size(); ++i) {
    o.components.push_back({components[i], periods[i]});
    for (std::size_t j = 0; j < components[i].size(); ++j) {
      o.component_of.resize(std::max<std::size_t>(o.component_of.size(), components[i][j] + 1u));
      o.phase.resize(o.component_of.size());
      o.component_of[components[i][j]] = static_cast<std::uint32_t>(i);
      o.phase[components[i][j]] = periods[i] < 2 ? 0 : static_cast<std::uint32_t>(j);
    }
  }
  return o;
}

automaton::component_order const in_blocks = order_of({{0, 1}, {2}}, {2, 1});
automaton::component_order const in_a_row = order_of({{0}, {1}, {2}}, {1, 1, 1});

state_pair_certificate const moving{0, 1, {}, {b}, {b}, {}, text::word{a}, 1};
cycle_certificate const turning{{b}, {0, 1}, {}, {}, 1, text::word{a}};
content_certificate const blind{0, {}, {}, {b}, {a, b}, {}};
regular_certificate const turning_back{0, {b}, {b}, {}, {}, text::word{a}, padding{0, {a}}};

std::shared_ptr<verdict const> shared(class_id id, membership answer, certificate proof) {
  return std::make_shared<verdict const>(verdict{id, answer, std::move(proof), {}});
}

struct claim {
  automaton::dfa const& a;
  class_id id;
  certificate proof;
};

std::vector<claim> const non_members{
    {ab_star, ltl_p, state_pair_certificate{0, 1, {}, {a}, {b}, {}, {}, 1}},
    {parity_of_b, ltl_p, moving},
    {parity_of_b, ltl_p_mod, moving},
    {parity_of_b, ltl_p_y, moving},
    {parity_of_b, ltl_p_y_mod, moving},
    {parity_of_b, lt, moving},
    {parity_of_b, ltt, moving},
    {ab_star, ltl_y, definite_certificate{0, 2, {}, {b}, {a, b}, {}}},
    {one_b, sl, substitution_certificate{1, 0, {b}, {}, {a}, {}, {b}}},
    {parity_of_b, tsl, substitution_certificate{0, 1, {}, {b}, {b, b}, {}, {b}}},
    {parity_of_b, ltl_s, turning},
    {parity_of_b, ltl_s_mod, turning},
    {parity_of_b, lt, turning},
    {parity_of_b, ltt, turning},
    {ab_star, ltl_f, blind},
    {ab_star, ltl_p_f, blind},
    {ab_star, gdef, blind},
    {one_b, gdef, content_certificate{0, {}, {}, {b}, {a}, {}}},
    {begins_with_a, ltl_f, content_certificate{0, {}, {a}, {b}, {a, b}, {}}},
    {parity_of_b, ltl_p_f_mod, turning_back},
    {parity_of_b, ltl_p_f_y_x, turning_back},
    {parity_of_b, ltl_p_f_y_x_mod, turning_back},
    {one_b, lt, equation_certificate{equation::idempotent_between, {{a}, {b}}, 0, {}, {}}},
    {a_then_b, lt, equation_certificate{equation::commuting_between, {{c}, {a}, {b}}, 0, {}, {}}},
    {a_then_b, ltt, equation_certificate{equation::commuting_between, {{c}, {a}, {b}}, 0, {}, {}}},
    {a_then_b, ltt,
     equation_certificate{equation::threshold_exchange, {{c}, {c}, {a}, {}, {b}}, 0, {}, {}}},
    {ab_star, rdef, escape_certificate{0, {}, {a, b}, {a}, {}}},
    {ab_star, finite, escape_certificate{0, {}, {a, b}, {}, {}}},
    {ab_star, cofinite, escape_certificate{0, {}, {a, b}, {}, {a}}},
    {ab_star, group, merging_certificate{1, 2, {a}, {b}, {a}, {b}}},
    {ab_star, commutative, exchange_certificate{{}, {a}, {b}, {}}},
    {one_b, sp, deletion_certificate{{}, {b}, {}}},
    {parity_of_b, rdef, implied_certificate{{shared(ltl_p, membership::not_member, moving)}}},
    {parity_of_b, j, implied_certificate{{shared(ltl_p, membership::not_member, moving)}}},
};

std::vector<claim> const members{
    {one_b, ltl_p, order_certificate{in_a_row}},
    {one_b, ltl_p_mod, order_certificate{in_a_row}},
    {ab_star, ltl_p_mod, order_certificate{in_blocks}},
    {ends_in_b, ltl_y, synchronizing_certificate{1}},
    {ends_in_b, ltl_y, synchronizing_certificate{5}},
    {ab_star, sl, strictly_local_certificate{2, {a, b}}},
    {ab_star, tsl, strictly_local_certificate{2, {a, b}}},
    {one_b, tsl, strictly_local_certificate{2, {b}}},
    {ab_star, ltl_p_y, acyclic_pairs_certificate{1, 1, in_blocks}},
    {ab_star, ltl_p_y_mod, acyclic_pairs_certificate{0, 0, in_blocks}},
    {one_b, ltl_f, pairs_certificate{3}},
    {one_b, ltl_p_f, pairs_certificate{3}},
    {ends_in_b, gdef, pairs_certificate{1}},
    {ab_star, lt, pairs_certificate{3}},
    {a_star_b_star, sp, pairs_certificate{3}},
    {only_a, rdef, table_certificate{}},
    {only_a, finite, table_certificate{}},
    {all_but_a, cofinite, table_certificate{}},
    {parity_of_b, group, table_certificate{}},
    {parity_of_b, commutative, table_certificate{}},
    {ab_star, ltl_s, enumeration_certificate{5, 0}},
    {ab_star, ltl_s_mod, enumeration_certificate{5, 2}},
    {ab_star, ltl_p_f_mod, enumeration_certificate{5, 2}},
    {ab_star, ltl_p_f_y_x, enumeration_certificate{5, 0}},
    {ab_star, ltl_p_f_y_x_mod, enumeration_certificate{5, 2}},
    {ab_star, ltt, enumeration_certificate{5, 0}},
    {one_b, ltl_s,
     implied_certificate{{shared(ltl_p, membership::member, order_certificate{in_a_row})}}},
    {one_b, j,
     implied_certificate{{shared(ltl_p, membership::member, order_certificate{in_a_row}),
                          shared(ltl_f, membership::member, pairs_certificate{3})}}},
};

std::string objection(automaton::dfa const& automaton, class_id id, membership answer,
                      certificate const& proof) {
  return checking::check(automaton, verdict{id, answer, proof, {}}, {}).reason;
}

// The certificate with one part changed.
template <class Certificate, class Change>
std::string with(automaton::dfa const& automaton, class_id id, membership answer, Certificate proof,
                 Change change) {
  change(proof);
  return objection(automaton, id, answer, proof);
}

} // namespace

TEST_SUITE("checking") {
  TEST_CASE("certificates of every kind are confirmed") {
    std::set<std::size_t> kinds{0};
    for (auto const& [claims, answer] :
         {std::pair{non_members, membership::not_member}, std::pair{members, membership::member}})
      for (claim const& one : claims) {
        INFO(info(one.id).name << " kind " << one.proof.index());
        auto const f = checking::check(one.a, verdict{one.id, answer, one.proof, {}}, {});
        CHECK(f.reason == "");
        CHECK(f.is == result::confirmed);
        kinds.insert(one.proof.index());
      }
    CHECK(kinds.size() == std::variant_size_v<certificate>);
  }

  TEST_CASE("no certificate proves the contrary, and none another language's class") {
    for (claim const& one : non_members)
      CHECK(objection(one.a, one.id, membership::member, one.proof) != "");
    for (claim const& one : members)
      CHECK(objection(one.a, one.id, membership::not_member, one.proof) != "");
    for (claim const& one : members) {
      if (std::holds_alternative<table_certificate>(one.proof)) continue;
      CHECK(objection(even, one.id, membership::member, one.proof) != "");
    }
  }

  TEST_CASE("each part of a certificate against a class is read") {
    auto const no = membership::not_member;
    auto const pair = [&](auto change) {
      return with(parity_of_b, ltl_p_y_mod, no, moving, change);
    };
    CHECK(pair([](auto& e) { e.x = {b}; }) == "x does not reach p");
    CHECK(pair([](auto& e) { e.u = {a}; }) == "u does not lead from p to q");
    CHECK(pair([](auto& e) { e.v = {a}; }) == "v does not lead from q to p");
    CHECK(pair([](auto& e) { e.e = {}; }) == "the word e is missing");
    CHECK(pair([](auto& e) { e.e = text::word{}; }) == "the word e is empty");
    CHECK(pair([](auto& e) { e.e = text::word{b}; }) == "e does not fix p");
    CHECK(pair([](auto& e) { e.modulus = 0; }) == "the modulus is 0");
    CHECK(pair([](auto& e) { e.modulus = 2; }) == "the modulus does not divide the length of u");
    CHECK(pair([](auto& e) { e.q = 7; }) == "a state or letter is unknown");
    CHECK(pair([](auto& e) { e.z = {5}; }) == "a state or letter is unknown");
    CHECK(pair([](auto& e) {
            e.q = e.p;
            e.u = e.v = {a};
          }) == "the two states are one");
    CHECK(objection(parity_of_b, ltl_y, no, moving) == "the evidence is for another class");

    auto const round = [&](auto change) {
      return with(parity_of_b, ltl_s_mod, no, turning, change);
    };
    CHECK(round([](auto& e) { e.e = text::word{b}; }) == "e does not fix every state of the cycle");
    CHECK(round([](auto& e) {
            e.e = text::word{a, a};
          }) == "u, e and the modulus are not of one length");
    CHECK(round([](auto& e) { e.cycle = {0}; }) == "the cycle has fewer than two states");
    CHECK(round([](auto& e) { e.cycle = {0, 9}; }) == "a state or letter is unknown");
    CHECK(round([](auto& e) { e.cycle = {0, 1, 0, 1}; }) == "a state stands on the cycle twice");

    auto const content = [&](class_id id, auto change) {
      return with(ab_star, id, no, blind, change);
    };
    CHECK(content(ltl_p_f, [](auto& e) { e.a = {a, b}; }) == "the word a is not empty");
    CHECK(content(ltl_f, [](auto& e) { e.a = {a, b}; }) == "");
    CHECK(content(ltl_p_f, [](auto& e) { e.e = {}; }) == "a letter of a or b does not occur in e");
    CHECK(content(ltl_p_f, [](auto& e) { e.e = {a}; }) == "a letter of a or b does not occur in e");
    // Words without common letters: GDEF ignores them, LTL[P,F] must not.
    CHECK(objection(one_b, ltl_p_f, no, content_certificate{0, {}, {}, {b}, {a}, {}}) ==
          "a letter of a or b does not occur in e");

    auto const regular = [&](class_id id, auto change) {
      return with(parity_of_b, id, no, turning_back, change);
    };
    CHECK(regular(ltl_p_f_y_x, [](auto& e) { e.e = {}; }) == "the word e is missing");
    CHECK(regular(ltl_p_f_mod, [](auto& e) { e.e = {}; }) == "");
    CHECK(regular(ltl_p_f_mod, [](auto& e) { e.pad = {}; }) == "the padding is missing");
    CHECK(regular(ltl_p_f_y_x, [](auto& e) { e.pad = {}; }) == "");
    CHECK(regular(ltl_p_f_mod, [](auto& e) { e.pad->loop = {b}; }) ==
          "the loop does not leave what is before it as it acts");
    CHECK(regular(ltl_p_f_mod, [](auto& e) {
            e.pad->loop = {a, a};
          }) == "the length of the loop does not divide that of a");
    CHECK(regular(ltl_p_f_mod, [](auto& e) { e.pad->at = 9; }) ==
          "the padding stands past the end of a");
    CHECK(regular(ltl_p_f_mod, [](auto& e) { e.b = {a}; }) == "a b a does not act as a");
  }

  TEST_CASE("a modulus that some other modulus could beat is no evidence") {
    // (ab)*: not in LTL[P], and the same words must not pass as evidence against LTL[P,MOD].
    state_pair_certificate const words{0, 1, {}, {a}, {b}, {}, {}, 1};
    CHECK(objection(ab_star, ltl_p, membership::not_member, words) == "");
    CHECK(objection(ab_star, ltl_p_mod, membership::not_member, words) ==
          "the modulus is no multiple of the period, so other moduli could tell p from q");
    // Even length moves two states round a cycle; nothing as long as u fixes them.
    CHECK(objection(even, ltl_s, membership::not_member,
                    cycle_certificate{{a}, {0, 1}, {}, {}, 1, {}}) == "");
    CHECK(objection(even, ltl_s_mod, membership::not_member,
                    cycle_certificate{{a}, {0, 1}, {}, {}, 1, text::word{b}}) ==
          "e does not fix every state of the cycle");
  }

  TEST_CASE("each part of a certificate for a class is read") {
    auto const yes = membership::member;
    auto const order = [&](auto change) {
      return with(ab_star, ltl_p_mod, yes, order_certificate{in_blocks},
                  [&](auto& e) { change(e.order); });
    };
    CHECK(order([](auto& o) { o.components[0].period = 1; }) == "a phase is not below the period");
    CHECK(order([](auto& o) { o.phase[1] = 0; }) ==
          "an edge inside a component does not lead to the next phase");
    CHECK(order([](auto& o) { o.phase.pop_back(); }) == "the order does not name every state once");
    CHECK(order([](auto& o) { o.components.emplace_back(); }) == "a component is empty");
    CHECK(order([](auto& o) { o.components.pop_back(); }) ==
          "the order does not name every state once");
    CHECK(order([](auto& o) {
            o = order_of({{2}, {0, 1}}, {1, 2});
          }) == "an edge leads back to an earlier component");
    CHECK(order([](auto& o) {
            o = order_of({{0, 1, 2}}, {1});
          }) == "the states of a component do not reach each other");
    CHECK(objection(ab_star, ltl_p, yes, order_certificate{in_blocks}) ==
          "a component has more than one state");
    CHECK(objection(parity_of_b, ltl_p_mod, yes, order_certificate{order_of({{0, 1}}, {1})}) ==
          "two states of a component have one phase");

    CHECK(objection(ends_in_b, ltl_y, yes, synchronizing_certificate{0}) ==
          "a word of this length leads to two states");
    CHECK(objection(ab_star, sl, yes, strictly_local_certificate{3, {a, b}}) ==
          "k is not the least");
    CHECK(objection(ab_star, sl, yes, strictly_local_certificate{1, {a, b}}) ==
          "k is too small: k − 1 letters leave two states that can accept");
    CHECK(objection(ab_star, sl, yes, strictly_local_certificate{2, {a}}) ==
          "a letter is missing from the tier");
    CHECK(objection(one_b, tsl, yes, strictly_local_certificate{2, {a, b}}) ==
          "a letter of the tier moves no state");
    CHECK(objection(one_b, tsl, yes, strictly_local_certificate{1, {}}) ==
          "a letter outside the tier moves a state");
    CHECK(objection(ab_star, ltl_p_y, yes, acyclic_pairs_certificate{1, 2, in_blocks}) ==
          "the window is 1");
    CHECK(objection(ab_star, ltl_p_y, yes, acyclic_pairs_certificate{2, 1, in_blocks}) ==
          "the number of pairs is 1");
    CHECK(objection(ab_star, ltt, yes, enumeration_certificate{6, 0}) ==
          "the number of elements is 5");
    CHECK(objection(ab_star, ltl_s_mod, yes, enumeration_certificate{5, 0}) ==
          "the stability index is 2");
    CHECK(objection(parity_of_b, ltl_s, yes, enumeration_certificate{2, 0}) ==
          "an element moves states round a cycle");
  }

  TEST_CASE("a verdict that follows from others needs theirs to be right and to decide it") {
    auto const yes = membership::member;
    auto const ordered = shared(ltl_p, yes, order_certificate{in_a_row});
    auto const paired = shared(ltl_f, yes, pairs_certificate{3});
    auto const wrong = shared(ltl_f, yes, pairs_certificate{4});
    CHECK(objection(one_b, j, yes, implied_certificate{{paired, ordered}}) == "");
    CHECK(objection(one_b, j, yes, implied_certificate{{ordered}}) ==
          "the other verdict does not decide this one");
    CHECK(objection(one_b, j, yes, implied_certificate{{ordered, ordered}}) ==
          "the other verdict does not decide this one");
    CHECK(objection(one_b, j, yes, implied_certificate{{ordered, wrong}}) ==
          "the verdict on LTL[F]: the number of pairs is 3");
    CHECK(objection(one_b, sl, yes, implied_certificate{{ordered}}) ==
          "the other verdict does not decide this one");
    CHECK(objection(one_b, j, yes, implied_certificate{{}}) ==
          "the other verdict does not decide this one");
    CHECK(objection(one_b, j, yes, implied_certificate{{nullptr, ordered}}) ==
          "a verdict is missing");
    // Round in a circle that never ends in evidence.
    certificate chain = implied_certificate{{ordered}};
    for (int i = 0; i < 40; ++i)
      chain = implied_certificate{{shared(i % 2 == 0 ? ltl_p_f : ltl_p, yes, chain)}};
    CHECK(objection(one_b, ltl_s, yes, chain) != "");
    // In J because in LTL[P], in LTL[P] because in J, …: right at every step, and refused for its
    // length.
    auto deep = ordered;
    for (int i = 0; i < 15; ++i)
      deep = shared(ltl_p, yes,
                    implied_certificate{{shared(j, yes, implied_certificate{{deep, paired}})}});
    CHECK(checking::check(one_b, *deep, {})
              .reason.ends_with("the evidence leads through too many other verdicts"));
  }

  TEST_CASE("a member's automaton is shown to be minimal") {
    // ends_in_b with its accepting state twice; with a state that no word reaches.
    auto const twice = automaton_of(3, 2, {0, 1, 0, 2, 0, 1}, {false, true, true});
    auto const unreached = automaton_of(3, 2, {0, 1, 0, 1, 0, 1}, {false, true, false});
    verdict const v{ltl_y, membership::member, synchronizing_certificate{1}, {}};
    CHECK(checking::check(ends_in_b, v, {}).is == result::confirmed);
    CHECK(checking::check(twice, v, {}).reason ==
          "the automaton is not minimal: states 1 and 2 accept the same words");
    CHECK(checking::check(unreached, v, {}).reason ==
          "the automaton is not minimal: no word reaches state 2");
    // Against a class words are enough.
    verdict const words{
        cofinite, membership::not_member, escape_certificate{0, {}, {a}, {}, {}}, {}};
    CHECK(checking::check(twice, words, {}).is == result::confirmed);
    std::uint64_t const seed = 20260713;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::size_t minimal = 0;
    for (int i = 0; i < 5000; ++i) {
      auto const any = by_definition::random_automaton(random, 9);
      bool const expected = automaton::minimize(any)->states() == any.states();
      CHECK(checking::not_minimal(any, {}).value().empty() == expected);
      minimal += expected ? 1 : 0;
    }
    CHECK(minimal > 500);
    CHECK(minimal < 4500);
  }

  TEST_CASE("an undecided verdict is open, and a limit is neither yes nor no") {
    CHECK(checking::check(ab_star, verdict{}, {}).is == result::open);
    budget::budget few;
    few.max_monoid = 3;
    auto const f = checking::check(
        ab_star, verdict{ltl_s, membership::member, enumeration_certificate{5, 0}, {}}, few);
    CHECK(f.is == result::limit);
    CHECK(f.reason == "monoid elements passed 3 (raise it with --max-monoid)");
    budget::budget small;
    small.max_bytes = 3;
    for (claim const& one : members) {
      auto const kind = one.proof.index();
      auto const limited =
          checking::check(one.a, verdict{one.id, membership::member, one.proof, {}}, small);
      CAPTURE(kind);
      CHECK(limited.is != result::refuted);
    }
    budget::budget late;
    late.deadline = std::chrono::steady_clock::now();
    CHECK(checking::check(ab_star, verdict{lt, membership::member, pairs_certificate{3}, {}}, late)
              .is == result::limit);
  }
}
