// Formulas for LaTeX, against the text that parses back: sign by sign the same.
#include <algorithm>

#include <doctest/doctest.h>

#include "ltlc/logic/first_order.hpp"
#include "support/formula_generator.hpp"

namespace {

using namespace ltlc;

// What stands at the head of a text and how it is written in LaTeX. Longer heads come first.
using latex_heads = std::vector<std::pair<std::string, std::string>>;

latex_heads const& temporal_heads() {
  static latex_heads const heads{{" <-> ", R"( \leftrightarrow )"},
                                 {" -> ", R"( \to )"},
                                 {" & ", R"( \land )"},
                                 {" | ", R"( \lor )"},
                                 {" S ", R"( \mathbin{\mathbf{S}} )"},
                                 {" U ", R"( \mathbin{\mathbf{U}} )"},
                                 {"Y^", R"(\mathbf{Y}^)"},
                                 {"Y ", R"(\mathbf{Y}\,)"},
                                 {"P ", R"(\mathbf{P}\,)"},
                                 {"F ", R"(\mathbf{F}\,)"},
                                 {"X ", R"(\mathbf{X}\,)"},
                                 {"!", R"(\lnot )"},
                                 {"true", R"(\top)"},
                                 {"false", R"(\bot)"}};
  return heads;
}

latex_heads const& sentence_heads() {
  static latex_heads const heads = [] {
    latex_heads all = temporal_heads();
    latex_heads const quantifiers{{"exists ", R"(\exists )"},
                                  {"forall ", R"(\forall )"},
                                  {". ", R"(.\,)"},
                                  {"succ(", R"(\mathrm{succ}()"},
                                  {"last(", R"(\mathrm{last}()"}};
    all.insert(all.end(), quantifiers.begin(), quantifiers.end());
    return all;
  }();
  return heads;
}

// A number's digits from `at` on, which moves past them.
std::string digits(std::string const& text, std::size_t& at) {
  std::string found;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9')
    found += text[at++];
  return found;
}

// The text of print() rewritten from left to right.
std::string rewritten(std::string const& text, latex_heads const& heads) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    auto const starts = [&](std::string const& head) {
      return text.compare(at, head.size(), head) == 0;
    };
    if (starts("MOD(") || starts("LEN(")) {
      std::string const name = text.substr(at, 3);
      at += 4;
      std::string variable;
      if (text[at + 1] == ';') {
        variable = "(" + text.substr(at, 1) + ")";
        at += 2;
      }
      std::string const r = digits(text, at);
      ++at;
      std::string const m = digits(text, at);
      ++at;
      out += "\\mathrm{" + name + "}^{" + r + "}_{" + m + "}" + variable;
      continue;
    }
    auto const known = std::find_if(heads.begin(), heads.end(),
                                    [&](auto const& head) { return starts(head.first); });
    if (known != heads.end()) {
      out += known->second;
      at += known->first.size();
      if (known->first != "Y^") continue;
      out += "{" + digits(text, at) + "}\\,";
      ++at; // the space
      continue;
    }
    char const c = text[at++];
    out += c == 'a' || c == 'b' ? std::string("\\pi_{\\texttt{") + c + "}}" : std::string(1, c);
  }
  return out;
}

} // namespace

TEST_SUITE("logic") {

  TEST_CASE("random formulas: LaTeX has the signs and parentheses of print()") {
    for (unsigned seed = 1; seed <= 400; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::formula_pool pool;
      support::formula_shape shape;
      shape.operators.insert(shape.operators.end(),
                             {logic::op::future, logic::op::next, logic::op::until});
      auto const f = support::random_formula(pool, source, shape, support::below(source, 15));
      CHECK(logic::to_latex(f) == rewritten(logic::print(f), temporal_heads()));
    }
  }

  TEST_CASE("sentences: LaTeX has the signs and parentheses of print()") {
    using logic::variable;
    logic::fo_pool p;
    auto const x = variable::first, y = variable::second;
    auto const a = p.letter("a", x), b = p.letter("b", y);
    for (auto const f :
         {a, p.mod(x, 1, 2), p.length(2, 3), p.less(x), p.less(y), p.equal(), p.successor(y),
          p.last(x), p.truth(), p.falsity(), p.negation(p.less(y)),
          p.conjunction(p.disjunction(a, b), p.negation(p.implication(a, b))),
          p.equivalence(a, p.implication(b, a)),
          p.exists(x, p.conjunction(a, p.forall_before(y, p.disjunction(b, p.successor(y))))),
          p.forall(x, p.implication(a, p.exists_before(y, b))),
          p.conjunction(p.exists(x, a), p.length(0, 2)), p.negation(p.exists(y, b))})
      CHECK(logic::to_latex(f) == rewritten(logic::print(f), sentence_heads()));
    CHECK(logic::to_latex(p.exists(x, p.conjunction(a, p.exists_before(y, b)))) ==
          R"(\exists x.\,(\pi_{\texttt{a}}(x) \land (\exists y<x.\,\pi_{\texttt{b}}(y))))");
  }

  TEST_CASE("letters are escaped, and long formulas are cut") {
    logic::formula_pool pool;
    CHECK(logic::to_latex(pool.letter("a_b")) == R"(\pi_{\texttt{a\_b}})");
    auto f = pool.letter("a");
    for (int i = 0; i < 60; ++i)
      f = pool.conjunction(pool.past(f), pool.past(pool.negation(f)));
    CHECK(logic::to_latex(f, 1000).size() <= 1000 + 3);
  }

} // TEST_SUITE
