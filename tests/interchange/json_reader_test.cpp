#include "ltlc/interchange/json_reader.hpp"

#include <random>
#include <set>

#include <doctest/doctest.h>

using ltlc::interchange::repeated_key;
namespace interchange = ltlc::interchange;

namespace {

// By the definition, with the library's own events: an object has one key twice.
bool repeats_a_key(std::string const& text) {
  std::vector<std::set<std::string>> open;
  bool repeats = false;
  auto const none_left_out = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& value) {
    if (event == nlohmann::json::parse_event_t::object_start) open.emplace_back();
    if (event == nlohmann::json::parse_event_t::object_end) open.pop_back();
    if (event == nlohmann::json::parse_event_t::key)
      repeats |= !open.back().insert(value.get<std::string>()).second;
    return true;
  };
  auto const whole = nlohmann::json::parse(text, none_left_out);
  REQUIRE_FALSE(whole.is_discarded());
  return repeats;
}

// Few keys, so that some objects have one twice; strings hold what must not be read as structure.
std::string random_value(std::mt19937_64& random, int depth) {
  static char const* const keys[] = {"\"a\"", "\"\\u0061\"", "\"b\"", "\"{\\\"a\\\":\"",
                                     "\"\\\\\""};
  static char const* const leaves[] = {"1",     "-2.5e3",       "true", "null",
                                       "\"a\"", "\"}],{\\\"\"", "[]",   "{}"};
  if (depth == 0 || random() % 3 == 0) return leaves[random() % std::size(leaves)];
  bool const object = random() % 2 == 0;
  std::string text = object ? "{" : "[ ";
  std::size_t const n = random() % 4;
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0) text += ",\n";
    if (object) text += std::string(keys[random() % std::size(keys)]) + " : ";
    text += random_value(random, depth - 1);
  }
  return text + (object ? "}" : "]");
}

// Letters put in, left out, exchanged or swapped with the next, whatever their size, from the
// definition: try them all.
std::size_t edits_by_definition(std::string const& a, std::string const& b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  auto const small = [](char c) { return static_cast<char>(c | 0x20); };
  std::size_t least =
      edits_by_definition(a.substr(1), b.substr(1)) + (small(a[0]) == small(b[0]) ? 0 : 1);
  least = std::min(least, edits_by_definition(a.substr(1), b) + 1);
  least = std::min(least, edits_by_definition(a, b.substr(1)) + 1);
  if (a.size() > 1 && b.size() > 1 && small(a[0]) == small(b[1]) && small(a[1]) == small(b[0]))
    least = std::min(least, edits_by_definition(a.substr(2), b.substr(2)) + 1);
  return least;
}

} // namespace

TEST_SUITE("interchange") {
  TEST_CASE("a key that stands twice in one object is found, however it is written") {
    std::uint64_t const seed = 20261202;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    int with = 0;
    for (int i = 0; i < 20'000; ++i) {
      std::string const text = random_value(random, 4);
      CAPTURE(text);
      auto const found = repeated_key(text);
      REQUIRE(found.has_value() == repeats_a_key(text));
      if (!found) continue;
      ++with;
      // The place is that of a string.
      REQUIRE(text[found->begin] == '"');
      REQUIRE(text[found->end - 1] == '"');
    }
    CHECK(with > 1'000);
    CHECK(with < 19'000);
  }

  TEST_CASE("a name that is misspelt is near to the one that was meant, and to no other") {
    std::uint64_t const seed = 77;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    auto const name = [&] {
      std::string text;
      for (std::size_t n = random() % 7; n > 0; --n)
        text += "aBbc"[random() % 4];
      return text;
    };
    int found = 0;
    for (int i = 0; i < 3'000; ++i) {
      std::string const asked = name();
      std::vector<std::string> const names{name(), name(), name()};
      auto const nearest = interchange::nearest_name(asked, {names.begin(), names.end()});
      std::string expected;
      std::size_t least = 1000;
      for (auto const& candidate : names) {
        auto const edits = edits_by_definition(asked, candidate);
        if (3 * edits > std::max(asked.size(), candidate.size()) || edits >= least) continue;
        least = edits;
        expected = candidate;
      }
      CAPTURE(asked);
      CHECK(nearest == expected);
      if (!expected.empty()) ++found;
    }
    CHECK(found > 400);
    CHECK(interchange::nearest_name("w_q", {"W_K", "b_Q", "W_Q"}) == "W_Q");
    CHECK(interchange::nearest_name("sacle", {"holds_to", "scale"}) == "scale");
    CHECK(interchange::nearest_name("remark", {"holds_to", "scale"}).empty());
    CHECK(interchange::nearest_name(std::string(1'000, 'a'), {std::string_view("a")}).empty());
  }

  TEST_CASE("the place of a part of a string is that of its spelling") {
    std::uint64_t const seed = 78;
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    static char const* const points[] = {"a", "\"",     "\\",     "\n",
                                         "/", "\u00e9", "\u20ac", "\U0001f600"};
    for (int i = 0; i < 2'000; ++i) {
      std::string text;
      std::vector<std::size_t> ends{0}; // of code points
      for (std::size_t n = random() % 9; n > 0; --n) {
        text += points[random() % std::size(points)];
        ends.push_back(text.size());
      }
      auto const quoted = nlohmann::json(text).dump(-1, ' ', random() % 2 == 0);
      std::size_t const from = ends[random() % ends.size()];
      std::size_t const to = ends[random() % ends.size()];
      if (from > to) continue;
      CAPTURE(quoted);
      auto const where = interchange::place_in_string(quoted, {from, to});
      auto const part = "\"" + quoted.substr(where.begin, where.end - where.begin) + "\"";
      REQUIRE(nlohmann::json::parse(part).get<std::string>() == text.substr(from, to - from));
      auto const before = quoted.substr(0, where.begin) + "\"";
      REQUIRE(nlohmann::json::parse(before).get<std::string>() == text.substr(0, from));
    }
  }

  TEST_CASE("a key is found whatever letters it has, and so is a number past every double") {
    std::string const text = R"({"a/b": [1, {"~\u0031": 2}], "": {"": 3}, "a": {"b": 4}})";
    auto const at = [&](std::string_view pointer, bool of_the_key = false) {
      auto const where = interchange::place_of(text, pointer, of_the_key);
      return text.substr(where.begin, where.end - where.begin);
    };
    CHECK(at("/a~1b/1/~01") == "2");
    CHECK(at("/a~1b/1/~01", true) == R"("~\u0031")");
    CHECK(at("/a~1b/0") == "1");
    CHECK(at("//") == "3");
    CHECK(at("/a/b") == "4");
    CHECK(at("/a/b", true) == R"("b")");
    CHECK(at("") == text);
    for (std::string const number : {"1e999", "-1e400", "123e+4567"}) {
      std::string const document = "{\"" + number + "\": [1,\n " + number + "]}";
      auto const read = interchange::parse_document({"text", document});
      REQUIRE_FALSE(read);
      auto const where = read.error().where;
      CHECK(document.substr(where.begin, where.end - where.begin) == number);
      CHECK(ltlc::text::locate(document, where.begin) == ltlc::text::place{2, 2});
    }
  }
}
