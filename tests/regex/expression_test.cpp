// The smart constructors against the definition: an expression is built twice, as a node and as the
// set of its words up to a length, and the node's own words are computed from its structure.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "ltlc/regex/expression.hpp"

namespace {

using namespace ltlc;
using regex::expression;
using regex::expression_pool;

using word = std::vector<int>;
using language = std::vector<bool>; // by word index

// All words up to a length over {a, b, c} cut to `letters` many, shortest first.
struct universe {
  std::vector<std::string> letters;
  std::vector<word> words;
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> splits; // by word: prefix, rest

  universe(std::vector<std::string> tokens, std::size_t longest) : letters(std::move(tokens)) {
    words.push_back({});
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i].size() == longest) break;
      for (int a = 0; a < static_cast<int>(letters.size()); ++a) {
        word longer = words[i];
        longer.push_back(a);
        words.push_back(longer);
      }
    }
    for (word const& w : words) {
      splits.emplace_back();
      for (std::size_t cut = 0; cut <= w.size(); ++cut) {
        auto const middle = w.begin() + static_cast<std::ptrdiff_t>(cut);
        splits.back().emplace_back(index({w.begin(), middle}), index({middle, w.end()}));
      }
    }
  }

  [[nodiscard]] std::size_t index(word const& w) const {
    std::size_t start = 0;
    std::size_t count = 1;
    for (std::size_t i = 0; i < w.size(); ++i) {
      start += count;
      count *= letters.size();
    }
    std::size_t offset = 0;
    for (int const a : w)
      offset = offset * letters.size() + static_cast<std::size_t>(a);
    return start + offset;
  }

  [[nodiscard]] language nothing() const { return language(words.size(), false); }
  [[nodiscard]] language empty_word() const {
    language l = nothing();
    l[0] = true;
    return l;
  }
  [[nodiscard]] language set(bool negated, std::vector<std::string> const& tokens) const {
    language l = nothing();
    for (std::size_t a = 0; a < letters.size(); ++a) {
      bool const named = std::find(tokens.begin(), tokens.end(), letters[a]) != tokens.end();
      if (named != negated) l[index({static_cast<int>(a)})] = true;
    }
    return l;
  }
  [[nodiscard]] language concatenation(language const& f, language const& g) const {
    language l = nothing();
    for (std::size_t w = 0; w < words.size(); ++w)
      for (auto const& [left, right] : splits[w])
        l[w] = l[w] || (f[left] && g[right]);
    return l;
  }
  // Counts past the longest word change nothing but the empty word's share: cap them.
  [[nodiscard]] language repetition(language const& f, std::uint32_t least,
                                    std::uint32_t most) const {
    language power = empty_word();
    language l = nothing();
    for (std::uint32_t n = 0; n <= std::min(most, least + 6); ++n) {
      if (n >= least)
        for (std::size_t w = 0; w < words.size(); ++w)
          l[w] = l[w] || power[w];
      power = concatenation(power, f);
    }
    return l;
  }

  [[nodiscard]] language of(expression f) const {
    auto const ids = regex::subexpressions(f);
    std::vector<language> by_id(f.id + 1);
    for (term::id const i : ids) {
      regex::node const& n = (*f.pool)[i];
      language& l = by_id[i];
      switch (n.kind) {
      case regex::op::nothing:
        l = nothing();
        break;
      case regex::op::empty_word:
        l = empty_word();
        break;
      case regex::op::letters: {
        std::vector<std::string> tokens;
        for (term::id const s : f.pool->set(n.a).symbols)
          tokens.push_back(f.pool->symbols().name(s));
        l = set(f.pool->set(n.a).negated, tokens);
        break;
      }
      case regex::op::concatenation:
        l = concatenation(by_id[n.a], by_id[n.b]);
        break;
      case regex::op::alternation:
      case regex::op::intersection:
        l = by_id[n.children.front()];
        for (term::id const c : n.children)
          for (std::size_t w = 0; w < words.size(); ++w)
            l[w] = n.kind == regex::op::alternation ? l[w] || by_id[c][w] : l[w] && by_id[c][w];
        break;
      case regex::op::complement:
        l = by_id[n.a];
        l.flip();
        break;
      case regex::op::repetition:
        l = repetition(by_id[n.a], n.least, n.most);
        break;
      }
      CHECK(l[0] == n.nullable);
    }
    return by_id[f.id];
  }
};

using rng = std::mt19937_64;

std::uint32_t number_below(rng& random, std::uint32_t n) {
  return static_cast<std::uint32_t>(random() % n);
}

