#include "add_options.hpp"
#include "parts.hpp"

namespace ltlc::app {

void add_options(CLI::App& app, report_options& o) {
  add_input(app, o.input);
  app.add_option("-o,--output", o.output, "the page, a file of HTML; - is stdout")
      ->required()
      ->type_name("FILE");
  app.add_option("--format", o.format, "the number format of the compiled model, or exact")
      ->check(format_name(true))
      ->capture_default_str();
  app.add_option("--max-length", o.max_length,
                 "words up to this length must work; matters for Y only; else as `compile`")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1'000'000)));
  add_common(app, o.common);
  app.footer("One page that needs nothing else: it opens from a file, without a network. What is too "
             "large\nto draw or to run is left out, with a sentence that says so.\n"
             "Example:\n  ltlc report --regex '(ab)*' -o report.html\n"
             "  ltlc report --regex '.*ab.*' --alphabet abc -o report.html --max-length 100");
}

} // namespace ltlc::app
