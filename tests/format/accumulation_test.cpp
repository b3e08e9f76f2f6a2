// Running sums against their twins: the chain of operations, fp32's rounding of rationals, the
// rational sum.
#include "ltlc/format/accumulation.hpp"

#include <utility>

#include <doctest/doctest.h>

#include "format/sample.hpp"

using namespace ltlc::format;
using ltlc::exact::rational;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct product_term {
  double x, y; // the product, or x alone where y is NaN
  [[nodiscard]] bool alone() const { return std::isnan(y); }
};

void add_to(running_sum& sum, product_term const& t) {
  if (t.alone()) {
    sum.add(t.x);
  } else {
    sum.add_product(t.x, t.y);
  }
}

// A value, and its sign where it is 0.
double rounded_sum(number_format const& f, rational const& q, double zero) {
  return q == 0 ? zero : round(f, q);
}

// fl(s + fl(t)) with the exact sums and products of finite numbers as rationals. Pre: all finite.
double chain_of_rationals(number_format const& f, std::vector<product_term> const& terms) {
  double s = 0;
  for (auto const& t : terms) {
    double const term = t.alone() ? t.x : rounded_sum(f, rational(t.x) * rational(t.y), t.x * t.y);
    s = rounded_sum(f, rational(s) + rational(term), s + term);
    if (!std::isfinite(s)) return s;
  }
  return s;
}

double sum_of_rationals(number_format const& f, std::vector<product_term> const& terms) {
  rational s = 0;
  for (auto const& t : terms)
    s += t.alone() ? rational(t.x) : rational(rational(t.x) * rational(t.y));
  return rounded_sum(f, s, 0.0);
}

// Terms that cancel now and then, of all sizes, near to one, or near 1.
std::vector<product_term> random_terms(std::mt19937_64& random, number_format const& f) {
  std::vector<product_term> terms(1 + random() % 20);
  double const near = random() % 2 == 0 ? 0.0 : std::fabs(random_number(random, f));
  // Near 1 with all bits in use, sums and products are alike in size, and every rounding shows.
  bool const near_one = random() % 2 == 0;
  auto const finite = [&] {
    double const small = static_cast<double>(random() >> 11) * 0x1p-53;
    double const x = near_one ? round(f, random() % 2 == 0 ? 4 * small : -2 * small)
                              : random_number(random, f, near);
    return std::isfinite(x) ? x : 0.0;
  };
  for (auto& t : terms)
    t = {finite(), random() % 3 == 0 ? std::nan("") : finite()};
  for (std::size_t n = random() % 3; n > 0; --n) {
    auto const& t = terms[random() % terms.size()];
    terms.push_back({-t.x, t.y});
  }
  return terms;
}

std::vector<number_format> summed_formats() {
  std::vector<number_format> all;
  for (auto const& f : named_formats()) {
    for (auto const& g : with_every_rule(f))
      all.push_back(g);
  }
  for (auto const name : {"fp(3,-2,3)", "fp(4,-3,4)", "fp(2,3,9)", "fp(3,-20,-5)", "fp(30,-40,40)",
                          "fp(24,-1022,1023)", "fp(2,1000,1023)"})
    all.push_back(find_format(name).value());
  return all;
}

} // namespace

