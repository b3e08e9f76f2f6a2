#include "ltlc/grammar/lexical.hpp"

namespace ltlc::grammar {

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string unquoted(std::string_view spelling) {
  if (spelling.empty() || spelling.front() != '\'') return std::string(spelling);
  std::string token;
  for (std::size_t i = 1; i + 1 < spelling.size(); ++i) {
    if (spelling[i] == '\\') ++i;
    token += spelling[i];
  }
  return token;
}

} // namespace

tl::unexpected<text::diagnostic> refuse(text::span where, std::string message, std::string rule,
                                        std::string way_out) {
  return tl::unexpected(
      text::diagnostic{where, std::move(message), std::move(rule), std::move(way_out)});
}

text::result<std::string> letter_of(context const& in, range const& spelling) {
  std::string token = unquoted(view(spelling));
  if (view(spelling).front() == '\'') {
    bool const reserved = token == "<bos>" || token == "<eos>";
    if (auto const valid = text::alphabet::make({token}); !valid)
      return refuse(in.span(spelling), valid.error().message,
                    reserved ? "a letter has none of the reserved names" : "");
  }
  return check_letter(in, in.span(spelling), token).map([&] { return std::move(token); });
}

text::result<void> check_letter(context const& in, text::span where, std::string_view token) {
  if (in.sigma == nullptr || in.sigma->find(token)) return {};
  return refuse(
      where, "letter " + text::quoted(token) + " is not in the alphabet " + text::listed(*in.sigma),
      {}, "add it with --alphabet");
}

text::result<std::int64_t> number_of(context const& in, range const& digits, std::string_view name,
                                     std::int64_t least, std::int64_t most) {
  std::string_view const text = view(digits);
  bool const negative = text.front() == '-';
  std::int64_t value = 0;
  for (char const c : text.substr(negative ? 1 : 0)) {
    value = value * 10 + (c - '0');
    if (value > most && value > -least) break;
  }
  if (negative) value = -value;
  if (value >= least && value <= most) return value;
  return refuse(in.span(digits),
                "expected " + std::string(name) + " from " + std::to_string(least) + " to " +
                    std::to_string(most) + ", found " + text::cut(text, 24),
                "numbers are bounded, so that every one is kept exactly");
}

text::result<void> check_utf8(std::string_view content) {
  for (std::size_t at = 0; at < content.size();) {
    std::size_t const length = text::code_point_length(content, at);
    if (length == 1 && static_cast<unsigned char>(content[at]) >= 0x80)
      return refuse({at, at + 1}, "expected UTF-8, found a byte that belongs to no character");
    at += length;
  }
  return {};
}

tl::expected<void, failure> check_pairs(std::string_view content, std::size_t until,
                                        std::string_view expected) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < until; ++at) {
    char const c = content[at];
    if (quoted && c == '\\') ++at;
    if (c == '\'') quoted = !quoted;
    if (quoted) continue;
    if (c == '(') ++depth;
    if (c != ')') continue;
    if (depth == 0) return tl::unexpected(failure{at, "end"});
    --depth;
  }
  if (!expected.empty()) return {};
  if (depth > 0) return tl::unexpected(failure{until, "closing"});
  if (until < content.size()) return tl::unexpected(failure{until, "end"});
  return {};
}

std::size_t skip_blanks(std::string_view content, std::size_t offset) {
  while (offset < content.size() && is_blank(content[offset]))
    ++offset;
  return offset;
}

text::span unit_at(std::string_view content, std::size_t offset) {
  if (offset >= content.size()) return {content.size(), content.size()};
  std::size_t end = offset;
  while (end < content.size() && is_word(content[end]))
    ++end;
  if (end == offset) end += text::code_point_length(content, offset);
  return {offset, end};
}

std::string found_at(std::string_view content, text::span unit) {
  if (unit.begin == content.size()) return "the end of the text";
  std::string_view const found = content.substr(unit.begin, unit.end - unit.begin);
  if (found == "'") return "a quote";
  if (text::drawable(found) == " ") return "a control character";
  return text::quoted(text::cut(found, 24));
}

} // namespace ltlc::grammar