// The expression and, for each universe, its language by definition.
struct twin {
  expression node;
  std::vector<language> languages;
};

class generator {
public:
  generator(rng& random, expression_pool& pool, std::vector<universe> const& universes)
      : random_(random), pool_(pool), universes_(universes) {}

  twin make(int size) {
    if (size <= 1) return leaf();
    switch (number_below(random_, 6)) {
    case 0: {
      twin f = make(size - 1);
      f.node = pool_.complement(f.node);
      for (language& l : f.languages)
        l.flip();
      return f;
    }
    case 1:
    case 2: {
      twin f = make(size - 1);
      std::uint32_t const least = number_below(random_, 4);
      std::uint32_t const most =
          number_below(random_, 3) == 0 ? regex::unbounded : least + number_below(random_, 3);
      f.node = pool_.repetition(f.node, least, most);
      for (std::size_t u = 0; u < universes_.size(); ++u)
        f.languages[u] = universes_[u].repetition(f.languages[u], least, most);
      return f;
    }
    default:
      return binary(size);
    }
  }

private:
  twin leaf() {
    twin f;
    std::uint32_t const kind = number_below(random_, 8);
    if (kind == 0) {
      f.node = pool_.nothing();
      for (universe const& u : universes_)
        f.languages.push_back(u.nothing());
    } else if (kind == 1) {
      f.node = pool_.empty_word();
      for (universe const& u : universes_)
        f.languages.push_back(u.empty_word());
    } else {
      std::vector<std::string> tokens;
      for (char const* token : {"a", "b", "c", "to k\\'en"})
        if (number_below(random_, 3) == 0) tokens.emplace_back(token);
      bool const negated = number_below(random_, 3) == 0;
      f.node = pool_.letters(negated, tokens);
      for (universe const& u : universes_)
        f.languages.push_back(u.set(negated, tokens));
    }
    return f;
  }

  twin binary(int size) {
    int const left =
        1 + static_cast<int>(number_below(random_, static_cast<std::uint32_t>(size - 1)));
    twin f = make(left);
    twin const g = make(size - left);
    std::uint32_t const kind = number_below(random_, 3);
    f.node = kind == 0   ? pool_.concatenation(f.node, g.node)
             : kind == 1 ? pool_.alternation({f.node, g.node})
                         : pool_.intersection({f.node, g.node});
    for (std::size_t u = 0; u < universes_.size(); ++u) {
      language& l = f.languages[u];
      if (kind == 0) {
        l = universes_[u].concatenation(l, g.languages[u]);
      } else {
        for (std::size_t w = 0; w < l.size(); ++w)
          l[w] = kind == 1 ? l[w] || g.languages[u][w] : l[w] && g.languages[u][w];
      }
    }
    return f;
  }

  rng& random_;
  expression_pool& pool_;
  std::vector<universe> const& universes_;
};

} // namespace

