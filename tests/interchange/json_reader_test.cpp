#include "ltlc/interchange/json_reader.hpp"

#include <random>
#include <set>

#include <doctest/doctest.h>

using ltlc::interchange::repeated_key;

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
}
