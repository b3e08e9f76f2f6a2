// Which sub-formula every part of a compiled model carries: each coordinate of the residual stream,
// by the layers in which it holds it, each head and each hidden unit. The compiler names what it
// writes (model::meaning, head_note::computes); here names become formulas again, and what reads
// what is taken from the weights. Nothing is claimed that the definition could not refute: a
// coordinate that only word positions read is claimed at those only.
//
// Layers count from 1 as traces do; "after layer 0" is the embedding. Row 0 (<bos>) is 0 everywhere
// but in the coordinate that says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "ltlc/logic/formula.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::interchange {

// A sub-formula as a node of a graph, so that no reader needs a parser.
struct circuit_formula {
  std::string text; // cut at 200 bytes
  logic::op kind = logic::op::falsity;
  std::vector<std::size_t> arguments; // of circuit_manifest::formulas, all before this one
  std::string letter;                 // of a letter
  std::uint64_t residue = 0;          // of MOD
  std::uint64_t modulus = 0;
  std::uint64_t offset = 0; // of Y^offset
};

// What a coordinate holds in rows 1, 2, …
enum class circuit_encoding {
  bos,        // 0; and 1 in row 0
  truth,      // 1 where the formula holds, else 0
  above_half, // more than ½ iff the formula holds
  zero,       // 0 where the formula holds, else 1 or more
  complement, // 1 − what another coordinate holds, row 0 included
  constant,   // the same number in every row
  cosine,     // of 2πi/modulus
  sine,
};
[[nodiscard]] std::string_view name(circuit_encoding e);

enum class circuit_writer { embedding, attention, mlp };
[[nodiscard]] std::string_view name(circuit_writer w);

struct circuit_coordinate {
  std::size_t coordinate = 0;
  std::size_t from = 0; // holds after this layer …
  std::size_t to = 0;   // … up to after this one
  circuit_encoding encoding = circuit_encoding::truth;
  std::string text;                   // as traces show it
  std::optional<std::size_t> formula; // of circuit_manifest::formulas; none where there is no such
  bool at_end = false;                // rows 1 … N + 1; else 1 … N
  circuit_writer writer = circuit_writer::embedding; // in layer `from`
  std::vector<std::size_t> reads;                    // by the MLP: coordinates after the attention
  std::optional<std::size_t> complement_of;
  std::uint64_t number = 0; // the modulus of a cosine or sine, or the constant
};

struct circuit_head_write {
  std::size_t dim = 0; // of the head
  std::size_t coordinate = 0;
  std::string text;
  std::optional<std::size_t> formula; // holds in rows 1 … N + 1 after the attention
  std::vector<std::size_t> reads;     // coordinates after the layer before
};

struct circuit_head {
  std::size_t layer = 1, head = 1;
  network::head_kind kind = network::head_kind::past;
  network::attention_kind attention = network::attention_kind::soft;
  std::vector<circuit_head_write> writes;
};

// Of one hidden unit at one coordinate: part of the sum that computes what the coordinate holds
// after the layer, or takes away what it held, or makes it 1 for a later head.
enum class circuit_role { computes, clears, sets };
[[nodiscard]] std::string_view name(circuit_role r);

struct circuit_weight {
  std::size_t coordinate = 0;
  exact::scalar weight;
};
struct circuit_unit_write {
  circuit_weight at;
  circuit_role role = circuit_role::computes;
  std::string text;
  std::optional<std::size_t> formula;
};
// max(0, bias + Σ weight · what the coordinate holds after the attention).
struct circuit_unit {
  std::size_t layer = 1, unit = 0; // a row of W_1
  exact::scalar bias;
  std::vector<circuit_weight> reads;
  std::vector<circuit_unit_write> writes; // of W_2; none: a unit that does nothing
};

struct circuit_manifest {
  std::string formula;
  std::string format;
  std::optional<std::uint64_t> max_length; // of words for which this is claimed
  std::size_t width = 0, layers = 0, readout = 0;
  // First the sub-formulas of the formula, then those that only the compiler wrote.
  std::vector<circuit_formula> formulas;
  std::size_t own = 0; // how many are of the formula itself; it is the last of them
  std::vector<circuit_coordinate> coordinates; // by coordinate, then by layer
  std::vector<circuit_head> heads;
  std::vector<circuit_unit> hidden;
};

// Errors: a model without names, which is one that was not just compiled. Cost: linear in the model
// and in the formula, but for names that were cut: these are looked for among all sub-formulas.
[[nodiscard]] tl::expected<circuit_manifest, std::string> circuit_of(network::model const& m);

struct rotated_basis;

// grammars/circuit.schema.json. With a basis: coordinate d of the manifest is what the unit vector
// in row d of "directions" carries. On one line.
[[nodiscard]] std::string to_json(circuit_manifest const& c, rotated_basis const* basis = nullptr);

} // namespace ltlc::interchange
