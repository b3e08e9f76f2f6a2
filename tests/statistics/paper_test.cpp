// The retrieval results of the Möbius paper: its per-seed values against its tables. Accuracies at
// length 512 (160M, six seeds) are printed in whole percents, at 2048 (410M, four seeds) in tenths.
// Each is a number of right answers in 160 trials, so printed values stand for few numbers.
#include <cmath>
#include <cstdio>
#include <string>

#include <doctest/doctest.h>

#include "ltlc/statistics/comparison.hpp"

using namespace ltlc::statistics;

namespace {

using sample = std::vector<value>;

// Percents of right answers in 160 trials.
sample percents(std::vector<int> const& right) {
  sample s;
  for (int const n : right)
    s.push_back(value(n * 100, 160));
  return s;
}
// All numbers of right answers that round to the printed percents: to tenths where such a value
// has some, else to a whole number; a half may have gone either way.
std::vector<std::vector<int>> counts(std::vector<double> const& printed) {
  std::vector<std::vector<int>> all{{}};
  for (double const percent : printed) {
    double const half = percent == std::floor(percent) ? 0.5 : 0.05;
    std::vector<std::vector<int>> longer;
    for (int n = 0; n <= 160; ++n)
      if (std::abs(n * 0.625 - percent) <= half)
        for (auto shorter : all) {
          shorter.push_back(n);
          longer.push_back(std::move(shorter));
        }
    all = std::move(longer);
  }
  return all;
}
std::string digits(double x, int after_point) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", after_point, x);
  return text;
}

} // namespace

TEST_SUITE("statistics") {

  TEST_CASE(
      "length 512: one choice of counts behind the printed percents gives all that is printed") {
    std::vector<std::vector<std::vector<int>>> fitting;
    // Seeds 0 and 2 of the standard arm are printed as 14.4 and 39.4, too.
    for (auto const& first : counts({14.4, 84, 39.4, 98, 62, 82}))
      for (auto const& second : counts({95, 86, 91, 86, 86, 99})) {
        auto const standard = percents(first), hybrid = percents(second);
        auto const s = *summarize(standard), h = *summarize(hybrid);
        bool const described = digits(s.mean, 1) == "63.3" && digits(s.sd, 1) == "31.4" &&
                               digits(s.least, 1) == "14.4" && digits(h.mean, 1) == "90.3" &&
                               digits(h.sd, 1) == "5.7" && digits(h.least, 1) == "85.6";
        auto const f = *f_test(standard, hybrid);
        if (described && digits(f.f, 1) == "30.8" && digits(f.p_greater, 4) == "0.0009" &&
            digits(welch(standard, hybrid)->p, 3) == "0.090" &&
            digits(*cohens_d(standard, hybrid), 2) == "1.20" &&
            digits(paired(standard, hybrid)->p, 3) == "0.110" &&
            digits(levene(standard, hybrid, centre::mean)->p, 3) == "0.014" &&
            digits(levene(standard, hybrid, centre::median)->p, 3) == "0.029" &&
            digits(fligner_killeen(standard, hybrid)->p, 3) == "0.013")
          fitting.push_back({first, second});
      }
    REQUIRE(fitting.size() == 1);
    CHECK(fitting[0][0] == std::vector<int>{23, 135, 63, 156, 100, 131});
    CHECK(fitting[0][1] == std::vector<int>{152, 137, 146, 137, 137, 158});
  }

  TEST_CASE("length 512: on the scale of log odds the ratio of variances is what is printed") {
    auto const log_odds = [](std::vector<int> const& right) {
      sample s;
      for (int const n : right)
        s.push_back(value(std::log(n / (160.0 - n))));
      return s;
    };
    auto const f =
        *f_test(log_odds({23, 135, 63, 156, 100, 131}), log_odds({152, 137, 146, 137, 137, 158}));
    CHECK(digits(f.f, 1) == "3.4");
    CHECK(digits(f.p_greater, 2) == "0.10");
  }

  TEST_CASE("length 512: whole percents give what whole percents can") {
    sample const standard{14, 84, 39, 98, 62, 82}, hybrid{95, 86, 91, 86, 86, 99};
    CHECK(digits(summarize(standard)->mean, 1) == "63.2");                    // printed: 63.3
    CHECK(digits(summarize(standard)->sd, 1) == "31.6");                      // 31.4
    CHECK(digits(summarize(hybrid)->mean, 1) == "90.5");                      // 90.3
    CHECK(digits(summarize(hybrid)->sd, 1) == "5.5");                         // 5.7
    CHECK(digits(welch(standard, hybrid)->p, 3) == "0.088");                  // 0.090
    CHECK(digits(*cohens_d(standard, hybrid), 2) == "1.20");                  // 1.20
    CHECK(digits(f_test(standard, hybrid)->f, 1) == "32.6");                  // 30.8
    CHECK(digits(f_test(standard, hybrid)->p_greater, 4) == "0.0008");        // 0.0009
    CHECK(digits(levene(standard, hybrid, centre::mean)->p, 3) == "0.012");   // 0.014
    CHECK(digits(levene(standard, hybrid, centre::median)->p, 3) == "0.026"); // 0.029
    CHECK(digits(fligner_killeen(standard, hybrid)->p, 3) == "0.013");        // 0.013
  }

  TEST_CASE("length 2048: the printed tenths give the printed figures") {
    auto const standard = percents({66, 37, 30, 87}), hybrid = percents({62, 63, 47, 72});
    CHECK(digits(summarize(standard)->mean, 1) == "34.4");
    CHECK(digits(summarize(standard)->sd, 1) == "16.5");
    CHECK(digits(summarize(hybrid)->mean, 1) == "38.1");
    CHECK(digits(summarize(hybrid)->sd, 1) == "6.5");
    CHECK(digits(levene(standard, hybrid, centre::mean)->p, 3) == "0.040");
  }

} // TEST_SUITE
