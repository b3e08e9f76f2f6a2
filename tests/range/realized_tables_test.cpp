// Realised ranges found by a separate program: by brute force over all pairs up to query 1501.
#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "ltlc/range/realized_range.hpp"

using namespace ltlc;
using namespace ltlc::range;
using exact::rational;

namespace {

constexpr std::uint64_t table_cap = 1'500;

// Everything in the format, k = 1 and 3, C = 1024 and 8192.
struct strict_row {
  char const* step;
  format::number_format const& format;
  std::array<std::uint64_t, 4> ranges; // k = 1: C = 1024, 8192; k = 3 likewise
};
strict_row const strict_rows[] = {
    {"1", format::bf16, {5, 24, 7, 26}},
    {"1", format::fp16, {18, 43, 20, 45}},
    {"golden", format::bf16, {7, 20, 9, 22}},
    {"golden", format::fp16, {20, 54, 22, 56}},
    {"10000^(-2/64)", format::bf16, {7, 24, 9, 26}},
    {"10000^(-2/64)", format::fp16, {16, 66, 18, 68}},
    {"turns:1/7", format::bf16, {6, 6, 8, 8}},
    {"turns:1/7", format::fp16, {6, 6, 8, 8}},
};

// Only the score is rounded; k = 1; C = 64, 256, 1000, 4096, 16384.
struct score_row {
  char const* step;
  format::number_format const& format;
  std::array<std::uint64_t, 5> realised;
  std::array<std::uint64_t, 5> ideal;
};
score_row const score_rows[] = {
    {"1", format::fp8_e5m2, {5, 5, 5, 5, 5}, {5, 5, 18, 43, 43}},
    {"1", format::fp16, {5, 5, 18, 43, 43}, {5, 5, 18, 43, 43}},
    {"1", format::bf16, {0, 5, 5, 18, 43}, {0, 5, 5, 18, 43}},
    {"1", format::fp32, {0, 5, 5, 18, 43}, {0, 5, 5, 18, 43}},
    {"golden", format::fp8_e5m2, {4, 7, 12, 7, 7}, {4, 12, 20, 54, 88}},
    {"golden", format::fp16, {4, 7, 20, 33, 88}, {4, 7, 20, 33, 88}},
    {"golden", format::bf16, {1, 4, 7, 20, 33}, {1, 4, 7, 20, 33}},
    {"golden", format::fp32, {1, 2, 7, 12, 33}, {1, 2, 7, 12, 33}},
    {"10000^(-2/64)", format::fp8_e5m2, {7, 7, 16, 7, 7}, {7, 7, 24, 66, 66}},
    {"10000^(-2/64)", format::fp16, {0, 7, 16, 41, 66}, {0, 7, 16, 41, 66}},
    {"10000^(-2/64)", format::bf16, {0, 0, 7, 16, 24}, {0, 0, 7, 16, 24}},
    {"10000^(-2/64)", format::fp32, {0, 0, 7, 16, 24}, {0, 0, 7, 16, 24}},
    {"pi*1/1024", format::fp8_e5m2, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"pi*1/1024", format::fp16, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"pi*1/1024", format::bf16, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"pi*1/1024", format::fp32, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"turns:1/7", format::fp8_e5m2, {6, 6, 6, 6, 6}, {6, 6, 6, 6, 6}},
    {"turns:1/7", format::fp16, {6, 6, 6, 6, 6}, {6, 6, 6, 6, 6}},
    {"turns:1/7", format::bf16, {0, 6, 6, 6, 6}, {0, 6, 6, 6, 6}},
    {"turns:1/7", format::fp32, {0, 0, 6, 6, 6}, {0, 0, 6, 6, 6}},
};
constexpr std::array<int, 5> score_scales{64, 256, 1'000, 4'096, 16'384};

} // namespace

TEST_SUITE("range") {
  TEST_CASE("realised ranges are those of an independent brute force") {
    for (auto const& row : strict_rows) {
      auto const g = rotary::parse_frequency(row.step).value();
      auto const r = realization_of(profile::strict, row.format);
      for (std::size_t n = 0; n < row.ranges.size(); ++n) {
        offset_pair const head{g, n < 2 ? 1 : 3, n % 2 == 0 ? 1'024 : 8'192};
        CAPTURE(row.step);
        CAPTURE(row.format.name);
        CAPTURE(n);
        auto const answer = realized_range(head, r, table_cap);
        CHECK(answer.length == row.ranges[n]);
        CHECK(answer.end == range_end::fails);
      }
    }
  }

  TEST_CASE("ranges where only the score is rounded are those of an independent brute force") {
    for (auto const& row : score_rows) {
      auto const g = rotary::parse_frequency(row.step).value();
      auto r = realization_of(profile::strict, format::fp64);
      r.score = row.format;
      r.exp = row.format;
      for (std::size_t n = 0; n < score_scales.size(); ++n) {
        CAPTURE(row.step);
        CAPTURE(row.format.name);
        CAPTURE(score_scales[n]);
        offset_pair const head{g, 1, score_scales[n]};
        CHECK(realized_range(head, r, table_cap).length == row.realised[n]);
        rational const gap(format::f_large(row.format));
        CHECK((*ideal_range(head, gap).value()).length == row.ideal[n]);
      }
    }
  }
}
