// One row of an affine map, and one row of a sum of hidden units, over coordinates that hold small
// integers: how far its partial sums reach, and whether a format keeps them. Rows are those of BOS,
// where every coordinate but the BOS flag is 0, and of all others, where the flag is 0 and at most
// one letter's coordinate is 1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/accumulation.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::lowering {

// What a coordinate can hold: 0 … most.
struct held {
  std::int64_t most = 1;
  bool letter = false;   // the coordinate of a class of letters
  bool bos = false;      // the BOS flag
  bool sinusoid = false; // no integer
};

// All integers up to this, times the unit, are numbers of the format; 0 when not even the unit is.
[[nodiscard]] exact::rational greatest_multiple(format::number_format const& f,
                                                exact::rational const& unit);

// How far partial sums go, in every order, and the power of two that divides all terms.
struct partial_sums {
  exact::rational up = 0, down = 0; // sizes, of the sums of positive and of negative terms
  exact::rational unit = 0;         // 0: there is no term
  void take(exact::rational const& lowest_term, exact::rational const& highest_term);
  void divide_by(exact::rational const& weight); // the unit divides this too
};

// Every sum is exact wherever it is kept, and its value is a number of f.
[[nodiscard]] bool keeps(format::number_format const& f, format::accumulation sums,
                         partial_sums const& terms, exact::rational const& lowest,
                         exact::rational const& highest);

class affine_row {
public:
  // Row r of W x + b. The references outlive this.
  affine_row(network::matrix const& w, network::vector const& b, std::size_t r,
             std::vector<held> const& inputs, format::number_format const& f);

  // A weight that is no number of the format, as text.
  [[nodiscard]] std::optional<std::string> no_number() const { return no_number_; }
  [[nodiscard]] bool of_sinusoids() const { return of_sinusoids_; }
  // The bounds show that the sum is exact in every row.
  [[nodiscard]] bool bounded(format::accumulation sums) const;
  // The greatest size of a partial sum or of the value, and the unit.
  [[nodiscard]] exact::rational reach() const;
  [[nodiscard]] exact::rational unit() const { return terms_.unit == 0 ? 1 : terms_.unit; }
  // Of the value, in all rows.
  [[nodiscard]] exact::rational lowest() const { return std::min(lowest_, at_bos_); }
  [[nodiscard]] exact::rational highest() const { return std::max(highest_, at_bos_); }

  // The sum computed in every case is the exact one; false also when there are too many cases.
  [[nodiscard]] bool exact_in_all_cases(format::accumulation sums) const;
  // The sum computed is finite, and at least `wanted` where the exact one is, at most 0 elsewhere,
  // in every case but BOS, where it is exact. Then the greatest less the least; none also when
  // there are too many cases.
  [[nodiscard]] std::optional<exact::rational>
  spread_of_threshold(format::accumulation sums, exact::rational const& wanted) const;

private:
  friend class unit_row;
  struct column {
    std::size_t at = 0;
    double weight = 0;
  };
  [[nodiscard]] double realized(format::accumulation sums, std::vector<double> const& x) const;
  [[nodiscard]] exact::rational value(std::vector<double> const& x) const;

  std::vector<held> const* inputs_;
  format::number_format format_;
  std::vector<column> columns_;
  double bias_ = 0;
  std::optional<std::string> no_number_;
  bool of_sinusoids_ = false;
  partial_sums terms_;                       // of rows that are not BOS
  exact::rational lowest_ = 0, highest_ = 0; // of their value
  exact::rational at_bos_ = 0;
};

// Row r of W_2·relu(units) + b_2.
class unit_row {
public:
  unit_row(network::matrix const& w, network::vector const& b, std::size_t r,
           std::vector<affine_row> const& units, format::number_format const& f);

  // As for affine_row, for the hidden units and their sum.
  [[nodiscard]] std::optional<std::string> no_number() const { return no_number_; }
  [[nodiscard]] bool of_sinusoids() const { return of_sinusoids_; }
  [[nodiscard]] bool bounded(format::accumulation sums) const;
  [[nodiscard]] bool exact_in_all_cases(format::accumulation sums) const;
  // Of the sum or unit that reaches furthest.
  [[nodiscard]] exact::rational reach() const;
  [[nodiscard]] exact::rational unit() const { return 1; }

private:
  struct column {
    affine_row const* unit = nullptr;
    double weight = 0;
  };
  [[nodiscard]] bool same(format::accumulation sums, std::vector<double> const& x) const;

  format::number_format format_;
  std::vector<column> columns_;
  double bias_ = 0;
  std::optional<std::string> no_number_;
  bool of_sinusoids_ = false;
  partial_sums terms_;
};

} // namespace ltlc::lowering
