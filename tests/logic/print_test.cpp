#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/text/diagnostic.hpp"
#include "reader.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using logic::op;
using logic::variable;

namespace {

void check_reads_back(logic::formula_pool& pool, logic::formula f) {
  for (bool const unicode : {false, true}) {
    auto const text = logic::print(f, {.unicode = unicode});
    auto const back = support::formula_reader(text, pool, unicode).read();
    if (!back || *back != f) FAIL_CHECK("does not read back: " << text);
  }
}

// Every leaf a letter of its own, so that two different trees are never the same node.
logic::formula tree(logic::formula_pool& pool, support::random& source, std::size_t operators,
                    int& leaves) {
  static std::vector<op> const kinds{op::negation,    op::conjunction, op::disjunction,
                                     op::implication, op::equivalence, op::past,
                                     op::yesterday,   op::since,       op::until};
  if (operators == 0) return pool.letter(std::string("a").append(std::to_string(leaves++)));
  auto const kind = support::one_of(source, kinds);
  if (logic::info(kind).arity == 1)
    return logic::apply(pool, kind, tree(pool, source, operators - 1, leaves));
  auto const left = support::below(source, operators);
  auto const f = tree(pool, source, left, leaves);
  return logic::apply(pool, kind, f, tree(pool, source, operators - 1 - left, leaves));
}

// The texts with one matching pair of parentheses taken out.
std::vector<std::string> with_a_pair_less(std::string const& text) {
  std::vector<std::string> texts;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') open.push_back(i);
    if (text[i] != ')') continue;
    std::string less = text;
    less.erase(i, 1);
    less.erase(open.back(), 1);
    open.pop_back();
    texts.push_back(less);
  }
  return texts;
}

logic::fo_formula shared(logic::fo_pool& pool, std::size_t levels) {
  auto f = pool.letter("a", variable::first);
  for (std::size_t i = 0; i < levels; ++i)
    f = pool.conjunction(f, pool.negation(f));
  return pool.exists(variable::first, f);
}

} // namespace

