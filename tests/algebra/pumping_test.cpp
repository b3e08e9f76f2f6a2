// No formula up to a depth tells two words apart iff they have the same type of that depth where it
// is read. Types are computed from the definition: what a position carries, and the set of types
// (one level less) of the positions that an operator can look at.
#include "ltlc/algebra/pumping.hpp"

#include <doctest/doctest.h>

#include "algebra/by_definition.hpp"
#include "ltlc/algebra/classify.hpp"

using namespace ltlc;
using evidence::class_id;
using evidence::membership;

namespace {

struct sight {
  bool before = false;       // P
  bool since = false;        // S
  bool after = false;        // F
  std::uint64_t back = 0;    // letters that Y reaches
  std::uint64_t ahead = 0;   // letters that X reaches
  std::uint64_t modulus = 1; // of MOD
  bool at_start = false;     // read before the first letter
};

sight sight_of(class_id id, std::uint64_t depth, std::uint64_t k) {
  using enum class_id;
  switch (id) {
  case ltl_p:
    return {.before = true};
  case ltl_p_mod:
    return {.before = true, .modulus = k};
  case ltl_y:
    return {.back = depth};
  case ltl_p_y:
    return {.before = true, .back = depth};
  case ltl_p_y_mod:
    return {.before = true, .back = depth, .modulus = k};
  case ltl_f:
    return {.after = true, .at_start = true};
  case ltl_p_f:
    return {.before = true, .after = true};
  case ltl_p_f_mod:
    return {.before = true, .after = true, .modulus = k};
  case ltl_p_f_y_x:
    return {.before = true, .after = true, .back = depth, .ahead = depth};
  case ltl_p_f_y_x_mod:
    return {.before = true, .after = true, .back = depth, .ahead = depth, .modulus = k};
  case ltl_s:
    return {.before = true, .since = true};
  case ltl_s_mod:
    return {.before = true, .since = true, .modulus = k};
  case rdef:
    return {.ahead = depth, .at_start = true};
  default:
    FAIL("no logic");
    return {};
  }
}

// Types as numbers, the same for equal types of any word.
class types {
public:
  explicit types(sight s) : s_(s) {}

  // The type of the word's end (or beginning).
  std::size_t of(text::word const& w, std::uint64_t depth) {
    std::size_t const n = w.size();
    std::vector<std::size_t> label;
    for (std::size_t i = 0; i <= n + 1; ++i)
      label.push_back(number(carried(w, i)));
    std::vector<std::size_t> type = label;
    for (; depth > 0; --depth) {
      std::vector<std::size_t> deeper;
      for (std::size_t i = 0; i <= n + 1; ++i)
        deeper.push_back(number(seen_from(i, n, label[i], type)));
      type = deeper;
    }
    return type[s_.at_start ? 0 : n + 1];
  }

private:
  std::vector<std::size_t> carried(text::word const& w, std::size_t i) const {
    auto const letter = [&](std::size_t j) { return j >= 1 && j <= w.size() ? w[j - 1] + 1u : 0u; };
    std::vector<std::size_t> all{letter(i), i % s_.modulus};
    for (std::uint64_t d = 1; d <= s_.back; ++d)
      all.push_back(i > d ? letter(i - d) : 0);
    for (std::uint64_t d = 1; d <= s_.ahead; ++d)
      all.push_back(letter(i + d));
    return all;
  }

  std::vector<std::size_t> seen_from(std::size_t i, std::size_t n, std::size_t label,
                                     std::vector<std::size_t> const& type) {
    std::set<std::size_t> before, after;
    std::set<std::size_t> between;
    for (std::size_t j = std::min(i, n + 1); s_.before && j-- > 1;) {
      before.insert(s_.since ? number({type[j], number({between.begin(), between.end()})})
                             : type[j]);
      if (s_.since) between.insert(type[j]);
    }
    for (std::size_t j = i + 1; s_.after && j <= n; ++j)
      after.insert(type[j]);
    return {label, number({before.begin(), before.end()}), number({after.begin(), after.end()})};
  }

  std::size_t number(std::vector<std::size_t> const& what) {
    return numbers_.try_emplace(what, numbers_.size()).first->second;
  }

