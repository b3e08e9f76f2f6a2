// The text of a report: every section for every language, what it holds against the commands, and
// nothing of the reader's or the writer's that could become a part of the page.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "command_line/session.hpp"
#include "support/temporary_folder.hpp"

using ltlc::session::invoke;

namespace {

std::string page_at(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string page_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "report");
  arguments.insert(arguments.end(), {"-o", "-"});
  auto const answer = invoke(arguments);
  REQUIRE(answer.status == 0);
  return answer.out;
}

// The JSON that the page's program reads.
nlohmann::json data_of(std::string const& page) {
  std::string const opening = "<script type=\"application/json\" id=\"data\">";
  auto const begin = page.find(opening) + opening.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

std::size_t count(std::string const& text, std::string const& what) {
  std::size_t n = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++n;
  return n;
}

} // namespace

TEST_SUITE("report") {

  TEST_CASE("every language of Table 1 has a page with all sections, twice the same") {
    for (std::string const regex :
         {"(aa)*", "a*", "a.*", "(ab)*", ".*ab.*", ".*a", "(aba)*", "a*b*", "(a|b(ab*a)*b)*"}) {
      CAPTURE(regex);
      auto const page = page_of({"--regex", regex, "--alphabet", "ab"});
      CHECK(page == page_of({"--regex", regex, "--alphabet", "ab"}));
      CHECK(page.size() < 1'000'000);
      for (auto const* id :
           {"automata", "verdicts", "egg-box", "formulas", "model", "attention", "proof", "range"})
        CHECK(count(page, "<section id=\"" + std::string(id) + "\"") == 1);
      CHECK(count(page, "http") == count(page, "http-equiv") + count(page, "http://www.w3.org/"));
      CHECK(count(page, "src=") == 0);
      auto const data = data_of(page);
      auto const a = nlohmann::json::parse(
          invoke({"automaton", "--regex", regex, "--alphabet", "ab", "--json"}).out);
      CHECK(data.at("dfa").at("delta") == a.at("delta"));
    }
  }

  TEST_CASE("the model in the page is the one that compile and export write") {
    ltlc::support::temporary_folder const dir;
    auto const model = dir.file("m.json");
    REQUIRE(invoke({"compile", "--regex", "(ab)*", "-o", model}).status == 0);
    auto const weights = nlohmann::json::parse(invoke({"export", model, "--to", "json"}).out);
    CHECK(data_of(page_of({"--regex", "(ab)*"})).at("model").at("weights") == weights);
    // A language without a model says why, and keeps the rest.
    auto const parity = page_of({"--regex", "(a|b(ab*a)*b)*"});
    CHECK_FALSE(data_of(parity).contains("model"));
    CHECK(parity.find("There is no model to run") != std::string::npos);
  }

  TEST_CASE("letters cannot become a part of the page") {
    auto const page =
        page_of({"--ltl", "P('</script>' & Y '<b>')", "--alphabet", "<b> </script> & \" ' <!--"});
    CHECK(count(page, "<b>") == 0);
    CHECK(count(page, "</script>") == 3); // the page's own
    CHECK(count(page, "<!--") == 0);
    CHECK(data_of(page).at("alphabet") ==
          nlohmann::json::array({"<b>", "</script>", "&", "\"", "'", "<!--"}));
  }

  TEST_CASE("what is too large is left out, and the page says so") {
    auto const page = page_of({"--regex", "(a|b)*a(a|b){6}"}); // 128 states
    CHECK(page.size() < 1'000'000);
    CHECK(page.find("class=\"limit\"") != std::string::npos);
    std::string long_word;
    for (int i = 0; i < 75; ++i)
      long_word += "ab";
    auto const unproved = page_of({"--regex", long_word}); // 11,000 states of the model and more
    CHECK(unproved.find("10,000") != std::string::npos);
    CHECK(invoke({"report", "--regex", "a{5000}", "--max-states", "100", "-o", "-"}).status == 3);
  }

  TEST_CASE("a page goes into a file that was named, and --json says what it is") {
    ltlc::support::temporary_folder const dir;
    auto const file = dir.file("report.html");
    auto const answer = invoke({"report", "--regex", "(ab)*", "--json", "-o", file});
    REQUIRE(answer.status == 0);
    auto const summary = nlohmann::json::parse(answer.out);
    CHECK(summary.at("bytes") == page_at(file).size());
    CHECK(summary.at("states") == 3);
    CHECK(summary.at("least") == nlohmann::json::array({"LTL[P,MOD]", "SL"}));
    CHECK(summary.at("compiled") == true);
    CHECK(summary.at("proof") == "proved");
    CHECK(invoke({"report", "--regex", "(ab)*"}).status == 2);
    CHECK(invoke({"report", "--regex", "(ab", "-o", "-"}).status == 2);
    CHECK(invoke({"report", "--regex", "(ab)*", "--json", "-o", "-"}).status == 2);
    CHECK(invoke({"report", "--regex", "(ab)*", "-o", dir.file("no/folder/page.html")}).status ==
          2);
  }

} // TEST_SUITE
