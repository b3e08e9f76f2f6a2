// The command line as data: one struct per command. Only command_line.cpp knows CLI11.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ltlc::app {

// A language by regex, formula, sentence or automaton file.
struct input_options {
  std::vector<std::string> regex, ltl, fo, dfa;
  std::optional<std::string> alphabet;
  [[nodiscard]] std::size_t count() const {
    return regex.size() + ltl.size() + fo.size() + dfa.size();
  }
};

struct common_options {
  bool json = false;
  bool quiet = false;
  std::uint64_t max_states = 1'000'000;
  std::uint64_t max_monoid = 1'000'000;
  std::uint64_t timeout = 0; // seconds; 0 = none
};

struct classify_options {
  common_options common;
  input_options input;
  std::vector<std::string> classes; // empty = all
  std::vector<std::string> asserted;
};

struct automaton_options {
  common_options common;
  input_options input;
  std::string format = "text"; // text, json, dot
  std::uint32_t power = 1;
};

struct formula_options {
  common_options common;
  input_options input;
  std::string to = "ltl";              // ltl, fo, polynomial
  std::optional<std::string> fragment; // --class; none = the least
  bool unicode = false;
  std::uint64_t max_terms = 1'000; // monomials of a polynomial
};

struct monoid_options {
  common_options common;
  input_options input;
  std::string format = "text"; // text, json, dot, svg
  bool egg_box = false;
  bool elements = false;
  std::optional<std::uint64_t> table; // print it up to so many elements
  std::uint64_t limit = 200;          // elements listed or drawn
};

struct check_options {
  common_options common;
  input_options input; // none: the automaton in the file
  std::string file;
};

struct equiv_options {
  common_options common;
  input_options input; // two of them
};

struct compile_options {
  common_options common;
  input_options input;
  std::string output;
  std::string format = "fp32";
  std::optional<std::uint64_t> max_length;
  std::optional<std::string> angle;
  std::optional<std::string> scale;
};

struct run_options {
  common_options common;
  input_options input; // of --against
  std::string model;
  std::vector<std::string> words;
  std::optional<std::string> words_file;
  std::optional<std::string> regime; // a format or "exact"; none = the model's own
  bool trace = false;
  bool attention = false;
  bool against = false;
  std::uint64_t up_to = 8;
  std::uint64_t samples = 200;
  std::uint64_t longest = 64;
  std::uint64_t seed = 1;
};

struct export_options {
  common_options common;
  std::string model;
  std::string to = "json";
  std::optional<std::string> format;
  std::string output = "-";
};

using command = std::variant<classify_options, automaton_options, check_options, equiv_options, compile_options,
                             run_options, export_options, formula_options, monoid_options>;

} // namespace ltlc::app
