// A head that the proof could not settle, in words and in JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "ltlc/proof/extract.hpp"
#include "ltlc/proof/prove.hpp"

#include "outcome.hpp"

namespace ltlc::app {

// The least gap of two scores that is sure to settle a head: f_large of the format, or λ.
[[nodiscard]] std::string gap_that_settles(network::model const& m,
                                           execution::regime const& arithmetic);

// "layer 1 head 2, on the row of b after aab: gap 3.5 …"; no line end. `enough` is the gap that
// would have settled it.
[[nodiscard]] std::string describe(proof::unsettled_head const& u, text::alphabet const& sigma,
                                   std::string const& enough);

// {"layer","head","prefix","at","gap","query"}; layer and head from 1, "at" null for <eos>.
[[nodiscard]] nlohmann::ordered_json unsettled_json(proof::unsettled_head const& u,
                                                    text::alphabet const& sigma);

[[nodiscard]] failure without_period(proof::no_period const& endless);

// Why there is no report of a proof, and how to ask for less: `bounded` is whether it was about words
// up to a length.
[[nodiscard]] failure not_proved(proof::prove_error const& error, text::alphabet const& sigma,
                                 bool bounded);
// How a command ends that was asked to prove something.
[[nodiscard]] exit_status status_of(proof::verdict verdict);

} // namespace ltlc::app
