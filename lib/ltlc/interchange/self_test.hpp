// Words with what the interpreter makes of them, stored beside exported weights, so that a loader
// can refuse weights that it does not run as they were made to be.
#pragma once

#include <string>
#include <vector>

#include "ltlc/format/number_format.hpp"
#include "ltlc/network/model.hpp"

namespace ltlc::interchange {

struct tested_word {
  std::string word; // as text::alphabet prints it
  bool accepted = false;
  double margin = 0; // |what the readout holds − ½|
};

// The first words that are accepted and the first that are rejected, three of each where there are
// as many among the first hundred, and two longer ones (up to max_length); run in the format. A
// word whose readout is no finite number is left out. Same model, same words.
[[nodiscard]] std::vector<tested_word> self_test_of(network::model const& m,
                                                    format::number_format const& f);

// [["abab",true,0.5],…]
[[nodiscard]] std::string to_json(std::vector<tested_word> const& words);

} // namespace ltlc::interchange
