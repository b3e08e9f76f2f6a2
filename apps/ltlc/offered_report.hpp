// Which modular predicates a schedule offers on its own planes, and the best head for each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "ltlc/schedule/bounded_modulus.hpp"
#include "ltlc/schedule/offered.hpp"

namespace ltlc::app {

struct offered_question {
  std::uint64_t bound = 0;      // moduli up to it
  exact::rational scale = 1024; // C of planes that never come back
  std::uint64_t cap = 100'000;  // positions that are looked at, without a table
};

struct head_in_format {
  format::number_format format;
  schedule::realized_head table; // the least over all residues
  // For residue 0, phases formed in fp32; none when it fails at once.
  std::optional<schedule::certified_length> by_phase;
};

struct offered_modulus {
  schedule::anchored_head head;
  std::vector<head_in_format> formats; // fp32, bf16, fp16
};

struct offered_facts {
  std::vector<offered_modulus> always;            // at every length, with tables
  std::vector<schedule::bounded_modulus> bounded; // others, in exact arithmetic, with f of fp32
};

// Cost: O(bound²·planes) for each modulus that is offered.
[[nodiscard]] offered_facts offered_by(schedule::rotary_schedule const& s,
                                       offered_question const& q);

[[nodiscard]] nlohmann::ordered_json offered_json(offered_facts const& facts);
[[nodiscard]] std::string describe(offered_facts const& facts, offered_question const& q);

} // namespace ltlc::app
