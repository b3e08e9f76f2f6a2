// What the three languages share below their grammars, as plain functions: tokens between quotes,
// numbers in a range, the alphabet, and what a message says was found.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <boost/range/iterator_range_core.hpp>

#include "ltlc/text/alphabet.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::grammar {

using iterator = std::string_view::const_iterator;
using range = boost::iterator_range<iterator>;

// A text under elaboration, with the alphabet it must keep to, or null.
struct context {
  std::string_view content;
  text::alphabet const* sigma = nullptr;

  [[nodiscard]] text::span span(iterator begin, iterator end) const {
    return {static_cast<std::size_t>(begin - content.begin()),
            static_cast<std::size_t>(end - content.begin())};
  }
  [[nodiscard]] text::span span(range const& r) const { return span(r.begin(), r.end()); }
};

[[nodiscard]] inline std::string_view view(range const& r) {
  return r.empty() ? std::string_view() : std::string_view(&*r.begin(), r.size());
}

[[nodiscard]] tl::unexpected<text::diagnostic>
refuse(text::span where, std::string message, std::string rule = {}, std::string way_out = {});

// The letter that a bare word or a quoted token spells.
// Errors: a token no alphabet can hold (with a rule), a letter outside the alphabet.
[[nodiscard]] text::result<std::string> letter_of(context const& in, range const& spelling);

// Errors: a token outside the alphabet, at `where`.
[[nodiscard]] text::result<void> check_letter(context const& in, text::span where,
                                              std::string_view token);

// The number that digits, with or without a sign, spell. `name` is what messages call it.
// Errors: a number outside least … most (with a rule).
[[nodiscard]] text::result<std::int64_t> number_of(context const& in, range const& digits,
                                                   std::string_view name, std::int64_t least,
                                                   std::int64_t most);

// Errors: the first byte that is no UTF-8.
[[nodiscard]] text::result<void> check_utf8(std::string_view content);

// Where a text stops being a sentence of its grammar, and the name of what was expected there: a
// rule's, a literal between quotes, "closing" inside parentheses, or "end" outside.
struct failure {
  std::size_t offset = 0;
  std::string expected;
};

// Whether parentheses outside quotes pair up before `until`, where `expected` was expected; if that
// is nothing in particular, an operand has ended there.
[[nodiscard]] tl::expected<void, failure> check_pairs(std::string_view content, std::size_t until,
                                                      std::string_view expected);

// The offset of the first character from `offset` on that is no white space.
[[nodiscard]] std::size_t skip_blanks(std::string_view content, std::size_t offset);

// The word, number or single character at an offset, which a message says was found.
[[nodiscard]] text::span unit_at(std::string_view content, std::size_t offset);

// "the end of the text" or the unit between quotes.
[[nodiscard]] std::string found_at(std::string_view content, text::span unit);

} // namespace ltlc::grammar
