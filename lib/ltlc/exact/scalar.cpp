// Terms are kept sorted by angle and merged, so that a value has one writing as far as plain
// arithmetic sees it; relations between roots of unity are left to the zero test (sign.cpp).
#include "ltlc/exact/scalar.hpp"

#include <algorithm>
#include <utility>

#include "ltlc/contract.hpp"

namespace ltlc::exact {

namespace {

rational fractional_part(rational const& q) {
  integer const n = numerator(q);
  integer const d = denominator(q);
  if (n >= 0 && n < d) return q;
  integer r = n % d; // sign of n
  if (r < 0) r += d;
  return rational(r, d);
}

bool is_zero_angle(angle const& a) {
  return a.turns == 0 && a.golden == 0 && a.radians == 0;
}

// cos(a + ½ turn) = −cos a: of the two angles, the one with the smaller denominator of turns (then
// the smaller turns) is kept, so that such terms meet and cancel.
void fold_half_turn(scalar::term& t) {
  static rational const half(1, 2);
  angle const opposite = even_representative(t.at + angle{half, 0, 0});
  int const order = denominator(opposite.turns).compare(denominator(t.at.turns));
  if (order > 0 || (order == 0 && opposite.turns >= t.at.turns)) return;
  t.at = opposite;
  t.coefficient = -t.coefficient;
}

// cos of a rational angle is rational at multiples of 1/6 and 1/4 turn only (Source: [Niven56,
// Cor. 3.12]); folding has left 0, 1/4 and 1/3 of these. They are written as multiples of cos 0.
void simplify(scalar::term& t) {
  fold_half_turn(t);
  if (t.at.golden != 0 || t.at.radians != 0) return;
  static rational const quarter(1, 4), third(1, 3);
  if (t.at.turns == quarter) {
    t = {angle{}, 0};
  } else if (t.at.turns == third) {
    t = {angle{}, -t.coefficient / 2};
  }
}

// The sum of two sorted lists of terms, the second one scaled by sign.
std::vector<scalar::term> merged(std::vector<scalar::term> const& a,
                                 std::vector<scalar::term> const& b, int sign) {
  std::vector<scalar::term> sum;
  sum.reserve(a.size() + b.size());
  auto i = a.begin();
  auto j = b.begin();
  auto const push_signed = [&](scalar::term const& t) {
    sum.push_back(t);
    if (sign < 0) sum.back().coefficient = -t.coefficient;
  };
  while (i != a.end() && j != b.end()) {
    if (key_less(i->at, j->at)) {
      sum.push_back(*i++);
    } else if (key_less(j->at, i->at)) {
      push_signed(*j++);
    } else {
      rational c = i->coefficient;
      if (sign < 0) {
        c -= j->coefficient;
      } else {
        c += j->coefficient;
      }
      if (c != 0) sum.push_back({i->at, std::move(c)});
      ++i;
      ++j;
    }
  }
  sum.insert(sum.end(), i, a.end());
  for (; j != b.end(); ++j)
    push_signed(*j);
  return sum;
}

} // namespace

angle operator+(angle const& a, angle const& b) {
  return {fractional_part(a.turns + b.turns), a.golden + b.golden, a.radians + b.radians};
}

angle operator-(angle const& a, angle const& b) {
  return {fractional_part(a.turns - b.turns), a.golden - b.golden, a.radians - b.radians};
}

angle operator*(std::int64_t n, angle const& a) {
  return {fractional_part(a.turns * n), n * a.golden, a.radians * n};
}

bool key_less(angle const& a, angle const& b) {
  if (a.golden != b.golden) return a.golden < b.golden;
  if (int const c = a.radians.compare(b.radians); c != 0) return c < 0;
  return a.turns < b.turns;
}

// The sign is fixed by the irrational part where there is one, so that all terms with one
// irrational part up to sign are stored with the same part: the zero test relies on that.
angle even_representative(angle const& a) {
  angle const plain{fractional_part(a.turns), a.golden, a.radians};
  bool negate = plain.golden < 0;
  if (plain.golden == 0) negate = plain.radians < 0;
  if (plain.golden == 0 && plain.radians == 0) negate = plain.turns > rational(1, 2);
  if (!negate) return plain;
  return {fractional_part(-plain.turns), -plain.golden, -plain.radians};
}

scalar::scalar(rational q) {
  if (q != 0) terms_.push_back({angle{}, std::move(q)});
}

bool scalar::is_plainly_rational() const {
  return terms_.empty() || (terms_.size() == 1 && is_zero_angle(terms_.front().at));
}

rational scalar::as_rational() const {
  LTLC_EXPECTS(is_plainly_rational());
  return terms_.empty() ? rational(0) : terms_.front().coefficient;
}

scalar& scalar::operator+=(scalar const& other) {
  terms_ = merged(terms_, other.terms_, 1);
  return *this;
}

scalar& scalar::operator-=(scalar const& other) {
  terms_ = merged(terms_, other.terms_, -1);
  return *this;
}

scalar operator-(scalar const& a) {
  scalar negated = a;
  for (auto& t : negated.terms_)
    t.coefficient = -t.coefficient;
  return negated;
}

scalar operator*(scalar const& a, scalar const& b) {
  if (a.terms_.empty() || b.terms_.empty()) return {};
  if (a.is_plainly_rational() || b.is_plainly_rational()) {
    bool const left = a.is_plainly_rational();
    rational const& factor = (left ? a : b).terms_.front().coefficient;
    scalar scaled = left ? b : a;
    for (auto& t : scaled.terms_)
      t.coefficient *= factor;
    return scaled;
  }
  // cos A cos B = (cos(A + B) + cos(A − B)) / 2
  std::vector<scalar::term> products;
  products.reserve(2 * a.terms_.size() * b.terms_.size());
  for (auto const& s : a.terms_) {
    for (auto const& t : b.terms_) {
      rational const half = s.coefficient * t.coefficient / 2;
      products.push_back({s.at + t.at, half});
      products.push_back({s.at - t.at, half});
    }
  }
  return from_terms(std::move(products));
}

scalar from_terms(std::vector<scalar::term> terms) {
  for (auto& t : terms) {
    t.at = even_representative(t.at);
    simplify(t);
  }
  std::sort(terms.begin(), terms.end(),
            [](scalar::term const& a, scalar::term const& b) { return key_less(a.at, b.at); });
  scalar sum;
  for (auto& t : terms) {
    if (!sum.terms_.empty() && sum.terms_.back().at == t.at) {
      sum.terms_.back().coefficient += t.coefficient;
    } else {
      if (!sum.terms_.empty() && sum.terms_.back().coefficient == 0) sum.terms_.pop_back();
      sum.terms_.push_back(std::move(t));
    }
  }
  if (!sum.terms_.empty() && sum.terms_.back().coefficient == 0) sum.terms_.pop_back();
  return sum;
}

scalar cosine(angle const& a) {
  return from_terms({{a, rational(1)}});
}

scalar sine(angle const& a) {
  return cosine(a - angle{rational(1, 4), 0, 0});
}

std::size_t hash_value(scalar const& s) {
  std::size_t seed = s.terms().size();
  auto const mix = [&seed](std::size_t h) {
    seed ^= h + 0x9e3779b97f4a7c15U + (seed << 6) + (seed >> 2);
  };
  for (auto const& t : s.terms()) {
    mix(hash_value(t.at.turns));
    mix(std::hash<std::int64_t>{}(t.at.golden));
    mix(hash_value(t.at.radians));
    mix(hash_value(t.coefficient));
  }
  return seed;
}

} // namespace ltlc::exact
