#include "ltlc/lowering/least_cover.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace ltlc::lowering {

namespace {

using diagram_ref = diagram_pool::ref;

// Bit a: the assignment a, where bit v of a is the value of the v-th variable.
using table = std::uint64_t;
// Inputs: a table for each different function of a letter.
using inputs = std::array<table, least_cover_letters>;

constexpr std::array<table, least_cover_variables> variable_tables{
    0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
    0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};

constexpr std::size_t most_implicants = 4'000;

std::size_t count(inputs const& set) {
  std::size_t n = 0;
  for (table const t : set)
    n += static_cast<std::size_t>(std::popcount(t));
  return n;
}
inputs without(inputs a, inputs const& b) {
  for (std::size_t g = 0; g < a.size(); ++g)
    a[g] &= ~b[g];
  return a;
}
inputs together(inputs a, inputs const& b) {
  for (std::size_t g = 0; g < a.size(); ++g)
    a[g] |= b[g];
  return a;
}
bool meet(inputs const& a, inputs const& b) {
  for (std::size_t g = 0; g < a.size(); ++g)
    if ((a[g] & b[g]) != 0) return true;
  return false;
}
bool contains(inputs const& set, std::size_t group, unsigned assignment) {
  return ((set[group] >> assignment) & 1) != 0;
}

struct implicant {
  unsigned care = 0;  // variables with a literal …
  unsigned value = 0; // … and the literals that are positive
  inputs covered{};
};

// The function with its letters in groups of one function each.
struct small_function {
  std::vector<variable> variables;
  std::vector<std::vector<bool>> groups; // letters
  inputs truth{};                        // by group
  table all = 0;                         // assignments

  [[nodiscard]] table of_cube(unsigned care, unsigned value) const {
    table t = all;
    for (std::size_t v = 0; v < variables.size(); ++v)
      if ((care >> v) & 1) t &= ((value >> v) & 1) != 0 ? variable_tables[v] : ~variable_tables[v];
    return t;
  }
  // Groups for which the cube implies the function.
  [[nodiscard]] unsigned implied(table cube) const {
    unsigned mask = 0;
    for (std::size_t g = 0; g < groups.size(); ++g)
      if ((cube & ~truth[g]) == 0) mask |= 1U << g;
    return mask;
  }
  [[nodiscard]] implicant make(unsigned care, unsigned value, unsigned mask) const {
    implicant i{care, value, {}};
    for (std::size_t g = 0; g < groups.size(); ++g)
      if ((mask >> g) & 1) i.covered[g] = of_cube(care, value);
    return i;
  }
  template <class Visit>
  void for_each_cube(Visit visit) const {
    auto const end = 1U << variables.size();
    for (unsigned care = 0; care < end; ++care)
      for (unsigned value = care;; value = (value - 1) & care) {
        visit(care, value);
        if (value == 0) break;
      }
  }
  // No literal can be left out for all the groups.
  [[nodiscard]] std::vector<implicant> primes() const {
    std::vector<implicant> found;
    for_each_cube([&](unsigned care, unsigned value) {
      unsigned const mask = implied(of_cube(care, value));
      if (mask == 0) return;
      for (std::size_t v = 0; v < variables.size(); ++v) {
        unsigned const less = care & ~(1U << v);
        if (less != care && implied(of_cube(less, value & less)) == mask) return;
      }
      found.push_back(make(care, value, mask));
    });
    return found;
  }
  // Every cube with every set of letters for which it implies the function; none when too many.
  [[nodiscard]] std::vector<implicant> implicants() const {
    std::vector<implicant> found;
    for_each_cube([&](unsigned care, unsigned value) {
      unsigned const mask = implied(of_cube(care, value));
      for (unsigned part = mask; part != 0; part = (part - 1) & mask)
        if (found.size() <= most_implicants) found.push_back(make(care, value, part));
    });
    if (found.size() > most_implicants) found.clear();
    return found;
  }
};

std::optional<small_function> tabulate(diagram_pool const& pool, boolean_function const& f,
                                       bool complement) {
  small_function result;
  result.variables = support(pool, f);
  if (result.variables.size() > least_cover_variables) return std::nullopt;
  std::vector<diagram_ref> functions;
  for (std::size_t l = 0; l < f.size(); ++l) {
    auto const at = std::find(functions.begin(), functions.end(), f[l]);
    auto const group = static_cast<std::size_t>(at - functions.begin());
    if (at == functions.end()) {
      functions.push_back(f[l]);
      result.groups.emplace_back(f.size(), false);
    }
    result.groups[group][l] = true;
  }
  if (functions.size() > least_cover_letters) return std::nullopt;
  unsigned const end = 1U << result.variables.size();
  result.all = end == 64 ? ~table{0} : (table{1} << end) - 1;
  for (std::size_t g = 0; g < functions.size(); ++g)
    for (unsigned a = 0; a < end; ++a) {
      diagram_ref at = functions[g];
      for (std::size_t v = 0; v < result.variables.size(); ++v)
        while (!pool.constant(at) && pool.root(at) == result.variables[v])
          at = ((a >> v) & 1) != 0 ? pool.high(at) : pool.low(at);
      if ((at == diagram_pool::yes) != complement) result.truth[g] |= table{1} << a;
    }
  return result;
}

class cover_search {
public:
  cover_search(small_function const& f, cover_request const& wanted)
      : f_(f), disjoint_(wanted.disjoint), best_(wanted.below) {
    auto const primes = f.primes();
    candidates_ = disjoint_ ? f.implicants() : primes;
    std::stable_sort(candidates_.begin(), candidates_.end(), [](auto const& a, auto const& b) {
      return count(a.covered) > count(b.covered);
    });
    for (std::size_t g = 0; g < f.groups.size(); ++g)
      for (unsigned a = 0; a < 64; ++a)
        if (contains(f.truth, g, a)) {
          point p{g, a, {}, 0};
          for (auto const& prime : primes)
            if (contains(prime.covered, g, a)) {
              p.reach = together(p.reach, prime.covered);
              ++p.choices;
            }
          points_.push_back(p);
        }
    // Those that few primes cover come first, to branch on and for the bound.
    std::stable_sort(points_.begin(), points_.end(), [](point const& a, point const& b) {
      return a.choices != b.choices ? a.choices < b.choices : count(a.reach) < count(b.reach);
    });
  }

