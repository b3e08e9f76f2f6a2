// The safetensors container: eight bytes with the length of a header, little-endian; the header, a
// JSON object {name: {dtype, shape, data_offsets}} with texts under "__metadata__"; then the data.
// What the tensors mean is another file's matter. Private to interchange/.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ltlc/interchange/stored_type.hpp"
#include "ltlc/interchange/tensor.hpp"
#include "ltlc/text/diagnostic.hpp"

namespace ltlc::interchange {

struct stored_tensor {
  std::string name;
  stored_type type = stored_type::f64;
  std::vector<std::uint64_t> shape;
  text::span data; // bytes of the file
};

struct tensor_file {
  std::map<std::string, std::string> metadata;
  std::vector<stored_tensor> tensors; // in the order of their data
  text::span header;                  // bytes of the file
};

// What the header says, and no data. Strict: the header is at most 100,000,000 bytes and begins
// with its brace, no key stands twice or is unknown, every tensor has as many bytes as its shape
// and type need, and the tensors fill the data without a hole or an overlap. Errors: the place in
// the file. Cost: linear in the header.
[[nodiscard]] text::result<tensor_file> read_tensor_file(text::source const& file);

// The numbers of one tensor. Pre: t is of read_tensor_file(file).
[[nodiscard]] std::vector<double> values_of(text::source const& file, stored_tensor const& t);

// The bytes of a file: tensors by name, header filled up with spaces to a multiple of 8 bytes, so
// that every number lies at a multiple of its size. Pre: names differ and none is "__metadata__";
// every number is one of the type.
[[nodiscard]] std::string write_tensor_file(std::map<std::string, std::string> const& metadata,
                                            std::vector<tensor> tensors, stored_type type);

} // namespace ltlc::interchange
