#include "ltlc/interchange/safetensors.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include <nlohmann/json.hpp>

#include "ltlc/contract.hpp"
#include "ltlc/interchange/json_reader.hpp"

namespace ltlc::interchange {

namespace {

constexpr std::size_t length_bytes = 8;
constexpr std::size_t longest_header = 100'000'000;
constexpr char const* metadata_key = "__metadata__";

std::uint64_t little_endian(char const* bytes, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t i = count; i-- > 0;)
    number = (number << 8) | static_cast<unsigned char>(bytes[i]);
  return number;
}

void append_little_endian(std::string& bytes, std::uint64_t number, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, number >>= 8)
    bytes.push_back(static_cast<char>(number & 0xff));
}

tl::unexpected<text::diagnostic> bad_container(text::span where, std::string message) {
  return tl::unexpected(text::diagnostic{where, std::move(message), "", ""});
}

// The number of bytes of a tensor, or an objection when it is more than 64 bits count.
std::uint64_t bytes_needed(json_reader const& at, stored_tensor const& t) {
  std::uint64_t bytes = bytes_of(t.type);
  for (auto const d : t.shape) {
    if (d != 0 && bytes > std::numeric_limits<std::uint64_t>::max() / d)
      at.key("shape").fail("a tensor of more than 2^64 bytes");
    bytes *= d;
  }
  return bytes;
}

stored_tensor described(json_reader const& at, std::string const& tensor_name, std::size_t begin,
                        std::size_t size) {
  // A key is looked up by what stands before its first zero.
  if (tensor_name.find('\0') != std::string::npos) at.fail("a zero byte in a tensor's name");
  at.expect_keys({"dtype", "shape", "data_offsets"});
  stored_tensor t;
  t.name = tensor_name;
  auto const type = find_stored_type(at.key("dtype").string());
  if (!type)
    at.key("dtype").fail("the types that this program reads are F64, F32, F16, BF16, F8_E4M3 and "
                         "F8_E5M2");
  t.type = *type;
  for (auto const& d : at.key("shape").elements())
    t.shape.push_back(static_cast<std::uint64_t>(d.integer(0, INT64_MAX)));
  auto const offsets = at.key("data_offsets");
  offsets.expect_size(2, "begin, end");
  auto const last = static_cast<std::int64_t>(size);
  auto const from = static_cast<std::size_t>(offsets.element(0).integer(0, last));
  auto const to =
      static_cast<std::size_t>(offsets.element(1).integer(static_cast<std::int64_t>(from), last));
  auto const needed = bytes_needed(at, t);
  if (to - from != needed)
    offsets.fail(std::to_string(to - from) + " bytes, but the shape needs " +
                 std::to_string(needed));
  t.data = {begin + from, begin + to};
  return t;
}

std::map<std::string, std::string> texts(json_reader const& at) {
  std::map<std::string, std::string> all;
  for (auto const& key : at.keys())
    all.emplace(key, at.key(key.c_str()).string());
  return all;
}

// From begin to end of the data, one after the other.
void expect_contiguous(json_reader const& at, std::vector<stored_tensor> const& tensors,
                       text::span data) {
  std::size_t reached = data.begin;
  for (auto const& t : tensors) {
    if (t.data.begin != reached)
      at.key(t.name.c_str())
          .key("data_offsets")
          .fail(t.data.begin < reached ? "the data overlaps that of another tensor"
                                       : "a hole before this tensor's data");
    reached = t.data.end;
  }
  if (reached != data.end)
    at.fail(std::to_string(data.end - reached) + " bytes of data belong to no tensor");
}

tensor_file described_file(json_reader const& at, std::size_t begin, std::size_t size) {
  tensor_file file;
  for (auto const& key : at.keys()) {
    auto const value = at.key(key.c_str());
    if (key == metadata_key)
      file.metadata = texts(value);
    else
      file.tensors.push_back(described(value, key, begin, size));
  }
  std::sort(file.tensors.begin(), file.tensors.end(),
            [](stored_tensor const& a, stored_tensor const& b) {
              return std::pair(a.data.begin, a.data.end) < std::pair(b.data.begin, b.data.end);
            });
  expect_contiguous(at, file.tensors, {begin, begin + size});
  return file;
}

} // namespace

text::result<tensor_file> read_tensor_file(text::source const& file) {
  auto const& bytes = file.content;
  if (bytes.size() < length_bytes)
    return bad_container({0, bytes.size()},
                         "expected the eight bytes of a header's length, found " +
                             std::to_string(bytes.size()));
  auto const length = little_endian(bytes.data(), length_bytes);
  text::span const length_place{0, length_bytes};
  if (length > longest_header)
    return bad_container(length_place, "a header of more than 100,000,000 bytes");
  if (length > bytes.size() - length_bytes)
    return bad_container(
        length_place, "the header has " + std::to_string(length) + " bytes, the file has " +
                          std::to_string(bytes.size() - length_bytes) + " after " + "its length");
  auto const begin = length_bytes + static_cast<std::size_t>(length);
  if (length == 0 || bytes[length_bytes] != '{')
    return bad_container({length_bytes, std::min(length_bytes + 1, bytes.size())},
                         "expected a header that begins with {");
  auto read = read_document<tensor_file>(
      {file.name, bytes.substr(length_bytes, begin - length_bytes)},
      [&](json_reader const& root) { return described_file(root, begin, bytes.size() - begin); });
  if (!read) {
    read.error().where.begin += length_bytes;
    read.error().where.end += length_bytes;
    return read;
  }
  read->header = {length_bytes, begin};
  return read;
}

std::vector<double> values_of(text::source const& file, stored_tensor const& t) {
  auto const width = bytes_of(t.type);
  std::vector<double> values;
  values.reserve((t.data.end - t.data.begin) / width);
  for (std::size_t at = t.data.begin; at < t.data.end; at += width)
    values.push_back(decoded(t.type, little_endian(file.content.data() + at, width)));
  return values;
}

std::string write_tensor_file(std::map<std::string, std::string> const& metadata,
                              std::vector<tensor> tensors, stored_type type) {
  std::sort(tensors.begin(), tensors.end(),
            [](tensor const& a, tensor const& b) { return a.name < b.name; });
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header[metadata_key] = metadata;
  std::string data;
  for (auto const& t : tensors) {
    auto const begin = data.size();
    for (double const x : t.values) {
      auto const code = encoded(type, x);
      LTLC_EXPECTS(code.has_value());
      append_little_endian(data, code.value_or(0), bytes_of(type));
    }
    header[t.name] = {
        {"dtype", name(type)}, {"shape", t.shape}, {"data_offsets", {begin, data.size()}}};
  }
  auto text = header.dump();
  text.append((length_bytes - text.size() % length_bytes) % length_bytes, ' ');
  std::string bytes;
  append_little_endian(bytes, text.size(), length_bytes);
  return bytes + text + data;
}

} // namespace ltlc::interchange
