#include <random>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"

using ltlc::session::invoke;
using json = nlohmann::json;

namespace {

// What kind of INPUT the text of --to is.
std::string option_of(std::string const& to) {
  return to == "ltl" ? "--ltl" : to == "fo" ? "--fo" : "--regex";
}

bool same_language(std::string const& alphabet, std::string const& regex, std::string const& to,
                   std::string const& text) {
  return invoke({"equiv", "--alphabet", alphabet, "--regex", regex, option_of(to), text}).status ==
         0;
}

json made(std::string const& alphabet, std::string const& regex, std::string const& to) {
  auto const run =
      invoke({"formula", "--alphabet", alphabet, "--regex", regex, "--to", to, "--json"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.err == "");
  auto document = json::parse(run.out);
  CHECK(document["to"].get<std::string>() == to);
  CHECK(same_language(alphabet, regex, to, document["text"]));
  return document;
}

std::string random_regex(std::mt19937_64& source, int operators) {
  if (operators == 0) return std::vector<std::string>{"a", "b", ".", "[ab]", "()"}.at(source() % 5);
  switch (source() % 5) {
  case 0:
    return "(" + random_regex(source, operators - 1) + ")*";
  case 1: {
    int const left = static_cast<int>(source() % static_cast<unsigned>(operators));
    return "(" + random_regex(source, left) + "|" + random_regex(source, operators - 1 - left) +
           ")";
  }
  case 2:
    return "(~" + random_regex(source, operators - 1) + ")";
  default: {
    int const left = static_cast<int>(source() % static_cast<unsigned>(operators));
    return random_regex(source, left) + random_regex(source, operators - 1 - left);
  }
  }
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("a formula, a sentence and a polynomial of the reference languages") {
    struct row {
      char const *alphabet, *regex, *to, *text, *fragment;
    };
    for (auto const& r :
         std::vector<row>{{"ab", "a.*", "ltl", "P (a & !P true)", "LTL[P]"},
                          {"ab", "a.*", "fo", "exists x. (a(x) & !(exists y<x. true))", "LTL[P]"},
                          {"ab", "a.*", "polynomial", "a[ab]*", "LTL[P]"},
                          {"ab", ".*a", "ltl", "Y a", "LTL[Y]"},
                          {"ab", ".*a", "fo", "exists x. (last(x) & a(x))", "LTL[Y]"},
                          {"abc", ".*ab.*", "ltl", "P (b & Y a)", "LTL[P,Y]"},
                          {"abc", ".*ab.*", "fo",
                           "exists x. (b(x) & (exists y<x. (succ(y,x) & a(y))))", "LTL[P,Y]"},
                          {"ab", ".*ab.*", "ltl", "P (b & P a)", "LTL[P]"},
                          {"ab", "(ab)*", "polynomial", "(ab)*", "LTL[P,MOD]"},
                          {"ab", "([ab][ab])*", "ltl", "MOD(1,2)", "LTL[P,MOD]"},
                          {"ab", "([ab][ab])*", "fo", "LEN(0,2)", "LTL[P,MOD]"},
                          {"ab", "[]", "ltl", "false", "LTL[P]"},
                          {"ab", "[]", "polynomial", "[]", "LTL[P]"}}) {
      CAPTURE(r.regex);
      auto const document = made(r.alphabet, r.regex, r.to);
      CHECK(document["text"] == r.text);
      CHECK(document["class"] == r.fragment);
    }
  }

  TEST_CASE("formula --json has every key, and the numbers are those of the text") {
    auto const ltl = made("ab", "(ab)*", "ltl");
    CHECK(ltl["p_depth"] == 1);
    CHECK(ltl["least_p_depth"] == 1);
    CHECK(ltl["window"] == 0);
    CHECK(ltl["modulus"] == 2);
    CHECK(ltl["heads"].is_number());
    CHECK(ltl["size"].is_number());
    CHECK(ltl["alphabet"] == json::array({"a", "b"}));
    for (auto const* key : {"p_depth", "size", "heads"}) {
      CHECK(ltl["before"][key].is_number());
      CHECK(ltl["before"]["p_depth"] >= ltl["p_depth"]);
    }
    CHECK(made("ab", ".*a..", "ltl")["window"] == 3);
    CHECK(made("ab", "a.*", "ltl")["p_depth"] == 2);
    auto const fo = made("ab", "(ab)*", "fo");
    CHECK(fo["p_depth"] == ltl["p_depth"]);
    CHECK(fo["heads"] == ltl["heads"]);
    auto const polynomial = made("abc", "[ab]*c(ab)*", "polynomial");
    CHECK(polynomial["monomials"] == 1);
    CHECK(polynomial["markers"] == 1);
    CHECK(polynomial["modulus"] == 2);
    CHECK(polynomial["size"] == 4);
    CHECK(polynomial["p_depth"] == 2);
  }

  TEST_CASE("every text equals its language, and a refusal agrees with classify") {
    std::size_t answered = 0;
    for (std::uint64_t seed = 1; seed <= 250; ++seed) {
      CAPTURE(seed);
      std::mt19937_64 source(seed);
      auto const regex = random_regex(source, 1 + static_cast<int>(seed % 7));
      CAPTURE(regex);
      std::string const to = std::vector<std::string>{"ltl", "fo", "polynomial"}.at(seed % 3);
      CAPTURE(to);
      std::string const id = to == "polynomial" ? "LTL[P,MOD]" : "LTL[P,Y,MOD]";
      auto const member =
          invoke({"classify", "--alphabet", "ab", "--regex", regex, "--assert", id});
      auto run = invoke({"formula", "--alphabet", "ab", "--regex", regex, "--to", to, "--quiet"});
      CHECK(run.status == member.status);
      if (run.status != 0) {
        CHECK(run.out == "");
        CHECK(run.err.find("is not in " + id) != std::string::npos);
        continue;
      }
      ++answered;
      run.out.pop_back();
      CAPTURE(run.out);
      CHECK(same_language("ab", regex, to, run.out));
    }
    CHECK(answered > 150);
  }

  TEST_CASE("--class asks for a formula of that class, and a refusal names a larger one") {
    auto const asked = [](std::string const& regex, std::string const& id, std::string const& to) {
      return invoke(
          {"formula", "--alphabet", "ab", "--regex", regex, "--class", id, "--to", to, "--json"});
    };
    auto const wider = asked("a.*", "LTL[P,Y]", "ltl");
    REQUIRE(wider.status == 0);
    CHECK(json::parse(wider.out)["class"] == "LTL[P,Y]");
    CHECK(same_language("ab", "a.*", "ltl", json::parse(wider.out)["text"]));
    auto const outside = asked("(ab)*", "LTL[P]", "ltl");
    CHECK(outside.status == 1);
    CHECK(outside.out == "");
    CHECK(outside.err.find("is not in LTL[P]\n  0 →a→ 1 →b→ 0") != std::string::npos);
    CHECK(outside.err.find("It is in LTL[P,MOD]") != std::string::npos);
    CHECK(asked("(ab)*", "LTL[P]", "polynomial").status == 1);
    CHECK(asked("(ab)*", "LTL[P,MOD]", "polynomial").status == 0);
    CHECK(asked("a.*", "LTL[P,Y]", "polynomial").status == 2);
    CHECK(asked("a.*", "LTL[S]", "ltl").status == 2);
    auto const unknown = asked("a.*", "LTL[Q]", "ltl");
    CHECK(unknown.status == 2);
    CHECK(unknown.err.find("LTL[P,Y,MOD]") != std::string::npos);
    auto const hopeless = invoke({"formula", "--regex", "(a|ba*b)*"});
    CHECK(hopeless.status == 1);
    CHECK(hopeless.err.find("0 →b→ 1 →b→ 0") != std::string::npos);
    CHECK(hopeless.err.find("It is in") == std::string::npos);
  }

  TEST_CASE("a polynomial with too many monomials is counted and not printed") {
    auto const asked = [](std::string const& regex, std::string const& most) {
      return invoke(
          {"formula", "--regex", regex, "--to", "polynomial", "--json", "--max-terms", most});
    };
    auto const many = asked("(ab|cd){70}", "1000");
    CHECK(many.status == 3);
    CHECK(json::parse(many.out)["text"].is_null());
    CHECK(json::parse(many.out)["monomials"] == "1180591620717411303424"); // 2^70
    CHECK(many.err.find("1,180,591,620,717,411,303,424 monomials, more than 1,000") !=
          std::string::npos);
    CHECK(many.err.find("--max-terms") != std::string::npos);
    CHECK(asked("(ab|cd){9}", "511").status == 3);
    auto const enough = asked("(ab|cd){9}", "512");
    CHECK(enough.status == 0);
    CHECK(json::parse(enough.out)["monomials"] == 512);
  }

  TEST_CASE("--unicode is read back too, and tokens are quoted") {
    for (std::string const to : {"ltl", "fo"}) {
      auto const run = invoke({"formula", "--regex", "(ab)*", "--to", to, "--unicode", "--json"});
      REQUIRE(run.status == 0);
      std::string const text = json::parse(run.out)["text"];
      CHECK(text.find("∧") != std::string::npos);
      CHECK(text.find('&') == std::string::npos);
      CHECK(text.find("exists") == std::string::npos);
      CHECK(same_language("ab", "(ab)*", to, text));
    }
    for (std::string const to : {"ltl", "fo", "polynomial"})
      made("open last P", "('open' 'last')*'P'", to);
  }

  TEST_CASE("the report says what is proved about the P-depth") {
    auto const run = invoke({"formula", "--alphabet", "ab", "--regex", "a.*"});
    CHECK(run.status == 0);
    CHECK(run.out.rfind("P (a & !P true)\n", 0) == 0);
    CHECK(run.out.find("2, the least in LTL[P]\n") != std::string::npos);
    CHECK(run.out.find("read back") != std::string::npos);
    CHECK(invoke({"formula", "--regex", "a", "--to", "prose"}).status == 2);
    CHECK(invoke({"formula"}).status == 2);
    CHECK(invoke({"frm"}).err.find(" formula, ") != std::string::npos);
    CHECK(invoke({"formula", "--regex", "(ab){50}", "--max-states", "20"}).status == 3);
  }

} // TEST_SUITE
