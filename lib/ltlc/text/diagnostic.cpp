#include "ltlc/text/diagnostic.hpp"

#include <algorithm>
#include <vector>

#include "ltlc/contract.hpp"

namespace ltlc::text {
namespace {

constexpr std::size_t widest_line = 100; // columns of a source line that are drawn
constexpr std::size_t context = 30;      // columns kept left of the caret when a line is cut

unsigned byte(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

// What a first byte promises: the length of its code point and the range of the byte that follows,
// which excludes overlong forms, surrogates and what lies past U+10FFFF.
struct promise {
  std::size_t length;
  unsigned low, high;
};

promise promised(unsigned first) {
  if (first < 0x80) return {1, 0, 0};
  if (first >= 0xC2 && first <= 0xDF) return {2, 0x80, 0xBF};
  if (first == 0xE0) return {3, 0xA0, 0xBF};
  if (first == 0xED) return {3, 0x80, 0x9F};
  if (first >= 0xE1 && first <= 0xEF) return {3, 0x80, 0xBF};
  if (first == 0xF0) return {4, 0x90, 0xBF};
  if (first >= 0xF1 && first <= 0xF3) return {4, 0x80, 0xBF};
  if (first == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

std::vector<std::string_view> code_points(std::string_view bytes) {
  std::vector<std::string_view> points;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t const length = code_point_length(bytes, at);
    points.push_back(bytes.substr(at, length));
    at += length;
  }
  return points;
}

// U+061C, U+200E, U+200F, U+202A … U+202E and U+2066 … U+2069 make a terminal write the other way.
bool turns_writing(std::string_view point) {
  if (point == "\u061C") return true;
  if (point.size() != 3 || byte(point, 0) != 0xE2) return false;
  unsigned const low = (byte(point, 1) << 8) | byte(point, 2);
  return low == 0x808E || low == 0x808F || (low >= 0x80AA && low <= 0x80AE) ||
         (low >= 0x81A6 && low <= 0x81A9);
}

// Pre: a whole code point.
unsigned number_of(std::string_view point) {
  unsigned const first = byte(point, 0);
  if (point.size() == 1) return first;
  unsigned number = first & (0x7Fu >> point.size());
  for (std::size_t i = 1; i < point.size(); ++i)
    number = (number << 6) | (byte(point, i) & 0x3Fu);
  return number;
}

std::string hexadecimal(unsigned number) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (; number > 0 || text.empty(); number /= 16)
    text.insert(text.begin(), digits[number % 16]);
  return text;
}

std::size_t line_start(std::string_view content, std::size_t offset) {
  while (offset > 0 && content[offset - 1] != '\n')
    --offset;
  return offset;
}

std::size_t line_end(std::string_view content, std::size_t offset) {
  std::size_t const end = content.find('\n', offset);
  return end == std::string_view::npos ? content.size() : end;
}

// The source line and the line with the caret. `column` counts from 0, `width` is at least 1.
std::string drawn_line(std::string_view line, std::size_t column, std::size_t width) {
  auto const points = code_points(line);
  std::size_t const from =
      points.size() > widest_line && column > context ? column - context : std::size_t{0};
  std::size_t const to = std::min(points.size(), from + widest_line);
  std::string shown = from > 0 ? "…" : "";
  std::string below = from > 0 ? " " : "";
  for (std::size_t i = from; i < to; ++i)
    shown += drawable(points[i]);
  if (to < points.size()) shown += "…";
  below += std::string(column - from, ' ') + '^';
  std::size_t const last = std::min(column + width, std::max(to, column + 1));
  below += std::string(last - column - 1, '~');
  return "  " + shown + "\n  " + below + "\n";
}

} // namespace

std::size_t code_point_length(std::string_view bytes, std::size_t at) {
  LTLC_EXPECTS(at < bytes.size());
  auto const [length, low, high] = promised(byte(bytes, at));
  if (length < 2 || length > bytes.size() - at) return 1;
  if (byte(bytes, at + 1) < low || byte(bytes, at + 1) > high) return 1;
  for (std::size_t i = 2; i < length; ++i)
    if ((byte(bytes, at + i) & 0xC0u) != 0x80u) return 1;
  return length;
}

std::size_t count_code_points(std::string_view bytes) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < bytes.size(); at += code_point_length(bytes, at))
    ++count;
  return count;
}

bool is_utf8(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t const length = code_point_length(bytes, at);
    if (length == 1 && byte(bytes, at) >= 0x80) return false;
    at += length;
  }
  return true;
}

std::string_view drawable(std::string_view code_point) {
  if (code_point.empty()) return code_point;
  unsigned const first = byte(code_point, 0);
  if (code_point.size() == 1) {
    if (first < 0x20 || first == 0x7F) return " ";
    if (first >= 0x80) return "\xEF\xBF\xBD";
  }
  if (turns_writing(code_point)) return "\xEF\xBF\xBD";
  // U+0080 … U+009F are control characters too.
  if (code_point.size() == 2 && first == 0xC2 && byte(code_point, 1) < 0xA0) return " ";
  return code_point;
}

std::string escaped(std::string_view bytes) {
  std::string text;
  for (auto const point : code_points(bytes))
    if (drawable(point) == point)
      text += point;
    else if (point.size() == 1 && byte(point, 0) >= 0x80)
      text += "\\x" + hexadecimal(byte(point, 0));
    else
      text += "\\u{" + hexadecimal(number_of(point)) + "}";
  return text;
}

std::string cut(std::string_view bytes, std::size_t max_bytes) {
  if (bytes.size() <= max_bytes) return std::string(bytes);
  std::size_t end = max_bytes;
  while (end > 0 && (byte(bytes, end) & 0xC0u) == 0x80u)
    --end;
  return std::string(bytes.substr(0, end)) + "…";
}

place locate(std::string_view content, std::size_t offset) {
  offset = std::min(offset, content.size());
  std::size_t const start = line_start(content, offset);
  auto const lines =
      std::count(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(start), '\n');
  // An offset inside a code point is the place of that code point.
  std::size_t column = 1;
  for (std::size_t at = start; at < offset;) {
    at += code_point_length(content, at);
    if (at <= offset) ++column;
  }
  return {static_cast<std::size_t>(lines) + 1, column};
}

std::string draw(source const& text, diagnostic const& error) {
  std::string_view const content = text.content;
  std::size_t const begin = std::min(error.where.begin, content.size());
  place const at = locate(content, begin);
  std::size_t const start = line_start(content, begin);
  std::size_t end = line_end(content, begin);
  if (end > start && end > begin && content[end - 1] == '\r') --end;
  std::size_t const stop = std::clamp(error.where.end, begin, std::max(begin, end));
  std::size_t const width =
      std::max<std::size_t>(1, count_code_points(content.substr(begin, stop - begin)));
  std::string drawing = escaped(text.name) + ":" + std::to_string(at.line) + ":" +
                        std::to_string(at.column) + ": error: " + escaped(error.message) + "\n";
  drawing += drawn_line(content.substr(start, end - start), at.column - 1, width);
  if (!error.rule.empty()) drawing += "  rule: " + escaped(error.rule) + "\n";
  if (!error.way_out.empty()) drawing += "  try: " + escaped(error.way_out) + "\n";
  return drawing;
}

} // namespace ltlc::text
