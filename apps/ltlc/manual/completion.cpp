#include "completion.hpp"

namespace ltlc::app::manual {

namespace {

std::string joined(std::vector<std::string> const& words, std::string const& between) {
  std::string text;
  for (auto const& word : words)
    text += (text.empty() ? "" : between) + word;
  return text;
}

std::vector<std::string> command_names(program_text const& program) {
  std::vector<std::string> names;
  for (auto const& c : program.commands)
    names.push_back(c.name);
  return names;
}

std::vector<std::string> option_names(std::vector<option_text> const& options) {
  std::vector<std::string> names;
  for (auto const& o : options)
    names.insert(names.end(), o.names.begin(), o.names.end());
  return names;
}

// Each of the characters has a backslash put before it.
std::string backslashed(std::string const& text, std::string_view characters) {
  std::string out;
  for (char const c : text) {
    if (characters.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// Between single quotes, in which bash and zsh know no escapes.
std::string single_quoted(std::string const& text) {
  std::string out = "'";
  for (char const c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// The values of an option or positional: those it lists, or the commands where it asks for one.
std::vector<std::string> values_of(program_text const& program, option_text const& o) {
  return o.value == "COMMAND" ? command_names(program) : o.choices;
}

// classify/--dfa|classify/--batch: patterns of the options of one kind, over all commands.
template <class Kind>
std::string patterns(program_text const& program, Kind const& kind) {
  std::vector<std::string> all;
  for (auto const& c : program.commands)
    for (auto const& o : c.options)
      for (auto const& name : o.names)
        if (kind(o)) all.push_back(c.name + "/" + name);
  return joined(all, "|");
}

std::string bash_case(std::string const& pattern, std::string const& action) {
  return "    " + pattern + ")\n      " + action + "\n      return ;;\n";
}

std::string bash_words(std::vector<std::string> const& words) {
  return "COMPREPLY=($(compgen -W \"" + joined(words, " ") + "\" -- \"$current\"))";
}

std::string zsh_text(std::string const& text) {
  return backslashed(text, "\\[]:");
}

// '--format[which one]:FORMAT:(text json)'
std::string zsh_argument(program_text const& program, option_text const& o) {
  std::string value;
  if (!o.is_flag()) {
    value = (o.value_is_optional ? "::" : ":") + zsh_text(o.value) + ":";
    auto const values = values_of(program, o);
    if (!values.empty()) value += "(" + joined(values, " ") + ")";
    if (o.takes_file()) value += "_files";
  }
  if (o.positional()) return single_quoted(value);
  std::string all;
  for (auto const& name : o.names)
    all +=
        (all.empty() ? "" : " ") + single_quoted("*" + name + "[" + zsh_text(o.help) + "]" + value);
  return all;
}

std::string fish_quoted(std::string const& text) {
  return "'" + backslashed(text, "\\'") + "'";
}

std::string fish_option(option_text const& o) {
  std::string line;
  for (auto const& name : o.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (o.takes_file())
    line += " -r -F";
  else if (!o.choices.empty())
    line += " -x -a " + fish_quoted(joined(o.choices, " "));
  else if (!o.is_flag() && !o.value_is_optional)
    line += " -x";
  return line + " -d " + fish_quoted(o.help);
}

} // namespace

std::string bash_completion(program_text const& program) {
  auto first = command_names(program);
  auto const own = option_names(program.options);
  first.insert(first.end(), own.begin(), own.end());
  std::string out = "# bash completion for " + program.name + "\n_" + program.name +
                    "() {\n  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}\n"
                    "  local before=${COMP_WORDS[COMP_CWORD-1]}\n  COMPREPLY=()\n"
                    "  if (( COMP_CWORD == 1 )); then\n    " +
                    bash_words(first) + "\n    return\n  fi\n  case $command/$before in\n";
  for (auto const& c : program.commands)
    for (auto const& o : c.options)
      if (!o.choices.empty())
        for (auto const& name : o.names)
          out +=
              bash_case(c.name + "/" + name, "COMPREPLY=($(compgen -W \"" + joined(o.choices, " ") +
                                                 "\" -- \"$current\"))");
  // What comes back from compgen -f is one file a line, whatever spaces it has.
  std::string const files = "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")";
  out += bash_case(patterns(program, [](auto const& o) { return o.takes_file(); }), files);
  out += bash_case(patterns(program,
                            [](auto const& o) {
                              return !o.is_flag() && !o.value_is_optional && o.choices.empty() &&
                                     !o.takes_file();
                            }),
                   ":");
  out += "  esac\n  if [[ $current != -* ]]; then\n  case $command in\n";
  for (auto const& c : program.commands)
    for (auto const& o : c.options)
      if (auto const values = values_of(program, o); o.positional() && !values.empty())
        out += bash_case(c.name, bash_words(values));
  out += "  esac\n    " + files + "\n    return\n  fi\n  case $command in\n";
  for (auto const& c : program.commands)
    out += bash_case(c.name, bash_words(option_names(c.options)));
  return out + "  esac\n}\ncomplete -o filenames -F _" + program.name + " " + program.name + "\n";
}

std::string zsh_completion(program_text const& program) {
  std::string out =
      "#compdef " + program.name + "\n_" + program.name + "() {\n  local -a commands=(\n";
  for (auto const& c : program.commands)
    out += "    " + single_quoted(c.name + ":" + backslashed(c.help, "\\:")) + "\n";
  out += "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
         "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n";
  for (auto const& c : program.commands) {
    out += "    " + c.name + ")\n      _arguments";
    for (auto const& o : c.options)
      out += " \\\n        " + zsh_argument(program, o);
    out += "\n      ;;\n";
  }
  return out + "  esac\n}\n_" + program.name + " \"$@\"\n";
}

std::string fish_completion(program_text const& program) {
  std::string const head = "complete -c " + program.name;
  std::string out = "# fish completion for " + program.name + "\n" + head + " -f\n";
  for (auto const& o : program.options)
    out += head + " -n __fish_use_subcommand" + fish_option(o) + "\n";
  for (auto const& c : program.commands) {
    out += head + " -n __fish_use_subcommand -a " + c.name + " -d " + fish_quoted(c.help) + "\n";
    std::string const inside = head + " -n '__fish_seen_subcommand_from " + c.name + "'";
    for (auto const& o : c.options) {
      if (!o.positional())
        out += inside + fish_option(o) + "\n";
      else if (o.takes_file())
        out += inside + " -F\n";
      else if (auto const values = values_of(program, o); !values.empty())
        out += inside + " -a " + fish_quoted(joined(values, " ")) + "\n";
    }
  }
  return out;
}

} // namespace ltlc::app::manual
