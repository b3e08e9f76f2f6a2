#include "ltlc/regex/semantics.hpp"

#include <algorithm>

#include "ltlc/contract.hpp"

namespace ltlc::regex {

namespace {

// Which factors w[i] … w[j-1], 0 <= i <= j <= N, are in a language.
class factors {
public:
  explicit factors(std::size_t length) : size_(length + 1), in_(size_ * size_, false) {}

  static factors empty_word(std::size_t length) {
    factors r(length);
    for (std::size_t i = 0; i <= length; ++i)
      r.put(i, i);
    return r;
  }
  [[nodiscard]] bool has(std::size_t i, std::size_t j) const { return in_[i * size_ + j]; }
  void put(std::size_t i, std::size_t j) { in_[i * size_ + j] = true; }
  [[nodiscard]] std::size_t length() const { return size_ - 1; }

private:
  std::size_t size_;
  std::vector<bool> in_;
};

template <class Holds>
factors where(std::size_t length, Holds const& holds) {
  factors r(length);
  for (std::size_t i = 0; i <= length; ++i)
    for (std::size_t j = i; j <= length; ++j)
      if (holds(i, j)) r.put(i, j);
  return r;
}

factors concatenation(factors const& f, factors const& g) {
  return where(f.length(), [&](std::size_t i, std::size_t j) {
    for (std::size_t k = i; k <= j; ++k)
      if (f.has(i, k) && g.has(k, j)) return true;
    return false;
  });
}

factors power(factors f, std::uint32_t n) {
  factors r = factors::empty_word(f.length());
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) r = concatenation(r, f);
    f = concatenation(f, f);
  }
  return r;
}

// f{least,most} is f^least (() | f)^(most - least); past N optional copies nothing is added.
factors repetition(factors const& f, std::uint32_t least, std::uint32_t most) {
  factors const optional =
      where(f.length(), [&](std::size_t i, std::size_t j) { return i == j || f.has(i, j); });
  auto const n = static_cast<std::uint32_t>(f.length());
  std::uint32_t const extra = most == unbounded ? n : std::min(most - least, n);
  return concatenation(power(f, least), power(optional, extra));
}

bool contains(expression_pool const& pool, letter_set const& set, std::string const& token) {
  bool const named = std::any_of(set.symbols.begin(), set.symbols.end(), [&](term::id symbol) {
    return pool.symbols().name(symbol) == token;
  });
  return named != set.negated;
}

} // namespace

bool matches(expression f, text::alphabet const& sigma, text::word const& w) {
  expression_pool const& pool = *f.pool;
  std::size_t const length = w.size();
  boost::unordered_flat_map<term::id, factors> of;
  for (term::id const i : subexpressions(f)) {
    node const& n = pool[i];
    auto const computed = [&]() -> factors {
      switch (n.kind) {
      case op::nothing:
        return factors(length);
      case op::empty_word:
        return factors::empty_word(length);
      case op::letters:
        return where(length, [&](std::size_t j, std::size_t k) {
          return k == j + 1 && contains(pool, pool.set(n.a), sigma.token(w[j]));
        });
      case op::concatenation:
        return concatenation(of.at(n.a), of.at(n.b));
      case op::alternation:
        return where(length, [&](std::size_t j, std::size_t k) {
          return std::any_of(n.children.begin(), n.children.end(),
                             [&](term::id c) { return of.at(c).has(j, k); });
        });
      case op::intersection:
        return where(length, [&](std::size_t j, std::size_t k) {
          return std::all_of(n.children.begin(), n.children.end(),
                             [&](term::id c) { return of.at(c).has(j, k); });
        });
      case op::complement:
        return where(length, [&](std::size_t j, std::size_t k) { return !of.at(n.a).has(j, k); });
      case op::repetition:
        return repetition(of.at(n.a), n.least, n.most);
      }
      return factors(length);
    };
    of.try_emplace(i, computed());
  }
  return of.at(f.id).has(0, length);
}

} // namespace ltlc::regex
