// The numbers of exported weights under their names, and where a reader finds them: inside the
// document, or in a file of tensors beside it. Private to interchange/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ltlc::interchange {

class json_reader;

struct tensor {
  std::string name;                 // "layers.0.heads.1.W_Q"
  std::vector<std::uint64_t> shape; // row-major
  std::vector<double> values;
};

// The name of what stands in `path` under `key`: "layers.0" and "mlp" make "layers.0.mlp".
[[nodiscard]] inline std::string tensor_name(std::string const& path, std::string const& key) {
  return path.empty() ? key : path + "." + key;
}

class tensor_source {
public:
  virtual ~tensor_source() = default;

  // The tensor that stands in the object `owner` under `key`, or under `name` in a file of tensors.
  // `rank` is 1 or 2; a matrix without rows that does not say its columns has `cols`. Throws its
  // own objection when it is not there, or is not of that rank.
  virtual tensor read(json_reader const& owner, char const* key, std::string const& name,
                      std::size_t rank, std::size_t cols) = 0;

  // Whether the tensors stand in the document: else it has no keys for them.
  [[nodiscard]] virtual bool inside() const = 0;

  // Throws an objection to a tensor that read() gave.
  [[noreturn]] virtual void object(json_reader const& owner, char const* key, tensor const& t,
                                   std::string const& message) = 0;

  // Throws an objection to value `index` of a tensor that read() gave.
  [[noreturn]] virtual void object(json_reader const& owner, char const* key, tensor const& t,
                                   std::size_t index, std::string const& message) = 0;
};

} // namespace ltlc::interchange
