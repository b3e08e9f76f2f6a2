#include "page.hpp"

#include <cstdint>
#include <cstdio>
#include <sstream>

#include "ltlc/text/diagnostic.hpp"

namespace ltlc::app::manual {

namespace {

// The number of a code point that is valid UTF-8.
std::uint32_t code_point(std::string_view bytes) {
  auto const first = static_cast<unsigned char>(bytes.front());
  std::uint32_t value = bytes.size() == 1 ? first : first & (0xFFU >> (bytes.size() + 1));
  for (std::size_t i = 1; i < bytes.size(); ++i)
    value = value << 6 | (static_cast<unsigned char>(bytes[i]) & 0x3FU);
  return value;
}

std::string roff_character(std::string_view c) {
  if (c == "\\") return "\\e";
  if (c == "-") return "\\-";
  if (c == "'") return "\\(aq";
  if (c == "`") return "\\(ga";
  if (c == "^") return "\\(ha";
  if (c == "~") return "\\(ti";
  if (c.size() == 1) return std::string(c);
  char name[16];
  std::snprintf(name, sizeof name, "\\[u%04X]", static_cast<unsigned>(code_point(c)));
  return name;
}

// Text that prints as it stands. A line that began with a dot would be a request.
std::string roff(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const length = text::code_point_length(text, at);
    if (text[at] == '.' && (out.empty() || out.back() == '\n')) out += "\\&";
    out += roff_character(text.substr(at, length));
    at += length;
  }
  return out;
}

std::string bold(std::string_view text) {
  return "\\fB" + roff(text) + "\\fR";
}
std::string italic(std::string_view text) {
  return "\\fI" + roff(text) + "\\fR";
}

std::string title(program_text const& program, std::string const& name) {
  std::string capitals;
  for (char const c : name)
    capitals += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return ".TH " + roff(capitals) + " 1 \"\" \"" + roff(program.version) + "\" \"User Commands\"\n";
}

// Prose in paragraphs, indented lines as they stand.
std::string paragraphs(std::vector<std::string> const& lines) {
  std::string out;
  bool example = false;
  bool first = true;
  for (auto const& line : lines) {
    bool const indented = line.starts_with("  ");
    if (indented != example || first) {
      if (example) out += ".EE\n";
      if (!first || indented) out += ".PP\n";
      if (indented) out += ".EX\n";
    }
    first = false;
    example = indented;
    out += roff(line) + "\n";
  }
  return out + (example ? ".EE\n" : "");
}

// The lines before the one that begins with "Example" and those from it on; "Example:" alone is
// what the section is called anyway.
struct footer_parts {
  std::vector<std::string> prose, examples;
};

footer_parts parts_of(std::string const& footer) {
  footer_parts parts;
  std::istringstream in(footer);
  bool examples = false;
  for (std::string line; std::getline(in, line);) {
    bool const head = line.starts_with("Example") || line.starts_with("Start here");
    examples = examples || head;
    if (line.empty() || line == "Example:" || line == "Start here:") continue;
    (examples ? parts.examples : parts.prose).push_back(line);
  }
  return parts;
}

std::string option_entry(option_text const& o) {
  std::string head;
  for (auto const& name : o.names)
    head += (head.empty() ? "" : ", ") + bold(name);
  if (o.positional())
    head = italic(o.value);
  else if (!o.is_flag())
    head += o.value_is_optional ? " [" + italic(o.value) + "]" : " " + italic(o.value);
  std::string text = roff(o.help);
  if (!o.choices.empty()) {
    text += "; one of ";
    for (std::size_t i = 0; i < o.choices.size(); ++i)
      text += (i == 0 ? "" : ", ") + bold(o.choices[i]);
  }
  if (!o.preset.empty()) text += " (default: " + roff(o.preset) + ")";
  return ".TP\n" + head + "\n" + text + "\n";
}

std::string options_section(std::vector<option_text> const& options) {
  std::string out = ".SH OPTIONS\n";
  for (auto const& o : options)
    out += option_entry(o);
  return out;
}

std::string statuses() {
  std::string out = ".SH EXIT STATUS\n";
  char const* const meanings[] = {"done, and what was asked holds", "it does not hold",
                                  "the input is wrong", "a limit was reached",
                                  "a bug in the program"};
  for (int i = 0; i < 5; ++i)
    out += ".TP\n" + bold(std::to_string(i)) + "\n" + meanings[i] + "\n";
  return out;
}

} // namespace

std::string main_page(program_text const& program) {
  auto const footer = parts_of(program.footer);
  std::string out = title(program, program.name) + ".SH NAME\n" + roff(program.name) +
                    " \\- languages, formulas and transformers\n.SH SYNOPSIS\n" +
                    bold(program.name) + " " + italic("COMMAND") + " [" + italic("OPTIONS") +
                    "]\n.SH DESCRIPTION\n" + roff(program.help) + "\n" + paragraphs(footer.prose) +
                    ".SH COMMANDS\n";
  for (auto const& c : program.commands)
    out += ".TP\n" + bold(program.name + "-" + c.name) + "(1)\n" + roff(c.help) + "\n";
  return out + options_section(program.options) + ".SH EXAMPLES\n" + paragraphs(footer.examples) +
         statuses();
}

std::string command_page(program_text const& program, command_text const& command) {
  std::string const name = program.name + "-" + command.name;
  auto const footer = parts_of(command.footer);
  std::string out = title(program, name) + ".SH NAME\n" + roff(name) + " \\- " +
                    roff(command.help) + "\n.SH SYNOPSIS\n" +
                    bold(program.name + " " + command.name);
  for (auto const& o : command.options)
    if (o.positional()) out += " " + italic(o.value);
  out += " [" + italic("OPTIONS") + "]\n";
  if (!footer.prose.empty()) out += ".SH DESCRIPTION\n" + paragraphs(footer.prose);
  out += options_section(command.options);
  if (!footer.examples.empty()) out += ".SH EXAMPLES\n" + paragraphs(footer.examples);
  return out + statuses() + ".SH SEE ALSO\n" + bold(program.name) + "(1)\n";
}

} // namespace ltlc::app::manual
