// `ltlc sample`: lines for people and programs, remarks, and the same bytes for the same seed.
#include <map>
#include <set>
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"

using ltlc::session::invoke;
using nlohmann::json;

namespace {

std::vector<std::string> sample_lines(std::string const& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

bool is_ab_star(std::string const& word) {
  for (std::size_t i = 0; i < word.size(); ++i)
    if (word[i] != "ab"[i % 2]) return false;
  return word.size() % 2 == 0;
}

} // namespace

TEST_SUITE("command_line") {

  TEST_CASE("sample --count gives so many words of each length, half of them in the language") {
    auto const ended =
        invoke({"sample", "--regex", "(ab)*", "--length", "41:60", "--count", "12", "--balance"});
    CHECK(ended.status == 0);
    std::map<std::size_t, std::map<std::string, int>> labels;
    for (auto const& line : sample_lines(ended.out)) {
      auto const tab = line.find('\t');
      REQUIRE(tab != std::string::npos);
      auto const word = line.substr(0, tab);
      auto const label = line.substr(tab + 1);
      CHECK(label == (is_ab_star(word) ? "1" : "0"));
      ++labels[word.size()][label];
    }
    CHECK(labels.size() == 20);
    for (auto const& entry : labels) {
      CAPTURE(entry.first);
      bool const even = entry.first % 2 == 0;
      CHECK(entry.second == (even ? std::map<std::string, int>{{"0", 6}, {"1", 6}}
                                  : std::map<std::string, int>{{"0", 12}}));
    }
    CHECK(ended.err == "ltlc: no positive words of lengths 41, 43, 45, 47, 49, 51, … and 4 more; "
                       "all that are given are negative\n");
    auto const quiet = invoke({"sample", "--regex", "(ab)*", "--length", "41:60", "--count", "12",
                               "--balance", "--quiet"});
    CHECK(quiet.out == ended.out);
    CHECK(quiet.err.empty());
  }

  TEST_CASE("sample --total gives so many words altogether, and --json an object a line") {
    std::vector<std::string> const arguments{"sample",  "--regex", "(ab)*",     "--length", "1:40",
                                             "--total", "301",     "--balance", "--json"};
    auto const ended = invoke(arguments);
    CHECK(ended.status == 0);
    auto const lines = sample_lines(ended.out);
    CHECK(lines.size() == 301);
    int positive = 0;
    for (auto const& line : lines) {
      auto const row = json::parse(line);
      std::string const word = row["word"];
      CHECK(row.size() == 3);
      CHECK(row["length"] == word.size());
      CHECK((word.size() >= 1 && word.size() <= 40));
      CHECK(row["label"] == (is_ab_star(word) ? 1 : 0));
      positive += row["label"].get<int>();
    }
    CHECK(positive == 151);
    CHECK(invoke(arguments).out == ended.out);
    auto other = arguments;
    other.insert(other.end(), {"--seed", "2"});
    CHECK(invoke(other).out != ended.out);
  }

  TEST_CASE("the same seed gives these words, on every machine") {
    CHECK(invoke({"sample", "--regex", "(ab)*", "--length", "0:6", "--total", "6", "--balance"})
              .out == "abab\t1\nb\t0\nab\t1\n\t1\nabba\t0\nbbab\t0\n");
  }

  TEST_CASE("sample --labels every labels each prefix, the empty one first") {
    auto const text = invoke({"sample", "--regex", "(ab)*", "--length", "5", "--count", "8",
                              "--labels", "every", "--seed", "3"});
    for (auto const& line : sample_lines(text.out)) {
      std::string const word = line.substr(0, 5);
      std::string expected;
      for (std::size_t n = 0; n <= 5; ++n)
        expected += is_ab_star(word.substr(0, n)) ? '1' : '0';
      CHECK(line == word + "\t" + expected);
    }
    auto const rows = invoke({"sample", "--regex", "(ab)*", "--length", "2", "--count", "1",
                              "--positive", "--labels", "every", "--json"});
    CHECK(rows.out == "{\"word\":\"ab\",\"length\":2,\"labels\":[1,0,1]}\n");
    auto const bare = invoke({"sample", "--regex", "(ab)*", "--length", "4", "--count", "2",
                              "--positive", "--labels", "none"});
    CHECK(bare.out == "abab\nabab\n");
  }

  TEST_CASE("letters of several characters stand apart, and JSON escapes what it must") {
    auto const tokens = invoke({"sample", "--regex", "'open' 'close'", "--alphabet", "open close",
                                "--length", "2", "--count", "1", "--positive"});
    CHECK(tokens.err == "");
    CHECK(tokens.out == "open close\t1\n");
    auto const quotes = invoke({"sample", "--regex", R"('"''\\')", "--alphabet", "\"\\", "--length",
                                "2", "--count", "1", "--positive", "--json"});
    CHECK(quotes.err == "");
    CHECK(json::parse(quotes.out)["word"] == "\"\\");
  }

  TEST_CASE("sample --distinct gives no word twice, and says when there are no more") {
    auto const ended =
        invoke({"sample", "--regex", "(ab)*", "--length", "3:4", "--count", "10", "--distinct"});
    auto const lines = sample_lines(ended.out);
    CHECK(std::set<std::string>(lines.begin(), lines.end()).size() == 18);
    CHECK(ended.err == "ltlc: all words of length 3 were given\n"
                       "ltlc: 18 words of 20 asked for\n");
  }

  TEST_CASE("sample without a word to give ends with 1, and wrong options with 2") {
    auto const none =
        invoke({"sample", "--regex", "(ab)*", "--length", "3", "--count", "2", "--positive"});
    CHECK(none.status == 1);
    CHECK(none.out.empty());
    CHECK(none.err == "ltlc: --regex '(ab)*' has no positive word of these lengths\n");
    for (auto const* lengths : {"5:4", "x", "", ":", "1:", "-1", "1:2:3", "99999999", "1e3"}) {
      CAPTURE(lengths);
      auto const wrong = invoke({"sample", "--regex", "a", "--length", lengths});
      CHECK(wrong.status == 2);
      CHECK(wrong.err.find("--length") != std::string::npos);
    }
    CHECK(invoke({"sample", "--regex", "a", "--positive", "--negative"}).status == 2);
    CHECK(invoke({"sample", "--regex", "a", "--balance", "--negative"}).status == 2);
    CHECK(invoke({"sample", "--regex", "a", "--count", "2", "--total", "2"}).status == 2);
    CHECK(invoke({"sample", "--regex", "a", "--count", "0"}).status == 2);
    CHECK(invoke({"sample", "--regex", "a", "--seed", "-1"}).status == 2);
    CHECK(invoke({"sample"}).status == 2);
  }

  TEST_CASE("the counts of long words of many states reach a limit, which is an answer") {
    auto const ended = invoke({"sample", "--regex", "(a|ba*b)*.{10}a.{10}", "--length", "100000",
                               "--total", "1", "--max-states", "5000", "--timeout", "1"});
    CHECK(ended.status == 3);
    CHECK(ended.err.find("--") != std::string::npos);
  }

} // TEST_SUITE
