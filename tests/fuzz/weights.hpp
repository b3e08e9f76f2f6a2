// What fuzz targets check of a model out of exported weights.
#pragma once

#include "fuzz/target.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/interchange/weights_safetensors.hpp"

namespace ltlc::fuzz {

// Tables by position are as long as the longest word: only short ones are written here.
inline bool has_short_tables(network::model const& m) {
  constexpr std::uint64_t most_rows = 64;
  auto const is_short = [&](std::vector<rotary::rotary_pair> const& pairs) {
    for (auto const& pair : pairs)
      if (rotary::period(pair) == 0 && m.max_length && *m.max_length > most_rows) return false;
    return true;
  };
  for (auto const& l : m.layers)
    for (auto const& h : l.heads)
      if (!is_short(h.rotary)) return false;
  return is_short(m.positions);
}

// Both forms hold the model's numbers, and read back alike.
inline void check_weights(network::model const& m) {
  require(network::malformed(m).empty(), "a model that was read has fitting shapes");
  auto const f = format::find_format(m.format);
  if (!f || !has_short_tables(m)) return;
  auto const json = interchange::export_weights(m, *f);
  auto const tensors = interchange::export_safetensors(m, *f);
  require(json && tensors, "a model that was read is written");
  auto const from_json = interchange::weights_from_json({"written", *json});
  auto const from_tensors = interchange::weights_from_safetensors({"written", *tensors});
  require(from_json && from_tensors && *from_json == *from_tensors,
          "JSON and safetensors read back the same");
  // Tables come instead of angles where the longest word is known; then only they change.
  if (!m.max_length) require(*from_json == m, "what was written reads back the same");
}

} // namespace ltlc::fuzz
