// A mistake in a text somebody typed, as data: where it is, what is wrong, and the way out.
// Parsers return diagnostics; only draw() turns one into lines for a person. Columns count code
// points, so a caret sits under the right character of a UTF-8 line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace ltlc::text {

// Half-open range of byte offsets into source::content.
struct span {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(span const&, span const&) = default;
};

// A named text: the name is what messages call it ("--ltl", "m.json").
struct source {
  std::string name;
  std::string content;
};

// Line and column, both from 1; the column counts code points.
struct place {
  std::size_t line = 1;
  std::size_t column = 1;
  friend bool operator==(place const&, place const&) = default;
};

struct diagnostic {
  span where;
  std::string message; // what was expected and what was found, one line, no full stop
  std::string rule;    // the rule that is broken, or empty
  std::string way_out; // what to write instead, or empty
};

template <class T>
using result = tl::expected<T, diagnostic>;

// The place of a byte offset; an offset past the end is the place after the last character.
// Cost: linear in the text.
[[nodiscard]] place locate(std::string_view content, std::size_t offset);

// Lines for a person: "name:line:column: error: message", the source line, a caret under the span,
// then the rule and the way out where there are any. Long lines are cut around the caret; control
// characters of the source are drawn as spaces, so that the caret stays in place; in the name and
// the messages they are escaped.
[[nodiscard]] std::string draw(source const& text, diagnostic const& error);

// The number of bytes of the code point that starts at `at`; 1 for a byte that starts none.
// Pre: at < bytes.size().
[[nodiscard]] std::size_t code_point_length(std::string_view bytes, std::size_t at);

// The number of code points; invalid bytes count as one each.
[[nodiscard]] std::size_t count_code_points(std::string_view bytes);

// Every byte belongs to a code point of UTF-8.
[[nodiscard]] bool is_utf8(std::string_view bytes);

// The bytes of one code point as a terminal may show them, in one column: control characters as a
// space, an invalid byte and what changes the direction of writing as U+FFFD.
[[nodiscard]] std::string_view drawable(std::string_view code_point);

// The text on one line, with what drawable() would not show as it is written out: "\u{202e}" for a
// code point, "\xff" for an invalid byte.
[[nodiscard]] std::string escaped(std::string_view bytes);

// At most max_bytes of the text, never part of a code point, and "…" if something was left out.
[[nodiscard]] std::string cut(std::string_view bytes, std::size_t max_bytes);

} // namespace ltlc::text
