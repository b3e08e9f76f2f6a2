// Four checks that hold the files in grammars/ and the parsers together: their examples, the names
// of their rules, every text of a few tokens, and random sentences.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <regex>
#include <set>

#include "grammar/ebnf.hpp"
#include "grammar/languages.hpp"

namespace {

using namespace ltlc;
using languages::language;
using languages::outcome;

ebnf::grammar grammar_of(language const& l) {
  return ebnf::read(LTLC_SOURCE_DIR "/grammars/" + l.name + ".ebnf");
}

// The parser's word on syntax alone.
bool is_sentence(outcome const& o) {
  return o.accepted || o.beyond_grammar;
}

std::set<std::string> rule_names(language const& l) {
  std::ifstream file(LTLC_SOURCE_DIR "/lib/ltlc/grammar/" + l.name + "_grammar.cpp");
  std::string const source((std::istreambuf_iterator<char>(file)), {});
  std::regex const rule("x3::rule<[^;]*?> const \\w+ =\\s*\"(\\w+)\"");
  std::set<std::string> names;
  for (std::sregex_iterator at(source.begin(), source.end(), rule), end; at != end; ++at)
    names.insert((*at)[1]);
  return names;
}

} // namespace

TEST_SUITE("grammar") {
  TEST_CASE("every example of a grammar file is parsed as the file says") {
    for (language const& l : languages::all()) {
      CAPTURE(l.name);
      ebnf::grammar const g = grammar_of(l);
      std::size_t accepted = 0;
      for (ebnf::example const& e : g.examples) {
        CAPTURE(e.line);
        CAPTURE(e.text);
        outcome const o = l.parse(e.text);
        CHECK(o.accepted == e.accepted);
        CHECK(o.shown == e.expected);
        CHECK(ebnf::recognizes(g, e.text) == is_sentence(o));
        if (e.accepted) CHECK(l.reads_back(e.text));
        accepted += e.accepted ? 1 : 0;
      }
      CHECK(accepted >= 25);
      CHECK(g.examples.size() - accepted >= 20);
    }
  }

  TEST_CASE("the parsers' rules have the names of the grammars' rules") {
    for (language const& l : languages::all()) {
      CAPTURE(l.name);
      ebnf::grammar const g = grammar_of(l);
      std::set<std::string> const names = rule_names(l);
      for (std::string const& name : g.order)
        if (name[0] >= 'a') CHECK_MESSAGE(names.contains(name), "no rule " << name);
      for (std::string const& name : names)
        CHECK_MESSAGE(g.rules.contains(name), "the grammar has no " << name);
    }
  }

  TEST_CASE("grammar and parser agree on every text of up to four tokens") {
    for (language const& l : languages::all()) {
      CAPTURE(l.name);
      ebnf::grammar const g = grammar_of(l);
      std::size_t const base = l.tokens.size();
      std::size_t sentences = 0;
      std::size_t count = 1;
      for (std::size_t length = 0; length <= 4; ++length, count *= base) {
        for (std::size_t code = 0; code < count; ++code) {
          for (std::string const separator : {"", " "}) {
            std::string text;
            std::size_t rest = code;
            for (std::size_t i = 0; i < length; ++i, rest /= base)
              text += (i > 0 ? separator : "") + l.tokens[rest % base];
            bool const expected = ebnf::recognizes(g, text);
            sentences += expected ? 1 : 0;
            if (is_sentence(l.parse(text)) == expected) continue;
            FAIL_CHECK("'" << text << "' is " << std::string(expected ? "" : "not ")
                           << "a sentence");
          }
        }
      }
      CHECK(sentences > 50);
    }
  }

  TEST_CASE("random sentences of a grammar are accepted, and read back from their printed form") {
    for (language const& l : languages::all()) {
      CAPTURE(l.name);
      ebnf::grammar const g = grammar_of(l);
      std::size_t accepted = 0;
      for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        std::string const text = ebnf::random_sentence(g, random, 10 + seed % 40);
        CAPTURE(text);
        outcome const o = l.parse(text);
        CAPTURE(o.shown);
        REQUIRE(is_sentence(o));
        if (!o.accepted) continue;
        ++accepted;
        REQUIRE(l.reads_back(text));
      }
      CHECK(accepted > 20);
    }
  }
}
