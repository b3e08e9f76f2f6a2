#include "ltlc/interchange/safetensors.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "interchange/random_model.hpp"
#include "ltlc/interchange/any_model.hpp"
#include "ltlc/interchange/weights_safetensors.hpp"

using namespace ltlc;
using interchange::stored_type;

namespace {

// The definition, digit by digit: 1 sign bit, then e exponent bits, then f fraction bits.
double value_by_definition(int e, int f, bool infinities, std::uint64_t code) {
  auto const bit = [&](int i) { return (code >> i) & 1; };
  int field = 0;
  for (int i = e; i > 0; --i)
    field = 2 * field + static_cast<int>(bit(f + i - 1));
  double fraction = 0;
  for (int i = 1; i <= f; ++i)
    fraction += static_cast<double>(bit(f - i)) * std::pow(2.0, -i);
  bool const last = field == (1 << e) - 1;
  double const sign = bit(e + f) != 0 ? -1.0 : 1.0;
  double const below_one = 1 - std::pow(2.0, -f);
  if (last && infinities)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::nan("");
  if (last && fraction == below_one) return std::nan("");
  int const bias = (1 << (e - 1)) - 1;
  if (field == 0) return sign * fraction * std::pow(2.0, 1 - bias);
  return sign * (1 + fraction) * std::pow(2.0, field - bias);
}

void check_code(stored_type type, std::uint64_t code, double expected) {
  double const x = interchange::decoded(type, code);
  if (std::isnan(expected)) {
    CHECK(std::isnan(x));
  } else if (x != expected || std::signbit(x) != std::signbit(expected)) {
    FAIL_CHECK("code ", code, " is ", x, ", by the definition ", expected);
  }
  auto const back = interchange::encoded(type, x);
  if (std::isfinite(x) ? back != code : back.has_value())
    FAIL_CHECK("code ", code, " is not what its value is stored as");
}

std::string little_endian_text(std::uint64_t n, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i, n /= 256)
    text.push_back(static_cast<char>(n % 256));
  return text;
}

// A file with this header, not padded, and `size` bytes of data.
std::string container(std::string const& header, std::size_t size) {
  return little_endian_text(header.size(), 8) + header + std::string(size, '\0');
}

std::string refused_container(std::string const& bytes) {
  text::source const file{"w.safetensors", bytes};
  auto const read = interchange::read_tensor_file(file);
  REQUIRE_FALSE(read);
  CHECK(read.error().where.end <= bytes.size());
  CHECK_FALSE(text::draw(file, read.error()).empty());
  return read.error().message;
}

// One letter, one coordinate, no layers: as small as a model is.
network::model smallest_model() {
  network::model m;
  m.sigma = support::alphabet_of("a");
  m.format = "fp16";
  m.scale = 32;
  m.width = 1;
  m.embedding = network::matrix(3, 1);
  m.embedding.at(1, 0) = 1;
  return m;
}

struct tally {
  std::size_t read = 0, refused = 0;
};

void read_damaged(std::string const& bytes, tally& count) {
  text::source const file{"damaged", bytes};
  auto const m = interchange::weights_from_safetensors(file);
  if (m) {
    ++count.read;
    if (!network::malformed(*m).empty()) FAIL_CHECK("a malformed model was read");
    return;
  }
  ++count.refused;
  auto const& error = m.error();
  bool const inside = error.where.begin <= error.where.end && error.where.end <= bytes.size();
  if (!inside || error.message.empty() || error.message.find('\n') != std::string::npos)
    FAIL_CHECK("a refusal without a place or a line: ", error.message);
}

} // namespace

