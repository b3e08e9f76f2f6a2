// Formulas as MONA's M2L-Str and its automata read back. The string is the word with one position
// more, which carries no letter: EOS. So the empty word needs no special rule, and position p of
// MONA is position p + 1 of ours. Residues are sets that an axiom fixes.
#pragma once

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "ltlc/automaton/dfa.hpp"
#include "ltlc/logic/first_order.hpp"
#include "ltlc/logic/formula.hpp"

namespace ltlc::judges {

class mona_text {
public:
  explicit mona_text(text::alphabet const& sigma) : sigma_(sigma) {}

  std::string of(logic::formula f) {
    std::string const body = at(*f.pool, f.id, "e", 0);
    return file("ex1 e: e = max $ & " + body);
  }
  std::string of(logic::fo_formula f) { return file(open(*f.pool, f.id)); }

private:
  static std::string letter_name(text::letter x) { return fmt::format("L{}", x); }

  std::string in_letter(std::string const& token, std::string const& x) const {
    auto const a = sigma_.find(token);
    return a ? fmt::format("({} in {})", x, letter_name(*a)) : "false";
  }
  std::string in_residue(std::uint32_t r, std::uint32_t m, std::string const& x) {
    moduli_.insert(m);
    return fmt::format("({} in {})", x, residue_name(m, r % m));
  }
  static std::string residue_name(std::uint32_t m, std::uint32_t r) {
    return fmt::format("R{}_{}", m, r);
  }

  std::string file(std::string const& body) const {
    std::string text = "m2l-str;\n";
    for (text::letter x = 0; x < sigma_.size(); ++x)
      text += "var2 " + letter_name(x) + ";\n";
    for (std::uint32_t const m : moduli_) {
      text += "ex2 ";
      for (std::uint32_t r = 0; r < m; ++r)
        text += (r == 0 ? "" : ", ") + residue_name(m, r);
      text += ": ";
      for (std::uint32_t r = 0; r < m; ++r) {
        text += std::string("0 ") + (r == 1 % m ? "in " : "notin ") + residue_name(m, r) + " & ";
        text += "(all1 p: p < max $ => (p in " + residue_name(m, r) + " <=> p + 1 in " +
                residue_name(m, (r + 1) % m) + ")) & ";
      }
      text += "\n";
    }
    return text + "(" + body + ");\n";
  }

  // Truth at x.
  std::string at(logic::formula_pool const& pool, term::id f, std::string const& x, int depth) {
    using logic::op;
    logic::node const& n = pool[f];
    std::string const y = fmt::format("y{}", depth);
    std::string const z = fmt::format("z{}", depth);
    auto const binary = [&](char const* sign) {
      return fmt::format("({}{}{})", at(pool, n.a, x, depth), sign, at(pool, n.b, x, depth));
    };
    switch (n.kind) {
    case op::truth:
      return "true";
    case op::letter:
      return in_letter(pool.symbols().name(n.a), x);
    case op::mod:
      return in_residue(n.a, n.b, x);
    case op::negation:
      return fmt::format("(~{})", at(pool, n.a, x, depth));
    case op::conjunction:
      return binary(" & ");
    case op::disjunction:
      return binary(" | ");
    case op::implication:
      return binary(" => ");
    case op::equivalence:
      return binary(" <=> ");
    case op::past:
      return fmt::format("(ex1 {0}: {0} < {1} & {2})", y, x, at(pool, n.a, y, depth + 1));
    case op::yesterday:
      return fmt::format("(ex1 {0}: {0} < {1} & {1} = {0} + {2} & {3})", y, x, n.b,
                         at(pool, n.a, y, depth + 1));
    case op::since:
      return fmt::format("(ex1 {0}: {0} < {1} & {3} & (all1 {2}: ({0} < {2} & {2} < {1}) => {4}))",
                         y, x, z, at(pool, n.b, y, depth + 1), at(pool, n.a, z, depth + 1));
    case op::future:
      return fmt::format("(ex1 {0}: {1} < {0} & {0} < max $ & {2})", y, x,
                         at(pool, n.a, y, depth + 1));
    case op::next:
      return fmt::format("(ex1 {0}: {1} < {0} & {0} < max $ & {0} = {1} + 1 & {2})", y, x,
                         at(pool, n.a, y, depth + 1));
    case op::until:
      return fmt::format("(ex1 {0}: {1} < {0} & {0} < max $ & {3} & "
                         "(all1 {2}: ({1} < {2} & {2} < {0}) => {4}))",
                         y, x, z, at(pool, n.b, y, depth + 1), at(pool, n.a, z, depth + 1));
    case op::falsity:
      break;
    }
    return "false";
  }

