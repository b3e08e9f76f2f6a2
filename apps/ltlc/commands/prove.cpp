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

std::string_view search_name(proof::search s) {
  switch (s) {
  case proof::search::exploration:
    return "exploration";
  case proof::search::short_words:
    return "short words";
  case proof::search::stuck_words:
    return "words through the unsettled row";
  }
  return "";
}

json report_json(proof::report const& r, text::alphabet const& sigma, std::string const& regime,
                 std::optional<std::uint64_t> asked) {
  json document = {{"verdict", proof::name(r.verdict)},
                   {"length", r.length ? json(*r.length) : json(nullptr)},
                   {"counterexample", nullptr},
                   {"regime", regime},
                   {"states", r.states}};
  // Null would say: words of every length.
  if (r.verdict == proof::verdict::unsettled && !r.length) document["length"] = 0;
  // What was asked about, and not how far the words agree.
  if (r.verdict == proof::verdict::refuted)
    document["length"] = asked ? json(*asked) : json(nullptr);
  if (r.difference) {
    document["counterexample"] = sigma.print(r.difference->word);
    document["model_accepts"] = r.difference->model_accepts;
    document["found_by"] = search_name(r.difference->found_by);
    document["shortest"] = r.difference->shortest;
  }
  if (r.verdict == proof::verdict::unsettled || r.tried)
    document["tried"] = r.tried ? json(*r.tried) : json(nullptr);
  if (r.unsettled) document["unsettled"] = unsettled_json(*r.unsettled, sigma);
  if (r.limit) document["limit"] = budget::describe(*r.limit);
  return document;
}

void print_counterexample(proof::counterexample const& c, language const& specification,
                          std::string const& regime, std::ostream& out) {
  out << "refuted: the model " << (c.model_accepts ? "accepts " : "rejects ")
      << shown(specification.sigma, c.word) << ", and " << specification.name << " says "
      << (c.specification_accepts ? "accept" : "reject") << "\n  "
      << (c.shortest ? "a shortest such word"
                     : "there may be a shorter such word: not all of them were tried");
  if (c.found_by == proof::search::short_words)
    out << ", found by running all short words, since no proof was found";
  else if (c.found_by == proof::search::stuck_words)
    out << ", found by running words through the row that could not be settled";
  out << "; the interpreter's reference path agrees in " << regime << "\n";
}

// What is known of a model that is not settled, and how to learn more.
void print_agreement(proof::report const& r, language const& specification, bool bounded,
                     std::ostream& out) {
  if (r.limit && r.length)
    out << "  holds " << for_words(r.length) << "; longer ones were not reached\n";
  else if (r.length)
    out << "  up to length " << budget::grouped(*r.length) << " the model agrees with "
        << specification.name << "\n";
  if (r.tried && (!r.length || *r.tried > *r.length))
    out << "  up to length " << budget::grouped(*r.tried)
        << " every word was run on its own, and agrees\n";
  if (!r.limit || r.limit->way_out.empty()) return;
  if (bounded)
    out << "  " << r.limit->way_out << " goes further; a lower --max-length asks for less\n";
  else
    out << "  where states grow with the length, no limit is enough: ask for words up to a length "
           "with --max-length\n";
}

void print_report(proof::report const& r, language const& specification, std::string const& regime,
                  std::string const& enough, bool bounded, std::ostream& out) {
  auto const& sigma = specification.sigma;
  auto const explored = budget::grouped(r.states) + (r.states == 1 ? " state" : " states");
  if (r.verdict == proof::verdict::proved) {
    out << "proved " << for_words(r.length) << ": in " << regime << " the model recognizes "
        << specification.name << "\n  "
        << (r.tried ? "every word was decided or run by the interpreter's reference path"
                    : explored + " explored, out of the weights alone")
        << "\n";
  } else if (r.verdict == proof::verdict::refuted) {
    print_counterexample(*r.difference, specification, regime, out);
  } else {
    out << "unsettled: "
        << (r.unsettled ? describe(*r.unsettled, sigma, enough) : budget::describe(*r.limit))
        << "\n";
    print_agreement(r, specification, bounded, out);
  }
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
  auto const length = o.max_length ? o.max_length : m->max_length;
  auto const r = proof::prove(*m, regime->arithmetic, **a, length, limits);
  if (!r) return tl::unexpected(not_proved(r.error(), m->sigma, length.has_value()));
  if (o.common.json)
    io.out << report_json(*r, m->sigma, regime->name, length).dump() << "\n";
  else
    print_report(*r, *specification, regime->name, gap_that_settles(*m, regime->arithmetic),
                 length.has_value(), io.out);
  return status_of(r->verdict);
}

} // namespace ltlc::app
