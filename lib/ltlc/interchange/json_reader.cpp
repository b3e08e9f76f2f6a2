// A second, small walk over text that is known to be JSON, to find where a value stands: the parsed
// document has no places.
#include "ltlc/interchange/json_reader.hpp"

#include <cctype>

#include <boost/unordered/unordered_flat_set.hpp>

namespace ltlc::interchange {

namespace {

// Past the string that begins at `at`.
std::size_t end_of_string(std::string_view json, std::size_t at) {
  for (++at; at < json.size() && json[at] != '"'; ++at)
    if (json[at] == '\\') ++at;
  return std::min(at + 1, json.size());
}

// "a" and "\u0061" are the same key.
std::string key_of(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos)
    return std::string(quoted.substr(1, quoted.size() - 2));
  return nlohmann::json::parse(quoted).get<std::string>();
}

class walker {
public:
  explicit walker(std::string_view json) : json_(json) { skip_blanks(); }

  [[nodiscard]] std::size_t at() const { return at_; }
  // Of the member that was entered last; empty in an array.
  [[nodiscard]] text::span key() const { return key_; }

  // From the start of a container to the start of its member; false when there is none.
  bool enter(std::string_view name) {
    if (at_ >= json_.size() || (json_[at_] != '{' && json_[at_] != '[')) return false;
    bool const object = json_[at_] == '{';
    step(1);
    for (std::size_t index = 0; at_ < json_.size() && json_[at_] != '}' && json_[at_] != ']';
         ++index) {
      std::string key;
      if (object) {
        key_.begin = at_;
        skip_value();
        key_.end = at_;
        key = key_of(json_.substr(key_.begin, key_.end - key_.begin));
        step(0);
        step(1); // the colon
      } else {
        key_ = {};
        key = std::to_string(index);
      }
      if (key == name) return true;
      skip_value();
      step(0);
      if (at_ < json_.size() && json_[at_] == ',') step(1);
    }
    return false;
  }

  // To just past the value that begins here.
  void skip_value() {
    std::size_t depth = 0;
    do {
      if (json_[at_] == '"') {
        at_ = end_of_string(json_, at_);
      } else {
        if (json_[at_] == '{' || json_[at_] == '[') ++depth;
        if (json_[at_] == '}' || json_[at_] == ']') --depth;
        ++at_;
      }
      if (depth == 0 && ends_value()) return;
    } while (at_ < json_.size());
  }

private:
  [[nodiscard]] bool ends_value() const {
    return at_ >= json_.size() ||
           std::string_view(",]}: \t\r\n").find(json_[at_]) != std::string_view::npos;
  }
  void skip_blanks() { at_ = std::min(json_.find_first_not_of(" \t\r\n", at_), json_.size()); }
  void step(std::size_t n) {
    at_ = std::min(at_ + n, json_.size());
    skip_blanks();
  }

  std::string_view json_;
  std::size_t at_ = 0;
  text::span key_;
};

// RFC 6901: "~1" is a slash, "~0" a tilde.
std::string name_of_token(std::string_view token) {
  std::string name;
  for (std::size_t i = 0; i < token.size(); ++i)
    if (token[i] == '~' && i + 1 < token.size())
      name += token[++i] == '1' ? '/' : '~';
    else
      name += token[i];
  return name;
}

// How many bytes a string's text and its value have at the escape or byte that begins at `at`.
struct bytes_of_piece {
  std::size_t written, meant;
};

bytes_of_piece piece_at(std::string_view quoted, std::size_t at) {
  if (quoted[at] != '\\') return {1, 1};
  if (quoted[at + 1] != 'u') return {2, 1};
  auto const unit = std::stoul(std::string(quoted.substr(at + 2, 4)), nullptr, 16);
  if (unit >= 0xD800 && unit < 0xDC00) return {12, 4}; // a pair of surrogates
  return {6, unit < 0x80 ? 1u : unit < 0x800 ? 2u : 3u};
}

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

// Letters put in, left out, exchanged for others or with the next.
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> least(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        least[i][j] = i + j;
        continue;
      }
      bool const same = lower(a[i - 1]) == lower(b[j - 1]);
      least[i][j] = std::min(
          {least[i - 1][j] + 1, least[i][j - 1] + 1, least[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        least[i][j] = std::min(least[i][j], least[i - 2][j - 2] + 1);
    }
  return least[a.size()][b.size()];
}

constexpr std::size_t longest_pointer = 200; // bytes of it in a message

} // namespace

std::optional<text::span> repeated_key(std::string_view json) {
  boost::unordered_flat_set<std::pair<std::size_t, std::string>> seen; // object and key
  std::vector<std::size_t> open; // the containers around: 0 for an array, else the object's number
  std::size_t objects = 0;
  bool key_is_next = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    switch (json[at]) {
    case '"': {
      std::size_t const end = end_of_string(json, at);
      if (key_is_next && !seen.emplace(open.back(), key_of(json.substr(at, end - at))).second)
        return text::span{at, end};
      key_is_next = false;
      at = end - 1;
      break;
    }
    case '{':
      open.push_back(++objects);
      key_is_next = true;
      break;
    case '[':
      open.push_back(0);
      break;
    case '}':
    case ']':
      open.pop_back();
      key_is_next = false;
      break;
    case ',':
      key_is_next = open.back() != 0;
      break;
    default:
      break;
    }
  }
  return std::nullopt;
}

