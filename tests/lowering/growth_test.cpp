// How large models are. What a model holds at one layer bounds its width: two coordinates for each
// sub-formula that is alive there. And nothing but the rotary pairs of offset heads knows how long
// words get.
#include <algorithm>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "lowering/head_depth.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/interchange/model_json.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/lowering/compile.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;
using namespace ltlc::support;

namespace {

// Which sub-formulas of f are alive at a layer, from the formula alone. Letters and the temporal
// sub-formulas (P, Y^k, S, MOD) count, each once however often it is written. One *reads* another
// when that stands in its argument with nothing but Boolean connectives between; what the whole
// formula reads that way is needed after the last layer. A letter is there from layer 0, a temporal
// sub-formula from the layer that is its depth of heads; MOD and P true need no input, so they are
// there from the first layer in which they are read. Each is needed until the layer of the last
// that reads it: there both it and what is made of it are alive.
class lifetimes {
public:
  explicit lifetimes(logic::formula f) : f_(f), depth_(f.id + 1, 0), reads_(f.id + 1) {
    for (auto const id : logic::subformulas(f))
      visit(id);
    last_ = depth_[f.id];
    std::map<term::id, std::pair<std::size_t, std::size_t>> needed; // first and last reader
    auto const need = [&](term::id read, std::size_t first, std::size_t last) {
      auto const [at, fresh] = needed.try_emplace(read, first, last);
      if (fresh) return;
      at->second.first = std::min(at->second.first, first);
      at->second.second = std::max(at->second.second, last);
    };
    for (auto const id : logic::subformulas(f))
      if (temporal(id))
        for (auto const read : argument_of(id))
          need(read, depth_[id] - 1, depth_[id]);
    // No letter stands where the whole formula is read.
    for (auto const read : reads_[f.id])
      if (node(read).kind != logic::op::letter) need(read, last_, last_);
    for (auto const& [id, reader] : needed)
      spans_.emplace_back(without_input(id) ? reader.first : depth_[id], reader.second);
  }

  // The most that are alive in one layer.
  [[nodiscard]] std::size_t most_alive() const {
    std::size_t most = 0;
    for (std::size_t layer = 0; layer <= last_; ++layer)
      most = std::max(most, static_cast<std::size_t>(
                                std::count_if(spans_.begin(), spans_.end(), [&](auto const& s) {
                                  return s.first <= layer && layer <= s.second;
                                })));
    return most;
  }

private:
  [[nodiscard]] logic::node const& node(term::id id) const { return (*f_.pool)[id]; }
  [[nodiscard]] bool temporal(term::id id) const {
    auto const kind = node(id).kind;
    return kind == logic::op::past || kind == logic::op::yesterday || kind == logic::op::since ||
           kind == logic::op::mod;
  }
  [[nodiscard]] bool without_input(term::id id) const {
    return temporal(id) && argument_of(id).empty();
  }
  [[nodiscard]] std::vector<term::id> argument_of(term::id id) const {
    auto const& n = node(id);
    auto const arity = logic::info(n.kind).arity;
    std::vector<term::id> result;
    if (arity >= 1) result = reads_[n.a];
    if (arity == 2) result.insert(result.end(), reads_[n.b].begin(), reads_[n.b].end());
    return result;
  }

  void visit(term::id id) {
    auto const& n = node(id);
    auto const arity = logic::info(n.kind).arity;
    if (arity >= 1) depth_[id] = depth_[n.a];
    if (arity == 2) depth_[id] = std::max(depth_[id], depth_[n.b]);
    if (temporal(id)) ++depth_[id];
    reads_[id] = temporal(id) || n.kind == logic::op::letter ? std::vector{id} : argument_of(id);
    std::sort(reads_[id].begin(), reads_[id].end());
    reads_[id].erase(std::unique(reads_[id].begin(), reads_[id].end()), reads_[id].end());
  }

