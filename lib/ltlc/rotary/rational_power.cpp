#include "ltlc/rotary/rational_power.hpp"

#include <limits>
#include <utility>

#include "ltlc/contract.hpp"

namespace ltlc::rotary {

namespace {

using exact::integer;
using exact::rational;

struct integer_power {
  integer base; // > 1
  rational exponent;
};

// Multiplies a product of powers of pairwise coprime bases by q^e. Where q shares the factor d > 1
// with one of them, b, that one goes and d^(both), (b/d)^its own and (q/d)^e come: every such step
// makes the product of all bases smaller, so this ends.
void multiply_into(std::vector<integer_power>& coprime, integer_power factor) {
  std::vector<integer_power> pending{std::move(factor)};
  while (!pending.empty()) {
    integer_power next = std::move(pending.back());
    pending.pop_back();
    if (next.base == 1 || next.exponent == 0) continue;
    std::size_t at = 0;
    integer d = 1;
    for (; at < coprime.size(); ++at) {
      d = gcd(coprime[at].base, next.base);
      if (d != 1) break;
    }
    if (at == coprime.size()) {
      coprime.push_back(std::move(next));
      continue;
    }
    integer_power const met = std::move(coprime[at]);
    coprime.erase(coprime.begin() + static_cast<std::ptrdiff_t>(at));
    pending.push_back({d, met.exponent + next.exponent});
    pending.push_back({met.base / d, met.exponent});
    pending.push_back({next.base / d, next.exponent});
  }
}

// The v-th root of q where it is an integer.
std::optional<integer> exact_root(integer const& q, integer const& v) {
  // 2^v > q leaves no root but 1, and q > 1.
  if (v > integer(mpz_sizeinbase(q.backend().data(), 2))) return std::nullopt;
  integer root;
  if (mpz_root(root.backend().data(), q.backend().data(), v.convert_to<unsigned long>()) == 0)
    return std::nullopt;
  return root;
}

} // namespace

std::optional<rational> rational_value(std::vector<power> const& powers) {
  std::vector<integer_power> coprime;
  for (auto const& p : powers) {
    LTLC_EXPECTS(p.base > 0);
    multiply_into(coprime, {numerator(p.base), p.exponent});
    multiply_into(coprime, {denominator(p.base), -p.exponent});
  }
  rational value = 1;
  for (auto const& q : coprime) {
    if (q.exponent == 0) continue;
    auto const root = exact_root(q.base, denominator(q.exponent));
    if (!root) return std::nullopt;
    integer const u = abs(numerator(q.exponent));
    LTLC_EXPECTS(u <= std::numeric_limits<unsigned>::max());
    integer const raised = pow(*root, u.convert_to<unsigned>());
    if (q.exponent > 0) {
      value *= raised;
    } else {
      value /= raised;
    }
  }
  return value;
}

} // namespace ltlc::rotary
