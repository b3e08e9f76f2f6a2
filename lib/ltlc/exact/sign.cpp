// Sign of an exact scalar: enclosures of growing precision, and an exact zero test as soon as they
// do not decide.
//
// The zero test. Terms are grouped by their irrational part γ (even_representative gives γ and −γ
// one sign). With Z_γ = Σ c·e^(2πi·turns), the value is Re Z_0 + Σ_{γ≠0} Re(Z_γ e^(iγ)), and the
// numbers e^(±iγ) of different γ are linearly independent over the algebraic numbers (for radians
// by Lindemann and Weierstrass; golden parts are powers of one number, e^(iπ(3−√5)), that is
// transcendental by Gelfond and Schneider). So the value is 0 iff Z_0 + conj Z_0 = 0 and Z_γ = 0
// for every γ ≠ 0.
//
// A sum Σ c_k ζ^k in Q(ζ_N), with p^e the exact power of a prime p in N: write k mod p^e as
// a·p^(e−1) + b. The powers with different b are independent over Q(ζ_{N/p^(e−1)}), and within one
// b the p values of a have the single relation "their sum is 0". So the sum vanishes iff for every
// b the p partial sums Z_a ∈ Q(ζ_{N/p^e}) are all equal; when some a does not occur, iff each
// vanishes. A prime greater than the number of terms never has all its a, so it only splits the
// terms, and such primes need not be found: N may be huge. Source: [Bosma90] for the bases.
#include <algorithm>
#include <map>
#include <utility>

#include "ltlc/exact/enclosure.hpp"
#include "ltlc/exact/scalar.hpp"

namespace ltlc::exact {

namespace {

using exponent_sum = std::map<integer, rational>; // exponent of ζ_N ↦ coefficient, not 0

struct prime_power {
  integer prime;
  integer power; // p^e
};

void add_to(exponent_sum& sum, integer const& k, rational const& c) {
  auto const [at, fresh] = sum.try_emplace(k, c);
  if (fresh) return;
  at->second += c;
  if (at->second == 0) sum.erase(at);
}

// The prime powers of n whose prime is at most the bound.
std::vector<prime_power> small_prime_powers(integer n, std::size_t bound) {
  std::vector<prime_power> found;
  for (std::size_t p = 2; p <= bound; ++p) {
    if (n % p != 0) continue;
    prime_power q{integer(p), integer(1)};
    while (n % p == 0) {
      n /= p;
      q.power *= p;
    }
    found.push_back(std::move(q));
  }
  return found;
}

// Exponents are taken modulo N by their residues alone: e^(2πi·k/N) is a product of a p^e-th and an
// (N/p^e)-th root of unity, and which primitive roots these are does not matter. The depth of the
// recursion is the number of primes listed.
bool vanishes(exponent_sum const& sum, integer const& modulus,
              std::vector<prime_power> const& primes, std::size_t next) {
  if (sum.empty()) return true;
  if (next == primes.size()) return false; // distinct exponents, and no prime could relate them
  auto const& [p, power] = primes[next];
  integer const rest = modulus / power;
  integer const stride = power / p; // p^(e−1)
  // b ↦ a ↦ Z_a
  std::map<integer, std::map<integer, exponent_sum>> families;
  for (auto const& [k, c] : sum) {
    integer const component = k % power;
    add_to(families[integer(component % stride)][integer(component / stride)], integer(k % rest),
           c);
  }
  for (auto const& [b, family] : families) {
    bool const complete = integer(family.size()) == p;
    exponent_sum const* const least =
        complete ? &std::min_element(family.begin(), family.end(),
                                     [](auto const& x, auto const& y) {
                                       return x.second.size() < y.second.size();
                                     })
                        ->second
                 : nullptr;
    for (auto const& [a, part] : family) {
      exponent_sum difference = part;
      if (complete) {
        for (auto const& [k, c] : *least)
          add_to(difference, k, -c);
      }
      if (!vanishes(difference, rest, primes, next + 1)) return false;
    }
  }
  return true;
}

using term_iterator = std::vector<scalar::term>::const_iterator;

// Whether the terms of one irrational part sum to 0; `real` when that part is 0, so that only the
// real part of Z counts.
bool group_vanishes(term_iterator begin, term_iterator end, bool real) {
  integer modulus = 1;
  for (auto t = begin; t != end; ++t)
    modulus = lcm(modulus, integer(denominator(t->at.turns)));
  exponent_sum sum;
  for (auto t = begin; t != end; ++t) {
    integer const k = numerator(t->at.turns) * (modulus / denominator(t->at.turns));
    add_to(sum, k, t->coefficient);
    if (real) add_to(sum, integer((modulus - k) % modulus), t->coefficient);
  }
  return vanishes(sum, modulus, small_prime_powers(modulus, sum.size()), 0);
}

enum class zero_answer { zero, nonzero, unknown };

zero_answer zero_test(scalar const& s) {
  bool any_group = false, golden = false, radians = false;
  auto const& terms = s.terms();
  for (auto begin = terms.begin(); begin != terms.end();) {
    auto end = begin;
    while (end != terms.end() && end->at.golden == begin->at.golden &&
           end->at.radians == begin->at.radians) {
      ++end;
    }
    bool const real = begin->at.golden == 0 && begin->at.radians == 0;
    if (!group_vanishes(begin, end, real)) {
      any_group = true;
      golden = golden || begin->at.golden != 0;
      radians = radians || begin->at.radians != 0;
    }
    begin = end;
  }
  if (!any_group) return zero_answer::zero;
  return golden && radians ? zero_answer::unknown : zero_answer::nonzero;
}

} // namespace

int sign(scalar const& s) {
  if (s.is_plainly_rational()) return s.as_rational().sign();
  constexpr mpfr_prec_t first = 64, last_when_mixed = 4096;
  bool known_nonzero = false;
  for (mpfr_prec_t bits = first;; bits *= 2) {
    if (int const decided = enclose(s, bits).certain_sign(); decided != 0) return decided;
    if (!known_nonzero) {
      auto const answer = zero_test(s);
      if (answer == zero_answer::zero) return 0;
      known_nonzero = answer == zero_answer::nonzero;
    }
    if (!known_nonzero && bits >= last_when_mixed) throw mixed_angles{};
  }
}

int compare(scalar const& a, scalar const& b) {
  if (a == b) return 0;
  return sign(a - b);
}

bool is_zero(scalar const& s) {
  return sign(s) == 0;
}

} // namespace ltlc::exact