TEST_SUITE("format") {
  TEST_CASE("accumulations have names") {
    for (auto const a : {accumulation::in_format, accumulation::fp32, accumulation::exact})
      CHECK(find_accumulation(name(a)) == a);
    CHECK(name(accumulation::in_format) == "format");
    CHECK(name(accumulation::fp32) == "fp32");
    CHECK(name(accumulation::exact) == "exact");
    CHECK_FALSE(find_accumulation("fp64").has_value());
    CHECK_FALSE(find_accumulation("").has_value());
  }

  TEST_CASE("only formats within fp32 can be summed in it") {
    for (auto const& f : {fp32, tf32, bf16, fp16, fp8_e4m3, fp8_e5m2, *find_format("fp32+ftz"),
                          *find_format("fp(24,-126,127)")}) {
      CHECK(contained_in_fp32(f));
      CHECK(valid({f, accumulation::fp32}).empty());
    }
    for (auto const& f : {fp64, *find_format("fp(25,-126,127)"), *find_format("fp(3,-127,127)"),
                          *find_format("fp(3,-126,128)")}) {
      CHECK_FALSE(contained_in_fp32(f));
      CHECK(valid({f, accumulation::fp32}).find(f.name) != std::string::npos);
      CHECK(valid({f, accumulation::in_format}).empty());
      CHECK(valid({f, accumulation::exact}).empty());
    }
    for (double const x : all_numbers(bf16))
      REQUIRE(representable(fp32, x));
  }

  TEST_CASE("sums in the format are the chain of its operations, in exact arithmetic too") {
    std::uint64_t const seed = 101;
    std::mt19937_64 random(seed);
    INFO("seed ", seed);
    for (auto const& f : summed_formats()) {
      INFO(description(f));
      for (int n = 0; n < 200; ++n) {
        auto const terms = random_terms(random, f);
        running_sum sum(f);
        double s = 0;
        bool finite = true;
        for (auto const& t : terms) {
          add_to(sum, t);
          double const term = t.alone() ? t.x : multiply(f, t.x, t.y);
          finite = finite && std::isfinite(term);
          s = add(f, s, term);
          REQUIRE(same(sum.value(), s));
        }
        if (finite) REQUIRE(same(s, chain_of_rationals(f, terms)));
      }
    }
  }

  TEST_CASE("sums in fp32 round products and sums there, and once more into the format") {
    std::uint64_t const seed = 102;
    std::mt19937_64 random(seed);
    INFO("seed ", seed);
    for (auto const& f : summed_formats()) {
      if (!contained_in_fp32(f)) continue;
      INFO(description(f));
      for (int n = 0; n < 200; ++n) {
        auto const terms = random_terms(random, f);
        running_sum sum({f, accumulation::fp32});
        float by_machine = 0;
        bool finite = true;
        for (auto const& t : terms) {
          add_to(sum, t);
          auto const x = static_cast<float>(t.x);
          float const term = t.alone() ? x : x * static_cast<float>(t.y);
          finite = finite && std::isfinite(term);
          by_machine += term;
        }
        REQUIRE(same(sum.value(), round(f, static_cast<double>(by_machine))));
        if (finite) REQUIRE(same(sum.value(), round(f, chain_of_rationals(fp32, terms))));
      }
    }
  }

  TEST_CASE("exact sums are the rational sum, rounded once") {
    std::uint64_t const seed = 103;
    std::mt19937_64 random(seed);
    INFO("seed ", seed);
    for (auto const& f : summed_formats()) {
      INFO(description(f));
      for (int n = 0; n < 100; ++n) {
        auto const terms = random_terms(random, f);
        running_sum sum({f, accumulation::exact});
        for (auto const& t : terms)
          add_to(sum, t);
        REQUIRE(same(sum.value(), sum_of_rationals(f, terms)));
        REQUIRE(same(sum.value(), sum_of_rationals(f, terms))); // asking changes nothing
      }
    }
  }

  TEST_CASE("exact sums keep the least product beside the greatest") {
    for (auto const& f : summed_formats()) {
      INFO(description(f));
      double const top = greatest(f);
      double const least = least_positive(f);
      running_sum sum({f, accumulation::exact});
      for (int n = 0; n < 5'000; ++n)
        sum.add_product(top, top);
      sum.add_product(least, least);
      sum.add(least);
      sum.add(-least);
      for (int n = 0; n < 5'000; ++n)
        sum.add_product(top, -top);
      CHECK(same(sum.value(), round(f, rational(rational(least) * rational(least)))));
      sum.add(least);
      CHECK(same(sum.value(), round(f, rational(rational(least) * (1 + rational(least))))));
      // Half of the least number rounds to 0, and to that number with the least product on top.
      if (f.subnormals && representable(f, 0.5)) {
        sum.add(-least);
        sum.add_product(0.5, least);
        CHECK(sum.value() == least);
        sum.add_product(-least, least);
        CHECK(sum.value() == 0);
      }
    }
  }

  TEST_CASE("infinities and NaN follow IEEE arithmetic in every sum") {
    for (auto const& f : {fp64, fp32, tf32, bf16, fp16, fp8_e5m2, *find_format("fp(30,-40,40)")}) {
      for (auto const sums : {accumulation::in_format, accumulation::fp32, accumulation::exact}) {
        arithmetic const a{f, sums};
        if (!valid(a).empty()) continue;
        INFO(f.name);
        CAPTURE(name(sums));
        auto const total = [&](std::vector<product_term> const& terms) {
          running_sum sum(a);
          for (auto const& t : terms)
            add_to(sum, t);
          return sum.value();
        };
        double const none = std::nan("");
        CHECK(same(total({}), 0.0));
        CHECK(same(total({{-0.0, none}}), 0.0));
        CHECK(same(total({{-0.0, 1.0}, {-0.0, none}}), 0.0));
        CHECK(same(total({{1.0, none}, {-1.0, 1.0}}), 0.0));
        CHECK(total({{infinite, none}, {1.0, 1.0}}) == infinite);
        CHECK(total({{1.0, -infinite}, {1.0, 1.0}}) == -infinite);
        CHECK(std::isnan(total({{infinite, none}, {-infinite, none}})));
        CHECK(std::isnan(total({{infinite, none}, {infinite, -1.0}})));
        CHECK(std::isnan(total({{0.0, infinite}})));
        CHECK(std::isnan(total({{std::nan(""), none}, {1.0, none}})));
        CHECK(std::isnan(total({{1.0, none}, {std::nan(""), 1.0}})));
        double const large = greatest(f);
        // Only an exact sum comes back from beyond the greatest number, fp32 if it is wider.
        double const back = total({{large, none}, {large, none}, {-large, none}});
        bool const wider = sums == accumulation::exact ||
                           (sums == accumulation::fp32 && f.max_exponent < fp32.max_exponent);
        CHECK(same(back, wider ? large : infinite));
      }
    }
  }

  TEST_CASE("a sum that the format cannot hold overflows by its rule") {
    auto const three_times = [](char const* format, accumulation sums) {
      running_sum sum({*find_format(format), sums});
      for (int n = 0; n < 3; ++n)
        sum.add(448);
      sum.add(-448);
      return sum.value();
    };
    CHECK(std::isnan(three_times("fp8_e4m3", accumulation::in_format)));
    CHECK(std::isnan(three_times("fp8_e4m3", accumulation::fp32)));
    CHECK(std::isnan(three_times("fp8_e4m3", accumulation::exact)));
    CHECK(three_times("fp8_e4m3+saturate", accumulation::in_format) == 0);
    CHECK(three_times("fp8_e4m3+saturate", accumulation::fp32) == 448);
    CHECK(three_times("fp8_e4m3+saturate", accumulation::exact) == 448);
    CHECK(three_times("fp16+saturate", accumulation::in_format) == 896);
  }

  TEST_CASE("a sum can be moved with what it holds") {
    running_sum sum({fp16, accumulation::exact});
    sum.add_product(3, 5);
    running_sum moved(std::move(sum));
    moved.add(1);
    CHECK(moved.value() == 16);
  }
}
