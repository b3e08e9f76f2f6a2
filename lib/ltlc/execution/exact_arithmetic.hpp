// Attention in exact arithmetic: scores are exact scalars, the winners are the keys whose score
// equals the maximum, every other key must be at least λ below, and the output is the average of
// the winners' values. A score depends on the query, the key and the distance of their positions
// alone, because rotations compose: ⟨R_i q, R_j k⟩ = ⟨q, R_(j−i) k⟩. So scores are stored by
// (query, key, distance mod period), and orders of scores by pair. Source: [RoPE, §2.2, (3), (4)];
// the exact regime is past the paper.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <tl/expected.hpp>

#include "ltlc/execution/row.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::execution {

class exact_scores;

struct exact_arithmetic {
  using value = exact::scalar;
  using scores = exact_scores;

  exact::scalar scale; // λ

  [[nodiscard]] static value weight(exact::scalar const& s) { return s; }
  [[nodiscard]] static bool is_zero(value const& a) { return a.terms().empty(); }
  static void add(value& sum, value const& a) { sum += a; }
  [[nodiscard]] static value multiply(value const& a, value const& b) { return a * b; }
  [[nodiscard]] static value relu(value const& a);
  [[nodiscard]] static bool exceeds_half(value const& a);
  [[nodiscard]] static std::string text(value const& a) { return exact::print(a); }
};

// One head's scores.
class exact_scores {
public:
  using pool = row_pool<exact::scalar>;
  exact_scores(exact_arithmetic const& arithmetic, std::vector<rotary::rotary_pair> pairs);

  // Rotation waits until a score is asked for.
  [[nodiscard]] static term::id place(pool&, term::id vector, std::uint64_t) { return vector; }
  [[nodiscard]] tl::expected<row<exact::scalar>, conflict>
  attend(pool const& vectors, term::id query, std::uint64_t position, past_rows const& past);
  [[nodiscard]] std::vector<std::string> weights(pool const& vectors, term::id query,
                                                 std::uint64_t position, past_rows const& past);
  // How much is kept, in numbers.
  [[nodiscard]] std::size_t entries() const {
    return memo_.size() + 2 * scores_.size() + orders_.size() + settled_.size();
  }

private:
  struct score_key {
    term::id query = 0;
    term::id key = 0;
    std::uint64_t distance = 0;
    friend bool operator==(score_key const&, score_key const&) = default;
  };
  struct score_key_hash {
    std::size_t operator()(score_key const& k) const;
  };
  struct score_hash {
    std::size_t operator()(exact::scalar const& s) const { return exact::hash_value(s); }
  };
  // What is known of a score in machine numbers: it lies between the two.
  struct bounds {
    double lower = 0;
    double upper = 0;
  };

  term::id score(pool const& vectors, term::id query, term::id key, std::uint64_t distance);
  exact::scalar evaluate(pool const& vectors, score_key const& key) const;
  term::id intern(exact::scalar const& s);
  int order(term::id a, term::id b);
  bool settled(term::id winner, term::id loser);
  // Fills row_ with the score of every key, and returns the maximum.
  term::id maximum(pool const& vectors, term::id query, std::uint64_t position,
                   past_rows const& past);

  exact::scalar scale_;
  std::vector<rotary::rotary_pair> pairs_;
  std::uint64_t period_ = 0;
  term::pool<exact::scalar, score_hash> scores_;
  std::vector<bounds> bounds_; // by score
  boost::unordered_flat_map<score_key, term::id, score_key_hash> memo_;
  boost::unordered_flat_map<std::uint64_t, int> orders_;
  boost::unordered_flat_map<std::uint64_t, bool> settled_;
  std::vector<term::id> row_;
};

} // namespace ltlc::execution
