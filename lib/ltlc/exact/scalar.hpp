// Exact scalars: finite sums of rational × cos(angle), closed under + and ×, with decided sign.
// An angle is 2π·turns + golden·(2π/φ²) + radians, with rational turns, integer golden, rational
// radians, and at most one of golden and radians not 0 in one scalar's terms. Zero is decided
// exactly: terms with different golden or radians part are linearly independent over the algebraic
// numbers (Gelfond–Schneider; Lindemann–Weierstrass), and within a part the test is linear algebra
// in a cyclotomic field. A nonzero value's sign is found by enclosures of growing precision, which
// ends because zero was excluded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/multiprecision/gmp.hpp>
#include <tl/expected.hpp>

namespace ltlc::exact {

using integer = boost::multiprecision::mpz_int;
using rational = boost::multiprecision::mpq_rational;

struct angle {
  rational turns = 0;      // of a full turn; reduced to [0, 1)
  std::int64_t golden = 0; // multiples of the golden angle 2π/φ², φ = (1+√5)/2
  rational radians = 0;
  friend bool operator==(angle const&, angle const&) = default;
};

[[nodiscard]] angle operator+(angle const& a, angle const& b);
[[nodiscard]] angle operator-(angle const& a, angle const& b);
[[nodiscard]] angle operator*(std::int64_t n, angle const& a);
// An order on angles, for canonical forms; no numerical meaning.
[[nodiscard]] bool key_less(angle const& a, angle const& b);
// cos is even and turns are periodic: the representative of {a, -a} that terms are stored under.
[[nodiscard]] angle even_representative(angle const& a);

class scalar {
public:
  struct term {
    // An even_representative; of it and its opposite (plus half a turn, where cos changes sign) the
    // one with the smaller denominator of turns. cos 0 where the cosine is rational.
    angle at;
    rational coefficient; // not 0
    friend bool operator==(term const&, term const&) = default;
  };

  scalar() = default; // 0
  scalar(rational q);
  scalar(int q) : scalar(rational(q)) {}

  [[nodiscard]] std::vector<term> const& terms() const { return terms_; } // by key_less
  // The value is rational as it is written (one term at angle 0, or none).
  [[nodiscard]] bool is_plainly_rational() const;
  // Pre: is_plainly_rational().
  [[nodiscard]] rational as_rational() const;

  scalar& operator+=(scalar const& other);
  scalar& operator-=(scalar const& other);
  friend scalar operator+(scalar a, scalar const& b) { return a += b; }
  friend scalar operator-(scalar a, scalar const& b) { return a -= b; }
  friend scalar operator*(scalar const& a, scalar const& b);
  friend scalar operator-(scalar const& a);
  // Equal as written: same terms. Two different writings can have one value; see compare().
  friend bool operator==(scalar const&, scalar const&) = default;
  friend scalar cosine(angle const& a);
  friend scalar from_terms(std::vector<term> terms); // any order, repeats allowed

private:
  std::vector<term> terms_;
};

[[nodiscard]] scalar cosine(angle const& a);
[[nodiscard]] scalar sine(angle const& a); // cos(a − ¼ turn)
[[nodiscard]] scalar from_terms(std::vector<scalar::term> terms);

// The two kinds of irrational angle in one value: their independence is not known.
struct mixed_angles {};

// −1, 0, 1. Throws mixed_angles (a programmer's mistake: a head has one kind of angle) when the
// value has both golden and radians parts and is not decided by enclosures at 4096 bits.
[[nodiscard]] int sign(scalar const& s);
[[nodiscard]] int compare(scalar const& a, scalar const& b);
[[nodiscard]] bool is_zero(scalar const& s);

// Equal values have equal hashes only when written alike.
[[nodiscard]] std::size_t hash_value(scalar const& s);

// "3/2 + 128*cos(2pi*1/7) - cos(3*golden)": for people, traces and messages.
[[nodiscard]] std::string print(scalar const& s);
// A decimal that is within one unit of its last digit, for people: "0.3765".
[[nodiscard]] std::string approximate(scalar const& s, int digits);

// "turns:1/7", "golden", "3*golden", "1", "2.5", "-3/8" (radians). Error: what is wrong, one line.
[[nodiscard]] tl::expected<angle, std::string> parse_angle(std::string_view text);
[[nodiscard]] std::string print(angle const& a); // what parse_angle reads, where it can
// "5", "-3/2", "2.5", "1e-3". Error: what is wrong. Exponents are limited to ±100,000.
[[nodiscard]] tl::expected<rational, std::string> parse_rational(std::string_view text);

} // namespace ltlc::exact
