// The command line as data: one struct per command. Only command_line.cpp and options/ know CLI11.
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

// The i-th of n parts of a list: every n-th item, from the i-th on.
struct shard_option {
  std::uint64_t index = 1; // 1 … count
  std::uint64_t count = 1;
  // `item` counts from 0.
  [[nodiscard]] bool has(std::uint64_t item) const { return item % count == index - 1; }
};

struct classify_options {
  common_options common;
  input_options input;
  std::vector<std::string> classes; // empty = all
  std::vector<std::string> asserted;
  std::optional<std::uint64_t> k;    // lengths of words in certificates are divisible by it
  std::optional<std::uint64_t> pump; // depth of the pumped words
  std::optional<std::string> batch;  // the file of inputs; - is stdin
  bool certificates = false;         // in a batch
  bool latex = false;
  unsigned jobs = 0; // threads of a batch; 0 = all cores
  shard_option shard;
};

struct census_options {
  common_options common;
  std::uint32_t states = 3;
  std::uint32_t letters = 2;
  bool up_to_letters = false; // languages that differ by names of letters count once
  unsigned jobs = 0;
  shard_option shard;
};

struct automaton_options {
  common_options common;
  input_options input;
  std::string format = "text"; // text, json, dot, svg, att, att-symbols, hoa, gap, tikz
  std::uint32_t power = 1;
};

struct formula_options {
  common_options common;
  input_options input;
  std::string to = "ltl";              // ltl, fo, polynomial
  std::optional<std::string> fragment; // --class; none = the least
  bool unicode = false;
  bool latex = false;
  std::uint64_t max_terms = 1'000; // monomials of a polynomial
  bool text_only = false;          // nobody reads the P-depth beside a polynomial
};

struct monoid_options {
  common_options common;
  input_options input;
  std::string format = "text"; // text, json, dot, svg, latex
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

// The arithmetic a model is run in.
struct regime_options {
  std::optional<std::string> format; // or "exact"; none = the model's own
  std::string sums = "format";       // format, fp32, exact
};

struct compile_options {
  common_options common;
  input_options input;
  std::string output;
  std::string format = "fp32";
  std::optional<std::uint64_t> max_length;
  std::optional<std::string> angle;
  std::optional<std::string> scale;
  std::string attention = "soft";     // soft, leftmost, rightmost, average
  std::string positions = "rotary";   // rotary, sipe
  std::string norm = "none";          // none, layer, rms
  std::optional<std::string> modular; // single-pair, comb, prime-powers
  std::optional<std::string> offset;  // single-pair, multi-pair, chain
  bool plain = false;
};

struct run_options {
  common_options common;
  input_options input; // of --against
  std::string model;
  std::vector<std::string> words;
  std::optional<std::string> words_file;
  regime_options regime;
  bool reference = false; // the path that looks at every position
  unsigned jobs = 1;      // threads, over words
  bool trace = false;
  bool attention = false;
  bool against = false;
  std::uint64_t up_to = 8;
  std::uint64_t samples = 200;
  std::uint64_t longest = 64;
  std::uint64_t seed = 1;
};

struct prove_options {
  common_options common;
  input_options input; // the specification
  std::string model;
  regime_options regime;
  std::optional<std::uint64_t> max_length;
};

struct decompile_options {
  common_options common;
  std::string model;
  regime_options regime;
  std::optional<std::uint64_t> max_length;
};

struct export_options {
  common_options common;
  std::string model;
  std::string to = "json";
  std::optional<std::string> format;
  bool prove = false;
  std::string output = "-";
  std::optional<std::string> manifest;       // a file for what carries which sub-formula
  std::optional<std::uint64_t> rotate_basis; // a seed
};

// One offset head with one rotary pair, or many of them in a sweep. Numbers stay texts, so that a
// sweep can replace them.
struct range_options {
  common_options common;
  std::string angle = "best"; // a frequency, or the best for the scale
  std::string offset = "1";
  std::optional<std::string> scale; // none = 256, or any where a length is wanted
  std::string format = "fp32";
  std::string mode; // ideal, table, phase; "" = the profile's
  std::string profile = "strict";
  bool flushing_exp = false;
  std::optional<std::string> gap; // of ideal ranges; none = f_large of the format
  std::uint64_t cap = 1'000'000;  // of realised ranges
  std::optional<std::string> want;
  std::vector<std::string> schedules; // instead of an angle: heads on all their planes
  std::optional<std::string> config;
  std::vector<std::string> sweeps;
  std::optional<std::string> csv; // files; - is stdout
  std::optional<std::string> svg;
  unsigned jobs = 0; // threads of a sweep; 0 = all cores
};

// Rotary schedules, each by itself or beside others.
struct schedule_options {
  common_options common;
  std::vector<std::string> specs;
  std::optional<std::string> config; // a config.json; - is stdin
  std::string kernel;                // offsets, with commas between
  unsigned digits = 12;
  std::optional<std::string> context; // N; none = the schedule's own
  std::optional<std::string> dtype;
  std::uint64_t compared_up_to = 100'000;
  bool predictions = false;
  std::optional<std::uint64_t> moduli; // the greatest m
  std::string scale = "1024";          // of modular heads on planes that never come back
  std::optional<std::string> svg;
  std::string picture = "kernel";       // kernel, map
  std::uint64_t positions = 0;          // drawn or exported; 0 = the context
  std::optional<std::string> export_to; // .json or .safetensors
};

// Labelled words of a language.
struct sample_options {
  common_options common;
  input_options input;
  std::uint64_t shortest = 0; // lengths, both included
  std::uint64_t longest = 40;
  std::optional<std::uint64_t> count; // of each length
  std::optional<std::uint64_t> total; // of all lengths; neither = 10
  bool balance = false;
  bool positive = false;
  bool negative = false;
  bool distinct = false;
  std::string labels = "word"; // word, every, none
  std::uint64_t seed = 1;
};

// One page on one language.
struct report_options {
  // A page shows no more than a person reads, so its limits are lower than those of the commands.
  common_options common{.max_states = 100'000, .max_monoid = 100'000};
  input_options input;
  std::string output;
  std::string format = "fp32"; // of the compiled model
  std::optional<std::uint64_t> max_length;
};

struct stats_options {
  common_options common;
  std::string file;
  std::optional<std::string> baseline; // else every two arms
  bool lower_is_better = false;        // the worst value is the greatest
};

// A script for a shell that completes command lines.
struct completion_options {
  std::string shell; // bash, zsh, fish
};

// Manual pages.
struct manual_options {
  std::optional<std::string> about; // a command; none = the program
  std::optional<std::string> into;  // a folder for all of them
};

using command =
    std::variant<classify_options, census_options, automaton_options, check_options, equiv_options,
                 compile_options, run_options, prove_options, decompile_options, export_options,
                 formula_options, monoid_options, range_options, schedule_options, sample_options,
                 report_options, stats_options, completion_options, manual_options>;

} // namespace ltlc::app
