#include <ostream>

#include <nlohmann/json.hpp>

#include "../files.hpp"
#include "../report/page.hpp"
#include "../report/sections.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

nlohmann::ordered_json report_summary(report::material const& m, report_options const& o,
                                      std::size_t bytes) {
  nlohmann::ordered_json least = nlohmann::ordered_json::array();
  for (auto const id : m.classes.least)
    least.push_back(evidence::info(id).name);
  nlohmann::ordered_json verdict = nullptr;
  if (m.proof) verdict = proof::name(m.proof->verdict);
  return {{"output", o.output},
          {"bytes", bytes},
          {"states", (*m.automaton)->states()},
          {"least", least},
          {"compiled", m.model.has_value()},
          {"proof", verdict}};
}

} // namespace

outcome<exit_status> run_command(report_options const& o, streams const& io) {
  if (o.common.json && o.output == "-")
    return tl::unexpected(wrong_input("--json and -o - both want stdout; name a file with -o"));
  auto const m = report::gathered(o, io);
  if (!m) return tl::unexpected(m.error());
  std::string const page = report::page_of(*m, budget_of(o.common));
  auto const written = write_file(o.output, page, io.out);
  if (!written) return tl::unexpected(written.error());
  if (o.common.json)
    io.out << report_summary(*m, o, page.size()).dump() << "\n";
  else if (o.output != "-" && !o.common.quiet)
    io.err << "wrote " << o.output << " (" << budget::grouped(page.size()) << " bytes)\n";
  return exit_status::done;
}

} // namespace ltlc::app
