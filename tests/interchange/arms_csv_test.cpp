// Tables of an experiment's values: what is read, and where the mistakes are.
#include <doctest/doctest.h>

#include "ltlc/interchange/arms_csv.hpp"

#include "support/formula_generator.hpp"

using namespace ltlc;
using interchange::experiment_arm;
using statistics::value;

namespace {

std::vector<experiment_arm> arms_of(std::string const& csv) {
  auto const arms = interchange::arms_from_csv({"values.csv", csv});
  CAPTURE(csv);
  if (!arms) FAIL(arms.error().message);
  return *arms;
}

struct csv_refusal {
  std::size_t line = 0, column = 0;
  std::string message;
};

csv_refusal refusal_of_csv(std::string const& csv) {
  CAPTURE(csv);
  auto const arms = interchange::arms_from_csv({"values.csv", csv});
  REQUIRE_FALSE(arms.has_value());
  auto const where = arms.error().where;
  REQUIRE(where.begin <= where.end);
  REQUIRE(where.end <= csv.size());
  auto const at = text::locate(csv, where.begin);
  return {at.line, at.column, arms.error().message};
}

bool same(experiment_arm const& a, experiment_arm const& b) {
  return a.name == b.name && a.seeds == b.seeds && a.values == b.values;
}

// A field as a writer may write it: in quotes where it must be, or just so.
std::string written(support::random& source, std::string const& field) {
  bool const must = field.find_first_of(",\"\r\n") != std::string::npos || field.front() == ' ' ||
                    field.back() == ' ' || field.front() == '\t' || field.back() == '\t';
  std::string const blanks(support::below(source, 3), ' ');
  if (!must && support::below(source, 2) == 0) return blanks + field + blanks;
  std::string quoted = blanks + "\"";
  for (char const c : field)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"" + blanks;
}

} // namespace

