// A formula of the least P-depth, from the types of words at that depth.
#pragma once

#include "ltlc/logic/formula.hpp"
#include "ltlc/synthesis/types.hpp"

namespace ltlc::synthesis {

// A formula of P-depth at most `types.depth` that accepts L(a), whose Y reach back no further than
// the views and whose moduli divide `modulus`; none when there are too many types for it to be
// small. Pre: `types` are complete for a and `modulus`.
[[nodiscard]] std::optional<logic::formula>
formula_of_types(automaton::dfa const& a, type_table const& types, std::uint64_t modulus,
                 logic::formula_pool& pool, budget::budget const& limits);

} // namespace ltlc::synthesis