TEST_SUITE("regex") {
  TEST_CASE("the smart constructors keep the language over every alphabet") {
    std::vector<universe> const universes{
        {{"a"}, 5}, {{"a", "b"}, 4}, {{"a", "b", "c"}, 3}, {{"x"}, 4}, {{"b", "x"}, 4}};
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
      CAPTURE(seed);
      rng random(seed);
      expression_pool pool;
      twin const f = generator(random, pool, universes).make(1 + static_cast<int>(seed % 14));
      CAPTURE(regex::print(f.node));
      for (std::size_t u = 0; u < universes.size(); ++u) {
        CAPTURE(u);
        REQUIRE(universes[u].of(f.node) == f.languages[u]);
      }
    }
  }

  TEST_CASE("children have smaller ids than their parents") {
    rng random(7);
    expression_pool pool;
    std::vector<universe> const none;
    for (int i = 0; i < 200; ++i) {
      expression const f = generator(random, pool, none).make(12).node;
      auto const ids = regex::subexpressions(f);
      CHECK(std::is_sorted(ids.begin(), ids.end()));
      CHECK(ids.back() == f.id);
    }
  }

  TEST_CASE("normal forms are the ones the header names") {
    expression_pool pool;
    expression const a = pool.letter("a");
    expression const b = pool.letter("b");
    expression const nothing = pool.nothing();
    expression const empty = pool.empty_word();
    expression const everything = pool.complement(nothing);
    expression const ab = pool.concatenation(a, b);
    auto const star = [&](expression f) { return pool.repetition(f, 0, regex::unbounded); };

    CHECK(pool.concatenation(nothing, ab) == nothing);
    CHECK(pool.concatenation(ab, nothing) == nothing);
    CHECK(pool.concatenation(empty, ab) == ab);
    CHECK(pool.concatenation(ab, empty) == ab);
    CHECK(pool.concatenation(ab, a) == pool.concatenation(a, pool.concatenation(b, a)));
    CHECK(pool.concatenation(star(a), star(a)) == star(a));
    CHECK(pool.alternation({ab, a, b, ab}) ==
          pool.alternation({pool.letters(false, {"b", "a"}), ab}));
    CHECK(pool.alternation({a, pool.letters(true, {"a", "b"})}) == pool.letters(true, {"b"}));
    CHECK(pool.intersection({pool.letters(false, {"a", "b"}), pool.letters(true, {"a"})}) == b);
    CHECK(pool.intersection({a, b}) == nothing);
    CHECK(pool.alternation({ab, everything}) == everything);
    CHECK(pool.intersection({ab, everything}) == ab);
    CHECK(pool.alternation({}) == nothing);
    CHECK(pool.intersection({}) == everything);
    CHECK(pool.alternation({ab, pool.complement(ab)}) == everything);
    CHECK(pool.intersection({ab, pool.complement(ab)}) == nothing);
    CHECK(pool.complement(pool.complement(ab)) == ab);
    CHECK(pool.repetition(ab, 0, 0) == empty);
    CHECK(pool.repetition(ab, 1, 1) == ab);
    CHECK(star(star(ab)) == star(ab));
    CHECK(star(empty) == empty);
    CHECK(star(nothing) == empty);
    CHECK(star(pool.any()) == everything);
    CHECK(pool.repetition(star(a), 2, 5) == star(a));
    CHECK(pool.repetition(pool.repetition(ab, 0, 1), 3, 3) == pool.repetition(ab, 0, 3));
    CHECK(pool.repetition(pool.repetition(a, 2, 3), 2, 2) == pool.repetition(a, 4, 6));
    CHECK_FALSE(pool.repetition(pool.repetition(a, 2, 2), 0, 2) == pool.repetition(a, 0, 4));
  }

  TEST_CASE("expressions print with as few parentheses as the grammar allows") {
    expression_pool pool;
    expression const a = pool.letter("a");
    expression const b = pool.letter("b");
    expression const open = pool.letter("open");
    expression const ab = pool.concatenation(a, b);
    expression const either = pool.alternation({ab, open});
    CHECK(regex::print(ab) == "ab");
    CHECK(regex::print(either) == "'open'|ab");
    CHECK(regex::print(pool.concatenation(either, a)) == "('open'|ab)a");
    CHECK(regex::print(pool.concatenation(open, open)) == "'open' 'open'");
    CHECK(regex::print(pool.complement(pool.repetition(a, 0, regex::unbounded))) == "~a*");
    CHECK(regex::print(pool.repetition(pool.complement(a), 1, regex::unbounded)) == "(~a)*");
    CHECK(regex::print(pool.complement(pool.nothing())) == ".*");
    CHECK(regex::print(pool.repetition(ab, 2, 2)) == "(ab){2}");
    CHECK(regex::print(pool.repetition(ab, 2, regex::unbounded)) == "(ab){2,}");
    CHECK(regex::print(pool.repetition(ab, 0, 1)) == "(ab)?");
    CHECK(regex::print(pool.intersection({either, pool.complement(ab)})) == "('open'|ab)&~(ab)");
    CHECK(regex::print(pool.letters(true, {"b", "a", "it's"})) == "[^ab'it\\'s']");
    CHECK(regex::print(pool.nothing()) == "[]");
    CHECK(regex::print(pool.empty_word()) == "()");
  }

  TEST_CASE("letters are those that occur, sorted") {
    expression_pool pool;
    expression const unused = pool.letter("zebra");
    expression const f = pool.concatenation(pool.letters(true, {"c", "a"}), pool.letter("b"));
    CHECK(unused.id != f.id);
    CHECK(regex::letters(f) == std::vector<std::string>{"a", "b", "c"});
  }

  TEST_CASE("a chain of 100,000 letters is built, printed and traversed without recursion") {
    expression_pool pool;
    expression chain = pool.empty_word();
    for (int i = 0; i < 100'000; ++i)
      chain = pool.concatenation(pool.letter(i % 2 == 0 ? "a" : "b"), chain);
    CHECK(regex::print(chain).size() == 100'000);
    CHECK(regex::subexpressions(chain).size() == 100'001);
    expression deep = pool.letter("a");
    for (int i = 0; i < 100'000; ++i)
      deep = pool.complement(pool.concatenation(deep, pool.letter("b")));
    CHECK(regex::print(deep).size() == 100'000 * 4 + 1);
  }
}
