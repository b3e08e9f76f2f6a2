#include <ostream>

#include <nlohmann/json.hpp>

#include "ltlc/proof/prove.hpp"

#include "../language.hpp"
#include "../model_file.hpp"
#include "../unsettled.hpp"
#include "commands.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

std::string for_words(std::optional<std::uint64_t> const& length) {
  return length ? "for all words of length ≤ " + budget::grouped(*length) : "for all words";
}

json report_json(proof::report const& r, text::alphabet const& sigma, std::string const& regime) {
  json document = {{"verdict", proof::name(r.verdict)},
                   {"length", r.length ? json(*r.length) : json(nullptr)},
                   {"counterexample", nullptr},
                   {"regime", regime},
                   {"states", r.states}};
  if (r.difference) {
    document["counterexample"] = sigma.print(r.difference->word);
    document["model_accepts"] = r.difference->model_accepts;
  }
  if (r.unsettled) document["unsettled"] = unsettled_json(*r.unsettled, sigma);
  return document;
}

void print_report(proof::report const& r, language const& specification, std::string const& regime,
                  std::string const& enough, std::ostream& out) {
  auto const& sigma = specification.sigma;
  auto const explored = budget::grouped(r.states) + (r.states == 1 ? " state" : " states");
  if (r.verdict == proof::verdict::proved) {
    out << "proved " << for_words(r.length) << ": in " << regime << " the model recognizes "
        << specification.name << "\n  " << explored << " explored, out of the weights alone\n";
  } else if (r.verdict == proof::verdict::refuted) {
    out << "refuted: the model " << (r.difference->model_accepts ? "accepts " : "rejects ")
        << shown(sigma, r.difference->word) << ", and " << specification.name << " says "
        << (r.difference->specification_accepts ? "accept" : "reject")
        << "\n  a shortest such word; the interpreter's reference path agrees in " << regime
        << "\n";
  } else {
    out << "unsettled: " << describe(*r.unsettled, sigma, enough) << "\n";
    if (r.length)
      out << "  up to length " << budget::grouped(*r.length) << " the model agrees with "
          << specification.name << "\n";
  }
}

failure not_proved(proof::prove_error const& error, text::alphabet const& sigma) {
  if (auto const* reached = std::get_if<budget::limit_reached>(&error)) return limit(*reached);
  if (auto const* endless = std::get_if<proof::no_period>(&error)) return without_period(*endless);
  auto const& word = std::get<proof::unconfirmed>(error).difference.word;
  return {exit_status::bug, "ltlc: bug: the interpreter does not confirm the counterexample " +
                                shown(sigma, word) + "; please report the model\n"};
}

} // namespace

outcome<exit_status> run_command(prove_options const& o, streams const& io) {
  auto const limits = budget_of(o.common);
  auto const m = read_model(o.model, io);
  if (!m) return tl::unexpected(m.error());
  auto const regime = regime_of(o.regime, *m);
  if (!regime) return tl::unexpected(regime.error());
  auto const specification = read_language(o.input, limits, io, &m->sigma);
  if (!specification) return tl::unexpected(specification.error());
  auto const a = minimal_automaton(*specification, limits);
  if (!a) return tl::unexpected(a.error());
  auto const r = proof::prove(*m, regime->arithmetic, **a,
                              o.max_length ? o.max_length : m->max_length, limits);
  if (!r) return tl::unexpected(not_proved(r.error(), m->sigma));
  if (o.common.json)
    io.out << report_json(*r, m->sigma, regime->name).dump() << "\n";
  else
    print_report(*r, *specification, regime->name, gap_that_settles(*m, regime->arithmetic),
                 io.out);
  if (r->verdict == proof::verdict::proved) return exit_status::done;
  return r->verdict == proof::verdict::refuted ? exit_status::does_not_hold : exit_status::limit;
}

} // namespace ltlc::app
