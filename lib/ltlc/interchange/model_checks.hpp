// What the readers of models check alike, at the place where it is written. Private to
// interchange/; every function throws json_objection.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ltlc/interchange/json_reader.hpp"
#include "ltlc/network/model.hpp"
#include "ltlc/text/alphabet.hpp"

namespace ltlc::interchange {

// An object of a model with no keys but these and "comment", which is for people and may hold
// anything.
void expect_model_keys(json_reader const& at, std::vector<std::string_view> known);

// The document's "format" is this one, which `ltlc COMMAND` writes, and its "version" is 1.
void expect_format(json_reader const& document, std::string const& format,
                   std::string const& command);

// "W_Q is 2 × 3, expected 2 × 4", or empty where the shape fits.
[[nodiscard]] std::string misfit(std::string_view name, std::size_t rows, std::size_t cols,
                                 std::size_t expected_rows, std::size_t expected_cols);
// "b_K has 2 entries, expected 3", or empty where the length fits.
[[nodiscard]] std::string misfit(std::string_view name, std::size_t size, std::size_t expected);

// The two dimensions of a pair. `taken` says which belong to a pair already, one entry a dimension
// that there is; it is kept up.
struct dimensions_of_pair {
  std::uint32_t first = 0, second = 0;
};
[[nodiscard]] dimensions_of_pair read_dimensions(json_reader const& pair, std::vector<bool>& taken);

// The letters of an array of tokens, those before `first` left out.
[[nodiscard]] text::alphabet read_letters(json_reader const& at, std::size_t first);

// The kind of attention that stands under "attention", or soft where the key is not there.
[[nodiscard]] network::attention_kind read_attention(json_reader const& head);

// A norm's kind.
[[nodiscard]] network::norm_kind read_norm_kind(json_reader const& norm);

// A length, or none for null and where the key is not there.
[[nodiscard]] std::optional<std::uint64_t> read_length(json_reader const& at, char const* key);

// A text, or an empty one where the key is not there.
[[nodiscard]] std::string read_text(json_reader const& at, char const* key);

} // namespace ltlc::interchange