  std::optional<small_cover> run() {
    if (!points_.empty() && candidates_.empty()) return std::nullopt;
    search({});
    if (!found_) return std::nullopt;
    small_cover result{{}, steps_ > 0};
    for (std::size_t const c : cover_)
      add(result.cubes, candidates_[c]);
    return result;
  }

private:
  struct point {
    std::size_t group;
    unsigned assignment;
    inputs reach; // inputs that some implicant covers together with it
    std::size_t choices;
  };

  // Inputs no two of which one implicant covers: each needs a cube of its own.
  std::size_t bound(inputs left) const {
    std::size_t n = 0;
    for (point const& p : points_)
      if (contains(left, p.group, p.assignment)) {
        ++n;
        left = without(left, p.reach);
      }
    return n;
  }

  void search(inputs const& covered) {
    if (steps_ == 0) return;
    --steps_;
    inputs const left = without(f_.truth, covered);
    std::size_t const least = bound(left);
    if (chosen_.size() + least >= best_) return;
    if (least == 0) {
      best_ = chosen_.size();
      cover_ = chosen_;
      found_ = true;
      return;
    }
    auto const branch = std::find_if(points_.begin(), points_.end(), [&](point const& p) {
      return contains(left, p.group, p.assignment);
    });
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      inputs const& more = candidates_[c].covered;
      if (!contains(more, branch->group, branch->assignment)) continue;
      if (disjoint_ && meet(more, covered)) continue;
      chosen_.push_back(c);
      search(together(covered, more));
      chosen_.pop_back();
    }
  }

  void add(lettered_cubes& cubes, implicant const& i) const {
    cube c;
    for (std::size_t v = 0; v < f_.variables.size(); ++v)
      if ((i.care >> v) & 1) c.emplace_back(f_.variables[v], ((i.value >> v) & 1) != 0);
    auto& letters = cubes[c];
    letters.resize(f_.groups.front().size(), false);
    for (std::size_t g = 0; g < f_.groups.size(); ++g)
      for (std::size_t l = 0; l < letters.size(); ++l)
        if (i.covered[g] != 0 && f_.groups[g][l]) letters[l] = true;
  }

  small_function const& f_;
  bool disjoint_;
  std::size_t best_;
  bool found_ = false;
  std::vector<implicant> candidates_;
  std::vector<point> points_;
  std::vector<std::size_t> chosen_, cover_;
  std::size_t steps_ = least_cover_steps;
};

} // namespace

std::optional<small_cover> least_cover(diagram_pool const& pool, boolean_function const& f,
                                       cover_request const& wanted) {
  auto const small = tabulate(pool, f, wanted.complement);
  if (!small) return std::nullopt;
  return cover_search(*small, wanted).run();
}

} // namespace ltlc::lowering
