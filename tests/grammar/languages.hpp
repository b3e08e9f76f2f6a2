// The three languages behind one face: what a parser says of a text.
#pragma once

#include <string>
#include <vector>

namespace ltlc::languages {

struct outcome {
  bool accepted = false;
  bool beyond_grammar = false; // refused by a rule that the grammar does not say
  std::string shown;           // the term as an S-expression, or "line:column message"
  std::string way_out;
};

struct language {
  std::string name; // of the files in grammars/ and lib/ltlc/grammar/
  outcome (*parse)(std::string const& text);
  bool (*reads_back)(std::string const& text); // print(parse(text)) parses to the same node
  std::vector<std::string> tokens;             // for the comparison on all short texts
};

[[nodiscard]] std::vector<language> const& all();

} // namespace ltlc::languages
