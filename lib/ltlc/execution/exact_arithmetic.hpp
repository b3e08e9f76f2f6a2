// Attention in exact arithmetic: scores are exact scalars, the winners are the keys whose score
// equals the maximum, every other key must be at least λ below, and the output is the average of
// the winners' values. A score depends on the query, the key and the distance of their positions
// alone, because rotations by an angle compose: ⟨R_i q, R_j k⟩ = ⟨q, R_(j−i) k⟩; those of a table
// need not, and are carried out. So scores are stored by (query, key, distance mod period), and
// orders of scores by pair. Source: [RoPE, §2.2, (3), (4)]; the exact regime is past the paper.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
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

  class running_sum {
  public:
    void add(exact::scalar const& x) { sum_ += x; }
    void add_product(exact::scalar const& x, exact::scalar const& y) { sum_ += x * y; }
    [[nodiscard]] exact::scalar const& value() const { return sum_; }

  private:
    exact::scalar sum_;
  };

  struct norm {
    network::norm weights;
    norm(exact_arithmetic const&, network::norm n) : weights(std::move(n)) {}
  };

  exact::scalar scale; // λ

  [[nodiscard]] static value weight(exact::scalar const& s) { return s; }
  [[nodiscard]] static running_sum sum() { return {}; }
  [[nodiscard]] static bool is_zero(value const& a) { return a.terms().empty(); }
  [[nodiscard]] static value plus(value a, value const& b) { return a += b; }
  [[nodiscard]] static value relu(value const& a);
  // cos and sin of a pair at a position.
  [[nodiscard]] static std::pair<value, value> rotation(rotary::rotary_pair const& pair,
                                                        std::uint64_t position);
  // False, and x as it was, when the root is not rational (or 0).
  [[nodiscard]] static bool normalize(norm const& n, std::vector<value>& x);
  [[nodiscard]] static bool exceeds_half(value const& a);
  [[nodiscard]] static std::string text(value const& a) { return exact::print(a); }
};

// One head's scores.
class exact_scores {
public:
  using pool = row_pool<exact::scalar>;
  using score_type = term::id;
  static constexpr bool averages_exactly = true;

  exact_scores(exact_arithmetic const& arithmetic, std::vector<rotary::rotary_pair> pairs);

  // The vector at its position: an id of its own, the rotation waits until a score is asked for.
  [[nodiscard]] term::id place(pool& vectors, term::id vector, std::uint64_t position);
  // Pre: query and key are placed.
  [[nodiscard]] score_type score(pool const& vectors, term::id query, term::id key);
  [[nodiscard]] int order(score_type a, score_type b);
  [[nodiscard]] bool ties(score_type greatest, score_type s) { return order(greatest, s) == 0; }
  // At least λ below.
  [[nodiscard]] bool negligible(score_type greatest, score_type s);
  [[nodiscard]] bool negligible_for_good(score_type greatest, score_type s) {
    return negligible(greatest, s);
  }
  [[nodiscard]] static bool comparable(score_type, score_type) { return true; }
  [[nodiscard]] std::string gap(score_type greatest, score_type s) const;
  [[nodiscard]] static bool usable(pool const&, score_type, term::id) { return true; }
  [[nodiscard]] static bool is_zero(pool const& vectors, term::id vector);
  [[nodiscard]] static term::id copied(pool&, term::id value) { return value; }
  [[nodiscard]] std::vector<score_type>& scratch() { return scratch_; }

  [[nodiscard]] tl::expected<row<exact::scalar>, conflict>
  attend(pool const& vectors, term::id query, network::attention_kind kind, past_rows const& past);
  [[nodiscard]] std::vector<std::string>
  weights(pool const& vectors, term::id query, network::attention_kind kind, past_rows const& past);
  // How much is kept, in numbers.
  [[nodiscard]] std::size_t entries() const {
    return memo_.size() + 2 * scores_.size() + orders_.size() + settled_.size() +
           2 * placed_.size();
  }

private:
  struct placed {
    term::id vector = 0;
    std::uint64_t residue = 0; // 0 where no rotation changes the vector
    friend bool operator==(placed const&, placed const&) = default;
  };
  struct placed_hash {
    std::size_t operator()(placed const& p) const { return term::mix(1, p.vector, p.residue); }
  };
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

  [[nodiscard]] bool rotates(row<exact::scalar> const& vector) const;
  [[nodiscard]] exact::scalar evaluate(pool const& vectors, score_key const& key) const;
  [[nodiscard]] exact::scalar evaluate(pool const& vectors, placed const& q, placed const& k) const;
  term::id intern(exact::scalar const& s);
  // Fills row_ with the score of every key, and returns the maximum.
  score_type maximum(pool const& vectors, term::id query, past_rows const& past);
  // By position, whether it shares the weight.
  [[nodiscard]] tl::expected<std::vector<std::uint64_t>, conflict>
  winners(pool const& vectors, term::id query, network::attention_kind kind, past_rows const& past);

  exact::scalar scale_;
  std::vector<rotary::rotary_pair> pairs_;
  std::uint64_t period_ = 0;
  bool composes_ = true; // no pair has a table
  term::pool<placed, placed_hash> placed_;
  term::pool<exact::scalar, score_hash> scores_;
  std::vector<bounds> bounds_; // by score
  boost::unordered_flat_map<score_key, term::id, score_key_hash> memo_;
  boost::unordered_flat_map<std::uint64_t, int> orders_;
  boost::unordered_flat_map<std::uint64_t, bool> settled_;
  std::vector<term::id> row_, scratch_;
};

} // namespace ltlc::execution
