#include "ltlc/text/alphabet.hpp"

#include <array>

namespace ltlc::text {
namespace {

struct piece {
  std::string_view text;
  span where;
};

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::vector<piece> split_at_blanks(std::string_view text) {
  std::vector<piece> pieces;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    std::size_t const begin = at;
    while (at < text.size() && !is_blank(text[at]))
      ++at;
    pieces.push_back({text.substr(begin, at - begin), {begin, at}});
  }
  return pieces;
}

std::vector<piece> split_into_characters(std::string_view text) {
  std::vector<piece> pieces;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const length = code_point_length(text, at);
    if (!is_blank(text[at])) pieces.push_back({text.substr(at, length), {at, at + length}});
    at += length;
  }
  return pieces;
}

// White space past ASCII, which would make a printed word unreadable.
constexpr std::array<std::string_view, 19> wide_blanks{
    "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004",
    "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200A", "\u2028",
    "\u2029", "\u202F", "\u205F", "\u3000", "\uFEFF"};

bool is_wide_blank(std::string_view point) {
  for (auto const blank : wide_blanks)
    if (point == blank) return true;
  return false;
}

// Why a token cannot be a letter, or nothing.
std::string objection(std::string_view token) {
  if (token.empty()) return "expected a letter, found an empty token";
  if (!is_utf8(token)) return "expected a letter, found bytes that are not UTF-8";
  for (std::size_t at = 0; at < token.size();) {
    auto const point = token.substr(at, code_point_length(token, at));
    if (is_blank(point[0]) || is_wide_blank(point)) return "a letter cannot contain white space";
    if (drawable(point) != point) return "a letter cannot contain a control character";
    at += point.size();
  }
  if (token == "<bos>" || token == "<eos>")
    return "the name " + quoted(token) + " is reserved for an end of the word";
  return {};
}

} // namespace

result<alphabet> alphabet::make(std::vector<std::string> tokens) {
  alphabet made;
  if (tokens.empty())
    return tl::unexpected(diagnostic{{}, "expected at least one letter, found none", {}, {}});
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    auto message = objection(tokens[i]);
    if (message.empty() && !made.index_.try_emplace(tokens[i], static_cast<letter>(i)).second)
      message = "the letter " + text::quoted(tokens[i]) + " is already in the alphabet";
    if (!message.empty()) return tl::unexpected(diagnostic{{i, i + 1}, message, {}, {}});
    if (count_code_points(tokens[i]) != 1) made.single_characters_ = false;
  }
  made.tokens_ = std::move(tokens);
  return made;
}

result<alphabet> alphabet::from_option(std::string_view option) {
  bool blanks = false;
  for (char const c : option)
    blanks = blanks || is_blank(c);
  auto const pieces = blanks ? split_at_blanks(option) : split_into_characters(option);
  std::vector<std::string> tokens;
  for (auto const& p : pieces)
    tokens.emplace_back(p.text);
  return make(std::move(tokens)).map_error([&](diagnostic error) {
    error.where = pieces.empty() ? span{0, option.size()} : pieces[error.where.begin].where;
    return error;
  });
}

std::optional<letter> alphabet::find(std::string_view token) const {
  auto const at = index_.find(std::string(token));
  if (at == index_.end()) return std::nullopt;
  return at->second;
}

result<word> alphabet::parse_word(std::string_view text) const {
  word w;
  auto const pieces = single_characters_ ? split_into_characters(text) : split_at_blanks(text);
  for (auto const& p : pieces) {
    auto const a = find(p.text);
    if (!a)
      return tl::unexpected(diagnostic{p.where,
                                       "expected a letter of the alphabet, found " + quoted(p.text),
                                       "the alphabet is " + listed(*this),
                                       {}});
    w.push_back(*a);
  }
  return w;
}

std::string listed(alphabet const& sigma) {
  constexpr std::size_t most = 12;
  std::string text = "{";
  for (letter a = 0; a < std::min(sigma.size(), most); ++a)
    text += (a == 0 ? "" : ", ") + sigma.token(a);
  if (sigma.size() > most) text += ", … (" + std::to_string(sigma.size()) + " letters)";
  return text + "}";
}

std::string alphabet::print(word const& w) const {
  std::string text;
  for (std::size_t i = 0; i < w.size(); ++i) {
    if (i > 0 && !single_characters_) text += ' ';
    text += tokens_[w[i]];
  }
  return text;
}

std::string quoted(std::string_view token) {
  std::string text = "'";
  for (char const c : token) {
    if (c == '\'' || c == '\\') text += '\\';
    text += c;
  }
  return text + '\'';
}

} // namespace ltlc::text