TEST_SUITE("logic") {
  TEST_CASE("formulas are written with spaces and the fewest parentheses") {
    logic::formula_pool p;
    auto const a = p.letter("a");
    auto const b = p.letter("b");
    auto const c = p.letter("c");
    auto const d = p.letter("d");
    auto const ab = p.conjunction(a, b);
    CHECK(logic::print(p.conjunction(ab, c)) == "a & b & c");
    CHECK(logic::print(p.conjunction(d, ab)) == "d & (a & b)");
    CHECK(logic::print(p.disjunction(ab, p.conjunction(b, c))) == "a & b | b & c");
    CHECK(logic::print(p.conjunction(a, p.disjunction(b, c))) == "a & (b | c)");
    CHECK(logic::print(p.since(a, p.since(b, c))) == "a S b S c");
    CHECK(logic::print(p.since(p.since(a, b), c)) == "(a S b) S c");
    CHECK(logic::print(p.until(p.since(a, b), c)) == "(a S b) U c");
    CHECK(logic::print(p.implication(a, p.implication(b, c))) == "a -> b -> c");
    CHECK(logic::print(p.implication(p.implication(a, b), c)) == "(a -> b) -> c");
    CHECK(logic::print(p.equivalence(p.equivalence(a, b), c)) == "a <-> b <-> c");
    CHECK(logic::print(p.equivalence(d, p.equivalence(a, b))) == "d <-> (a <-> b)");
    CHECK(logic::print(p.past(p.past(a))) == "P P a");
    CHECK(logic::print(p.past(p.negation(a))) == "P !a");
    CHECK(logic::print(p.negation(p.past(a))) == "!P a");
    CHECK(logic::print(p.past(ab)) == "P (a & b)");
    CHECK(logic::print(p.negation(ab)) == "!(a & b)");
    CHECK(logic::print(p.yesterday(a)) == "Y a");
    CHECK(logic::print(p.yesterday(a, 12)) == "Y^12 a");
    CHECK(logic::print(p.since(p.past(a), p.mod(1, 2))) == "P a S MOD(1,2)");
    CHECK(logic::print(p.past(p.truth())) == "P true");
    CHECK(logic::print(p.equivalence(p.negation(a), p.past(p.truth())), {.unicode = true}) ==
          "¬a ↔ P ⊤");
  }

  TEST_CASE("a letter that would not read as itself is quoted") {
    CHECK(logic::is_bare_letter("a"));
    CHECK(logic::is_bare_letter("0"));
    CHECK(logic::is_bare_letter("open_2"));
    logic::formula_pool p;
    for (std::string const token : {"", "A", "P", "Pa", "true", "false", "exists", "forall", "_a",
                                    "a-b", "ö", "(", "it's", "\\", "a b", "'"}) {
      CAPTURE(token);
      CHECK_FALSE(logic::is_bare_letter(token));
      CHECK(logic::print(p.letter(token)) == text::quoted(token));
      check_reads_back(p, p.past(p.letter(token)));
    }
    CHECK(logic::print(p.past(p.letter("trues"))) == "P trues");
  }

  TEST_CASE("every small formula reads back as itself") {
    logic::formula_pool pool;
    std::vector<op> kinds;
    for (auto const& row : logic::operators)
      if (row.arity >= 1) kinds.push_back(row.kind);
    auto const all =
        support::all_formulas(pool, {pool.letter("a"), pool.letter("P"), pool.mod(1, 2)}, kinds, 2);
    for (auto const f : all)
      check_reads_back(pool, f);
  }

  TEST_CASE("random formulas read back as themselves") {
    support::formula_shape shape;
    for (auto const kind : {op::future, op::next, op::until})
      shape.operators.push_back(kind);
    shape.letters = {"a", "b1", "X", "it's", "true"};
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::formula_pool pool;
      check_reads_back(pool, support::random_formula(pool, source, shape, seed % 30));
    }
  }

  TEST_CASE("no pair of parentheses can be left out") {
    std::size_t pairs = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::formula_pool pool;
      int leaves = 0;
      auto const f = tree(pool, source, 2 + seed % 10, leaves);
      auto const text = logic::print(f);
      check_reads_back(pool, f);
      for (auto const& less : with_a_pair_less(text)) {
        ++pairs;
        CHECK_MESSAGE(support::formula_reader(less, pool, false).read() != f, text);
      }
    }
    CHECK(pairs > 1000);
  }

  TEST_CASE("a text longer than asked for is cut, however large it would be") {
    logic::formula_pool pool;
    auto f = pool.letter("a");
    for (int i = 0; i < 200; ++i)
      f = pool.since(f, pool.past(f)); // 2^200 leaves
    auto const text = logic::print(f, {.unicode = false, .max_bytes = 50});
    CHECK(text.size() == 50 + std::string("…").size());
    CHECK(text::is_utf8(text));
    CHECK(logic::print(pool.letter("a"), {.unicode = false, .max_bytes = 1}) == "a");
    for (std::size_t limit = 0; limit <= 12; ++limit) {
      auto const g = pool.negation(pool.conjunction(pool.letter("a"), pool.letter("ö")));
      auto const cut = logic::print(g, {.unicode = true, .max_bytes = limit});
      CHECK(text::is_utf8(cut));
      CHECK(cut == text::cut(logic::print(g, {.unicode = true}), limit));
    }
    logic::fo_pool fo;
    auto const sentence = logic::print(shared(fo, 200), {.max_bytes = 40});
    CHECK(sentence.size() == 40 + std::string("…").size());
  }

  TEST_CASE("sentences are written with quantifiers in parentheses wherever they are operands") {
    logic::fo_pool p;
    auto const x = variable::first;
    auto const y = variable::second;
    auto const a = p.letter("a", x);
    auto const b = p.letter("b", y);
    CHECK(logic::print(p.exists(x, a)) == "exists x. a(x)");
    CHECK(logic::print(p.forall(x, a)) == "forall x. a(x)");
    CHECK(logic::print(p.exists(x, p.conjunction(a, p.exists_before(y, b)))) ==
          "exists x. (a(x) & (exists y<x. b(y)))");
    CHECK(logic::print(p.exists(x, p.forall_before(y, p.implication(b, p.less(x))))) ==
          "exists x. forall y<x. (b(y) -> x<y)");
    CHECK(logic::print(p.negation(p.exists(x, a))) == "!(exists x. a(x))");
    CHECK(logic::print(p.exists(x, p.exists_before(y, p.negation(p.less(y))))) ==
          "exists x. exists y<x. !(y<x)");
    CHECK(logic::print(p.exists(x, p.exists_before(y, p.conjunction(p.equal(), p.successor(y))))) ==
          "exists x. exists y<x. (x=y & succ(y,x))");
    CHECK(logic::print(p.conjunction(p.length(1, 2), p.exists(y, p.mod(y, -1, 3)))) ==
          "LEN(1,2) & (exists y. MOD(y;2,3))");
    CHECK(logic::print(p.exists(x, p.letter("succ", x))) == "exists x. 'succ'(x)");
    CHECK(logic::print(p.exists(x, p.letter("x", x))) == "exists x. 'x'(x)");
    CHECK(logic::print(p.exists(x, p.conjunction(p.last(x), p.letter("last", x)))) ==
          "exists x. (last(x) & 'last'(x))");
    CHECK(logic::print(p.exists(x, p.forall_before(y, p.disjunction(p.negation(a), p.truth()))),
                       {.unicode = true}) == "∃x. ∀y<x. (¬a(x) ∨ ⊤)");
  }

  TEST_CASE("random sentences read back as themselves, however far a quantifier reaches") {
    support::sentence_shape shape;
    shape.letters = {"a", "x", "succ", "last", "it's", "P"};
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::fo_pool pool;
      auto const f = support::random_sentence(pool, source, shape, seed % 20);
      auto const text = logic::print(f);
      for (bool const far : {false, true}) {
        auto const back = support::sentence_reader(text, pool, far).read();
        CHECK_MESSAGE((back && *back == f), text);
      }
    }
  }

  TEST_CASE("a sentence may be far deeper than the machine's stack") {
    logic::fo_pool pool;
    auto f = pool.letter("a", variable::first);
    for (int i = 0; i < 100000; ++i) {
      auto const bound = i % 2 == 0 ? variable::first : variable::second;
      f = pool.exists_before(bound, f);
    }
    CHECK(logic::print(f).size() > 100000);
    CHECK(logic::subformulas(f).size() == 100001);
  }
}
