#include "ltlc/evidence/classes.hpp"

#include <utility>

namespace ltlc::evidence {
namespace {

constexpr std::size_t row(class_id id) {
  return static_cast<std::size_t>(id);
}

// Each class with the least ones that properly contain it. An equation of the larger class follows
// from the smaller one's by instances; each pair has been searched for a counterexample, and each
// pair that does not follow from these has one.
using enum class_id;
constexpr std::pair<class_id, class_id> inclusions[] = {
    {finite, j},
    {finite, ltl_y},
    {finite, rdef},
    {cofinite, j},
    {cofinite, ltl_y},
    {cofinite, rdef},
    {ltl_y, ltl_f},
    {ltl_y, sl},
    {ltl_y, gdef},
    {rdef, ltl_p},
    {rdef, sl},
    {rdef, gdef},
    {sl, tsl},
    {sl, lt},
    {gdef, lt},
    {gdef, ltl_p_f},
    {lt, ltt},
    {ltt, ltl_p_y},
    {sp, j},
    {j, ltl_p},
    {j, ltl_f},
    {ltl_p, ltl_p_mod},
    {ltl_p, ltl_p_y},
    {ltl_p, ltl_p_f},
    {ltl_f, ltl_p_f},
    {ltl_p_mod, ltl_p_y_mod},
    {ltl_p_mod, ltl_p_f_mod},
    {ltl_p_y, ltl_p_y_mod},
    {ltl_p_y, ltl_p_f_y_x},
    {ltl_p_f, ltl_p_f_mod},
    {ltl_p_f, ltl_p_f_y_x},
    {ltl_p_y_mod, ltl_p_f_y_x_mod},
    {ltl_p_f_mod, ltl_p_f_y_x_mod},
    {ltl_p_f_y_x, ltl_p_f_y_x_mod},
    {ltl_p_f_y_x, ltl_s},
    {ltl_p_f_y_x_mod, ltl_s_mod},
    {tsl, ltl_s},
    {ltl_s, ltl_s_mod},
};

using relation = std::array<std::array<bool, class_count>, class_count>;

constexpr relation transitive_closure() {
  relation r{};
  for (auto const& [smaller, larger] : inclusions)
    r[row(smaller)][row(larger)] = true;
  for (std::size_t m = 0; m < class_count; ++m)
    for (std::size_t a = 0; a < class_count; ++a)
      for (std::size_t b = 0; r[a][m] && b < class_count; ++b)
        r[a][b] = r[a][b] || r[m][b];
  return r;
}

constexpr relation included = transitive_closure();

} // namespace

class_info const& info(class_id id) {
  return class_table()[row(id)];
}

std::optional<class_id> find_class(std::string_view name) {
  for (class_info const& c : class_table())
    if (c.name == name) return c.id;
  return std::nullopt;
}

bool contained(class_id smaller, class_id larger) {
  return included[row(smaller)][row(larger)];
}

std::vector<class_id> larger_classes(class_id id) {
  std::vector<class_id> found;
  for (class_info const& c : class_table())
    if (contained(id, c.id)) found.push_back(c.id);
  return found;
}

} // namespace ltlc::evidence
