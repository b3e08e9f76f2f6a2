#include <ostream>

#include <nlohmann/json.hpp>

#include "ltlc/algebra/classify.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/interchange/automaton_json.hpp"
#include "ltlc/logic/formula.hpp"
#include "ltlc/proof/prove.hpp"
#include "ltlc/synthesis/synthesize.hpp"

#include "../language.hpp"
#include "../model_file.hpp"
#include "../table.hpp"
#include "../unsettled.hpp"
#include "commands.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

struct decompiled {
  automaton::minimal_dfa language;
  std::optional<std::uint64_t> length; // of the words that it speaks of
  std::vector<std::string> least;      // names of classes
  std::optional<std::string> formula;  // none: outside the classes that have one, or a limit
  std::string no_formula;              // why
  bool formula_cut = false;            // by a limit
};

std::string extent(std::optional<std::uint64_t> const& length) {
  return length ? "words of length ≤ " + budget::grouped(*length) : "all words";
}

decompiled explained(proof::recognized const& found, budget::budget const& limits) {
  decompiled d{automaton::minimize(found.language), found.length, {}, std::nullopt, {}, false};
  auto const classes = algebra::classify(d.language, {}, limits);
  for (auto const id : classes.least)
    d.least.emplace_back(evidence::info(id).name);
  logic::formula_pool pool;
  auto const f = synthesis::synthesize(d.language, pool, std::nullopt, limits);
  if (f)
    d.formula = logic::print(f->f, {.unicode = false, .max_bytes = 1'000'000});
  else if (auto const* reached = std::get_if<budget::limit_reached>(&f.error())) {
    d.no_formula = budget::describe(*reached);
    d.formula_cut = true;
  } else
    d.no_formula = "the language is outside LTL[P,Y,MOD]";
  return d;
}

json decompiled_json(decompiled const& d, std::string const& regime, proof::extracted const& e) {
  json document = {{"length", d.length ? json(*d.length) : json(nullptr)},
                   {"regime", regime},
                   {"least", d.least},
                   {"formula", d.formula ? json(*d.formula) : json(nullptr)},
                   {"dfa", json::parse(interchange::to_json(*d.language))}};
  if (!d.formula) document["formula_reason"] = d.no_formula;
  if (e.unsettled) document["unsettled"] = unsettled_json(*e.unsettled, e.sigma);
  if (e.limit) document["limit"] = budget::describe(*e.limit);
  return document;
}

// Why not all words that were asked about are decided, a line; or empty. `enough` is the gap that would have settled a head.
std::string stopped_by(proof::extracted const& e, std::string const& enough) {
  if (e.unsettled) return "ltlc: unsettled: " + describe(*e.unsettled, e.sigma, enough) + "\n";
  if (e.limit) return "ltlc: undecided: " + budget::describe(*e.limit) + "\n";
  return {};
}

void print(decompiled const& d, std::string const& regime, std::ostream& out) {
  auto const& a = *d.language;
  table head;
  head.add({"decided for", extent(d.length) + " over " + text::listed(a.sigma) + ", in " + regime});
  std::string classes;
  for (auto const& name : d.least)
    classes += (classes.empty() ? "" : ", ") + name;
  head.add({"least class", classes.empty() ? "none of those known" : classes});
  head.add({"formula",
            d.formula ? *d.formula : (d.formula_cut ? "undecided: " : "none: ") + d.no_formula});
  head.add({"minimal DFA",
            budget::grouped(a.states()) + (a.states() == 1 ? " state" : " states") + ", start 0"});
  out << head.text() << "\n";
  table t;
  std::vector<std::string> names{"state", "accepts"};
  for (text::letter l = 0; l < a.letters(); ++l)
    names.push_back(a.sigma.token(l));
  t.add(names);
  for (automaton::state q = 0; q < a.states(); ++q) {
    std::vector<std::string> row{std::to_string(q), a.accepting[q] ? "yes" : "no"};
    for (text::letter l = 0; l < a.letters(); ++l)
      row.push_back(std::to_string(a.next(q, l)));
    t.add(row);
  }
  out << t.text();
  if (d.length)
    out << "\nLonger words were not read: another language may agree with this one up to there.\n";
}

} // namespace

outcome<exit_status> run_command(decompile_options const& o, streams const& io) {
  auto const limits = budget_of(o.common);
  auto const m = read_model(o.model, io);
  if (!m) return tl::unexpected(m.error());
  auto const regime = regime_of(o.regime, *m);
  if (!regime) return tl::unexpected(regime.error());
  auto const e =
      proof::extract(*m, regime->arithmetic, o.max_length ? o.max_length : m->max_length, limits);
  if (!e) {
    if (auto const* reached = std::get_if<budget::limit_reached>(&e.error()))
      return tl::unexpected(limit(*reached));
    return tl::unexpected(without_period(std::get<proof::no_period>(e.error())));
  }
  auto const found = proof::language_of(*e);
  std::string const stopped = stopped_by(*e, gap_that_settles(*m, regime->arithmetic));
  if (!found)
    return tl::unexpected(failure{
        exit_status::limit,
        stopped + "ltlc: undecided: the words that were decided (" +
            (e->length ? "length ≤ " + budget::grouped(*e->length) : std::string("none")) +
            ") are too few to repeat a state" +
            (e->stopped() ? "" : "; give a greater --max-length, or prove it against a language") +
            "\n"});
  io.err << stopped;
  auto const d = explained(*found, limits);
  if (o.common.json)
    io.out << decompiled_json(d, regime->name, *e).dump() << "\n";
  else
    print(d, regime->name, io.out);
  return e->stopped() || d.formula_cut ? exit_status::limit : exit_status::done;
}

} // namespace ltlc::app
