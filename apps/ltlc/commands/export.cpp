#include <ostream>

#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/interchange/weights_safetensors.hpp"

#include "../files.hpp"
#include "../model_file.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

failure export_failed(interchange::export_error const& error, format::number_format const& f,
                      std::string const& compiled_for) {
  if (auto const* reached = std::get_if<budget::limit_reached>(&error)) return limit(*reached);
  if (auto const* endless = std::get_if<interchange::endless_table>(&error))
    return wrong_input("a rotation in " + endless->where +
                       " has an angle without a period, and the model says no longest word "
                       "(\"max_length\"), so its table has no end");
  return {exit_status::does_not_hold,
          "ltlc: error: a weight of " + std::get<interchange::weight_overflow>(error).where +
              " is larger than the greatest number of " + std::string(f.name) +
              (compiled_for == f.name ? std::string("; export to a wider format\n")
                                      : "; the model was compiled for " + compiled_for +
                                            ": export to that, or compile with --format " +
                                            std::string(f.name) + "\n")};
}

} // namespace

outcome<exit_status> run_command(export_options const& o, streams const& io) {
  auto const m = read_model(o.model, io);
  if (!m) return tl::unexpected(m.error());
  auto const f = format_called(o.format.value_or(m->format));
  if (!f)
    return tl::unexpected(wrong_input("the model was compiled for exact arithmetic; choose the "
                                      "format to round to: --format fp64, fp32, bf16 or fp16"));
  auto const document = o.to == "json" ? interchange::export_weights(*m, *f)
                                       : interchange::export_safetensors(*m, *f);
  if (!document) return tl::unexpected(export_failed(document.error(), *f, m->format));
  auto const written = write_file(o.output, *document, io.out);
  if (!written) return tl::unexpected(written.error());
  if (o.output != "-" && !o.common.quiet)
    io.err << "wrote " << o.output << " (" << f->name << ")\n";
  return exit_status::done;
}

} // namespace ltlc::app
