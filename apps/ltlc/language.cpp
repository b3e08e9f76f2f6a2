#include "language.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <unistd.h>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/grammar/first_order_grammar.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/grammar/regex_grammar.hpp"
#include "ltlc/interchange/automaton_att.hpp"
#include "ltlc/interchange/automaton_json.hpp"

#include "files.hpp"

namespace ltlc::app {

namespace {

// Long work reports its size on a terminal's stderr, on one line that the next report overwrites.
void report_progress(char const* quantity, std::uint64_t size) {
  std::fprintf(stderr, "\r%s %s\033[K\r", budget::grouped(size).c_str(), quantity);
}

// What one option's text became before an alphabet was known.
struct parsed {
  std::string option;
  std::string text;
  std::vector<std::string> letters;
  language result;
};

using term_or_error = outcome<parsed>;

// A file fixes its alphabet, and no option adds to it.
failure wrong_term(text::source const& source, text::diagnostic error, bool from_file) {
  if (from_file && error.way_out == "add it with --alphabet")
    error.way_out = "write it with these letters: the file fixes them";
  return wrong_text(source, error);
}

term_or_error parse_term(std::string const& option, std::string const& text,
                         text::alphabet const* sigma, bool from_file,
                         budget::budget const& limits) {
  text::source const source{option, text};
  parsed p{option, text, {}, {}};
  if (option == "--regex") {
    auto r = grammar::parse_regex(source, *p.result.expressions, sigma);
    if (!r) return tl::unexpected(wrong_term(source, r.error(), from_file));
    p.letters = regex::letters(*r);
    p.result.term = *r;
  } else if (option == "--ltl") {
    auto f = grammar::parse_formula(source, *p.result.formulas, sigma);
    if (!f) return tl::unexpected(wrong_term(source, f.error(), from_file));
    p.letters = logic::letters(*f);
    p.result.term = *f;
  } else {
    logic::fo_pool sentences;
    auto f = grammar::parse_first_order(source, sentences, sigma);
    if (!f) return tl::unexpected(wrong_term(source, f.error(), from_file));
    p.letters = logic::letters(*f);
    auto temporal = logic::to_temporal(*f, *p.result.formulas, limits);
    if (!temporal) return tl::unexpected(limit(temporal.error()));
    p.result.term = *temporal;
  }
  p.result.name = option + " '" + text + "'";
  return p;
}

term_or_error read_automaton(std::string const& path, text::alphabet const* sigma,
                             budget::budget const& limits, streams const& io) {
  auto content = read_file(path, io.in);
  if (!content) return tl::unexpected(content.error());
  text::source const source{path == "-" ? "standard input" : path, std::move(*content)};
  // JSON starts with a brace, and no line of AT&T text does.
  std::size_t const first = source.content.find_first_not_of(" \t\r\n");
  bool const json = first != std::string::npos && source.content[first] == '{';
  auto a = json ? interchange::dfa_from_json(source, limits)
                : interchange::dfa_from_att(source, sigma, limits);
  if (!a) return tl::unexpected(wrong_text(source, a.error()));
  if (sigma != nullptr && !(a->sigma == *sigma))
    return tl::unexpected(wrong_input("the automaton in " + source.name + " is over " +
                                      text::listed(a->sigma) + ", not over " +
                                      text::listed(*sigma)));
  parsed p{"--dfa", path, a->sigma.tokens(), {}};
  p.result.name = "--dfa " + path;
  p.result.term = std::move(*a);
  return p;
}

outcome<text::alphabet> common_alphabet(std::vector<parsed> const& inputs) {
  std::vector<std::string> letters;
  for (auto const& p : inputs)
    letters.insert(letters.end(), p.letters.begin(), p.letters.end());
  std::sort(letters.begin(), letters.end());
  letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
  if (letters.empty())
    return tl::unexpected(wrong_input("no letter occurs, so the alphabet is not known; give it "
                                      "with --alphabet, e.g. --alphabet ab"));
  auto sigma = text::alphabet::make(letters);
  if (!sigma) return tl::unexpected(wrong_input(sigma.error().message));
  return std::move(*sigma);
}

// An automaton brings its alphabet with it, in its own order.
outcome<text::alphabet> alphabet_of(std::vector<parsed> const& inputs) {
  for (auto const& p : inputs) {
    auto const* a = std::get_if<automaton::dfa>(&p.result.term);
    if (a == nullptr) continue;
    for (auto const& q : inputs)
      for (auto const& token : q.letters)
        if (!a->sigma.find(token))
          return tl::unexpected(wrong_input("letter '" + token + "' of " + q.result.name +
                                            " is not in the alphabet " + text::listed(a->sigma) +
                                            " of " + p.result.name));
    return a->sigma;
  }
  return common_alphabet(inputs);
}

} // namespace

budget::budget budget_of(common_options const& common) {
  budget::budget limits;
  limits.max_states = common.max_states;
  limits.max_monoid = common.max_monoid;
  if (common.timeout > 0) {
    limits.timeout_seconds = common.timeout;
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(common.timeout);
  }
  if (!common.quiet && isatty(STDERR_FILENO) == 1) limits.progress = report_progress;
  return limits;
}

outcome<std::vector<language>> read_languages(input_options const& input,
                                              budget::budget const& limits, streams const& io,
                                              text::alphabet const* sigma) {
  std::optional<text::alphabet> given;
  bool const from_file = sigma != nullptr;
  if (input.alphabet) {
    auto made = text::alphabet::from_option(*input.alphabet);
    if (!made) return tl::unexpected(wrong_text({"--alphabet", *input.alphabet}, made.error()));
    if (sigma != nullptr && !(*made == *sigma))
      return tl::unexpected(wrong_input("--alphabet " + *input.alphabet +
                                        " is not the alphabet of the file, " +
                                        text::listed(*sigma) + " in this order; leave it out"));
    given = std::move(*made);
    sigma = &*given;
  }
  std::vector<parsed> inputs;
  auto const take = [&](term_or_error p) -> std::optional<failure> {
    if (!p) return p.error();
    inputs.push_back(std::move(*p));
    return std::nullopt;
  };
  struct group {
    char const* option;
    std::vector<std::string> const& texts;
  };
  for (auto const& [option, texts] :
       {group{"--regex", input.regex}, group{"--ltl", input.ltl}, group{"--fo", input.fo}})
    for (auto const& text : texts)
      if (auto wrong = take(parse_term(option, text, sigma, from_file, limits)))
        return tl::unexpected(*wrong);
  for (auto const& path : input.dfa)
    if (auto wrong = take(read_automaton(path, sigma, limits, io))) return tl::unexpected(*wrong);

  auto const inferred = sigma != nullptr ? outcome<text::alphabet>(*sigma) : alphabet_of(inputs);
  if (!inferred) return tl::unexpected(inferred.error());
  std::vector<language> languages;
  for (auto& p : inputs) {
    p.result.sigma = *inferred;
    if (auto const* a = std::get_if<automaton::dfa>(&p.result.term); a && !(a->sigma == *inferred))
      return tl::unexpected(wrong_input(p.result.name + " is over " + text::listed(a->sigma) +
                                        ", the other automaton over " + text::listed(*inferred)));
    languages.push_back(std::move(p.result));
  }
  return languages;
}

outcome<language> read_language(input_options const& input, budget::budget const& limits,
                                streams const& io, text::alphabet const* sigma) {
  if (input.count() != 1)
    return tl::unexpected(
        wrong_input("one language is needed: --regex R, --ltl F, --fo F or --dfa FILE (" +
                    std::to_string(input.count()) + " given)"));
  auto all = read_languages(input, limits, io, sigma);
  if (!all) return tl::unexpected(all.error());
  return std::move(all->front());
}

namespace {

struct automaton_of {
  language const& from;
  budget::budget const& limits;

  outcome<automaton::minimal_dfa> operator()(logic::formula f) const {
    auto a = automaton::construct(f, from.sigma, limits);
    if (!a) return tl::unexpected(limit(a.error()));
    return automaton::minimize(*a);
  }
  outcome<automaton::minimal_dfa> operator()(regex::expression f) const {
    auto a = automaton::construct(f, *from.expressions, from.sigma, limits);
    if (!a) return tl::unexpected(limit(a.error()));
    return automaton::minimize(*a);
  }
  outcome<automaton::minimal_dfa> operator()(automaton::dfa const& a) const {
    return automaton::minimize(a);
  }
};

} // namespace

outcome<automaton::minimal_dfa> minimal_automaton(language const& l, budget::budget const& limits) {
  return std::visit(automaton_of{l, limits}, l.term);
}

std::string shown(text::alphabet const& sigma, text::word const& w) {
  if (w.empty()) return "ε";
  if (sigma.single_characters()) return sigma.print(w);
  return "⟨" + sigma.print(w) + "⟩";
}

} // namespace ltlc::app
