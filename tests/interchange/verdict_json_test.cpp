#include "ltlc/interchange/verdict_json.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "algebra/by_definition.hpp"
#include "ltlc/algebra/classify.hpp"
#include "ltlc/checking/check.hpp"

using namespace ltlc;
using namespace ltlc::evidence;
using interchange::to_json;
using interchange::verdict_document;
using interchange::verdicts_from_json;

namespace {

automaton::dfa two_states() {
  return by_definition::automaton_of(2, 2, {0, 1, 1, 0}, {true, false});
}

automaton::component_order one_component() {
  automaton::component_order o;
  o.component_of = {0, 0};
  o.components = {{{0, 1}, 2}};
  o.phase = {0, 1};
  return o;
}

verdict const& inner() {
  static verdict const v{class_id::sl, membership::member, strictly_local_certificate{2, {1}}, {}};
  return v;
}

// One of every kind, each field different from its default.
std::vector<certificate> every_kind() {
  text::word const a{0}, b{1}, ab{0, 1};
  return {
      state_pair_certificate{1, 2, a, b, ab, a, b, 3},
      state_pair_certificate{1, 2, a, b, ab, a, {}, 3},
      definite_certificate{1, 2, a, b, ab, a},
      substitution_certificate{1, 2, a, b, ab, a, b},
      cycle_certificate{a, {1, 2}, b, ab, 4, a},
      cycle_certificate{a, {1, 2}, b, ab, 4, {}},
      content_certificate{1, a, b, ab, a, b},
      regular_certificate{1, a, b, ab, a, b, padding{1, a}},
      regular_certificate{1, a, b, ab, a, {}, {}},
      equation_certificate{equation::idempotent_between, {a, b}, 1, a, b},
      equation_certificate{equation::commuting_between, {a, b, ab}, 1, a, b},
      equation_certificate{equation::threshold_exchange, {a, b, ab, a, {}}, 1, a, b},
      escape_certificate{1, a, b, ab, a},
      merging_certificate{1, 2, a, b, ab, a},
      exchange_certificate{a, b, ab, a},
      deletion_certificate{a, b, ab},
      order_certificate{one_component()},
      synchronizing_certificate{7},
      strictly_local_certificate{3, {1, 0}},
      acyclic_pairs_certificate{5, 6, one_component()},
      pairs_certificate{8},
      table_certificate{},
      enumeration_certificate{9, 2},
      enumeration_certificate{9, 0},
      implied_certificate{{std::make_shared<verdict const>(inner())}},
      implied_certificate{
          {std::make_shared<verdict const>(inner()), std::make_shared<verdict const>(inner())}},
  };
}

verdict_document document_with(certificate proof) {
  return {two_states().sigma,
          two_states(),
          {verdict{class_id::lt, membership::not_member, std::move(proof), {}}}};
}

std::string message_of(std::string const& text) {
  auto const read = verdicts_from_json({"text", text}, {});
  return read ? "" : read.error().message;
}

} // namespace

