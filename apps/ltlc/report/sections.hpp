// The parts of the page, in its order. Each makes its HTML out of the material, and puts what the
// page's program needs for it into `data`.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "../explain.hpp"
#include "material.hpp"

namespace ltlc::app::report {

using page_data = nlohmann::ordered_json;

// What is drawn and listed at most; past it a sentence says so.
inline constexpr std::size_t most_drawn_states = 80;
inline constexpr std::size_t most_drawn_arrows = 400;
inline constexpr std::size_t most_listed_heads = 200;
inline constexpr std::size_t most_form_bytes = 20'000;
inline constexpr std::size_t most_weight_bytes = 400'000;

[[nodiscard]] std::string heading(material const& m);
[[nodiscard]] std::string automata_section(material const& m, page_data& data,
                                           budget::budget const& limits);
[[nodiscard]] std::string verdict_section(material const& m, page_data& data);
[[nodiscard]] std::string egg_box_section(material const& m, budget::budget const& limits);
[[nodiscard]] std::string formula_section(material const& m);
[[nodiscard]] std::string model_section(material const& m);
[[nodiscard]] std::string attention_section(material const& m, page_data& data);
[[nodiscard]] std::string proof_section(material const& m);
[[nodiscard]] std::string range_section(material const& m);

// "2 layers, 2 heads, width 4, 6 hidden units".
[[nodiscard]] std::string size_text(network::model const& m);
// "proved for all words", "refuted: …", "unsettled: …", or why there was nothing to prove.
[[nodiscard]] std::string proof_text(material const& m);

} // namespace ltlc::app::report
