#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/text/diagnostic.hpp"

using namespace ltlc;

namespace {

std::string encoded(unsigned c) {
  auto const byte = [](unsigned v) { return static_cast<char>(static_cast<unsigned char>(v)); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 63))};
  if (c < 0x10000) return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 63)), byte(0x80 | (c & 63))};
  return {byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 63)), byte(0x80 | (c >> 6 & 63)),
          byte(0x80 | (c & 63))};
}

// Slow twin: read a number off 1 … 4 bytes, and accept it if it encodes to the same bytes.
std::size_t length_by_decoding(std::string_view bytes, std::size_t at) {
  auto const value = [&](std::size_t i) { return unsigned{static_cast<unsigned char>(bytes[i])}; };
  for (std::size_t length = 2; length <= 4 && at + length <= bytes.size(); ++length) {
    unsigned c = value(at) & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i)
      c = c << 6 | (value(at + i) & 63);
    bool const scalar = c < 0xD800 || (c > 0xDFFF && c <= 0x10FFFF);
    if (scalar && encoded(c) == bytes.substr(at, length)) return length;
  }
  return 1;
}

std::vector<std::string> code_points(std::string_view bytes) {
  std::vector<std::string> points;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t const length = length_by_decoding(bytes, at);
    points.emplace_back(bytes.substr(at, length));
    at += length;
  }
  return points;
}

// Slow twin: walk from the start, counting lines and columns.
text::place locate_by_walking(std::string_view content, std::size_t offset) {
  text::place at;
  std::size_t i = 0;
  for (auto const& point : code_points(content)) {
    if (i + point.size() > offset) break;
    i += point.size();
    if (point == "\n")
      at = {at.line + 1, 1};
    else
      ++at.column;
  }
  return at;
}

std::string random_bytes(std::mt19937_64& source, std::size_t length) {
  static std::vector<std::string> const pieces{"a",
                                               "b",
                                               "(",
                                               " ",
                                               "\n",
                                               "\n",
                                               "\r\n",
                                               "\t",
                                               "ö",
                                               "→",
                                               "𝔽",
                                               "\x80",
                                               "\xFF",
                                               "\xE2",
                                               "\xC2\x85",
                                               "\x1B[31m",
                                               std::string(1, '\0'),
                                               "\xED\xA0\x80",
                                               "\xC0\xAF"};
  std::string bytes;
  while (bytes.size() < length)
    bytes += pieces[source() % pieces.size()];
  return bytes;
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  for (std::size_t end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    lines.push_back(text.substr(at, end - at));
  CHECK(at == text.size());
  return lines;
}

} // namespace

