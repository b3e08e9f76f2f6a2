// Batches, shards and the census.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"
#include "support/temporary_folder.hpp"

using ltlc::session::invoke;
using nlohmann::json;

namespace {

std::vector<json> lines_of(std::string const& out) {
  std::vector<json> lines;
  std::istringstream in(out);
  for (std::string line; std::getline(in, line);)
    lines.push_back(json::parse(line));
  return lines;
}

std::string many_inputs(int count) {
  std::string input;
  for (int i = 0; i < count; ++i)
    input += "{\"regex\":\"(a{" + std::to_string(i % 7 + 1) + "}b)*\",\"id\":" + std::to_string(i) +
             "}\n";
  return input;
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("a batch answers every line in order, whatever the number of threads") {
    std::string const input = many_inputs(200);
    auto const one = invoke({"classify", "--batch", "-", "--jobs", "1"}, input);
    CHECK(one.status == 0);
    auto const lines = lines_of(one.out);
    REQUIRE(lines.size() == 200);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      CHECK(lines[i]["line"] == i + 1);
      CHECK(lines[i]["id"] == i);
      CHECK(lines[i]["classes"]["LTL[P,MOD]"] == true);
      CHECK(lines[i]["modulus"] == i % 7 + 2);
    }
    for (char const* jobs : {"2", "7", "0"}) {
      auto const more = invoke({"classify", "--batch", "-", "--jobs", jobs}, input);
      CHECK(more.out == one.out);
    }
  }

  TEST_CASE("a batch says of each line what classify says of it alone") {
    for (char const* regex : {"(ab)*", "a*b*", "(a|ba*b)*", "ab|ba", ".*a"}) {
      auto const alone =
          json::parse(invoke({"classify", "--regex", regex, "--alphabet", "ab", "--json"}).out);
      json const item = {{"regex", regex}, {"alphabet", "ab"}};
      auto const lines = lines_of(invoke({"classify", "--batch", "-"}, item.dump() + "\n").out);
      REQUIRE(lines.size() == 1);
      for (auto const& [name, verdict] : alone["classes"].items())
        CHECK(lines[0]["classes"][name] == verdict["member"]);
      for (char const* key : {"least", "least_is_certain", "modulus", "window", "monoid"})
        CHECK(lines[0][key] == alone[key]);
      auto const full =
          lines_of(invoke({"classify", "--batch", "-", "--certificates"}, item.dump() + "\n").out);
      REQUIRE(full.size() == 1);
      CHECK(full[0]["classes"] == alone["classes"]);
      CHECK(full[0]["dfa"] == alone["dfa"]);
    }
  }

