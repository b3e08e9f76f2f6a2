#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"
#include "ltlc/evidence/classes.hpp"

using ltlc::session::invoke;
using json = nlohmann::json;

namespace {

std::string classification_text(std::string const& alphabet, std::string const& regex,
                                std::vector<std::string> const& more = {}) {
  std::vector<std::string> arguments{"classify", "--alphabet", alphabet,
                                     "--regex",  regex,        "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return invoke(arguments).out;
}

std::string replaced(std::string text, std::string const& from, std::string const& to) {
  auto const at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("check confirms what classify says") {
    struct language {
      std::string alphabet, regex;
    };
    for (language const& l : std::vector<language>{{"ab", "(ab)*"},
                                                   {"ab", "(a|ba*b)*"},
                                                   {"ab", "a*ba*"},
                                                   {"abc", "c*ac*bc*"},
                                                   {"ab", "(a(ab)*b)*"},
                                                   {"ab", "ab|ba"},
                                                   {"a", "[]"},
                                                   {"open close", "('open' 'close')*"}}) {
      CAPTURE(l.regex);
      auto const text = classification_text(l.alphabet, l.regex);
      auto const run = invoke({"check", "-", "--json"}, text);
      CHECK(run.status == 0);
      auto const report = json::parse(run.out);
      CHECK(report["confirmed"] == true);
      CHECK(report["verdicts"].size() == ltlc::evidence::class_count);
      for (auto const& row : report["verdicts"].items()) {
        INFO(row.key());
        CHECK(row.value()["result"] == "confirmed");
        CHECK(row.value()["reason"].is_null());
      }
      auto const table = invoke({"check", "-"}, text);
      CHECK(table.status == 0);
      CHECK(table.out.find("24 confirmed\n") != std::string::npos);
      CHECK(invoke({"check", "-", "--regex", l.regex}, text).status == 0);
    }
  }

  TEST_CASE("a certificate that is wrong is refuted, and says why") {
    auto const text = classification_text("ab", "(ab)*");
    auto const changed = replaced(text, R"("u":"a","v":"b")", R"("u":"b","v":"b")");
    auto const run = invoke({"check", "-"}, changed);
    CHECK(run.status == 1);
    CHECK(run.out.find("LTL[P]            not a member  refuted: u does not lead from p to q\n") !=
          std::string::npos);
    CHECK(run.out.find("23 confirmed, 1 refuted\n") != std::string::npos);
    auto const report = json::parse(invoke({"check", "-", "--json"}, changed).out);
    CHECK(report["confirmed"] == false);
    CHECK(report["verdicts"]["LTL[P]"]["claim"] == "not a member");
    CHECK(report["verdicts"]["LTL[P]"]["reason"] == "u does not lead from p to q");
    // The answer turned round.
    CHECK(invoke({"check", "-"}, replaced(text, "\"member\":false", "\"member\":true")).status ==
          1);
    // The table changed under the certificates.
    CHECK(invoke({"check", "-"}, replaced(text, "[2,0]", "[0,2]")).status == 1);
  }

  TEST_CASE("a language that is given must be the file's") {
    auto const text = classification_text("ab", "(ab)*");
    auto const other = invoke({"check", "-", "--regex", "(ab)*a"}, text);
    CHECK(other.status == 1);
    CHECK(other.err == "ltlc: refuted: the automaton in standard input and --regex '(ab)*a' differ "
                       "on ε\n");
    // Without a table the language brings it; numbered in another way it is still the same.
    auto bare = json::parse(text);
    bare.erase("dfa");
    CHECK(invoke({"check", "-"}, bare.dump()).status == 2);
    CHECK(invoke({"check", "-", "--regex", "(ab)*"}, bare.dump()).status == 0);
    CHECK(invoke({"check", "-", "--regex", "(ab)*a"}, bare.dump()).status == 1);
    json const renumbered = {
        {"alphabet", {"a", "b"}},
        {"dfa",
         {{"states", 3}, {"initial", 2}, {"accepting", {2}}, {"delta", {{0, 0}, {0, 2}, {1, 0}}}}},
        {"classes",
         {{"COMMUTATIVE",
           {{"member", false},
            {"certificate",
             {{"kind", "exchange"}, {"x", ""}, {"u", "a"}, {"v", "b"}, {"z", ""}}}}}}}};
    CHECK(invoke({"check", "-", "--regex", "(ab)*"}, renumbered.dump()).status == 0);
  }

  TEST_CASE("what is open is listed and what a limit stops is not confirmed") {
    auto const open =
        invoke({"check", "-"}, classification_text("ab", "(a(ab)*b)*", {"--max-monoid", "3"}));
    CHECK(open.status == 0);
    CHECK(open.out.find("undecided     open: monoid elements passed 3") != std::string::npos);
    auto const limited =
        invoke({"check", "-", "--max-monoid", "3"}, classification_text("ab", "(a(ab)*b)*"));
    CHECK(limited.status == 3);
    CHECK(
        limited.out.find("not confirmed: monoid elements passed 3 (raise it with --max-monoid)") !=
        std::string::npos);
  }

  TEST_CASE("what has no certificate is listed as not checked") {
    std::string const text = classification_text("ab", "(ab)*");
    auto const run = invoke({"check", "-"}, text);
    CHECK(run.out.find("not checked  least, least_is_certain, modulus, monoid, window (these") !=
          std::string::npos);
    auto const report = json::parse(invoke({"check", "-", "--json"}, text).out);
    CHECK(report["not_checked"] ==
          json({"least", "least_is_certain", "modulus", "monoid", "window"}));
  }

  TEST_CASE("a class that is none, and a class twice, are shown where they stand") {
    std::string const head = "{\"alphabet\":[\"a\"],\n\"classes\":{";
    auto const none = invoke({"check", "-"}, head + "\n\"LTL[Q]\":1}}");
    CHECK(none.status == 2);
    CHECK(none.err.find("standard input:3:10: error: key /classes/LTL[Q]: no class") == 0);
    auto const twice = invoke({"check", "-"}, head + "\"J\":1,\"J\":1}}");
    CHECK(twice.status == 2);
    CHECK(twice.err.find("standard input:2:18: error: this key stands") == 0);
  }

  TEST_CASE("a file that is none is wrong input") {
    for (std::string const text :
         {"", "[]", "{", "{\"alphabet\":[\"a\"]}", "{\"alphabet\":[\"a\"],\"classes\":{}}"}) {
      CAPTURE(text);
      auto const run = invoke({"check", "-"}, text);
      CHECK(run.status == 2);
      CHECK(run.out == "");
      CHECK(run.err.find("error: ") != std::string::npos);
    }
    CHECK(invoke({"check", "no such file"}).status == 2);
    CHECK(invoke({"check"}).status == 2);
  }

} // TEST_SUITE