TEST_SUITE("interchange") {
  TEST_CASE("a certificate of every kind written as JSON is read back equal") {
    std::set<std::size_t> kinds{0};
    std::set<std::string> texts;
    for (certificate const& c : every_kind()) {
      CAPTURE(c.index());
      kinds.insert(c.index());
      std::string const text = to_json(document_with(c));
      CAPTURE(text);
      CHECK(texts.insert(text).second);
      auto const read = verdicts_from_json({"text", text}, {});
      REQUIRE(read);
      REQUIRE(read->verdicts.size() == 1);
      CHECK(read->verdicts[0].proof.index() == c.index());
      CHECK(read->automaton == two_states());
      CHECK(to_json(*read) == text);
    }
    CHECK(kinds.size() == std::variant_size_v<certificate>);
  }

  TEST_CASE("the keys of a document are those that are promised") {
    using json = nlohmann::json;
    auto const proof = [](certificate const& c) {
      return json::parse(to_json(document_with(c)))["classes"]["LT"]["certificate"];
    };
    CHECK(proof(state_pair_certificate{0, 1, {}, {0}, {1}, {}, {}, 1}) ==
          json::parse(R"({"kind":"state_pair","p":0,"q":1,"x":"","u":"a","v":"b","z":"",
                          "modulus":1})"));
    CHECK(proof(regular_certificate{0, {0}, {1}, {}, {}, text::word{1}, padding{1, {0, 1}}}) ==
          json::parse(R"({"kind":"regular","q":0,"a":"a","b":"b","x":"","z":"","e":"b",
                          "padding":{"at":1,"loop":"ab"}})"));
    CHECK(proof(order_certificate{one_component()}) ==
          json::parse(R"({"kind":"order","components":[{"states":[0,1],"period":2,
                          "phases":[0,1]}]})"));
    CHECK(proof(implied_certificate{{std::make_shared<verdict const>(inner())}}) ==
          json::parse(R"({"kind":"implied","by":"SL","verdicts":[{"class":"SL","member":true,
                          "certificate":{"kind":"strictly_local","k":2,"tier":["b"]}}]})"));
    CHECK(to_json(verdict_document{two_states().sigma, two_states(), {}}) ==
          R"({"alphabet":["a","b"],"dfa":{"states":2,"initial":0,"accepting":[0],)"
          R"("delta":[[0,1],[1,0]]},"classes":{}})");
  }

  TEST_CASE("an undecided verdict keeps its limit") {
    verdict const v{class_id::lt,
                    membership::undecided,
                    {},
                    budget::limit_reached{"monoid elements", 1'234'567, "--max-monoid"}};
    auto const read = verdicts_from_json({"text", to_json({two_states().sigma, {}, {v}})}, {});
    REQUIRE(read);
    CHECK_FALSE(read->automaton);
    CHECK(read->verdicts[0].answer == membership::undecided);
    CHECK(describe(read->verdicts[0].limit.value()) == describe(*v.limit));
    CHECK(read->verdicts[0].limit->limit == 1'234'567);
  }

  TEST_CASE("classifications of random automata survive the round trip and stay confirmed") {
    std::uint64_t const seed = 20260714;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 400; ++i) {
      CAPTURE(i);
      auto const a = automaton::minimize(by_definition::random_automaton(random, 6));
      budget::budget limits;
      limits.max_monoid = 100;
      std::string const text = to_json({a->sigma, *a, algebra::classify(a, {}, limits).verdicts});
      auto const read = verdicts_from_json({"text", text}, {});
      REQUIRE(read);
      CHECK(to_json(*read) == text);
      CHECK(read->automaton == *a);
      REQUIRE(read->verdicts.size() == class_count);
      for (auto const& f : checking::check(*a, read->verdicts, limits))
        CHECK((f.is == checking::result::confirmed || f.is == checking::result::open));
    }
  }

  TEST_CASE("what is wrong with a document is said, with the place") {
    std::string const head = R"({"alphabet":["a","b"],"classes":{)";
    auto const verdict_with = [&](std::string const& proof) {
      return message_of(head + R"("LT":{"member":false,"certificate":)" + proof + "}}}");
    };
    CHECK(message_of("{}") == "the document: the key \"alphabet\" is missing");
    CHECK(message_of(head + "\"LTL[Q]\":{}}}") ==
          "key /classes/LTL[Q]: no class is called like this key");
    CHECK(message_of(head + "\"LT\":{\"member\":true}}}") ==
          "key /classes/LT: the key \"certificate\" is missing");
    CHECK(message_of(head + R"("LT":{"member":1,"certificate":{}}}})") ==
          "key /classes/LT/member: expected true or false");
    CHECK(message_of(head + R"("LT":{"member":null,"certificate":{}}}})") ==
          "key /classes/LT/certificate: an undecided verdict has no certificate");
    CHECK(message_of(head + R"("LT":{"member":null,"certificate":null,"limit":"soon"}}})") ==
          "key /classes/LT/limit: expected \"… passed N\"");
    CHECK(message_of(head + R"("LT":{"member":true,"certificate":{"kind":"table"},"why":1}}})") ==
          "key /classes/LT/why: this key is not known; the keys are member, certificate, limit");
    CHECK(verdict_with("null") == "key /classes/LT/certificate: expected an object");
    CHECK(verdict_with(R"({"kind":"proof"})") ==
          "key /classes/LT/certificate/kind: no kind of certificate is called \"proof\"");
    CHECK(verdict_with(R"({"kind":"deletion","x":"","u":"c","z":""})")
              .starts_with("key /classes/LT/certificate/u: "));
    CHECK(verdict_with(R"({"kind":"deletion","x":"","u":"","z":"","y":""})") ==
          "key /classes/LT/certificate/y: this key is not known; the keys are kind, x, u, z");
    CHECK(verdict_with(R"({"kind":"pairs","pairs":-1})")
              .starts_with("key /classes/LT/certificate/pairs: expected an integer"));
    CHECK(verdict_with(R"({"kind":"order","components":[{"states":[0,0],"period":1}]})") ==
          "key /classes/LT/certificate/components: the components do not hold each state once");
    CHECK(verdict_with(R"({"kind":"order","components":[{"states":[0,1],"period":2}]})") ==
          "key /classes/LT/certificate/components/0: the key \"phases\" is missing");
    CHECK(verdict_with(R"({"kind":"implied","by":"SP","verdicts":[]})") ==
          "key /classes/LT/certificate/by: it is not the class of the only verdict");
    // Unknown keys beside the verdicts, and a table of which only the size is given.
    auto const read = verdicts_from_json(
        {"text",
         R"({"alphabet":["a"],"dfa":{"states":3},"least":[],"classes":{"J":{"member":null,"certificate":null}}})"},
        {});
    REQUIRE(read);
    CHECK_FALSE(read->automaton);
    CHECK(read->other_keys == std::vector<std::string>{"least"});
    CHECK(message_of(R"({"alphabet":["a"],"classes":{}})") ==
          "key /classes: there is no verdict to check");
  }

  TEST_CASE("verdicts inside verdicts have an end") {
    std::string deep = R"({"kind":"table"})";
    for (int i = 0; i < 5000; ++i)
      deep = R"({"kind":"implied","verdicts":[{"class":"LT","member":true,"certificate":)" + deep +
             "}]}";
    auto const read = verdicts_from_json(
        {"text",
         R"({"alphabet":["a"],"classes":{"LT":{"member":true,"certificate":)" + deep + "}}}"},
        {});
    REQUIRE_FALSE(read);
    CHECK(read.error().message.ends_with("verdicts stand inside verdicts too deep"));
  }

  TEST_CASE("no truncation of verdicts is accepted, and no change of a byte crashes") {
    std::uint64_t const seed = 20260715;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    for (certificate const& c : every_kind()) {
      auto const text = to_json(document_with(c));
      for (std::size_t n = 0; n < text.size(); ++n)
        REQUIRE_FALSE(verdicts_from_json({"text", text.substr(0, n)}, {}));
      for (int i = 0; i < 400; ++i) {
        std::string changed = text;
        for (std::uint64_t n = 1 + random() % 3; n > 0; --n)
          changed[random() % changed.size()] = "0123456789abzpq\"{}[]:,.-e\xff"[random() % 27];
        auto const read = verdicts_from_json({"text", changed}, {});
        if (!read) {
          REQUIRE(read.error().where.end <= changed.size());
          REQUIRE(!read.error().message.empty());
        } else if (read->automaton) {
          (void)checking::check(*read->automaton, read->verdicts, {});
        }
      }
    }
  }
}
