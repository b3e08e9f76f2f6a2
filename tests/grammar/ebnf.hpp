// The notation of grammars/README.md: a reader, a recognizer that knows nothing of the parsers, and
// a generator of random sentences.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace ltlc::ebnf {

struct example {
  bool accepted = false;
  std::string text;
  std::string expected; // the S-expression, or "line:column message"
  std::size_t line = 0;
};

enum class kind { literal, special, reference, sequence, choice, repeat, optional, except };

struct node {
  ebnf::kind kind = kind::sequence;
  std::string text;               // literal, special or name
  std::vector<std::size_t> parts; // indices of nodes
  std::size_t height = 0;         // least depth of a derivation
};

struct grammar {
  std::vector<node> nodes;
  std::map<std::string, std::size_t> rules; // by left-hand side
  std::vector<std::string> order;           // left-hand sides as they stand; the first is the start
  std::vector<example> examples;
};

// Throws std::runtime_error with the place of a mistake.
[[nodiscard]] grammar read(std::string const& path);

[[nodiscard]] bool recognizes(grammar const& g, std::string_view text);

// A sentence, with white space where the grammar allows it. Depth bounds how far the derivation
// goes before it takes the shortest way out.
[[nodiscard]] std::string random_sentence(grammar const& g, std::mt19937_64& random,
                                          std::size_t depth);

} // namespace ltlc::ebnf
