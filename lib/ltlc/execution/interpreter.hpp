// The forward pass, one row at a time, straight from the definition: row i reads rows 0 … i−1 and
// nothing else, so rows can be pushed and taken back, and all words of a tree of prefixes share
// their work. Two arithmetics: exact (scores are exact scalars, weights 1/|winners|) and a number
// format (every operation rounded once, sums left to right from +0; see the .cpp for
// the order). Source: [RoPE, §2.2, (2)–(4)]; the exact regime is past the paper.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ltlc/format/accumulation.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::execution {

// Which arithmetic: none = exact, with λ the model's scale.
using regime = std::optional<format::arithmetic>;

// Two ways to the same bits: the reference looks at every earlier position, straight from the
// definition; the fast one at each different key once.
enum class path { fast, reference };

// The exact regime met a score gap strictly between 0 and λ, or a norm with an irrational root.
struct unsettled_gap {
  std::size_t layer = 0, head = 0;
  std::uint64_t query = 0, key = 0;
  std::string gap; // decimal
  std::string scale;
  bool irrational_norm = false; // of `layer` at `query`; the other members mean nothing
};

class interpreter {
public:
  // Pre: malformed(m) is empty. The model is copied in rounded form. BOS is pushed.
  interpreter(network::model const& m, regime arithmetic, path way = path::fast);
  interpreter(interpreter&&) noexcept;
  interpreter& operator=(interpreter&&) noexcept;
  ~interpreter();

  // Rows so far, BOS included.
  [[nodiscard]] std::uint64_t rows() const;
  // Appends a letter's row. Cost a layer: by the fast path O(heads × different keys), else O(heads
  // × rows); and O(width²) when the row is new.
  tl::expected<void, unsettled_gap> push(text::letter a);
  // Takes rows back until `rows` are left. Pre: 1 <= rows <= rows().
  void truncate(std::uint64_t rows);
  // Evaluates EOS after the rows so far, and takes it back: the verdict on the word pushed.
  [[nodiscard]] tl::expected<bool, unsettled_gap> accepts();

  // For traces: pushes EOS and leaves it as the last row.
  tl::expected<void, unsettled_gap> push_end();
  // Coordinate d of row i after layer l (l = 0: the embedding), as text: exact, or the shortest
  // decimal. Pre: i < rows().
  [[nodiscard]] std::string value(std::size_t l, std::uint64_t i, std::size_t d) const;
  // The weights of row i in head h of layer l (from 0), as text, one per 0 <= j < i.
  [[nodiscard]] std::vector<std::string> attention(std::size_t l, std::size_t h,
                                                   std::uint64_t i) const;

private:
  struct engine;
  std::unique_ptr<engine> engine_;
};

// The verdict on one word.
[[nodiscard]] tl::expected<bool, unsettled_gap> accepts(network::model const& m, regime arithmetic,
                                                        text::word const& w);

} // namespace ltlc::execution