  TEST_CASE("every kind of input fits in a line") {
    auto const lines = lines_of(
        invoke({"classify", "--batch", "-"},
               "{\"ltl\":\"P a\",\"alphabet\":\"ab\"}\n"
               "{\"fo\":\"exists x. a(x)\",\"alphabet\":\"ab\"}\n"
               "{\"dfa\":{\"alphabet\":[\"a\",\"b\"],\"states\":2,\"initial\":0,\"accepting\":[1],"
               "\"delta\":[[1,0],[1,1]]}}\n")
            .out);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0]["classes"] == lines[1]["classes"]);
    CHECK(lines[0]["classes"] == lines[2]["classes"]);
    CHECK(lines[0]["least"] == json({"J", "TSL", "LT", "COMMUTATIVE"}));
  }

  TEST_CASE("a bad line is answered with its error and stops nothing") {
    auto const result = invoke({"classify", "--batch", "-"}, "{\"regex\":\"a\"}\n"
                                                             "not json\n"
                                                             "\n"
                                                             "[1]\n"
                                                             "{\"regex\":\"(\",\"id\":\"x\"}\n"
                                                             "{\"regex\":\"a\",\"ltl\":\"P a\"}\n"
                                                             "{\"regx\":\"a\"}\n"
                                                             "{\"dfa\":\"-\"}\n"
                                                             "{\"dfa\":{\"states\":1}}\n"
                                                             "{\"regex\":\"a\",\"id\":[[[]]]}\n"
                                                             "{\"regex\":\"a\"}");
    CHECK(result.status == 2);
    auto const lines = lines_of(result.out);
    REQUIRE(lines.size() == 10);
    CHECK(lines.front().contains("classes"));
    CHECK(lines.back().contains("classes"));
    CHECK(lines.back()["line"] == 11);
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
      CAPTURE(lines[i].dump());
      CHECK(lines[i]["status"] == 2);
      CHECK(!lines[i]["error"].get<std::string>().empty());
      CHECK(!lines[i].contains("classes"));
    }
    CHECK(lines[3]["id"] == "x");
  }

  TEST_CASE("errors of a line name the column and the key, and its id comes back as it stood") {
    std::string const zero = std::string("{\"regex\":\"a\"}") + '\0';
    struct wrong {
      std::string line, says;
    };
    for (auto const& w : std::vector<wrong>{
             {"{\"regex\":\"a\",}", "column 14: this is not JSON from here on"},
             {"{\"regex\":\"a\"} x", "column 15: "},
             {zero, "column 14: a zero byte"},
             {"{\"regex\":\"a\",\"regex\":\"b\"}",
              "column 14: this key stands in the object already"},
             {"{\"regx\":\"a\"}", "key /regx: this key is not known; the keys are regex, ltl, fo"},
             {"{\"regx\":1}", "key /regx: this key is not known"},
             {"{\"regex\":\"a\",\"ltl\":\"P a\"}", "a line has one language"},
             {"{\"id\":1}", "expected one of the keys"},
             {"{\"regex\":\"a\",\"id\":true}", "key /id: expected a string or a number"},
             {"{\"regex\":\"a\",\"id\":null}", "key /id: expected a string or a number"},
             {"{\"regex\":\"a(\"}", "key /regex, 1:3: error: "},
             {"{\"regex\":\"a\",\"alphabet\":[\"b\",1]}", "key /alphabet/1: expected a string"},
             {"{\"regex\":\"a\",\"alphabet\":\"\"}", "key /alphabet: "},
             {"{\"dfa\":\"-\"}", "cannot read automata from standard input"},
             {"{\"dfa\":[]}", "key /dfa: expected an object"},
             {"{\"alphabet\":\"ba\",\"dfa\":{\"alphabet\":[\"a\",\"b\"],\"states\":1,\"initial\":0,"
              "\"accepting\":[],\"delta\":[[0,0]]}}",
              "key /alphabet: the automaton has another alphabet"}}) {
      CAPTURE(w.line);
      auto const lines = lines_of(invoke({"classify", "--batch", "-"}, w.line).out);
      REQUIRE(lines.size() == 1);
      CHECK(lines[0]["status"] == 2);
      std::string const error = lines[0]["error"];
      CAPTURE(error);
      CHECK(error.find(w.says) != std::string::npos);
    }
    for (std::string const id : {"123456789012345678901234567890", "1.50", "\"a\\u0062\"", "-0"}) {
      for (std::string const rest : {"\"regex\":\"a\"", "\"regx\":\"a\"", "\"regex\":\"(\""}) {
        auto const out =
            invoke({"classify", "--batch", "-"}, "{\"id\":" + id + "," + rest + "}").out;
        CAPTURE(out);
        CHECK(out.find("{\"line\":1,\"id\":" + id + ",") == 0);
      }
    }
  }

  TEST_CASE("a line takes its alphabet as a text or as a list") {
    auto const result = invoke({"classify", "--batch", "-"},
                               "{\"regex\":\"a\",\"alphabet\":\"a b\"}\n"
                               "{\"regex\":\"a\",\"alphabet\":[\"a\",\"b\"]}\n"
                               "{\"regex\":\"'go' 'no'*\",\"alphabet\":[\"no\",\"go\"]}\n");
    CAPTURE(result.out);
    CHECK(result.status == 0);
    auto const lines = lines_of(result.out);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0]["alphabet"] == json({"a", "b"}));
    CHECK(lines[0]["classes"] == lines[1]["classes"]);
    CHECK(lines[2]["alphabet"] == json({"no", "go"}));
  }

  TEST_CASE("a limit leaves classes open on the line that meets it, and the status says so") {
    auto const result = invoke({"classify", "--batch", "-", "--max-monoid", "3"},
                               "{\"regex\":\"b*a(ab|ba)*\"}\n{\"regex\":\"a\"}\n");
    CHECK(result.status == 3);
    auto const lines = lines_of(result.out);
    REQUIRE(lines.size() == 2);
    CHECK(!lines[0]["limits"].empty());
    for (auto const& [name, limit] : lines[0]["limits"].items())
      CHECK(lines[0]["classes"][name].is_null());
  }

  TEST_CASE("shards share out the lines") {
    std::string const input = many_inputs(23);
    std::set<std::size_t> seen;
    for (int i = 1; i <= 4; ++i) {
      auto const shard = std::to_string(i) + "/4";
      for (auto const& line :
           lines_of(invoke({"classify", "--batch", "-", "--shard", shard}, input).out)) {
        std::size_t const number = line["line"];
        CHECK(seen.insert(number).second);
        CHECK(number % 4 == static_cast<std::size_t>(i % 4));
      }
    }
    CHECK(seen.size() == 23);
    for (char const* wrong :
         {"0/4", "5/4", "4", "/", "a/b", "-1/4", "1/0", "99999999999/99999999999"})
      CHECK(invoke({"classify", "--batch", "-", "--shard", wrong}, input).status == 2);
  }

  TEST_CASE("the script for clusters gives what one batch gives") {
    ltlc::support::temporary_folder const folder;
    std::string const inputs = (folder.path() / "inputs").string();
    std::string const output = (folder.path() / "output").string();
    std::ofstream(inputs) << many_inputs(25) << "bad\n" << many_inputs(3);
    CHECK(std::system(("LTLC=" LTLC_PROGRAM " " LTLC_SOURCE_DIR "/examples/batch.sh " + inputs +
                       " " + output + " 3")
                          .c_str()) == 0);
    std::ostringstream merged;
    merged << std::ifstream(output).rdbuf();
    CHECK(merged.str() == invoke({"classify", "--batch", inputs}).out);
    CHECK(!std::ifstream(output + ".1").good());
  }

  TEST_CASE("what a batch cannot do is refused") {
    CHECK(invoke({"classify", "--batch", "-", "--pump", "2"}).status == 2);
    CHECK(invoke({"classify", "--batch", "-", "--regex", "a"}).status == 2);
    CHECK(invoke({"classify", "--certificates", "--regex", "a"}).status == 2);
    CHECK(invoke({"classify", "--batch", "/nowhere/at/all"}).status == 2);
  }

  TEST_CASE("the census of two states counts what the definition counts") {
    auto const result = invoke({"census", "--states", "2", "--letters", "2", "--json"});
    CHECK(result.status == 0);
    auto const census = json::parse(result.out);
    // 12 reachable tables of two states, each with two acceptances that tell the states apart.
    CHECK(census["automata"] == 24);
    CHECK(census["overlaps"]["LTL[P]"]["LTL[P]"] == census["classes"]["LTL[P]"]["members"]);
    for (auto const& [a, row] : census["overlaps"].items())
      for (auto const& [b, n] : row.items()) {
        CHECK(census["overlaps"][b][a] == n);
        CHECK(n <= census["classes"][a]["members"]);
      }
    std::uint64_t sum = 0;
    for (auto const& kind : census["least"])
      sum += kind["automata"].get<std::uint64_t>();
    CHECK(sum == 24);
    // Finite with two states: the empty word alone.
    CHECK(census["classes"]["FINITE"]["members"] == 1);
    CHECK(census["classes"]["COFINITE"]["members"] == 1);
  }

  TEST_CASE("shards and threads add up to the whole census") {
    auto const whole = json::parse(invoke({"census", "--states", "3", "--json"}).out);
    CHECK(whole["automata"] == 1028);
    CHECK(invoke({"census", "--states", "3", "--json", "--jobs", "1"}).out ==
          invoke({"census", "--states", "3", "--json", "--jobs", "5"}).out);
    std::map<std::string, std::uint64_t> members;
    for (char const* shard : {"1/3", "2/3", "3/3"}) {
      auto const part =
          json::parse(invoke({"census", "--states", "3", "--json", "--shard", shard}).out);
      for (auto const& [name, counts] : part["classes"].items())
        members[name] += counts["members"].get<std::uint64_t>();
    }
    for (auto const& [name, n] : members)
      CHECK(whole["classes"][name]["members"] == n);
    auto const renamed =
        json::parse(invoke({"census", "--states", "3", "--json", "--up-to-letters"}).out);
    // Languages that keep their automaton under the exchange of a and b count once either way.
    CHECK(renamed["automata"] < whole["automata"]);
    CHECK(2 * renamed["automata"].get<std::uint64_t>() >= whole["automata"].get<std::uint64_t>());
    CHECK(invoke({"census", "--states", "0"}).status == 2);
    CHECK(invoke({"census", "--states", "3", "extra"}).status == 2);
  }

  TEST_CASE("lengths and pumped words are asked for on the command line") {
    auto const document =
        json::parse(invoke({"classify", "--regex", "(a|ba*b)*", "--json", "--class", "LTL[P,MOD]",
                            "--class", "LTL[P,Y,MOD]", "--k", "15", "--pump", "2"})
                        .out);
    for (char const* name : {"LTL[P,MOD]", "LTL[P,Y,MOD]"}) {
      auto const& c = document["classes"][name]["certificate"];
      CHECK(c["u"].get<std::string>().size() % 15 == 0);
      CHECK(c["v"].get<std::string>().size() % 15 == 0);
      CHECK(c["modulus"].get<int>() % 15 == 0);
    }
    CHECK(document["pumped"]["depth"] == 2);
    CHECK(document["pumped"]["modulus"] == 15);
    REQUIRE(document["pumped"]["words"].size() == 2);
    for (auto const& pair : document["pumped"]["words"]) {
      auto const b = [](std::string const& w) { return std::count(w.begin(), w.end(), 'b'); };
      CHECK(b(pair["inside"]) % 2 == 0);
      CHECK(b(pair["outside"]) % 2 == 1);
    }
  }

} // TEST_SUITE
