#include "ltlc/lowering/decision.hpp"

#include <algorithm>

#include <boost/container_hash/hash.hpp>

#include "ltlc/contract.hpp"

namespace ltlc::lowering {

namespace {
constexpr variable no_variable = ~variable{0};
}

std::size_t diagram_pool::key_hash::operator()(key const& k) const noexcept {
  std::size_t seed = 0;
  boost::hash_combine(seed, k.a);
  boost::hash_combine(seed, k.b);
  boost::hash_combine(seed, k.c);
  return seed;
}

diagram_pool::diagram_pool() {
  nodes_.push_back({no_variable, no, no, 0, 1});
  nodes_.push_back({no_variable, yes, yes, 1, 0});
}

diagram_pool::ref diagram_pool::make(variable test, ref low, ref high) {
  if (low == high) return low;
  auto const [at, fresh] =
      unique_.try_emplace(key{test, low, high}, static_cast<ref>(nodes_.size()));
  if (fresh)
    nodes_.push_back({test, low, high, nodes_[low].to_yes + nodes_[high].to_yes,
                      nodes_[low].to_no + nodes_[high].to_no});
  return at->second;
}

diagram_pool::ref diagram_pool::literal(variable v) {
  return make(v, no, yes);
}

diagram_pool::ref diagram_pool::branch(ref f, variable v, bool value) const {
  if (constant(f) || nodes_[f].test != v) return f;
  return value ? nodes_[f].high : nodes_[f].low;
}

std::optional<diagram_pool::ref> diagram_pool::choose(ref f, ref g, ref h) {
  std::size_t steps = operation_limit;
  ref const result = choose_within(f, g, h, steps);
  if (steps == 0) return std::nullopt;
  return result;
}

// As large as f, so it needs no limit.
diagram_pool::ref diagram_pool::negate(ref f) {
  std::size_t steps = nodes_.size() + 1;
  return choose_within(f, no, yes, steps);
}

// When the steps run out the result means nothing and is not remembered.
diagram_pool::ref diagram_pool::choose_within(ref f, ref g, ref h, std::size_t& steps) {
  if (f == yes) return g;
  if (f == no) return h;
  if (g == h) return g;
  if (g == yes && h == no) return f;
  if (steps == 0) return no;
  key const k{f, g, h};
  if (auto const at = chosen_.find(k); at != chosen_.end()) return at->second;
  --steps;
  variable const v = std::min({nodes_[f].test, nodes_[g].test, nodes_[h].test});
  ref const low =
      choose_within(branch(f, v, false), branch(g, v, false), branch(h, v, false), steps);
  ref const high = choose_within(branch(f, v, true), branch(g, v, true), branch(h, v, true), steps);
  if (steps == 0) return no;
  ref const result = make(v, low, high);
  chosen_.emplace(k, result);
  return result;
}

diagram_pool::ref diagram_pool::cofactor(ref f, variable v, bool value) {
  // A walk over the nodes above v, children before parents (they have smaller refs).
  std::vector<ref> above;
  std::vector<ref> open{f};
  boost::unordered_flat_map<ref, ref> image;
  while (!open.empty()) {
    ref const at = open.back();
    open.pop_back();
    if (constant(at) || nodes_[at].test > v || image.contains(at)) continue;
    image.emplace(at, at);
    above.push_back(at);
    open.push_back(nodes_[at].low);
    open.push_back(nodes_[at].high);
  }
  auto const mapped = [&](ref at) {
    auto const found = image.find(at);
    return found == image.end() ? at : found->second;
  };
  std::sort(above.begin(), above.end());
  for (ref const at : above) {
    node const n = nodes_[at];
    image[at] =
        n.test == v ? (value ? n.high : n.low) : make(n.test, mapped(n.low), mapped(n.high));
  }
  return mapped(f);
}

std::vector<variable> diagram_pool::support(ref f) const {
  std::vector<variable> found;
  std::vector<ref> open{f};
  boost::unordered_flat_map<ref, bool> seen;
  while (!open.empty()) {
    ref const at = open.back();
    open.pop_back();
    if (constant(at) || !seen.try_emplace(at, true).second) continue;
    found.push_back(nodes_[at].test);
    open.push_back(nodes_[at].low);
    open.push_back(nodes_[at].high);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<cube> diagram_pool::disjoint_cubes(ref f, bool to_yes) const {
  struct step {
    ref at;
    cube path;
  };
  std::vector<cube> found;
  std::vector<step> open{{f, {}}};
  while (!open.empty()) {
    step const s = std::move(open.back());
    open.pop_back();
    if (paths(s.at, to_yes) == 0) continue;
    if (constant(s.at)) {
      found.push_back(s.path);
      continue;
    }
    for (bool const value : {true, false}) {
      cube longer = s.path;
      longer.emplace_back(nodes_[s.at].test, value);
      open.push_back({value ? nodes_[s.at].high : nodes_[s.at].low, std::move(longer)});
    }
  }
  return found;
}

struct diagram_pool::cover {
  std::vector<cube> cubes;
  ref function = no;
};

std::optional<std::vector<cube>> diagram_pool::irredundant_cubes(ref f, bool complement,
                                                                 std::size_t limit) {
  if (complement) f = negate(f);
  std::size_t left = limit;
  auto result = between(f, f, left);
  if (!result) return std::nullopt;
  for (cube& c : result->cubes)
    std::sort(c.begin(), c.end());
  return std::move(result->cubes);
}

// A cover that contains `lower` and is contained in `upper`: cubes that need ¬v, cubes that need v,
// and cubes that need neither. Every call with a lower bound that is not `no` ends in a cube of the
// result, so `cubes_left` bounds the work. Source: [Minato93].
std::optional<diagram_pool::cover> diagram_pool::between(ref lower, ref upper,
                                                         std::size_t& cubes_left) {
  if (lower == no) return cover{};
  if (upper == yes) {
    if (cubes_left == 0) return std::nullopt;
    --cubes_left;
    return cover{{cube{}}, yes};
  }
  variable const v = std::min(nodes_[lower].test, nodes_[upper].test);
  ref const lower_of[2] = {branch(lower, v, false), branch(lower, v, true)};
  ref const upper_of[2] = {branch(upper, v, false), branch(upper, v, true)};
  cover sides[2];
  for (int const side : {0, 1}) {
    auto const needed = choose(upper_of[1 - side], no, lower_of[side]);
    if (!needed) return std::nullopt;
    auto found = between(*needed, upper_of[side], cubes_left);
    if (!found) return std::nullopt;
    sides[side] = std::move(*found);
  }
  auto const rest_low = choose(sides[0].function, no, lower_of[0]);
  auto const rest_high = choose(sides[1].function, no, lower_of[1]);
  auto const both = choose(upper_of[0], upper_of[1], no);
  if (!rest_low || !rest_high || !both) return std::nullopt;
  auto const rest = choose(*rest_low, yes, *rest_high);
  if (!rest) return std::nullopt;
  auto shared = between(*rest, *both, cubes_left);
  if (!shared) return std::nullopt;

  auto const covered = choose(literal(v), sides[1].function, sides[0].function);
  if (!covered) return std::nullopt;
  auto const whole = choose(*covered, yes, shared->function);
  if (!whole) return std::nullopt;
  cover result{std::move(shared->cubes), *whole};
  for (int const side : {0, 1})
    for (cube& c : sides[side].cubes) {
      c.emplace_back(v, side == 1);
      result.cubes.push_back(std::move(c));
    }
  return result;
}

} // namespace ltlc::lowering
