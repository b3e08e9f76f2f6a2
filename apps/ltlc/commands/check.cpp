#include <ostream>

#include <nlohmann/json.hpp>

#include "ltlc/automaton/compare.hpp"
#include "ltlc/checking/check.hpp"
#include "ltlc/interchange/verdict_json.hpp"

#include "../files.hpp"
#include "../language.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

using checking::finding;
using checking::result;

char const* claim_of(evidence::verdict const& v) {
  switch (v.answer) {
  case evidence::membership::member:
    return "member";
  case evidence::membership::not_member:
    return "not a member";
  case evidence::membership::undecided:
    break;
  }
  return "undecided";
}

char const* name_of(result r) {
  switch (r) {
  case result::confirmed:
    return "confirmed";
  case result::refuted:
    return "refuted";
  case result::limit:
    return "not confirmed";
  case result::open:
    break;
  }
  return "open";
}

// The automaton that the verdicts speak of: the file's, which must be the minimal automaton of
// INPUT when there is one (its states may be numbered in another way); else INPUT's.
outcome<automaton::dfa> automaton_of(interchange::verdict_document const& d, check_options const& o,
                                     std::string const& file, budget::budget const& limits,
                                     streams const& io) {
  if (o.input.count() == 0) {
    if (d.automaton) return *d.automaton;
    return tl::unexpected(wrong_input(file + " holds no automaton; give the language as well, by "
                                             "--regex, --ltl, --fo or --dfa"));
  }
  auto const input = read_language(o.input, limits, io, &d.sigma);
  if (!input) return tl::unexpected(input.error());
  auto const a = minimal_automaton(*input, limits);
  if (!a) return tl::unexpected(a.error());
  if (!d.automaton) return **a;
  if (automaton::canonical(*d.automaton) == **a) return *d.automaton;
  auto const word = automaton::difference(*d.automaton, **a, limits);
  if (!word) return tl::unexpected(limit(word.error()));
  std::string message = "ltlc: refuted: the automaton in " + file;
  message += *word ? " and " + input->name + " differ on " + shown(d.sigma, **word)
                   : " is not the minimal automaton of " + input->name;
  return tl::unexpected(failure{exit_status::does_not_hold, message + "\n"});
}

exit_status status_of(std::vector<finding> const& findings) {
  auto status = exit_status::done;
  for (auto const& f : findings) {
    if (f.is == result::refuted) return exit_status::does_not_hold;
    if (f.is == result::limit) status = exit_status::limit;
  }
  return status;
}

void print_table(std::vector<evidence::verdict> const& verdicts,
                 std::vector<finding> const& findings, std::ostream& out) {
  table t;
  t.add({"class", "claim", "result"});
  std::size_t counts[4] = {};
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    finding const& f = findings[i];
    ++counts[static_cast<std::size_t>(f.is)];
    t.add({std::string(evidence::info(verdicts[i].id).name), claim_of(verdicts[i]),
           name_of(f.is) + (f.reason.empty() ? "" : ": " + f.reason)});
  }
  out << t.text() << "\n";
  char const* separator = "";
  for (result const r : {result::confirmed, result::refuted, result::limit, result::open}) {
    std::size_t const n = counts[static_cast<std::size_t>(r)];
    if (n == 0 && r != result::confirmed) continue;
    out << separator << n << " " << name_of(r);
    separator = ", ";
  }
  out << "\n";
}

std::string listed(std::vector<std::string> const& names) {
  constexpr std::size_t most = 120; // bytes
  std::string text;
  for (auto const& name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text::cut(text, most);
}

json document_of(interchange::verdict_document const& d, std::vector<finding> const& findings) {
  auto const& verdicts = d.verdicts;
  json rows = json::object();
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    finding const& f = findings[i];
    rows[std::string(evidence::info(verdicts[i].id).name)] = {
        {"claim", claim_of(verdicts[i])},
        {"result", name_of(f.is)},
        {"reason", f.reason.empty() ? json(nullptr) : json(f.reason)}};
  }
  return {{"verdicts", rows},
          {"confirmed", status_of(findings) == exit_status::done},
          {"not_checked", d.other_keys}};
}

} // namespace

outcome<exit_status> run_command(check_options const& o, streams const& io) {
  auto const limits = budget_of(o.common);
  auto content = read_file(o.file, io.in);
  if (!content) return tl::unexpected(content.error());
  text::source const source{o.file == "-" ? "standard input" : o.file, std::move(*content)};
  auto const document = interchange::verdicts_from_json(source, limits);
  if (!document) return tl::unexpected(wrong_text(source, document.error()));
  auto const a = automaton_of(*document, o, source.name, limits, io);
  if (!a) return tl::unexpected(a.error());

  auto const findings = checking::check(*a, document->verdicts, limits);
  if (o.common.json) {
    io.out << document_of(*document, findings).dump(-1, ' ', false, json::error_handler_t::replace)
           << "\n";
    return status_of(findings);
  }
  table t;
  t.add({"verdicts", source.name});
  t.add({"automaton", budget::grouped(a->states()) + (a->states() == 1 ? " state" : " states") +
                          " over " + text::listed(a->sigma)});
  if (!document->other_keys.empty())
    t.add({"not checked", listed(document->other_keys) + " (these have no certificate)"});
  io.out << t.text() << "\n";
  print_table(document->verdicts, findings, io.out);
  return status_of(findings);
}

} // namespace ltlc::app