  logic::formula f_;
  std::vector<std::size_t> depth_;
  std::vector<std::vector<term::id>> reads_; // letters and temporal ones, through connectives
  std::vector<std::pair<std::size_t, std::size_t>> spans_;
  std::size_t last_ = 0;
};

// <bos> has a coordinate, and so has an answer that is the same for all words.
constexpr std::size_t width_allowed(std::size_t alive) {
  return std::max<std::size_t>(2, 2 * alive);
}

logic::formula parsed_growth(std::string const& text, logic::formula_pool& pool) {
  return grammar::parse_formula({"growth", text}, pool).value();
}

network::model grown(logic::formula f, std::string const& letters,
                     lowering::options const& how = {}) {
  return lowering::compile(f, alphabet_of(letters), how, {}).value();
}

network::model_size grown_size(std::string const& text, lowering::options const& how = {}) {
  logic::formula_pool pool;
  return network::size_of(grown(parsed_growth(text, pool), "abcd", how));
}

// x0 … x(n−1)
text::alphabet numbered_letters(std::size_t n) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < n; ++i)
    tokens.push_back("x" + std::to_string(i));
  return text::alphabet::make(tokens).value();
}

} // namespace

TEST_SUITE("lowering") {

  TEST_CASE("P a, Y a and every MOD are one head, and P a is one layer of width 8 at most") {
    std::vector<std::string> formulas{"P a", "Y a"};
    for (std::uint32_t m = 2; m <= 20; ++m)
      for (std::uint32_t r = 0; r < m; ++r)
        formulas.push_back("MOD(" + std::to_string(r) + "," + std::to_string(m) + ")");
    for (auto const& text : formulas)
      for (auto const& format : {std::optional<format::number_format>(),
                                 std::optional(format::fp64), std::optional(format::fp32),
                                 std::optional(format::bf16), std::optional(format::fp16)}) {
        CAPTURE(text);
        lowering::options how;
        how.format = format;
        auto const size = grown_size(text, how);
        CHECK(size.layers == 1);
        CHECK(size.heads == 1);
        CHECK(size.width <= 8);
      }
  }

  TEST_CASE("lifetimes, by hand") {
    logic::formula_pool pool;
    auto const alive = [&](std::string const& text) {
      return lifetimes(parsed_growth(text, pool)).most_alive();
    };
    CHECK(alive("true") == 0);
    CHECK(alive("a") == 0);
    CHECK(alive("MOD(0,2)") == 1);
    CHECK(alive("P a") == 2);         // a and P a in layer 1
    CHECK(alive("P a & P b") == 4);   // and b and P b
    CHECK(alive("P (a & P b)") == 3); // a, b and P b in layer 1
    CHECK(alive("P (b & P (b & P b))") == 3);
    CHECK(alive("P (a & MOD(0,2))") == 3); // a, MOD and P
  }

  TEST_CASE("the width is at most two for each live sub-formula, and two when none is") {
    constexpr std::uint64_t seed = 20261301;
    MESSAGE("seed " << seed);
    support::random source(seed);
    std::vector<formula_shape> shapes{shape_of({logic::op::past}, {}),
                                      shape_of({logic::op::past}, {2, 3, 5}),
                                      shape_of({logic::op::past, logic::op::yesterday}, {2, 3})};
    std::size_t wrong = 0;
    double widest = 0; // coordinates for each that is alive
    for (auto& shape : shapes)
      for (std::size_t n = 0; n < 500; ++n) {
        shape.letters = n % 2 == 0 ? std::vector<std::string>{"a", "b"}
                                   : std::vector<std::string>{"a", "b", "c", "d"};
        logic::formula_pool pool;
        auto const f = random_formula(pool, source, shape, 1 + below(source, n < 400 ? 14 : 60));
        auto const width = grown(f, "abcd", {.max_length = 16}).width;
        auto const alive = lifetimes(f).most_alive();
        if (alive > 0)
          widest = std::max(widest, static_cast<double>(width) / static_cast<double>(alive));
        if (width <= width_allowed(alive)) continue;
        ++wrong;
        MESSAGE("width " << width << " with " << alive
                         << " alive: " << logic::print(f, {.unicode = false, .max_bytes = 400}));
      }
    CHECK(wrong == 0);
    MESSAGE("at most " << widest << " coordinates for each that is alive");
  }

  TEST_CASE("all formulas of three operators keep to it") {
    logic::formula_pool pool;
    using logic::op;
    auto const formulas =
        all_formulas(pool, {pool.letter("a"), pool.letter("b"), pool.mod(0, 2)},
                     {op::past, op::yesterday, op::negation, op::conjunction, op::equivalence}, 3);
    std::size_t wrong = 0;
    for (auto const f : formulas) {
      auto const width = grown(f, "ab", {.max_length = 16}).width;
      if (width <= width_allowed(lifetimes(f).most_alive())) continue;
      ++wrong;
      MESSAGE("width " << width << ": " << logic::print(f, {.unicode = false}));
    }
    CHECK(formulas.size() > 1'000);
    CHECK(wrong == 0);
  }

  TEST_CASE("families: each step adds two coordinates for what it makes alive, or none") {
    constexpr std::size_t steps = 24;
    auto const sigma = numbered_letters(steps);
    logic::formula_pool pool;
    auto const x = [&](std::size_t i) { return pool.letter("x" + std::to_string(i)); };
    auto both = pool.truth();   // P x0 & P x1 & …: two more are alive
    auto parity = pool.truth(); // P x0 <-> P x1 <-> …
    auto chain = pool.truth();  // P (x0 & P (x1 & …)): a letter more
    auto weave = pool.truth();  // P (x0 & P (x1 & P (x0 & …))): nothing more
    std::size_t width[4] = {2, 2, 2, 2};
    for (std::size_t i = 0; i < steps; ++i) {
      CAPTURE(i);
      both = pool.conjunction(both, pool.past(x(i)));
      parity = pool.equivalence(parity, pool.past(x(i)));
      chain = pool.past(pool.conjunction(x(i), chain));
      weave = pool.past(pool.conjunction(x(i % 2), weave));
      std::size_t at = 0;
      for (auto const f : {both, parity, chain, weave}) {
        CAPTURE(at);
        auto const now = lowering::compile(f, sigma, {}, {}).value().width;
        std::size_t const most = at < 2 ? 2 : at == 2 ? 1 : 0;
        if (i >= 3) CHECK(now <= width[at] + most);
        CHECK(now <= width_allowed(lifetimes(f).most_alive()));
        width[at++] = now;
      }
    }
  }

  TEST_CASE("a model without Y is the same file whatever length was asked for") {
    constexpr std::uint64_t seed = 20261302;
    MESSAGE("seed " << seed);
    support::random source(seed);
    auto const shape = shape_of({logic::op::past}, {2, 3, 7});
    for (std::size_t n = 0; n < 60; ++n) {
      logic::formula_pool pool;
      auto const f = random_formula(pool, source, shape, 1 + below(source, 10));
      CAPTURE(logic::print(f, {.max_bytes = 300}));
      auto const near = grown(f, "ab", {.max_length = 5});
      auto const far = grown(f, "ab", {.max_length = 1'000'000});
      CHECK(interchange::to_json(near) == interchange::to_json(far));
      CHECK(interchange::export_weights(near, format::fp32).value() ==
            interchange::export_weights(far, format::fp32).value());
    }
  }

  TEST_CASE("with Y only rotary pairs grow with the length") {
    for (std::string const text : {"Y^3 a", "Y (P a & !P b) | P (b & Y c)"})
      for (auto const& format : {format::fp64, format::fp32, format::bf16, format::fp16}) {
        CAPTURE(text);
        CAPTURE(format.name);
        auto const near = grown_size(text, {.format = format, .max_length = 20});
        auto const far = grown_size(text, {.format = format, .max_length = 1'000});
        CHECK(far.layers == near.layers);
        CHECK(far.heads == near.heads);
        CHECK(far.width == near.width);
        CHECK(far.hidden == near.hidden);
      }
  }

} // TEST_SUITE