  // A formula of PFO²; its variables keep their names, bound again as MONA allows.
  std::string open(logic::fo_pool const& pool, term::id f) {
    using logic::fo_op;
    logic::fo_node const& n = pool[f];
    auto const name = [](logic::variable v) {
      return std::string(v == logic::variable::first ? "x" : "y");
    };
    std::string const v = name(n.v);
    std::string const w = name(logic::other(n.v));
    auto const binary = [&](char const* sign) {
      return fmt::format("({}{}{})", open(pool, n.a), sign, open(pool, n.b));
    };
    switch (n.kind) {
    case fo_op::truth:
      return "true";
    case fo_op::falsity:
      return "false";
    case fo_op::letter:
      return in_letter(pool.symbols().name(n.a), v);
    case fo_op::mod:
      return in_residue(n.a, n.b, v);
    case fo_op::length:
      return fmt::format("(ex1 e: e = max $ & {})", in_residue(n.a + 1, n.b, "e"));
    case fo_op::less:
      return fmt::format("({} < {})", v, w);
    case fo_op::equal:
      return "(x = y)";
    case fo_op::successor:
      return fmt::format("({} = {} + 1)", w, v);
    case fo_op::last:
      return fmt::format("(max $ = {} + 1)", v);
    case fo_op::negation:
      return fmt::format("(~{})", open(pool, n.a));
    case fo_op::conjunction:
      return binary(" & ");
    case fo_op::disjunction:
      return binary(" | ");
    case fo_op::implication:
      return binary(" => ");
    case fo_op::equivalence:
      return binary(" <=> ");
    case fo_op::exists_before:
      return fmt::format("(ex1 {0}: {0} < {1} & {2})", v, w, open(pool, n.a));
    case fo_op::exists:
      return fmt::format("(ex1 {0}: {0} < max $ & {1})", v, open(pool, n.a));
    }
    return "false";
  }

  text::alphabet const& sigma_;
  std::set<std::uint32_t> moduli_;
};

// What `mona -w -q` prints: tracks, and edges by symbols over 0, 1, X.
struct mona_automaton {
  std::vector<std::string> tracks;
  std::map<std::size_t, std::vector<std::pair<std::string, std::size_t>>> edges;
  std::set<std::size_t> accepting;

  [[nodiscard]] std::size_t next(std::size_t q, std::string const& symbol) const {
    for (auto const& [pattern, target] : edges.at(q)) {
      bool fits = true;
      for (std::size_t i = 0; i < pattern.size(); ++i)
        fits = fits && (pattern[i] == 'X' || symbol[i] == 'X' || pattern[i] == symbol[i]);
      if (fits) return target;
    }
    throw std::runtime_error("MONA's automaton has no edge for " + symbol);
  }
};

inline mona_automaton read_mona(std::string const& output) {
  mona_automaton a;
  std::istringstream lines(output);
  bool found = false;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    if (line.starts_with("DFA for formula with free variables:")) {
      found = true;
      words.seekg(static_cast<std::streamoff>(line.find(':') + 1));
      while (words >> word)
        a.tracks.push_back(word);
    } else if (line.starts_with("Accepting states:")) {
      words.seekg(static_cast<std::streamoff>(line.find(':') + 1));
      for (std::size_t q = 0; words >> q;)
        a.accepting.insert(q);
    } else if (line.starts_with("State ")) { // State 3: 0X1 -> state 5
      std::size_t q = 0;
      std::size_t target = 0;
      std::string pattern;
      words >> word >> q >> word;
      std::getline(words, pattern, '>');
      std::erase_if(pattern, [](char c) { return c != '0' && c != '1' && c != 'X'; });
      words >> word >> target;
      a.edges[q].emplace_back(pattern, target);
    }
  }
  if (!found) throw std::runtime_error("MONA printed no automaton:\n" + output);
  return a;
}

// Our automaton of the same language: MONA's after its first, empty symbol; a state accepts when
// EOS leads to an accepting state.
inline automaton::dfa language_of(mona_automaton const& m, text::alphabet const& sigma) {
  auto const symbol = [&](std::size_t letter) {
    std::string s;
    for (std::string const& track : m.tracks)
      s += track == fmt::format("L{}", letter) ? '1' : '0';
    return s;
  };
  automaton::dfa a{sigma, 0, {}, {}};
  std::map<std::size_t, automaton::state> number;
  std::vector<std::size_t> order;
  auto const intern = [&](std::size_t q) {
    auto const [at, fresh] = number.try_emplace(q, static_cast<automaton::state>(order.size()));
    if (fresh) order.push_back(q);
    return at->second;
  };
  intern(m.next(0, std::string(m.tracks.size(), 'X')));
  for (std::size_t i = 0; i < order.size(); ++i) {
    a.accepting.push_back(m.accepting.contains(m.next(order[i], symbol(sigma.size()))));
    for (std::size_t x = 0; x < sigma.size(); ++x)
      a.delta.push_back(intern(m.next(order[i], symbol(x))));
  }
  return a;
}

} // namespace ltlc::judges