text::span place_of(std::string_view json, std::string_view pointer, bool of_the_key) {
  walker walk(json);
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    auto const end = std::min(pointer.find('/'), pointer.size());
    if (!walk.enter(name_of_token(pointer.substr(0, end)))) break;
    pointer.remove_prefix(end);
  }
  if (of_the_key && walk.key().end > 0) return walk.key();
  std::size_t const begin = walk.at();
  walk.skip_value();
  return {begin, std::min(walk.at(), json.size())};
}

text::span place_in_string(std::string_view quoted, text::span inside) {
  std::size_t at = 1;
  std::size_t reached = 0;
  auto const walk_to = [&](std::size_t target) {
    while (reached < target && at + 1 < quoted.size()) {
      auto const piece = piece_at(quoted, at);
      if (reached + piece.meant > target) break; // inside a code point
      at += piece.written;
      reached += piece.meant;
    }
    return at;
  };
  std::size_t const begin = walk_to(inside.begin);
  return {begin, std::max(begin, walk_to(inside.end))};
}

std::string_view nearest_name(std::string_view name, std::vector<std::string_view> const& known) {
  constexpr std::size_t longest_name = 64;
  if (name.size() > longest_name) return {};
  std::string_view nearest;
  std::size_t least = 0;
  for (auto const candidate : known) {
    auto const edits = edits_between(name, candidate);
    if (3 * edits > std::max(name.size(), candidate.size())) continue;
    if (nearest.empty() || edits < least) {
      nearest = candidate;
      least = edits;
    }
  }
  return nearest;
}

std::string one_line(std::string_view text) {
  return text::escaped(text);
}

std::string json_reader::as_pointer_token(std::string const& name) {
  std::string token;
  for (char const c : name)
    token += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
  return token;
}

std::string json_reader::place_in_words() const {
  if (pointer_.empty()) return "the document";
  return "key " + one_line(text::cut(pointer_, longest_pointer));
}

void json_reader::fail_as_unknown(std::vector<std::string_view> const& known) const {
  std::string message = place_in_words() + ": this key is not known; the keys are ";
  char const* separator = "";
  for (auto const candidate : known) {
    message += separator + std::string(candidate);
    separator = ", ";
  }
  auto const name = name_of_token(std::string_view(pointer_).substr(pointer_.rfind('/') + 1));
  if (auto const nearest = nearest_name(name, known); !nearest.empty())
    message += "; did you mean \"" + std::string(nearest) + "\"?";
  throw json_objection{pointer_, message, true};
}

std::vector<double> json_reader::numbers() const {
  if (!value_->is_array()) fail("expected an array of numbers");
  std::vector<double> list;
  list.reserve(value_->size());
  for (auto const& x : *value_) {
    if (!x.is_number()) element(list.size()).fail("expected a number");
    list.push_back(x.get<double>());
  }
  return list;
}

// Tables are long: a reader for each number, with its pointer, would be most of the work.
number_rows json_reader::rows_of_numbers() const {
  if (!value_->is_array()) fail("expected an array of rows of numbers");
  number_rows all;
  for (auto const& row : *value_) {
    if (!row.is_array()) element(all.rows).fail("expected a row of numbers");
    if (all.rows == 0) all.cols = row.size();
    if (row.size() != all.cols)
      element(all.rows).fail("a row of " + std::to_string(row.size()) + " numbers, the first has " +
                             std::to_string(all.cols));
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (!row[c].is_number()) element(all.rows).element(c).fail("expected a number");
      all.values.push_back(row[c].get<double>());
    }
    ++all.rows;
  }
  return all;
}

namespace {

// The first number that is written as the parser's message quotes it, at its end.
text::span place_of_number(std::string_view json, std::string_view message) {
  auto const last = message.rfind('\'');
  auto const first = last == 0 ? std::string_view::npos : message.rfind('\'', last - 1);
  if (last == std::string_view::npos || first == std::string_view::npos) return {};
  auto const number = message.substr(first + 1, last - first - 1);
  constexpr std::string_view of_numbers = "+-.0123456789eE";
  for (std::size_t at = 0; at < json.size();) {
    auto const end = json[at] == '"'
                         ? end_of_string(json, at)
                         : std::min(json.find_first_not_of(of_numbers, at), json.size());
    if (json[at] != '"' && json.substr(at, end - at) == number) return {at, end};
    at = std::max(end, at + 1);
  }
  return {};
}

} // namespace

text::result<nlohmann::json> parse_document(text::source const& source) {
  // The parser takes a zero byte for the end.
  if (auto const zero = source.content.find('\0'); zero != std::string::npos)
    return tl::unexpected(
        text::diagnostic{{zero, zero + 1}, "a zero byte cannot stand in JSON", "", ""});
  try {
    auto document = nlohmann::json::parse(source.content);
    if (auto const twice = repeated_key(source.content))
      return tl::unexpected(
          text::diagnostic{*twice, "this key stands in the object already", "", ""});
    return document;
  } catch (nlohmann::json::parse_error const& error) {
    std::size_t const at = error.byte == 0 ? 0 : error.byte - 1;
    bool const ended = at >= source.content.size();
    return tl::unexpected(text::diagnostic{
        {std::min(at, source.content.size()), std::min(at + 1, source.content.size())},
        ended ? "expected more JSON, found the end of the text" : "this is not JSON from here on",
        "",
        ""});
  } catch (nlohmann::json::out_of_range const& error) {
    return tl::unexpected(text::diagnostic{place_of_number(source.content, error.what()),
                                           "a number is larger than any reader of JSON holds", "",
                                           ""});
  }
}

} // namespace ltlc::interchange
