// What the programs share that write exported models as lines of JSON for a checker in Python.
#pragma once

#include <cstdlib>
#include <iostream>
#include <string>

#include "ltlc/grammar/formula_grammar.hpp"
#include "support/formula_generator.hpp"

namespace ltlc::support {

[[noreturn]] inline void give_up(std::string const& why) {
  std::cerr << "export: " << why << "\n";
  std::exit(1);
}

inline logic::formula parsed(std::string const& text, logic::formula_pool& pool) {
  auto const f = grammar::parse_formula({"formula", text}, pool);
  if (!f) give_up("cannot parse " + text);
  return *f;
}

// `PROGRAM LIST` calls write_list(); `PROGRAM random COUNT SEED` calls write(formula, source) for
// random formulas of LTL[P,MOD] over {a, b}, of 2 … most_operators operators.
template <class WriteList, class Write>
int export_program(int argc, char** argv, std::string const& list, std::size_t most_operators,
                   WriteList write_list, Write write) {
  std::string const what = argc > 1 ? argv[1] : "";
  if (what == list) {
    write_list();
  } else if (what == "random" && argc == 4) {
    random source(std::strtoull(argv[3], nullptr, 10));
    auto const shape = shape_of({logic::op::past}, {2, 3, 4});
    for (auto count = std::strtoull(argv[2], nullptr, 10); count > 0; --count) {
      logic::formula_pool pool;
      write(random_formula(pool, source, shape, 2 + below(source, most_operators - 1)), source);
    }
  } else {
    give_up("usage: " + list + " | random COUNT SEED");
  }
  return 0;
}

} // namespace ltlc::support
