#include "ltlc/synthesis/residues.hpp"

#include <algorithm>
#include <numeric>

#include "ltlc/contract.hpp"

namespace ltlc::synthesis {
namespace {

constexpr std::uint64_t largest_modulus = (std::uint64_t{1} << 32) - 1; // that a MOD can have

// MOD(r,m), split into prime powers when m is too large for one.
logic::formula single(std::uint64_t r, std::uint64_t m, logic::formula_pool& pool) {
  if (m <= largest_modulus)
    return pool.mod(static_cast<std::int64_t>(r), static_cast<std::int64_t>(m));
  logic::formula all = pool.truth();
  for (std::uint64_t p = 2; m > 1; ++p) {
    if (p * p > m) p = m;
    std::uint64_t power = 1;
    for (; m % p == 0; m /= p)
      power *= p;
    if (power > 1)
      all = pool.conjunction(
          all, pool.mod(static_cast<std::int64_t>(r % power), static_cast<std::int64_t>(power)));
  }
  return all;
}

// Every residue r of the set has r + m/p in it too.
bool repeats(residue_set const& s, std::uint64_t shift) {
  return std::all_of(s.residues.begin(), s.residues.end(), [&](std::uint64_t r) {
    return std::binary_search(s.residues.begin(), s.residues.end(), (r + shift) % s.modulus);
  });
}

} // namespace

bool residue_set::contains(std::uint64_t i) const {
  return std::binary_search(residues.begin(), residues.end(), i % modulus);
}

residue_set every_position() {
  return {1, {0}};
}

residue_set normal(std::uint64_t modulus, std::vector<std::uint64_t> residues) {
  LTLC_EXPECTS(modulus >= 1);
  std::sort(residues.begin(), residues.end());
  residues.erase(std::unique(residues.begin(), residues.end()), residues.end());
  residue_set s{modulus, std::move(residues)};
  if (s.never()) return {};
  if (s.residues.size() == 1) return s; // no shift but 0 keeps it
  std::uint64_t rest = modulus;
  for (std::uint64_t p = 2; rest > 1; ++p) {
    if (p * p > rest) p = rest;
    for (; rest % p == 0; rest /= p) {
      if (s.residues.size() % p != 0 || !repeats(s, s.modulus / p)) continue;
      s.modulus /= p;
      s.residues.resize(s.residues.size() / p); // those below the new modulus come first
    }
  }
  return s;
}

residue_set complement(residue_set const& r) {
  std::vector<std::uint64_t> others;
  for (std::uint64_t i = 0; i < r.modulus; ++i)
    if (!r.contains(i)) others.push_back(i);
  return normal(r.modulus, std::move(others));
}

residue_set united(residue_set const& r, residue_set const& s) {
  std::uint64_t const m = std::lcm(r.modulus, s.modulus);
  std::vector<std::uint64_t> all;
  for (residue_set const* part : {&r, &s})
    for (std::uint64_t const residue : part->residues)
      for (std::uint64_t i = residue; i < m; i += part->modulus)
        all.push_back(i);
  return normal(m, std::move(all));
}

residue_set common(residue_set const& r, residue_set const& s) {
  if (r.never() || s.always()) return r;
  if (s.never() || r.always()) return s;
  std::uint64_t const m = std::lcm(r.modulus, s.modulus);
  std::vector<std::uint64_t> both;
  for (std::uint64_t const residue : r.residues)
    for (std::uint64_t i = residue; i < m; i += r.modulus)
      if (s.contains(i)) both.push_back(i);
  return normal(m, std::move(both));
}

logic::formula to_formula(residue_set const& r, logic::formula_pool& pool) {
  if (r.always()) return pool.truth();
  bool const few = 2 * r.residues.size() <= r.modulus;
  residue_set const& named = few ? r : complement(r);
  logic::formula any = pool.falsity();
  for (std::uint64_t const residue : named.residues)
    any = pool.disjunction(any, single(residue, named.modulus, pool));
  return few ? any : pool.negation(any);
}

} // namespace ltlc::synthesis
