// A matrix game as a linear programme, solved in double by CLP: proposals that are certified
// elsewhere.
#pragma once

#include <optional>
#include <vector>

namespace ltlc::range {

struct game_solution {
  std::vector<double> columns; // >= 0, about 1 in all
  std::vector<double> rows;    // the other player's: >= 0, not all 0
};

// The x >= 0 with Σx = 1 that make the least entry of Ax nearly as large as it can be, and the
// rows' prices. nullopt where the solver gives up. Pre: at least one row; rows of one length >= 1.
[[nodiscard]] std::optional<game_solution>
solve_game(std::vector<std::vector<double>> const& gains);

} // namespace ltlc::range
