#include "ltlc/format/parameters.hpp"

#include <string>

#include <doctest/doctest.h>

#include "format/sample.hpp"

using namespace ltlc::format;

TEST_SUITE("format") {
  TEST_CASE("formats are found by name") {
    REQUIRE(formats().size() == 4);
    CHECK(formats()[0].name == "fp64");
    CHECK(formats()[3].name == "fp16");
    for (auto const& f : formats())
      CHECK(find_format(f.name) == f);
    CHECK(named_formats().size() == 7);
    for (auto const& f : named_formats()) {
      REQUIRE(find_format(f.name) == f);
      CHECK(find_format(f.name)->name == f.name);
      CHECK(supported(f));
    }
    CHECK_FALSE(find_format("fp8").has_value());
  }

  TEST_CASE("a name says the rules of the format, and is kept") {
    auto const found = [](std::string const& name) {
      auto const f = find_format(name);
      REQUIRE_MESSAGE(f.has_value(), name);
      CHECK(f->name == name);
      return *f;
    };
    CHECK(found("fp(5,-6,7)") == number_format{"", 5, -6, 7});
    CHECK(found("fp(53,-1022,1023)") == fp64);
    CHECK(found("fp(24,-126,127)") == fp32);
    CHECK(found("fp(2,0,1)") == number_format{"", 2, 0, 1});
    CHECK(found("fp(3,-14,15)") == fp8_e5m2);
    CHECK(found("fp(4,-6,8)") != fp8_e4m3);
    for (auto const& base : named_formats()) {
      std::string const name(base.name);
      auto flushing = base;
      flushing.subnormals = false;
      auto saturating = base;
      saturating.overflow = overflow_rule::saturate;
      auto both = flushing;
      both.overflow = overflow_rule::saturate;
      CHECK(found(name + "+ftz") == flushing);
      CHECK(found(name + "+saturate") == saturating);
      CHECK(found(name + "+ftz+saturate") == both);
      CHECK(base != flushing);
      CHECK(base != saturating);
      CHECK(flushing != both);
    }
    CHECK(found("fp(5,-6,7)+ftz+saturate") ==
          number_format{"", 5, -6, 7, overflow_rule::saturate, false});
    // The name is not a view of the text that was read.
    auto const first = find_format(std::string("fp(6,") + "-6,7)+ftz");
    auto const second = find_format("fp(6,-6,7)+ftz");
    CHECK(first->name.data() == second->name.data());
  }

  TEST_CASE("no other text is a format") {
    for (auto const text : {"",
                            "+ftz",
                            "FP16",
                            "fp16 ",
                            " fp16",
                            "fp16+",
                            "fp16+FTZ",
                            "fp16ftz",
                            "fp16+saturate+ftz",
                            "fp16+ftz+ftz",
                            "fp16+ftz ",
                            "fp16+nan",
                            "fp16++ftz",
                            "fp(5,-6,7",
                            "fp(5,-6,7)x",
                            "fp(5, -6,7)",
                            "fp(5,-6)",
                            "fp(5,-6,7,8)",
                            "fp(05,-6,7)",
                            "fp(5,-06,7)",
                            "fp(5,-0,7)",
                            "fp(+5,-6,7)",
                            "fp(5,-6,+7)",
                            "fp(5,,7)",
                            "fp()",
                            "fp5,-6,7",
                            "fp(1,-6,7)",
                            "fp(54,-6,7)",
                            "fp(0,-6,7)",
                            "fp(-5,-6,7)",
                            "fp(5,7,7)",
                            "fp(5,8,7)",
                            "fp(5,-1023,7)",
                            "fp(5,-6,1024)",
                            "fp(5,-6,99999999999999999999)",
                            "fp(5,-6,7)saturate",
                            "fp8_e4m3+nan",
                            "exact"}) {
      CAPTURE(text);
      CHECK_FALSE(find_format(text).has_value());
    }
    CHECK_FALSE(find_format(std::string_view("fp16\0", 5)).has_value());
  }

  TEST_CASE("every number of every supported format is a double") {
    for (int p = 2; p <= 53; ++p) {
      for (int const least : {-1022, -1000, 0, 1000, 1022}) {
        number_format const f{"", p, least, 1023};
        REQUIRE(supported(f));
        CHECK(std::isfinite(greatest(f)));
        CHECK(std::nextafter(greatest(f), 0) > 0);
        CHECK(std::ilogb(least_positive(f)) == least - p + 1);
        CHECK(least_exponent(f) >= -1074);
      }
    }
  }

  TEST_CASE("a custom format that there is not is refused by the bound it breaks") {
    CHECK(why_no_format("fp(1,-8,9)") == "p = 1, and it must be from 2 to 53");
    CHECK(why_no_format("fp(54,-8,9)+ftz") == "p = 54, and it must be from 2 to 53");
    CHECK(why_no_format("fp(3,-1023,9)") == "emin = -1023, and it must be from -1022 to 1023");
    CHECK(why_no_format("fp(3,-8,1024)") == "emax = 1024, and it must be from -1022 to 1023");
    CHECK(why_no_format("fp(3,9,9)") == "emin = 9, and it must be less than emax = 9");
    for (auto const* name :
         {"fp(3,-8,9)", "bf16", "fp32+ftz", "fp33", "fp(3,-8)", "fp(03,-8,9)", ""})
      CHECK(why_no_format(name) == "");
  }
}
