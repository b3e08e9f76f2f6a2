#include <doctest/doctest.h>

#include "ltlc/automaton/minimize.hpp"
#include "ltlc/interchange/automaton_att.hpp"
#include "ltlc/interchange/automaton_json.hpp"

#include "automaton/random_dfa.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using namespace ltlc::support;

namespace {

text::result<automaton::dfa> read(std::string const& text, text::alphabet const* sigma = nullptr,
                                  budget::budget const& limits = {}) {
  return interchange::dfa_from_att({"text", text}, sigma, limits);
}

struct refused {
  std::size_t line = 0;
  std::size_t column = 0;
  std::string message;
  std::string way_out;
};

refused refusal_of(std::string const& text, text::alphabet const* sigma = nullptr,
                   budget::budget const& limits = {}) {
  auto const a = read(text, sigma, limits);
  REQUIRE_FALSE(a.has_value());
  REQUIRE(a.error().where.end <= text.size());
  auto const at = text::locate(text, a.error().where.begin);
  return {at.line, at.column, a.error().message, a.error().way_out};
}

bool has(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_SUITE("interchange") {

  TEST_CASE("an automaton written as AT&T text is read back equal") {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      auto const sigma = alphabet_of(
          one_of<std::string>(source, {"a", "ab", "abc", "01", "0123456789", "close open x_1"}));
      auto const a = random_dfa(source, sigma, 1 + below(source, 8));
      auto const text = interchange::to_att(a).value();
      REQUIRE(read(text).value() == a);
      REQUIRE(read(text, &sigma).value() == a);
      auto const from_json = interchange::dfa_from_json({"text", interchange::to_json(a)}, {});
      REQUIRE(read(interchange::to_att(*from_json).value()).value() == a);
    }
  }

  TEST_CASE("letters are read in sorted order, in the given order where one is given") {
    auto const sigma = alphabet_of("ba");
    automaton::dfa const a{sigma, 1, {false, true}, {0, 1, 1, 0}};
    auto const text = interchange::to_att(a).value();
    CHECK(text == "1\t1\tb\n1\t0\ta\n1\n0\t0\tb\n0\t1\ta\n");
    CHECK(read(text, &sigma).value() == a);
    CHECK(read(text).value() == automaton::dfa{alphabet_of("ab"), 1, {false, true}, {1, 0, 0, 1}});
    CHECK(interchange::to_att_symbols(sigma).value() == "<eps>\t0\nb\t1\na\t2\n");
  }

  TEST_CASE("what is missing leads to a sink, and a given alphabet is never trimmed") {
    // (ab)* without its sink, states in any numbers, weights 0, blank lines, Windows line ends.
    std::string const text = "70 \t 8 a 0\r\n\r\n8 70 b\r\n70 0.0";
    automaton::dfa const expected{alphabet_of("ab"), 1, {false, true, false}, {2, 1, 0, 2, 2, 2}};
    CHECK(read(text).value() == expected);
    auto const abc = alphabet_of("abc");
    CHECK(read(text, &abc).value() ==
          automaton::dfa{abc, 1, {false, true, false}, {2, 1, 2, 0, 2, 2, 2, 2, 2}});
  }

  TEST_CASE("small texts: no transition, no state, letters that are digits, foma's two columns") {
    auto const a = alphabet_of("a");
    CHECK(read("5\n", &a).value() == automaton::dfa{a, 0, {true, false}, {1, 1}});
    CHECK(read("", &a).value() == automaton::dfa{a, 0, {false}, {0}});
    CHECK(has(refusal_of("5\n").way_out, "--alphabet"));
    CHECK(has(refusal_of("\n \n").way_out, "--alphabet"));
    CHECK(read("0 0 0\n0 0 1\n0\n").value() ==
          automaton::dfa{alphabet_of("01"), 0, {true}, {0, 0}});
    CHECK(read("0 0 a a\n0\n").value() == automaton::dfa{a, 0, {true}, {0}});
    CHECK(read("0 0 a a 0\n0\n").value() == automaton::dfa{a, 0, {true}, {0}});
    CHECK(read("0 0 a\n0 0 a\n0\n").value() == automaton::dfa{a, 0, {true}, {0}}); // twice the same
  }

  TEST_CASE("what is no complete automaton is refused with its place and a way out") {
    auto const check = [](std::string const& text, std::size_t line, std::size_t column,
                          std::string const& message, std::string const& way_out) {
      CAPTURE(text);
      auto const r = refusal_of(text);
      CHECK(r.line == line);
      CHECK(r.column == column);
      CHECK_MESSAGE(has(r.message, message), r.message);
      CHECK_MESSAGE(has(r.way_out, way_out), r.way_out);
    };
    check("0 1 a\n0 2 a\n2\n", 2, 5, "both 1 and 2", "fstdeterminize");
    check("0 1 <eps>\n", 1, 5, "empty word", "fstrmepsilon");
    check("0 1 @0@ @0@\n", 1, 5, "empty word", "fstrmepsilon");
    check("0 1 a\n1 0 @_IDENTITY_SYMBOL_@\n", 2, 5, "not named", "name the letters");
    check("0 1 a 2.5\n", 1, 7, "weight", "rmweight");
    check("0 1 a Infinity\n", 1, 7, "weight", "rmweight");
    check("0 1 a b\n", 1, 7, "end of the line", "fstproject");
    check("0 1 a 0 0\n", 1, 9, "end of the line", "");
    check("0 1 a\n1 0.5\n", 2, 3, "a target and a letter", "only 0");
    check("0 1\n", 1, 3, "a target and a letter", "only 0");
    check("zero 1 a\n", 1, 1, "number of a state", "JSON");
    check("0 1 a\n-1\n", 2, 1, "number of a state", "JSON");
    check("0 99999999999999999999 a\n", 1, 3, "number of a state", "JSON");
    check("0 1 a\n1 0 \xff\n", 2, 5, "UTF-8", "");
    check("0 1 b\n1 0 <bos>\n", 2, 5, "reserved", "");
    auto const ab = alphabet_of("ab");
    auto const r = refusal_of("0 1 a\n1 0 c\n", &ab);
    CHECK(r.line == 2);
    CHECK(has(r.message, "'c' is not in the alphabet"));
  }

  TEST_CASE("the limits on states and on the table hold for AT&T text") {
    budget::budget limits;
    limits.max_states = 2;
    CHECK(read("0 1 a\n1\n", nullptr, limits).has_value());
    CHECK(has(refusal_of("0 1 a\n1 2 a\n", nullptr, limits).message, "more than 2 states"));
    limits = {};
    limits.max_bytes = 1000;
    auto many = std::string("0 1 a\n");
    for (int i = 0; i < 100; ++i)
      many += "1 0 t" + std::to_string(i) + "\n";
    CHECK(has(refusal_of(many, nullptr, limits).message, "too many transitions"));
    auto const sigma = text::alphabet::make([] {
                         std::vector<std::string> tokens;
                         for (int i = 0; i < 200; ++i)
                           tokens.push_back("t" + std::to_string(i));
                         return tokens;
                       }())
                           .value();
    CHECK(has(refusal_of("0 1 t0\n", &sigma, limits).message, "too large"));
  }

  TEST_CASE("letters that mean something else in AT&T text are not written") {
    for (auto const* token : {"<eps>", "<epsilon>", "@0@", "@_UNKNOWN_SYMBOL_@"}) {
      auto const sigma = text::alphabet::make({"a", token}).value();
      CHECK_FALSE(interchange::to_att({sigma, 0, {true}, {0, 0}}).has_value());
      CHECK_FALSE(interchange::to_att_symbols(sigma).has_value());
    }
  }

  TEST_CASE("garbage is refused or read, never more, and what is read is written the same") {
    std::string const pieces[] = {
        "0",     "1",   "2",  " ", "\t",   "\n",   "a",   "b",
        "<eps>", "0.0", "\r", "-", "\xc3", "\xa9", "1e9", "18446744073709551615"};
    std::size_t accepted = 0;
    for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      std::string text = below(source, 2) == 0 ? "0 1 a\n" : "";
      for (std::size_t n = below(source, 20); n > 0; --n)
        text += pieces[below(source, below(source, 3) == 0 ? std::size(pieces) : 7)];
      auto const a = read(text);
      if (!a) {
        REQUIRE(a.error().where.end <= text.size());
        REQUIRE_FALSE(text::draw({"text", text}, a.error()).empty());
        continue;
      }
      ++accepted;
      REQUIRE(automaton::malformed(*a).empty());
      REQUIRE(read(interchange::to_att(*a).value()).value() == *a);
    }
    CHECK(accepted > 300);
  }

} // TEST_SUITE
