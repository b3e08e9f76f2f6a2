#include <ostream>

#include <nlohmann/json.hpp>

#include "ltlc/sampling/sample.hpp"

#include "../language.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

sampling::mixture mixture_of(sample_options const& o) {
  return o.balance    ? sampling::mixture::balanced
         : o.positive ? sampling::mixture::positive
         : o.negative ? sampling::mixture::negative
                      : sampling::mixture::any;
}

// Whether each prefix is in the language, the empty one first.
std::vector<bool> prefix_labels(automaton::dfa const& a, text::word const& w) {
  automaton::state q = a.initial;
  std::vector<bool> labels{a.accepting[q]};
  for (text::letter const x : w) {
    q = a.next(q, x);
    labels.push_back(a.accepting[q]);
  }
  return labels;
}

// One line: a word with its label, the labels of its prefixes, or none.
class sample_line {
public:
  sample_line(automaton::dfa const& a, sample_options const& o) : a_(a), o_(o) {
    for (auto const& token : a.sigma.tokens())
      json_tokens_.push_back(escaped(token));
  }

  std::string const& of(text::word const& w, bool accepted) {
    line_.clear();
    o_.common.json ? json_line(w, accepted) : text_line(w, accepted);
    line_ += '\n';
    return line_;
  }

private:
  static std::string escaped(std::string const& token) {
    std::string const quoted = nlohmann::json(token).dump();
    return quoted.substr(1, quoted.size() - 2);
  }

  void write_word(text::word const& w, std::vector<std::string> const& tokens) {
    bool const spaced = !a_.sigma.single_characters();
    for (std::size_t i = 0; i < w.size(); ++i) {
      if (spaced && i > 0) line_ += ' ';
      line_ += tokens[w[i]];
    }
  }

  void text_line(text::word const& w, bool accepted) {
    write_word(w, a_.sigma.tokens());
    if (o_.labels == "none") return;
    line_ += '\t';
    if (o_.labels == "word")
      line_ += accepted ? '1' : '0';
    else
      for (bool const label : prefix_labels(a_, w))
        line_ += label ? '1' : '0';
  }

  void json_line(text::word const& w, bool accepted) {
    line_ += R"({"word":")";
    write_word(w, json_tokens_);
    line_ += R"(","length":)" + std::to_string(w.size());
    if (o_.labels == "word") line_ += accepted ? R"(,"label":1)" : R"(,"label":0)";
    if (o_.labels == "every") {
      line_ += R"(,"labels":[)";
      bool first = true;
      for (bool const label : prefix_labels(a_, w)) {
        line_ += first ? "" : ",";
        line_ += label ? '1' : '0';
        first = false;
      }
      line_ += ']';
    }
    line_ += '}';
  }

  automaton::dfa const& a_;
  sample_options const& o_;
  std::vector<std::string> json_tokens_;
  std::string line_;
};

// "41, 43, 45, 47, 49, 51, … and 224 more"
std::string lengths_listed(std::vector<std::uint64_t> const& lengths) {
  constexpr std::size_t most = 6;
  std::string text = lengths.size() == 1 ? "length " : "lengths ";
  std::size_t const shown_lengths = lengths.size() <= most + 1 ? lengths.size() : most;
  for (std::size_t i = 0; i < shown_lengths; ++i)
    text += (i == 0 ? "" : ", ") + budget::grouped(lengths[i]);
  if (shown_lengths < lengths.size())
    text += ", … and " + budget::grouped(lengths.size() - shown_lengths) + " more";
  return text;
}

// Where words were missing, or ran out.
void remark(sampling::sampled const& done, sample_options const& o, std::ostream& err) {
  constexpr char const* names[] = {"", "positive ", "negative "};
  constexpr char const* others[] = {"", "negative", "positive"};
  for (std::size_t k = 0; k < sampling::kind_count; ++k) {
    if (!done.none[k].empty())
      err << "ltlc: no " << names[k] << "words of " << lengths_listed(done.none[k])
          << (o.balance && o.count ? std::string("; all that are given are ") + others[k] : "")
          << "\n";
    if (!done.spent[k].empty())
      err << "ltlc: all " << names[k] << "words of " << lengths_listed(done.spent[k])
          << " were given\n";
  }
  if (done.given < done.asked)
    err << "ltlc: " << budget::grouped(done.given) << " words of " << budget::grouped(done.asked)
        << " asked for\n";
}

} // namespace

outcome<exit_status> run_command(sample_options const& o, streams const& io) {
  auto limits = budget_of(o.common);
  auto const input = read_language(o.input, limits, io);
  if (!input) return tl::unexpected(input.error());
  auto const a = minimal_automaton(*input, limits);
  if (!a) return tl::unexpected(a.error());
  limits.progress = nullptr; // the words themselves show it
  sampling::request r;
  r.shortest = o.shortest;
  r.longest = o.longest;
  r.count = o.count ? *o.count : o.total.value_or(10);
  r.by_length = o.count.has_value();
  r.of = mixture_of(o);
  r.distinct = o.distinct;
  r.seed = o.seed;
  sample_line line(**a, o);
  auto const done = sampling::sample(**a, r, limits, [&](text::word const& w, bool accepted) {
    io.out << line.of(w, accepted);
    return io.out.good();
  });
  if (!done) return tl::unexpected(limit(done.error()));
  if (done->given == 0)
    return tl::unexpected(
        failure{exit_status::does_not_hold, std::string("ltlc: ") + input->name + " has no " +
                                                (o.positive ? "positive" : "negative") +
                                                " word of these lengths\n"});
  if (!o.common.quiet) remark(*done, o, io.err);
  return exit_status::done;
}

} // namespace ltlc::app
