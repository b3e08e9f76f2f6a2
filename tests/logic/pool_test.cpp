#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "ltlc/term/pool.hpp"
#include "support/formula_generator.hpp"

using namespace ltlc;

namespace {

void collect(logic::formula_pool const& pool, term::id i, std::set<term::id>& found) {
  found.insert(i);
  auto const& n = pool[i];
  if (logic::info(n.kind).arity >= 1) collect(pool, n.a, found);
  if (logic::info(n.kind).arity == 2) collect(pool, n.b, found);
}

} // namespace

TEST_SUITE("logic") {
  TEST_CASE("equal nodes are one node and different nodes are two") {
    term::pool<logic::node, logic::node_hash> pool;
    std::vector<logic::node> nodes;
    for (std::uint32_t a = 0; a < 40; ++a)
      for (std::uint32_t b = 0; b < 40; ++b)
        for (auto const& row : logic::operators)
          nodes.push_back({row.kind, a, b});
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      CHECK_FALSE(pool.contains(nodes[i]));
      CHECK(pool.intern(nodes[i]) == i);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      CHECK(pool.intern(nodes[i]) == i);
      CHECK(pool[static_cast<term::id>(i)] == nodes[i]);
    }
    CHECK(pool.size() == nodes.size());
  }

  TEST_CASE("symbols are numbered by first use") {
    term::symbol_table table;
    CHECK(table.intern("b") == 0);
    CHECK(table.intern("a") == 1);
    CHECK(table.intern("b") == 0);
    CHECK(table.name(1) == "a");
    CHECK(table.size() == 2);
  }

  TEST_CASE("children have smaller ids, and sub-formulas are what recursion finds") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      CAPTURE(seed);
      support::random source(seed);
      logic::formula_pool pool;
      auto const f = support::random_formula(pool, source, {}, 1 + seed % 25);
      for (term::id i = 0; i < pool.size(); ++i) {
        auto const& n = pool[i];
        if (logic::info(n.kind).arity >= 1) CHECK(n.a < i);
        if (logic::info(n.kind).arity == 2) CHECK(n.b < i);
      }
      std::set<term::id> found;
      collect(pool, f.id, found);
      auto const ids = logic::subformulas(f);
      CHECK(std::vector<term::id>(found.begin(), found.end()) == ids);
      for (std::size_t s = 0; s < ids.size(); ++s)
        CHECK(term::index_of(ids, ids[s]) == s);
      CHECK(logic::dag_size(f) == ids.size());
    }
  }
}
