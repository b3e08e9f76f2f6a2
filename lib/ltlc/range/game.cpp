// Maximise t with Σ_d x_d = 1, x >= 0 and Σ_d A(n, d)x_d − t >= 0 for every row n.
#include "ltlc/range/game.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <coin/Clp_C_Interface.h>

#include "ltlc/contract.hpp"

namespace ltlc::range {

std::optional<game_solution> solve_game(std::vector<std::vector<double>> const& gains) {
  LTLC_EXPECTS(!gains.empty() && !gains[0].empty());
  std::size_t const columns = gains[0].size(), rows = gains.size();
  // Row 0 is the sum; the last column is t.
  std::vector<CoinBigIndex> start{0};
  std::vector<int> index;
  std::vector<double> value;
  for (std::size_t d = 0; d <= columns; ++d) {
    if (d < columns) {
      index.push_back(0);
      value.push_back(1);
    }
    for (std::size_t n = 0; n < rows; ++n) {
      index.push_back(static_cast<int>(n + 1));
      value.push_back(d < columns ? gains[n][d] : -1);
    }
    start.push_back(static_cast<CoinBigIndex>(index.size()));
  }
  std::vector<double> lower(columns + 1, 0), upper(columns + 1, 1), objective(columns + 1, 0);
  lower[columns] = -HUGE_VAL;
  upper[columns] = HUGE_VAL;
  objective[columns] = 1;
  std::vector<double> least(rows + 1, 0), greatest(rows + 1, HUGE_VAL);
  least[0] = greatest[0] = 1;

  std::unique_ptr<Clp_Simplex, void (*)(Clp_Simplex*)> const model(Clp_newModel(), Clp_deleteModel);
  Clp_setLogLevel(model.get(), 0);
  Clp_loadProblem(model.get(), static_cast<int>(columns + 1), static_cast<int>(rows + 1),
                  start.data(), index.data(), value.data(), lower.data(), upper.data(),
                  objective.data(), least.data(), greatest.data());
  Clp_setObjSense(model.get(), -1); // maximise
  Clp_setPrimalTolerance(model.get(), 1e-9);
  Clp_setDualTolerance(model.get(), 1e-9);
  Clp_dual(model.get(), 0);
  if (Clp_status(model.get()) != 0) return std::nullopt;

  game_solution found;
  double const* const x = Clp_getColSolution(model.get());
  double const* const price = Clp_getRowPrice(model.get());
  for (std::size_t d = 0; d < columns; ++d)
    found.columns.push_back(std::max(0.0, x[d]));
  bool priced = false;
  for (std::size_t n = 0; n < rows; ++n) {
    found.rows.push_back(std::fabs(price[n + 1])); // >= 0 up to the solver's sign
    priced |= found.rows.back() > 0;
  }
  if (!priced) return std::nullopt;
  return found;
}

} // namespace ltlc::range