  sight s_;
  std::map<std::vector<std::size_t>, std::size_t> numbers_;
};

void confirm(automaton::dfa const& a, evidence::verdict const& v, std::uint64_t depth,
             std::uint64_t k) {
  auto const words = algebra::pump(a, v, depth, k, {}).value();
  REQUIRE(words.has_value());
  auto const& [inside, outside] = *words;
  CHECK(automaton::accepts(a, inside));
  CHECK(!automaton::accepts(a, outside));
  if (v.id == class_id::j) {
    // Subwords of length up to the depth.
    auto const subwords = [&](text::word const& w) {
      std::set<text::word> found{{}};
      for (text::letter const x : w)
        for (text::word longer : std::set<text::word>(found))
          if (longer.size() < depth) {
            longer.push_back(x);
            found.insert(longer);
          }
      return found;
    };
    CHECK(subwords(inside) == subwords(outside));
    return;
  }
  if (v.id == class_id::gdef) {
    REQUIRE(std::min(inside.size(), outside.size()) >= depth);
    auto const d = static_cast<std::ptrdiff_t>(depth);
    CHECK(std::equal(inside.begin(), inside.begin() + d, outside.begin()));
    CHECK(std::equal(inside.end() - d, inside.end(), outside.end() - d));
    return;
  }
  types t(sight_of(v.id, depth, k));
  CHECK(t.of(inside, depth) == t.of(outside, depth));
}

} // namespace

TEST_SUITE("algebra") {
  TEST_CASE("pumped words have one type and different verdicts") {
    std::uint64_t const seed = 20261130;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::array<std::size_t, evidence::class_count> tried{};
    for (int i = 0; i < 400; ++i) {
      CAPTURE(i);
      auto const a = automaton::minimize(by_definition::random_automaton(random, 5));
      if (a->states() == 1 || !by_definition::elements(*a, 60)) continue;
      for (auto const& v : algebra::classify(a, {}, {}).verdicts) {
        bool const of_formulas =
            v.id <= class_id::j || v.id == class_id::rdef || v.id == class_id::gdef;
        if (v.answer != membership::not_member) continue;
        INFO(evidence::info(v.id).name);
        CAPTURE(a->delta);
        if (!of_formulas) {
          CHECK(!algebra::pump(*a, v, 2, 1, {}).value().has_value());
          continue;
        }
        std::uint64_t const depth = random() % 3;
        std::uint64_t const k = 1 + random() % 3;
        CAPTURE(depth);
        CAPTURE(k);
        confirm(*a, v, depth, k);
        ++tried[static_cast<std::size_t>(v.id)];
      }
    }
    for (auto const& c : evidence::class_table())
      if (c.id <= class_id::j) {
        INFO(c.name);
        CHECK(tried[static_cast<std::size_t>(c.id)] > 20);
      }
  }

  TEST_CASE("the types that the test compares tell words apart when they should") {
    // ab and ba, by P; aab and ab by depth 2 and no less.
    CHECK(types({.before = true}).of({0, 1}, 1) == types({.before = true}).of({0, 1}, 1));
    types p({.before = true});
    CHECK(p.of({0, 1}, 1) == p.of({1, 0}, 1));
    CHECK(p.of({0, 1}, 2) != p.of({1, 0}, 2));
    types modular({.before = true, .modulus = 2});
    CHECK(modular.of({0, 1}, 1) != modular.of({1, 0}, 1));
    types since({.before = true, .since = true});
    CHECK(since.of({0, 1, 0, 1}, 1) != since.of({0, 1, 1, 0}, 1));
    types late({.before = true, .back = 1});
    CHECK(late.of({0, 1}, 0) != late.of({1, 0}, 0));
  }

  TEST_CASE("words of a refusal get lengths that any number divides") {
    std::uint64_t const seed = 20261201;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    std::size_t tried = 0;
    for (int i = 0; i < 300; ++i) {
      auto const a = automaton::minimize(by_definition::random_automaton(random, 6));
      for (class_id const id : {class_id::ltl_p_mod, class_id::ltl_p_y_mod}) {
        auto const v = algebra::decide(a, id, {});
        if (v.answer != membership::not_member) continue;
        auto const& c = std::get<evidence::state_pair_certificate>(v.proof);
        std::uint64_t const k = 1 + random() % 40;
        auto const longer = algebra::with_lengths_divisible_by(*a, c, k, {}).value();
        ++tried;
        CHECK(longer.modulus % k == 0);
        CHECK(longer.u.size() % k == 0);
        CHECK(longer.v.size() % k == 0);
        CHECK(automaton::run(*a, c.p, longer.u) == c.q);
        CHECK(automaton::run(*a, c.q, longer.v) == c.p);
        if (longer.e) {
          CHECK(longer.e->size() % k == 0);
          CHECK(automaton::run(*a, c.p, *longer.e) == c.p);
          CHECK(automaton::run(*a, c.q, *longer.e) == c.q);
        }
      }
    }
    CHECK(tried > 100);
    budget::budget small;
    small.max_bytes = 1000;
    auto const parity =
        automaton::minimize(by_definition::automaton_of(2, 2, {0, 1, 1, 0}, {true, false}));
    auto const v = algebra::decide(parity, class_id::ltl_p_mod, {});
    CHECK(!algebra::with_lengths_divisible_by(
               *parity, std::get<evidence::state_pair_certificate>(v.proof), 1'000'003, small)
               .has_value());
  }
}