TEST_SUITE("interchange") {

  TEST_CASE("every code of the types of 8 and 16 bits is the number that the definition gives") {
    for (std::uint64_t code = 0; code < 256; ++code) {
      check_code(stored_type::f8_e4m3, code, value_by_definition(4, 3, false, code));
      check_code(stored_type::f8_e5m2, code, value_by_definition(5, 2, true, code));
    }
    for (std::uint64_t code = 0; code < 65536; ++code) {
      check_code(stored_type::f16, code, value_by_definition(5, 10, true, code));
      check_code(stored_type::bf16, code, value_by_definition(8, 7, true, code));
    }
    CHECK(interchange::decoded(stored_type::f8_e4m3, 0x7e) == 448);
    CHECK(interchange::decoded(stored_type::f8_e5m2, 0x7b) == 57344);
  }

  TEST_CASE("codes of 32 and 64 bits are the machine's own") {
    support::random source(5);
    MESSAGE("seed 5");
    for (int i = 0; i < 50'000; ++i) {
      auto const bits = source() >> (i % 2 == 0 ? 0 : support::below(source, 64));
      check_code(stored_type::f64, bits, std::bit_cast<double>(bits));
      auto const half = static_cast<std::uint32_t>(bits >> 32);
      check_code(stored_type::f32, half, static_cast<double>(std::bit_cast<float>(half)));
    }
  }

  TEST_CASE("a number between two codes has no code, and neither has one past the greatest") {
    for (auto const type :
         {stored_type::f16, stored_type::bf16, stored_type::f8_e4m3, stored_type::f8_e5m2}) {
      auto const codes = std::uint64_t{1} << (8 * interchange::bytes_of(type) - 1);
      for (std::uint64_t code = 0; code + 1 < codes; ++code) {
        double const x = interchange::decoded(type, code);
        double const y = interchange::decoded(type, code + 1);
        if (!std::isfinite(x)) continue;
        // Exact: two doubles of one binade or neighbors of far fewer bits.
        double const between = std::isfinite(y) ? (x + y) / 2 : 2 * x;
        if (interchange::encoded(type, between).has_value())
          FAIL_CHECK("a code for ", between, ", which is between codes");
      }
    }
    CHECK_FALSE(interchange::encoded(stored_type::f32, 0.1).has_value());
    CHECK_FALSE(interchange::encoded(stored_type::f32, 1e300).has_value());
    CHECK_FALSE(interchange::encoded(stored_type::f32, 5e-324).has_value());
  }

  TEST_CASE("a format is stored in its own type, or in one that has its numbers") {
    using interchange::stored_type_of;
    CHECK(stored_type_of(format::fp64) == stored_type::f64);
    CHECK(stored_type_of(format::fp32) == stored_type::f32);
    CHECK(stored_type_of(format::fp16) == stored_type::f16);
    CHECK(stored_type_of(format::bf16) == stored_type::bf16);
    auto f = format::fp16;
    f.name = "fp16+ftz";
    CHECK(stored_type_of(f) == stored_type::f16);
    f = format::bf16;
    f.name = "tf32";
    f.precision = 11;
    CHECK(stored_type_of(f) == stored_type::f32);
    f.name = "fp(24,-126,127)";
    f.precision = 24;
    CHECK(stored_type_of(f) == stored_type::f32);
    f.min_exponent = -127;
    CHECK(stored_type_of(f) == stored_type::f64);
    f = {"fp(30,-10,10)", 30, -10, 10};
    CHECK(stored_type_of(f) == stored_type::f64);
    for (auto const type : {stored_type::f64, stored_type::f32, stored_type::f16, stored_type::bf16,
                            stored_type::f8_e4m3, stored_type::f8_e5m2})
      CHECK(interchange::find_stored_type(interchange::name(type)) == type);
  }

  TEST_CASE("a small file is these bytes") {
    auto const bytes = interchange::write_tensor_file({}, {{"w", {1}, {1.5}}}, stored_type::f64);
    std::string const header = R"({"w":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})";
    CHECK(bytes ==
          little_endian_text(56, 8) + header + "  " + std::string("\0\0\0\0\0\0\xf8\x3f", 8));
    text::source const file{"w", bytes};
    auto const read = interchange::read_tensor_file(file).value();
    REQUIRE(read.tensors.size() == 1);
    CHECK(read.tensors[0].name == "w");
    CHECK(read.tensors[0].shape == std::vector<std::uint64_t>{1});
    CHECK(interchange::values_of(file, read.tensors[0]) == std::vector<double>{1.5});
    CHECK(interchange::read_tensor_file({"e", container("{}", 0)}).value().tensors.empty());
  }

  TEST_CASE("tensors of every type and shape are written and read back") {
    support::random source(3);
    MESSAGE("seed 3");
    for (auto const type : {stored_type::f64, stored_type::f32, stored_type::f16, stored_type::bf16,
                            stored_type::f8_e4m3, stored_type::f8_e5m2}) {
      std::vector<interchange::tensor> tensors;
      for (std::size_t i = 0; i < 12; ++i) {
        interchange::tensor t{"t" + std::to_string(i),
                              {support::below(source, 4), 1 + support::below(source, 3)},
                              {}};
        for (std::uint64_t n = t.shape[0] * t.shape[1]; n > 0; --n)
          t.values.push_back(static_cast<double>(support::below(source, 15)) - 7);
        tensors.push_back(t);
      }
      tensors.push_back({"scalar", {}, {0.5}});
      std::map<std::string, std::string> const metadata{{"format", "pt"}, {"ü", "\"\n"}};
      text::source const file{"w", interchange::write_tensor_file(metadata, tensors, type)};
      auto const read = interchange::read_tensor_file(file).value();
      CHECK(read.metadata == metadata);
      CHECK(read.header.end % 8 == 0);
      REQUIRE(read.tensors.size() == tensors.size());
      std::size_t found = 0;
      for (auto const& stored : read.tensors)
        for (auto const& t : tensors)
          if (t.name == stored.name) {
            ++found;
            CHECK(stored.type == type);
            CHECK(stored.data.begin % interchange::bytes_of(type) == 0);
            CHECK(stored.shape == t.shape);
            CHECK(interchange::values_of(file, stored) == t.values);
          }
      CHECK(found == tensors.size());
    }
  }

  TEST_CASE("a container that is not as it must be is refused") {
    auto const tensor = [](std::string const& rest) { return R"({"w":{"dtype":)" + rest + "}}"; };
    auto const refused = [](std::string const& header, std::size_t size) {
      return refused_container(container(header, size));
    };
    CHECK(refused_container("1234567").find("found 7") != std::string::npos);
    CHECK(refused_container(little_endian_text(100'000'001, 8)).find("100,000,000") !=
          std::string::npos);
    CHECK(refused_container(little_endian_text(3, 8) + "{}").find("has 3 bytes") !=
          std::string::npos);
    CHECK(refused_container(std::string(8, '\0')).find("begins with {") != std::string::npos);
    CHECK(refused(" {}", 0).find("begins with {") != std::string::npos);
    CHECK(refused("{", 0).find("more JSON") != std::string::npos);
    CHECK(refused("{}", 1).find("1 bytes of data belong to no tensor") != std::string::npos);
    CHECK(refused(tensor(R"("F64","shape":[1],"data_offsets":[0,8])"), 9).find("1 bytes") !=
          std::string::npos);
    CHECK(refused(tensor(R"("F64","shape":[1],"data_offsets":[1,9])"), 9).find("hole") !=
          std::string::npos);
    CHECK(refused(tensor(R"("F64","shape":[1],"data_offsets":[0,16])"), 16).find("needs 8") !=
          std::string::npos);
    CHECK(refused(tensor(R"("F64","shape":[1],"data_offsets":[0,8])"), 7).find("data_offsets/1") !=
          std::string::npos);
    CHECK(refused(tensor(R"("F64","shape":[1],"data_offsets":[8,0])"), 8).find("data_offsets/1") !=
          std::string::npos);
    CHECK(refused(tensor(R"("I8","shape":[1],"data_offsets":[0,1])"), 1).find("F8_E5M2") !=
          std::string::npos);
    CHECK(refused(tensor(R"("F16","shape":[-1],"data_offsets":[0,0])"), 0).find("shape/0") !=
          std::string::npos);
    CHECK(refused(tensor(R"("F64","shape":[4294967296,4294967296],"data_offsets":[0,0])"), 0)
              .find("2^64") != std::string::npos);
    CHECK(refused(tensor(R"("F16","shape":[1],"data_offsets":[0,2],"extra":1)"), 2)
              .find("not known") != std::string::npos);
    CHECK(refused(tensor(R"("F16","shape":[1])"), 2).find("missing") != std::string::npos);
    std::string const one = R"("dtype":"F16","shape":[1],"data_offsets":)";
    CHECK(refused("{\"a\":{" + one + "[0,2]},\"b\":{" + one + "[0,2]}}", 2).find("overlaps") !=
          std::string::npos);
    CHECK(refused("{\"a\":{" + one + "[0,2]},\"b\":{" + one + "[3,5]}}", 5).find("hole") !=
          std::string::npos);
    CHECK(refused("{\"a\":{" + one + "[0,2]},\"a\":{" + one + "[2,4]}}", 4).find("already") !=
          std::string::npos);
    CHECK(refused(R"({"__metadata__":{"a":1}})", 0).find("expected a string") != std::string::npos);
    CHECK(refused(R"({"__metadata__":{"a":"1","a":"2"}})", 0).find("already") != std::string::npos);
    CHECK(refused("{\"a\\u0000\":{" + one + "[0,2]}}", 2) != "");
    CHECK(refused("{\"a\\n\":1}", 0).find('\n') == std::string::npos);
  }

  TEST_CASE("what the weights say of tensors is checked against the tensors") {
    auto const bytes = interchange::export_safetensors(smallest_model(), format::fp16).value();
    auto const refused = [&](std::string const& from, std::string const& to) {
      auto damaged = bytes;
      damaged.replace(damaged.find(from), from.size(), to);
      auto const read = interchange::any_model({"w", damaged});
      REQUIRE_FALSE(read);
      return read.error().message;
    };
    CHECK(refused("\"embedding\":{", "\"embeddinG\":{").find("\"embedding\" is missing") !=
          std::string::npos);
    CHECK(refused("[3,1]", "[3,  ").find("this is not JSON") != std::string::npos);
    CHECK(refused("[3,1]", "[3]  ").find("has 1 dimensions, expected 2") != std::string::npos);
    CHECK(refused("[3,1]", "[1,3]").find("embedding is 1 × 3") != std::string::npos);
    CHECK(refused("\"ltlc\":", "\"ltlC\":").find("__metadata__") != std::string::npos);
    CHECK(refused("ltlc-weights", "ltlc-weightz").find("\"ltlc\": ") != std::string::npos);
    auto infinite = bytes;
    infinite[infinite.size() - 3] = 0x7c;
    auto const read = interchange::weights_from_safetensors({"w", infinite});
    REQUIRE_FALSE(read);
    CHECK(read.error().message ==
          "the tensor \"embedding\" at [1, 0]: a weight is a finite number");
    CHECK(read.error().where == text::span{bytes.size() - 4, bytes.size() - 2});
    // A tensor of a wider type holds any double; the dtype of the document still counts.
    auto const header = nlohmann::json::parse(bytes.substr(8, bytes.size() - 8 - 6));
    text::source wide{"w", interchange::write_tensor_file(
                               {{"ltlc", header["__metadata__"]["ltlc"]}},
                               {{"embedding", {3, 1}, {0, 0.25, 0.1}}}, stored_type::f64)};
    auto const finer = interchange::weights_from_safetensors(wide);
    REQUIRE_FALSE(finer);
    CHECK(finer.error().message ==
          "the tensor \"embedding\" at [2, 0]: 0.1 is not a number of fp16; "
          "round it, to 0.0999755859375, or name a wider format");
    wide.content = interchange::write_tensor_file(
        {{"ltlc", header["__metadata__"]["ltlc"]}},
        {{"embedding", {3, 1}, {0, 1, 0}}, {"other", {1}, {1}}}, stored_type::f64);
    auto const more = interchange::weights_from_safetensors(wide);
    REQUIRE_FALSE(more);
    CHECK(more.error().message.find("\"other\"") != std::string::npos);
  }

  TEST_CASE("every damaged byte of a file is refused or read as another model, never a crash") {
    tally count;
    auto const small = interchange::export_safetensors(smallest_model(), format::fp16).value();
    for (std::size_t at = 0; at < small.size(); ++at)
      for (int value = 0; value < 256; ++value) {
        auto damaged = small;
        damaged[at] = static_cast<char>(value);
        read_damaged(damaged, count);
      }
    for (std::size_t length = 0; length < small.size(); ++length)
      read_damaged(small.substr(0, length), count);
    support::random source(9);
    auto m = support::random_model(source, "fp16", {});
    while (m.layers.empty() || m.layers[0].heads.empty() || !m.layers[0].norm)
      m = support::random_model(source, "fp16", {});
    auto const large = interchange::export_safetensors(m, format::fp16).value();
    for (std::size_t at = 0; at < large.size(); ++at)
      for (int bit = 0; bit < 8; ++bit) {
        auto damaged = large;
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
        read_damaged(damaged, count);
      }
    MESSAGE(small.size(), " and ", large.size(), " bytes: ", count.refused,
            " damaged files refused, ", count.read, " read");
    CHECK(count.refused > 10'000);
    CHECK(count.read > 256);
  }

} // TEST_SUITE