TEST_SUITE("interchange") {

  TEST_CASE("values are exact, arms are in order, the header may be left out") {
    std::string const rows = "hybrid,0,85.6\nstandard,0,1/3\nhybrid,1,-1e-3\nstandard,1,7\n";
    for (auto const* header : {"", "arm,seed,value\n", "\"arm\" , seed,\tvalue\r\n",
                               "\xEF\xBB\xBF"
                               "arm,seed,value\n",
                               "\n\narm,seed,value\n\n"}) {
      CAPTURE(header);
      auto const arms = arms_of(header + rows);
      REQUIRE(arms.size() == 2);
      CHECK(same(arms[0], {"hybrid", {"0", "1"}, {value(428, 5), value(-1, 1000)}}));
      CHECK(same(arms[1], {"standard", {"0", "1"}, {value(1, 3), value(7)}}));
    }
  }

  TEST_CASE("a row named arm is data where it is no header") {
    auto const arms = arms_of("arm,seed,1\narm,value,2");
    REQUIRE(arms.size() == 1);
    CHECK(same(arms[0], {"arm", {"seed", "value"}, {1, 2}}));
  }

  TEST_CASE("what a writer writes is read back, however it quotes") {
    std::vector<std::string> const pieces{"a", "é", "\"", ",", " ", "\n", "\r\n", "1", "\t", "∀"};
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      std::vector<experiment_arm> arms;
      std::string const newline = support::below(source, 2) == 0 ? "\n" : "\r\n";
      std::string csv = support::below(source, 2) == 0 ? "" : "arm,seed,value" + newline;
      for (std::size_t i = 0, count = 1 + support::below(source, 4); i < count; ++i) {
        std::string name = std::to_string(i);
        for (std::size_t k = support::below(source, 5); k-- > 0;)
          name += support::one_of(source, pieces);
        experiment_arm arm{name, {}, {}};
        for (std::size_t k = 0, n = 2 + support::below(source, 3); k < n; ++k) {
          auto const p = static_cast<long>(support::below(source, 2001)) - 1000;
          auto const q = static_cast<long>(1 + support::below(source, 40));
          arm.seeds.push_back(support::one_of(source, pieces) + std::to_string(k));
          arm.values.push_back(value(p, q));
          csv += written(source, arm.name) + "," + written(source, arm.seeds.back()) + "," +
                 written(source, value(p, q).str()) + newline;
          if (support::below(source, 5) == 0) csv += newline;
        }
        arms.push_back(std::move(arm));
      }
      auto const found = arms_of(csv);
      REQUIRE(found.size() == arms.size());
      for (std::size_t i = 0; i < arms.size(); ++i)
        CHECK(same(found[i], arms[i]));
    }
  }

  TEST_CASE("a mistake has its line and column") {
    struct mistake {
      std::string csv;
      std::size_t line, column;
      std::string message; // how it begins
    };
    for (auto const& m : std::vector<mistake>{
             {"", 1, 1, "no values"},
             {"arm,seed,value\n", 1, 1, "no values"},
             {"a,0,1\na,1\n", 2, 1, "expected three fields arm,seed,value, found 2"},
             {"a,0,1\n a,1,2,3\n", 2, 2, "expected three fields arm,seed,value, found 4"},
             {"Arm,Seed,Value\na,0,1\na,1,2", 1, 10, "no number"},
             {"é,0,1\né,1,x", 2, 5, "no number"},
             {"a,0,1\na,1,", 2, 5, "no number"},
             {"a,0,nan\na,1,2", 1, 5, "no number"},
             {"a,0,inf\na,1,2", 1, 5, "no number"},
             {"a,0,1e31", 1, 5, "a value outside 1e-30 to 1e30"},
             {"a,0,-1e-31", 1, 5, "a value outside 1e-30 to 1e30"},
             {"a,0," + std::string(65, '1'), 1, 5, "a value of more than 64 characters"},
             {",0,1", 1, 1, "an arm without a name"},
             {"a,\"\",1", 1, 3, "a seed without a name"},
             {"a,0,1\nb,0,2\na,0,3", 3, 3, "this seed has a value in this arm already"},
             {"a,0,1\na,1,2\n\"b\",0,3", 3, 1, "this arm has one value"},
             {"a,0,1\n\"a,1,2\n", 2, 1, "this quote is not closed"},
             {"a,0,1\n\"a\"b,1,2\n", 2, 4, "expected a comma or the end of the line"},
             {"a\"b\",0,1", 1, 2, "a quote inside a field"},
             {"\"x\ny\",0,1\nz,0,?", 3, 5, "no number"},
             {"a,0,1\na,\xff,2", 2, 3, "a byte that is no UTF-8"}}) {
      CAPTURE(m.csv);
      auto const found = refusal_of_csv(m.csv);
      CHECK(found.line == m.line);
      CHECK(found.column == m.column);
      CHECK(found.message.substr(0, m.message.size()) == m.message);
    }
  }

  TEST_CASE("zero, the ends of the range, and a carriage return alone as the end of a line") {
    auto const arms = arms_of("a,0,0\ra,1,1e30\ra,2,-1e-30");
    REQUIRE(arms.size() == 1);
    CHECK(arms[0].values.front() == 0);
    CHECK(arms[0].values.size() == 3);
  }

  TEST_CASE("limits are named where they are passed") {
    std::string rows, arms, fractions;
    for (std::size_t i = 0; i <= interchange::most_csv_rows; ++i)
      rows += "a," + std::to_string(i) + ",1\n";
    auto const too_many = refusal_of_csv(rows);
    CHECK(too_many.line == interchange::most_csv_rows + 1);
    CHECK(too_many.message == "more than 100,000 rows");
    for (std::size_t i = 0; i <= interchange::most_csv_arms; ++i)
      arms += std::to_string(i) + ",0,1\n" + std::to_string(i) + ",1,1\n";
    CHECK(refusal_of_csv(arms).message == "more than 200 arms");
    // Denominators 10^20 + i: their common multiple soon has thousands of digits.
    for (int i = 0; i < 1000; ++i)
      fractions += "a," + std::to_string(i) + ",1/" +
                   std::to_string(std::uint64_t(10'000'000'000'000'000'000U) + std::uint64_t(i)) +
                   "\n";
    auto const uncommon = refusal_of_csv(fractions);
    CHECK(uncommon.message == "the fractions have too great a common denominator");
    CHECK(uncommon.line > 60);
    CHECK(uncommon.line < 120);
  }

} // TEST_SUITE
