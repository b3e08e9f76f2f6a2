// A user of the installed package: ten lines from text to automaton.
#include <iostream>

#include <ltlc/automaton/construct.hpp>
#include <ltlc/automaton/minimize.hpp>
#include <ltlc/grammar/formula_grammar.hpp>

int main() {
  ltlc::logic::formula_pool pool;
  auto const sigma = ltlc::text::alphabet::from_option("ab").value();
  auto const f = ltlc::grammar::parse_formula({"formula", "P(a & P b)"}, pool, &sigma).value();
  auto const a = ltlc::automaton::minimize(ltlc::automaton::construct(f, sigma, {}).value());
  std::cout << a->states() << " states\n";
  return a->states() == 3 ? 0 : 1;
}
