// Reading JSON that somebody else wrote: every access names the place it failed at, as a JSON
// pointer, and every number is checked against its range. Private to interchange/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

// Thrown inside a reader only; read_document turns it into a diagnostic.
struct json_objection {
  std::string pointer; // RFC 6901
  std::string message;
  bool to_the_key = false; // else to the value
};

// Where the value that a pointer leads to begins and ends, or the key it stands under. Pre: the
// text is JSON and has that value.
[[nodiscard]] text::span place_of(std::string_view json, std::string_view pointer,
                                  bool of_the_key = false);

// Where in a string as JSON writes it, quotes included, a range of the string's own bytes stands.
// Pre: `quoted` is such a string.
[[nodiscard]] text::span place_in_string(std::string_view quoted, text::span inside);

// The one of `known` that a misspelt name was likely meant to be, or empty: capitals count as
// small letters, and one edit in three letters is forgiven.
[[nodiscard]] std::string_view nearest_name(std::string_view name,
                                            std::vector<std::string_view> const& known);

// The first key that its object already has: readers of JSON differ in which value they keep.
// Pre: the text is JSON. Cost: linear in the text.
[[nodiscard]] std::optional<text::span> repeated_key(std::string_view json);

// The text as a message may show it: on one line, with what a terminal would obey written out.
[[nodiscard]] std::string one_line(std::string_view text);

// Rows of numbers, all of one length.
struct number_rows {
  std::size_t rows = 0;
  std::size_t cols = 0; // 0 when there is no row
  std::vector<double> values;
};

// A value of a document and the pointer that leads to it.
class json_reader {
public:
  json_reader(nlohmann::json const& value, std::string pointer)
      : value_(&value), pointer_(std::move(pointer)) {}

  [[noreturn]] void fail(std::string const& message) const {
    throw json_objection{pointer_, place_in_words() + ": " + message};
  }
  // The key that leads here is none of these.
  [[noreturn]] void fail_as_unknown(std::vector<std::string_view> const& known) const;
  // An object with no keys but these: a key that is misspelt must not pass for one left out.
  void expect_keys(std::vector<std::string_view> const& known) const {
    if (!value_->is_object()) fail("expected an object");
    for (auto const& [name, value] : value_->items())
      if (std::find(known.begin(), known.end(), name) == known.end())
        key(name).fail_as_unknown(known);
  }
  [[nodiscard]] bool has(char const* name) const {
    return value_->is_object() && value_->contains(name) && !value_->at(name).is_null();
  }
  [[nodiscard]] bool contains(char const* name) const {
    return value_->is_object() && value_->contains(name);
  }
  [[nodiscard]] json_reader key(std::string const& name) const {
    if (!value_->is_object()) fail("expected an object");
    auto const at = value_->find(name);
    if (at == value_->end()) fail("the key \"" + one_line(name) + "\" is missing");
    return {*at, pointer_ + "/" + as_pointer_token(name)};
  }
  [[nodiscard]] std::vector<json_reader> elements() const {
    if (!value_->is_array()) fail("expected an array");
    std::vector<json_reader> list;
    list.reserve(value_->size());
    for (std::size_t i = 0; i < value_->size(); ++i)
      list.emplace_back((*value_)[i], pointer_ + "/" + std::to_string(i));
    return list;
  }
  // Pre: an array of more than i elements.
  [[nodiscard]] json_reader element(std::size_t i) const {
    return {(*value_)[i], pointer_ + "/" + std::to_string(i)};
  }
  // A number as the nearest double.
  [[nodiscard]] double number() const {
    if (!value_->is_number()) fail("expected a number");
    return value_->get<double>();
  }
  // An array of numbers, and an array of such arrays.
  [[nodiscard]] std::vector<double> numbers() const;
  [[nodiscard]] number_rows rows_of_numbers() const;
  void expect_size(std::size_t n, char const* what) const {
    if (!value_->is_array()) fail("expected an array");
    if (value_->size() != n)
      fail("expected " + std::to_string(n) + " entries (" + what + "), found " +
           std::to_string(value_->size()));
  }
  [[nodiscard]] std::string string() const {
    if (!value_->is_string()) fail("expected a string");
    return value_->get<std::string>();
  }
  [[nodiscard]] bool boolean() const {
    if (!value_->is_boolean()) fail("expected true or false");
    return value_->get<bool>();
  }
  [[nodiscard]] std::vector<std::string> keys() const {
    if (!value_->is_object()) fail("expected an object");
    std::vector<std::string> names;
    for (auto const& [name, value] : value_->items())
      names.push_back(name);
    return names;
  }
  [[nodiscard]] bool is_string() const { return value_->is_string(); }
  [[nodiscard]] bool is_number() const { return value_->is_number(); }
  [[nodiscard]] bool is_object() const { return value_->is_object(); }
  [[nodiscard]] std::size_t size() const { return value_->size(); }
  [[nodiscard]] std::string const& pointer() const { return pointer_; }
  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const {
    bool const fits = value_->is_number_unsigned()
                          ? value_->get<std::uint64_t>() <= std::uint64_t(INT64_MAX)
                          : value_->is_number_integer();
    if (!fits) fail("expected an integer");
    auto const n = value_->get<std::int64_t>();
    if (n < least || n > most)
      fail("expected an integer from " + std::to_string(least) + " to " + std::to_string(most) +
           ", found " + std::to_string(n));
    return n;
  }

private:
  [[nodiscard]] static std::string as_pointer_token(std::string const& name);
  [[nodiscard]] std::string place_in_words() const; // "key /a/0", "the document"

  nlohmann::json const* value_;
  std::string pointer_;
};

// The text as a document without repeated keys; a diagnostic has the place where it stops being
// one.
[[nodiscard]] text::result<nlohmann::json> parse_document(text::source const& source);

// Parses the text and applies `read` to its root. Where the text stops being JSON the diagnostic
// has that place; where a value is wrong it names the key.
template <class T, class Read>
text::result<T> read_document(text::source const& source, Read&& read) {
  auto const document = parse_document(source);
  if (!document) return tl::unexpected(document.error());
  try {
    return read(json_reader(*document, ""));
  } catch (json_objection const& objection) {
    return tl::unexpected(
        text::diagnostic{place_of(source.content, objection.pointer, objection.to_the_key),
                         objection.message, "", ""});
  }
}

} // namespace ltlc::interchange
