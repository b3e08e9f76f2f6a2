// Frequency tables as JSON and safetensors: the numbers of the definition, both forms alike, and
// what cannot be given.
#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "ltlc/interchange/frequency_table.hpp"
#include "ltlc/interchange/safetensors.hpp"
#include "ltlc/rotary/rotation.hpp"

using namespace ltlc;
using nlohmann::json;

namespace {

// π(2i + 1)/N.
std::vector<exact::angle> mobius_angles(int context, int dim) {
  std::vector<exact::angle> planes;
  for (int i = 0; i < dim / 2; ++i)
    planes.push_back({exact::rational(2 * i + 1, 2 * context), 0, 0});
  return planes;
}
std::vector<rotary::frequency> frequencies(std::vector<exact::angle> const& angles) {
  return {angles.begin(), angles.end()};
}
json table_json(std::vector<rotary::frequency> const& planes, std::uint64_t positions,
                format::number_format const& f) {
  auto const text = interchange::frequency_table_json(planes, positions, f);
  REQUIRE(text.has_value());
  CHECK(text->find('\n') == text->size() - 1);
  return json::parse(*text);
}

} // namespace

TEST_SUITE("interchange") {

  TEST_CASE("a frequency table has the rounded numbers of the exact angles, in both forms") {
    auto const angles = mobius_angles(48, 8);
    std::uint64_t const positions = 100;
    for (auto const& f : {format::fp64, format::fp32, format::bf16, format::fp16,
                          *format::find_format("fp(30,-200,200)")}) {
      CAPTURE(f.name);
      auto const document = table_json(frequencies(angles), positions, f);
      CHECK(document["format"] == "ltlc-rotary");
      CHECK(document["version"] == 1);
      CHECK(document["dtype"] == f.name);
      CHECK(document["positions"] == positions);
      CHECK(document["planes"][0] == "turns:1/96");
      REQUIRE(document["cos"].size() == positions);
      for (std::size_t d = 0; d < angles.size(); ++d) {
        double const turn = std::acos(-1.0) * (2.0 * double(d) + 1) / 48;
        double const unit = f.precision > 24 ? 1e-15 : 1e-7;
        CHECK(std::fabs(document["inv_freq"][d].get<double>() - turn) <= unit * turn);
        rotary::rotary_pair pair;
        pair.step = angles[d];
        for (std::size_t i = 0; i < positions; ++i) {
          auto const r = rotary::rotation(f, pair, i);
          REQUIRE(document["cos"][i][d].get<double>() == r.cosine);
          REQUIRE(document["sin"][i][d].get<double>() == r.sine);
        }
      }

      auto const bytes =
          interchange::frequency_table_safetensors(frequencies(angles), positions, f);
      REQUIRE(bytes.has_value());
      text::source const file{"table.safetensors", *bytes};
      auto const read = interchange::read_tensor_file(file);
      REQUIRE(read.has_value());
      REQUIRE(read->tensors.size() == 3);
      auto beside = document;
      for (auto const& t : read->tensors) {
        CHECK(t.type ==
              (f.precision > 24 ? interchange::stored_type::f64 : interchange::stored_type::f32));
        auto const shape = t.name == "inv_freq" ? std::vector<std::uint64_t>{4}
                                                : std::vector<std::uint64_t>{positions, 4};
        CHECK(t.shape == shape);
        std::vector<double> inside;
        for (auto const& row : document[t.name])
          for (auto const& x : row.is_array() ? row : json::array({row}))
            inside.push_back(x);
        CHECK(interchange::values_of(file, t) == inside);
        beside.erase(t.name);
      }
      CHECK(json::parse(read->metadata.at("ltlc")) == beside);
      CHECK(read->metadata.at("format") == "pt");
    }
  }

  TEST_CASE("after N positions a Möbius table has turned round, to the last bit") {
    auto const t = table_json(frequencies(mobius_angles(64, 16)), 129, format::fp32);
    for (std::size_t i = 0; i <= 64; ++i)
      for (std::size_t d = 0; d < 8; ++d) {
        CHECK(t["cos"][i + 64][d].get<double>() == -t["cos"][i][d].get<double>());
        CHECK(t["sin"][i + 64][d].get<double>() == -t["sin"][i][d].get<double>());
      }
  }

  TEST_CASE("a frequency table of no positions, of no planes, and of planes that do not turn") {
    auto const still = std::vector<rotary::frequency>{exact::angle{}, exact::angle{}};
    auto const t = table_json(still, 0, format::fp16);
    CHECK(t["inv_freq"] == json{0, 0});
    CHECK(t["cos"] == json::array());
    CHECK(table_json(still, 2, format::fp16)["cos"] == json{{1, 1}, {1, 1}});
    CHECK(table_json({}, 2, format::fp16)["sin"] == json{json::array(), json::array()});
    CHECK(interchange::frequency_table_safetensors({}, 0, format::fp16).has_value());
  }

  TEST_CASE("a number that is not known, too great, or one of too many is named") {
    auto const refused = [](rotary::frequency const& second, std::uint64_t positions,
                            format::number_format const& f) {
      auto const json_form =
          interchange::frequency_table_json({exact::angle{}, second}, positions, f);
      auto const tensors =
          interchange::frequency_table_safetensors({exact::angle{}, second}, positions, f);
      REQUIRE_FALSE(json_form.has_value());
      REQUIRE_FALSE(tensors.has_value());
      CHECK(describe(json_form.error()) == describe(tensors.error()));
      return describe(json_form.error());
    };
    rotary::stated rough{exact::rational(1, 10), exact::rational(1, 1'000'000), false};
    CHECK(refused(rough, 10, format::fp32) ==
          "plane 1: the frequency is not known well enough to round");
    // The value's neighbors in fp32 are 2^-27 away, so the inverse frequency is known.
    rough = {exact::rational(13'421'773, 134'217'728), exact::rational(1, 1'000'000'000), false};
    CHECK(refused(rough, 1000, format::fp32).rfind("plane 1 at position ", 0) == 0);
    CHECK(refused(exact::angle{0, 0, exact::rational(exact::integer(1) << 200)}, 2, format::fp32) ==
          "plane 1: past the greatest number of the format");
    CHECK(refused(exact::angle{}, 25'000'000, format::fp32) ==
          "cosines and sines passed 50,000,000");
  }

} // TEST_SUITE
