#include "model_facts.hpp"

#include "ltlc/algebra/classify.hpp"
#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/evidence/classes.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/text/version.hpp"

#include "unsettled.hpp"

namespace ltlc::app {

namespace {

// A class is told only where it costs about what writing the file costs.
constexpr std::uint64_t quick_states = 20'000;
constexpr std::size_t quick_minimal_states = 400;
constexpr std::uint64_t quick_monoid = 20'000;

constexpr char const* undecided = "undecided";
constexpr char const* every_length = "every length";

std::optional<automaton::minimal_dfa> language_of_formula(network::model const& m, logic::formula f,
                                                          budget::budget const& limits) {
  auto const a = automaton::construct(f, m.sigma, limits);
  if (!a) return std::nullopt;
  return automaton::minimize(*a);
}

std::string class_of(network::model const& m, logic::formula f, budget::budget limits) {
  limits.max_states = std::min(limits.max_states, quick_states);
  limits.max_monoid = std::min(limits.max_monoid, quick_monoid);
  auto const a = language_of_formula(m, f, limits);
  if (!a || (*a)->states() > quick_minimal_states) return undecided;
  auto const classes = algebra::classify(*a, {}, limits);
  if (!classes.least_is_certain) return undecided;
  std::string names;
  for (auto const id : classes.least)
    names += (names.empty() ? "" : ", ") + std::string(evidence::info(id).name);
  return names.empty() ? "none of those known" : names;
}

outcome<proof::report> proof_of(network::model const& m, logic::formula f,
                                format::number_format const& numbers,
                                budget::budget const& limits) {
  auto const a = automaton::construct(f, m.sigma, limits);
  if (!a) return tl::unexpected(limit(a.error()));
  auto const report =
      proof::prove(m, format::arithmetic(numbers), *automaton::minimize(*a), m.max_length, limits);
  if (report) return *report;
  auto failed = not_proved(report.error(), m.sigma, m.max_length.has_value());
  failed.message += "  (by the options of `ltlc prove`)\n";
  return tl::unexpected(std::move(failed));
}

std::string verdict_text(proof::report const& r, network::model const& m,
                         format::number_format const& f) {
  auto const in_format = ", in " + std::string(f.name);
  switch (r.verdict) {
  case proof::verdict::proved:
    return (r.length ? "proved for all words up to length " + std::to_string(*r.length)
                     : std::string("proved for all words")) +
           in_format;
  case proof::verdict::refuted:
    return "refuted by the word \"" + m.sigma.print(r.difference->word) + "\"" + in_format;
  case proof::verdict::unsettled:
    break;
  }
  return "unsettled" + in_format;
}

std::string as_length(std::optional<std::uint64_t> length) {
  return length ? std::to_string(*length) : every_length;
}

} // namespace

outcome<model_facts> facts_of(network::model const& m, format::number_format const& f,
                              asked_facts asked, budget::budget const& limits) {
  model_facts facts;
  facts.texts["tool"] = "ltlc " + std::string(text::version());
  facts.texts["proof"] = "not proved";
  // What compile promises, it promises of the format that it compiled for.
  bool const promised = asked.as_compiled && !m.meaning.empty() && m.format == f.name;
  facts.texts["certified_length"] = promised ? as_length(m.max_length) : "unknown";
  if (!m.formula.empty()) facts.texts["formula"] = m.formula;

  logic::formula_pool pool;
  auto const formula = grammar::parse_formula({"formula", m.formula}, pool, &m.sigma);
  if (formula) facts.texts["class"] = class_of(m, *formula, limits);
  if (!asked.prove) return facts;
  if (!formula)
    return tl::unexpected(wrong_input("--prove: the model names no formula that can be read; "
                                      "`ltlc prove` takes its language as an option"));
  auto const report = proof_of(m, *formula, f, limits);
  if (!report) return tl::unexpected(report.error());
  facts.proof = report->verdict;
  facts.texts["proof"] = verdict_text(*report, m, f);
  facts.texts["certified_length"] =
      report->verdict == proof::verdict::proved ? as_length(report->length) : "unknown";
  return facts;
}

exit_status status_of(model_facts const& facts) {
  return facts.proof ? status_of(*facts.proof) : exit_status::done;
}

} // namespace ltlc::app
