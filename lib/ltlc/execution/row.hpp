// A vector of activations that can be stored once and named by an id: rows that are written alike
// are computed with alike, so ids stand for rows in every table of the forward pass.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/container_hash/hash.hpp>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/term/pool.hpp"

namespace ltlc::execution {

// Numbers are the same when their bits are: −0 is not 0, and a NaN is itself.
[[nodiscard]] inline bool written_alike(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
[[nodiscard]] inline bool written_alike(exact::scalar const& a, exact::scalar const& b) {
  return a == b;
}
[[nodiscard]] inline std::size_t writing_hash(double a) {
  return boost::hash<std::uint64_t>{}(std::bit_cast<std::uint64_t>(a));
}
[[nodiscard]] inline std::size_t writing_hash(exact::scalar const& a) {
  return exact::hash_value(a);
}

template <class Value>
struct row {
  std::vector<Value> values;
  friend bool operator==(row const& a, row const& b) {
    return std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                      [](Value const& x, Value const& y) { return written_alike(x, y); });
  }
};

struct row_hash {
  template <class Value>
  std::size_t operator()(row<Value> const& r) const {
    std::size_t seed = r.values.size();
    for (auto const& v : r.values)
      boost::hash_combine(seed, writing_hash(v));
    return seed;
  }
};

template <class Value>
using row_pool = term::pool<row<Value>, row_hash>;

// Why a row could not be computed in exact arithmetic: a gap between 0 and λ at a key, or a norm
// whose root is not rational.
struct conflict {
  std::uint64_t key = 0;
  std::string gap = {};
  bool irrational_norm = false;
};

// The keys and values that one query sees: ids into the head's pool, by position.
struct past_rows {
  std::vector<term::id> const& keys;
  std::vector<term::id> const& values;
  std::uint64_t count = 0; // positions 0 … count − 1
};

} // namespace ltlc::execution
