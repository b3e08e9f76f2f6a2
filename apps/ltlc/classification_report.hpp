// A classification for people, as one JSON document with certificates, and as one short line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "ltlc/algebra/classify.hpp"
#include "ltlc/algebra/pumping.hpp"

#include "language.hpp"

namespace ltlc::app {

// Pairs of words for the refused classes that are classes of formulas.
struct pumped_verdict {
  evidence::class_id id{};
  algebra::pumped_words words;
};
struct pumping {
  std::uint64_t depth = 0;
  std::uint64_t modulus = 1;
  std::vector<pumped_verdict> verdicts;
};

void print_classification(std::string const& name, automaton::minimal_dfa const& a,
                          algebra::classification const& found, bool everything_asked,
                          streams const& io);
void print_pumped(pumping const& p, text::alphabet const& sigma, streams const& io);

// What `check` reads, and beside it what the classification adds.
[[nodiscard]] std::string classification_json(automaton::minimal_dfa const& a,
                                              algebra::classification const& found,
                                              std::optional<pumping> const& pumped);

// {"alphabet","states","classes":{ID:true|false|null},"limits","least",…}: no certificates.
[[nodiscard]] nlohmann::ordered_json verdicts_only(automaton::minimal_dfa const& a,
                                                   algebra::classification const& found);

} // namespace ltlc::app
