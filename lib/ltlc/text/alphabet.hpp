// The alphabet: an ordered list of distinct tokens, and words over it. When every token is one
// code point, words are written without separators; otherwise tokens are separated by white space.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "ltlc/text/diagnostic.hpp"

namespace ltlc::text {

using letter = std::uint32_t;     // index into an alphabet
using word = std::vector<letter>; // w1 … wN is word[0] … word[N-1]

class alphabet {
public:
  alphabet() = default;

  // The tokens in the order given.
  // Errors: an empty list, a token twice, an empty token, white space, a control character or bytes
  // that are not UTF-8 inside a token, or one of the reserved names <bos> and <eos>; the span is
  // that of the token's index.
  [[nodiscard]] static result<alphabet> make(std::vector<std::string> tokens);

  // `--alphabet ab` is the letters a and b; `--alphabet "open close"` (white space anywhere) is two
  // tokens. Errors: as make, with spans into the option's text.
  [[nodiscard]] static result<alphabet> from_option(std::string_view option);

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] std::string const& token(letter a) const { return tokens_[a]; }
  [[nodiscard]] std::vector<std::string> const& tokens() const { return tokens_; }
  [[nodiscard]] std::optional<letter> find(std::string_view token) const;
  // Every token is one code point: words are written without separators.
  [[nodiscard]] bool single_characters() const { return single_characters_; }

  // White space separates tokens, and is ignored between single characters.
  // Errors: the first token that is not in the alphabet, with its span.
  [[nodiscard]] result<word> parse_word(std::string_view text) const;
  // Inverse of parse_word; the empty word is "".
  [[nodiscard]] std::string print(word const& w) const;

  friend bool operator==(alphabet const& a, alphabet const& b) { return a.tokens_ == b.tokens_; }

private:
  std::vector<std::string> tokens_;
  boost::unordered_flat_map<std::string, letter> index_;
  bool single_characters_ = true;
};

// {a, b}; of a long alphabet the first tokens and how many there are.
[[nodiscard]] std::string listed(alphabet const& sigma);

// A token between single quotes, with backslash escapes for quote and backslash. When the quotes
// may be left out depends on the language.
[[nodiscard]] std::string quoted(std::string_view token);

} // namespace ltlc::text
