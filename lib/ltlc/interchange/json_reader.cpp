// A second, small walk over text that is known to be JSON, to find where a value stands: the parsed
// document has no places.
#include "ltlc/interchange/json_reader.hpp"

#include <boost/unordered/unordered_flat_set.hpp>

namespace ltlc::interchange {

namespace {

// Past the string that begins at `at`.
std::size_t end_of_string(std::string_view json, std::size_t at) {
  for (++at; at < json.size() && json[at] != '"'; ++at)
    if (json[at] == '\\') ++at;
  return std::min(at + 1, json.size());
}

class walker {
public:
  explicit walker(std::string_view json) : json_(json) { skip_blanks(); }

  [[nodiscard]] std::size_t at() const { return at_; }

  // From the start of a container to the start of its member; false when there is none.
  bool enter(std::string_view name) {
    if (at_ >= json_.size() || (json_[at_] != '{' && json_[at_] != '[')) return false;
    bool const object = json_[at_] == '{';
    step(1);
    for (std::size_t index = 0; at_ < json_.size() && json_[at_] != '}' && json_[at_] != ']';
         ++index) {
      std::string_view key;
      if (object) {
        std::size_t const begin = at_;
        skip_value();
        key = json_.substr(begin + 1, at_ - begin - 2);
        step(0);
        step(1); // the colon
      }
      if (object ? key == name : std::to_string(index) == name) return true;
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
};

// "a" and "\u0061" are the same key.
std::string key_of(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos)
    return std::string(quoted.substr(1, quoted.size() - 2));
  return nlohmann::json::parse(quoted).get<std::string>();
}

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

text::span place_of(std::string_view json, std::string_view pointer) {
  walker walk(json);
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    auto const end = std::min(pointer.find('/'), pointer.size());
    if (!walk.enter(pointer.substr(0, end))) break;
    pointer.remove_prefix(end);
  }
  std::size_t const begin = walk.at();
  walk.skip_value();
  return {begin, std::min(walk.at(), json.size())};
}

std::string one_line(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    auto const length = text::code_point_length(text, 0);
    shown += text::drawable(text.substr(0, length));
    text.remove_prefix(length);
  }
  return shown;
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
  } catch (nlohmann::json::out_of_range const&) {
    return tl::unexpected(
        text::diagnostic{{0, 0}, "a number is larger than any reader of JSON holds", "", ""});
  }
}

} // namespace ltlc::interchange