TEST_SUITE("text") {
  TEST_CASE("a code point is as long as its encoding, and anything else is one byte") {
    for (unsigned c = 0; c <= 0x10FFFF; ++c) {
      std::string const bytes = encoded(c) + "x";
      bool const surrogate = c >= 0xD800 && c <= 0xDFFF;
      std::size_t const expected = surrogate ? 1 : bytes.size() - 1;
      if (text::code_point_length(bytes, 0) != expected) FAIL(c);
      if (text::is_utf8(bytes) == surrogate) FAIL(c);
    }
    std::mt19937_64 source(20261);
    for (int round = 0; round < 300000; ++round) {
      std::string bytes;
      for (int i = 0; i < 4; ++i)
        bytes += static_cast<char>(source() % 256);
      if (round % 2 == 0) bytes[0] = static_cast<char>(0xC0 | bytes[0]);
      if (round % 3 != 0)
        for (std::size_t i = 1; i < 4; ++i)
          bytes[i] = static_cast<char>(0x80 | (bytes[i] & 0x3F));
      bytes.resize(1 + source() % 4);
      if (text::code_point_length(bytes, 0) != length_by_decoding(bytes, 0)) FAIL(round);
    }
  }

  TEST_CASE("the place of an offset counts lines and code points, also past the end") {
    CHECK(text::locate("", 0) == text::place{1, 1});
    CHECK(text::locate("ab\ncd", 2) == text::place{1, 3});
    CHECK(text::locate("ab\ncd", 3) == text::place{2, 1});
    CHECK(text::locate("ab\ncd", 99) == text::place{2, 3});
    CHECK(text::locate("ö&", 2) == text::place{1, 2});
    CHECK(text::locate("ö&", 1) == text::place{1, 1});
    std::mt19937_64 source(20262);
    for (int round = 0; round < 2000; ++round) {
      std::string const bytes = random_bytes(source, source() % 30);
      CAPTURE(round);
      CHECK(text::count_code_points(bytes) == code_points(bytes).size());
      for (std::size_t offset = 0; offset < bytes.size() + 3; ++offset)
        CHECK(text::locate(bytes, offset) ==
              locate_by_walking(bytes, std::min(offset, bytes.size())));
    }
  }

  TEST_CASE("a drawing shows the line, a caret, the rule and the way out") {
    CHECK(
        text::draw({"--ltl", "a & 'ö' & (b"}, {{12, 13}, "expected a letter, found '('", "", ""}) ==
        "--ltl:1:12: error: expected a letter, found '('\n"
        "  a & 'ö' & (b\n"
        "             ^\n");
    CHECK(text::draw({"f", "x\nabc def\ny"}, {{6, 9}, "what", "why", "how"}) ==
          "f:2:5: error: what\n"
          "  abc def\n"
          "      ^~~\n"
          "  rule: why\n"
          "  try: how\n");
    CHECK(text::draw({"f", ""}, {{0, 0}, "m", "", ""}) == "f:1:1: error: m\n  \n  ^\n");
    CHECK(text::draw({"f", "a\tb"}, {{2, 3}, "m", "", ""}) == "f:1:3: error: m\n  a b\n    ^\n");
    CHECK(text::draw({"f", "ab\r\ncd"}, {{1, 6}, "m", "", ""}) == "f:1:2: error: m\n  ab\n   ^\n");
  }

  TEST_CASE("long lines are cut around the caret") {
    std::string line;
    for (int i = 0; i < 300; ++i)
      line += i == 200 ? "ö" : "x";
    auto const drawn = lines_of(text::draw({"f", line}, {{200, 202}, "m", "", ""}));
    REQUIRE(drawn.size() == 3);
    CHECK(drawn[0] == "f:1:201: error: m");
    CHECK(text::count_code_points(drawn[1]) == 2 + 1 + 100 + 1);
    std::size_t const caret = drawn[2].find('^');
    CHECK(code_points(drawn[1])[caret] == "ö");
  }

  TEST_CASE("the caret is under its character, and nothing drawn can move the cursor") {
    std::mt19937_64 source(20263);
    for (int round = 0; round < 5000; ++round) {
      std::string const bytes = random_bytes(source, source() % (round % 2 == 0 ? 20 : 400));
      std::size_t const begin = source() % (bytes.size() + 4);
      std::size_t const end = source() % (bytes.size() + 4); // may be before begin
      std::string const name = random_bytes(source, 3);
      CAPTURE(round);
      std::string const drawing =
          text::draw({name, bytes}, {{begin, end}, random_bytes(source, 5), "r\n", ""});
      CHECK(text::is_utf8(drawing));
      for (auto const& point : code_points(drawing))
        if (point != "\n") CHECK(text::drawable(point) == point);
      auto const lines = lines_of(drawing);
      REQUIRE(lines.size() == 4);
      std::size_t const caret = lines[2].find('^');
      REQUIRE(caret != std::string::npos);
      CHECK(lines[2].substr(0, caret) == std::string(caret, ' '));
      if (begin >= bytes.size() || bytes[begin] == '\n' || bytes[begin] == '\r') continue;
      std::size_t start = begin; // of the code point that begin is in
      for (std::size_t at = 0, next = 0; at <= begin; at = next) {
        start = at;
        next = at + length_by_decoding(bytes, at);
      }
      auto const shown = code_points(lines[1]);
      REQUIRE(caret < shown.size());
      CHECK(shown[caret] == text::drawable(std::string_view(bytes).substr(
                                start, length_by_decoding(bytes, start))));
    }
  }

  TEST_CASE("what a terminal would obey is escaped, and a mark of direction is not drawn") {
    CHECK(text::escaped("Pa \u00e9 \U0001f600") == "Pa \u00e9 \U0001f600");
    CHECK(text::escaped("a\nb\x1b[31m") == "a\\u{a}b\\u{1b}[31m");
    CHECK(text::escaped("\x7f\xff\u0085") == "\\u{7f}\\xff\\u{85}");
    CHECK(text::escaped("\u202e\u2066\u200f\u061c") == "\\u{202e}\\u{2066}\\u{200f}\\u{61c}");
    for (auto const* mark : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d",
                             "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"})
      CHECK(text::drawable(mark) == "\uFFFD");
    for (auto const* point : {"\u061b", "\u200d", "\u2010", "\u2065", "\u206a", "\u20ae"})
      CHECK(text::drawable(point) == point);
    std::mt19937_64 source(20264);
    for (int round = 0; round < 5000; ++round) {
      auto const bytes = random_bytes(source, source() % 40);
      auto const escaped = text::escaped(bytes);
      CHECK(text::is_utf8(escaped));
      for (auto const& point : code_points(escaped))
        if (text::drawable(point) != point) FAIL_CHECK("round ", round, " left something to obey");
    }
  }

  TEST_CASE("cutting keeps whole code points") {
    CHECK(text::cut("abc", 3) == "abc");
    CHECK(text::cut("abcd", 3) == "abc…");
    CHECK(text::cut("aöb", 2) == "a…");
    CHECK(text::cut("aöb", 3) == "aö…");
    CHECK(text::cut("𝔽", 0) == "…");
    CHECK(text::cut("", 0) == "");
  }
}
