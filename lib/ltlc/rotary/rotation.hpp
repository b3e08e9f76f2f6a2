// One rotary pair: how a query and a key are rotated and how their score is summed, operation by
// operation. The interpreter and the range computation both call these, so that what is certified
// is what is run. Source: [RoPE, (3), (4)].
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "ltlc/exact/scalar.hpp"
#include "ltlc/format/number_format.hpp"

namespace ltlc::rotary {

// One row of a table that stands in a file: numbers, whatever angle they were meant for.
struct table_entry {
  exact::rational cosine = 1;
  exact::rational sine = 0;
  friend bool operator==(table_entry const&, table_entry const&) = default;
};

// Position i is rotated by i × step, or, with a table, by its entry i mod size, and then the step
// means nothing. A step that is a rational number of turns with denominator m has period m; others
// have none.
struct rotary_pair {
  std::uint32_t first = 0; // dimension of the head
  std::uint32_t second = 1;
  exact::angle step;
  std::vector<table_entry> table = {};
  friend bool operator==(rotary_pair const&, rotary_pair const&) = default;
};

// The longest period of a pair that is written to a file and read from one: who works with a model
// goes through all of its rotations.
inline constexpr std::uint64_t longest_period = 10'000'000;

// The period of position ↦ rotation, or 0 for none.
[[nodiscard]] std::uint64_t period(rotary_pair const& pair);

// cos and sin of the exact angle i × step, or the entry of the table, each correctly rounded.
struct rounded_rotation {
  double cosine = 1;
  double sine = 0;
};
[[nodiscard]] rounded_rotation rotation(format::number_format const& f, rotary_pair const& pair,
                                        std::uint64_t position);
struct exact_rotation {
  exact::scalar cosine;
  exact::scalar sine;
};
[[nodiscard]] exact_rotation rotation(rotary_pair const& pair, std::uint64_t position);

// A table of rotations by position, filled on demand and folded by the period. References to its
// rows stay valid.
class rotation_table {
public:
  rotation_table(format::number_format f, rotary_pair pair);
  [[nodiscard]] rounded_rotation const& at(std::uint64_t position);

private:
  format::number_format format_;
  rotary_pair pair_;
  std::uint64_t period_;
  std::deque<rounded_rotation> rows_;
};

// (x, y) ↦ (c·x − s·y, s·x + c·y): two products and one sum a component, each rounded.
[[nodiscard]] std::pair<double, double> rotate(format::number_format const& f,
                                               rounded_rotation const& r, double x, double y);
// The same over exact scalars.
[[nodiscard]] std::pair<exact::scalar, exact::scalar>
rotate(exact_rotation const& r, exact::scalar const& x, exact::scalar const& y);
[[nodiscard]] std::pair<exact::scalar, exact::scalar>
rotate(exact::angle const& total, exact::scalar const& x, exact::scalar const& y);

// Σ_d q[d]·k[d], left to right from d = 0, starting at 0; each product and each sum rounded.
[[nodiscard]] double dot(format::number_format const& f, std::vector<double> const& q,
                         std::vector<double> const& k);
[[nodiscard]] exact::scalar dot(std::vector<exact::scalar> const& q,
                                std::vector<exact::scalar> const& k);

} // namespace ltlc::rotary
