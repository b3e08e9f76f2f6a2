#include "add_options.hpp"

namespace ltlc::app {

void add_options(CLI::App& app, completion_options& o) {
  app.add_option("shell", o.shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->type_name("SHELL");
  app.footer("Packages install these scripts. Without one, in bash:\n"
             "  source <(ltlc completion bash)\n"
             "Example:\n  ltlc completion zsh > _ltlc");
}

void add_options(CLI::App& app, manual_options& o) {
  auto* const about =
      app.add_option("command", o.about, "the command; else the program")->type_name("COMMAND");
  app.add_option("--into", o.into, "write all pages, ltlc.1 and ltlc-COMMAND.1, into this folder")
      ->check(CLI::ExistingDirectory)
      ->type_name("FOLDER")
      ->excludes(about);
  app.footer("Example, read by man:\n  ltlc man classify > ltlc-classify.1\n"
             "  ltlc man --into .");
}

} // namespace ltlc::app
