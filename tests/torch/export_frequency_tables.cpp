// Writes frequency tables for check_swap.py, one JSON document a line: π(2i + 1)/N for i < dim/2 at
// the positions 0 … 2N, as the text and as the bytes of a file.
#include <iostream>

#include <nlohmann/json.hpp>

#include "ltlc/interchange/frequency_table.hpp"

#include "numpy/hex.hpp"

int main() {
  using namespace ltlc;
  for (auto const& f : {format::fp64, format::fp32, format::bf16})
    for (int const context : {8, 48, 512}) {
      int const dim = 16;
      std::vector<rotary::frequency> planes;
      for (int i = 0; i < dim / 2; ++i)
        planes.emplace_back(exact::angle{exact::rational(2 * i + 1, 2 * context), 0, 0});
      auto const positions = static_cast<std::uint64_t>(2 * context + 1);
      auto const text = interchange::frequency_table_json(planes, positions, f);
      auto const bytes = interchange::frequency_table_safetensors(planes, positions, f);
      if (!text || !bytes) return 1;
      nlohmann::json const line = {{"context", context},
                                   {"dim", dim},
                                   {"dtype", f.name},
                                   {"json", *text},
                                   {"safetensors", support::hexadecimal(*bytes)}};
      std::cout << line.dump() << "\n";
    }
}
