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

} // namespace ltlc::interchange
