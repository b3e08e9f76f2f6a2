#include <algorithm>
#include <iostream>
#include <memory>
#include <mutex>
#include <ostream>
#include <sstream>
#include <thread>

#include <nlohmann/json.hpp>

#include "ltlc/execution/interpreter.hpp"
#include "ltlc/validation/against.hpp"

#include "../files.hpp"
#include "../language.hpp"
#include "../model_file.hpp"
#include "../ordered_parallel.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

failure unsettled(execution::unsettled_gap const& gap, std::string const& word) {
  if (gap.irrational_norm)
    return {exit_status::limit,
            "ltlc: unsettled: on " + word + ", the norm of layer " + std::to_string(gap.layer + 1) +
                " at " + std::to_string(gap.query) +
                " has no rational root; run it in a number format (--regime fp32)\n"};
  return {exit_status::limit,
          "ltlc: unsettled: on " + word + ", layer " + std::to_string(gap.layer + 1) + " head " +
              std::to_string(gap.head + 1) + " scores positions at " + std::to_string(gap.query) +
              " with a gap of about " + gap.gap + " at position " + std::to_string(gap.key) +
              "; exact arithmetic settles a gap of at least the scale " + gap.scale +
              ", and a gap of 0 between equal values; run it in a number format (--regime fp32) to "
              "see what rounding makes of it\n"};
}

// A word as it was typed, and where: the text it stands in and its place there.
struct typed_word {
  std::string text;
  std::shared_ptr<text::source const> in;
  std::size_t begin = 0;
};

outcome<std::vector<typed_word>> words_asked(run_options const& o, streams const& io) {
  std::vector<typed_word> words;
  for (auto const& text : o.words)
    words.push_back({text, std::make_shared<text::source const>(text::source{"--word", text}), 0});
  if (!words.empty() && !o.words_file) return words;
  std::string const path = o.words_file.value_or("-");
  auto content = read_file(path, io.in);
  if (!content) return tl::unexpected(content.error());
  auto const in = std::make_shared<text::source const>(
      text::source{path == "-" ? "standard input" : path, *content});
  std::size_t begin = 0;
  while (begin < content->size()) {
    auto const end = std::min(content->find('\n', begin), content->size());
    auto line = content->substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    words.push_back({std::move(line), in, begin});
    begin = end + 1;
  }
  return words;
}

// What a trace shows: the coordinates with a meaning; where none has one, as in exported weights,
// all of them by number.
struct traced_coordinate {
  std::size_t layer = 0;
  std::size_t coordinate = 0;
  std::string meaning;
};

std::vector<traced_coordinate> traced(network::model const& m) {
  std::vector<traced_coordinate> named, all;
  for (std::size_t l = 0; l <= m.layers.size(); ++l)
    for (std::size_t d = 0; d < m.width; ++d) {
      std::string const meaning = m.meaning.empty() ? "" : m.meaning[l][d];
      if (!meaning.empty()) named.push_back({l, d, meaning});
      all.push_back({l, d, {}});
    }
  return named.empty() ? all : named;
}

// The rows of a trace: one line a coordinate and layer, one column a position.
table trace_table(network::model const& m, execution::interpreter const& run, text::word const& w) {
  auto const coordinates = traced(m);
  bool const names = !coordinates.front().meaning.empty();
  table t;
  std::vector<std::string> head{"layer", "coordinate"};
  if (names) head.emplace_back("meaning");
  head.emplace_back("<bos>");
  for (auto const a : w)
    head.push_back(m.sigma.token(a));
  head.emplace_back("<eos>");
  t.add(head);
  for (auto const& c : coordinates) {
    std::vector<std::string> row{std::to_string(c.layer), std::to_string(c.coordinate)};
    if (names) row.push_back(text::escaped(c.meaning));
    for (std::uint64_t i = 0; i < run.rows(); ++i)
      row.push_back(run.value(c.layer, i, c.coordinate));
    t.add(row);
  }
  return t;
}

void print_attention(network::model const& m, execution::interpreter const& run,
                     std::ostream& out) {
  for (std::size_t l = 0; l < m.layers.size(); ++l)
    for (std::size_t h = 0; h < m.layers[l].heads.size(); ++h) {
      auto const& note = m.layers[l].heads[h].note;
      out << "\nlayer " << l + 1 << " head " << h + 1 << ": " << network::name(note.kind)
          << (note.computes.empty() ? "" : " ") << text::escaped(note.computes) << "\n";
      table t;
      std::vector<std::string> head{"query"};
      for (std::uint64_t j = 0; j + 1 < run.rows(); ++j)
        head.push_back("key " + std::to_string(j));
      t.add(head);
      for (std::uint64_t i = 1; i < run.rows(); ++i) {
        auto row = run.attention(l, h, i);
        row.insert(row.begin(), std::to_string(i));
        t.add(row);
      }
      out << t.text();
    }
}

json trace_json(network::model const& m, execution::interpreter const& run, run_options const& o) {
  json document = json::object();
  if (o.trace) {
    json coordinates = json::array();
    for (auto const& c : traced(m)) {
      json values = json::array();
      for (std::uint64_t i = 0; i < run.rows(); ++i)
        values.push_back(run.value(c.layer, i, c.coordinate));
      coordinates.push_back({{"layer", c.layer},
                             {"coordinate", c.coordinate},
                             {"meaning", c.meaning},
                             {"values", std::move(values)}});
    }
    document["trace"] = std::move(coordinates);
  }
  if (o.attention) {
    json heads = json::array();
    for (std::size_t l = 0; l < m.layers.size(); ++l)
      for (std::size_t h = 0; h < m.layers[l].heads.size(); ++h) {
        json rows = json::array();
        for (std::uint64_t i = 0; i < run.rows(); ++i)
          rows.push_back(run.attention(l, h, i));
        heads.push_back({{"layer", l + 1},
                         {"head", h + 1},
                         {"computes", m.layers[l].heads[h].note.computes},
                         {"rows", std::move(rows)}});
      }
    document["attention"] = std::move(heads);
  }
  return document;
}

// What one word comes to.
struct word_result {
  json entry;       // for --json
  std::string text; // else
  std::optional<failure> failed;
};

word_result run_word(run_options const& o, network::model const& m, execution::interpreter& run,
                     std::string const& typed, text::word const& w) {
  run.truncate(1);
  for (auto const a : w)
    if (auto pushed = run.push(a); !pushed)
      return {{}, {}, unsettled(pushed.error(), shown(m.sigma, w))};
  auto const verdict = run.accepts();
  if (!verdict) return {{}, {}, unsettled(verdict.error(), shown(m.sigma, w))};
  bool const looked_into = o.trace || o.attention;
  if (looked_into)
    if (auto const end = run.push_end(); !end)
      return {{}, {}, unsettled(end.error(), shown(m.sigma, w))};
  if (o.common.json) {
    json entry = {{"word", typed}, {"accepted", *verdict}};
    if (looked_into) entry.update(trace_json(m, run, o));
    return {std::move(entry), {}, std::nullopt};
  }
  std::ostringstream out;
  out << (*verdict ? "accepted  " : "rejected  ") << shown(m.sigma, w) << "\n";
  if (o.trace) out << trace_table(m, run, w).text();
  if (o.attention) print_attention(m, run, out);
  if (looked_into) out << "\n";
  return {{}, out.str(), std::nullopt};
}

outcome<std::vector<text::word>> parsed(std::vector<typed_word> const& typed,
                                        network::model const& m) {
  std::vector<text::word> words;
  for (auto const& [text, in, begin] : typed) {
    auto w = m.sigma.parse_word(text);
    if (!w) {
      auto error = w.error();
      error.where = {error.where.begin + begin, error.where.end + begin};
      return tl::unexpected(wrong_text(*in, error));
    }
    words.push_back(std::move(*w));
  }
  return words;
}

// Of --attention: row i of every head has i weights, and <eos> is row n + 1.
std::uint64_t weights_shown(network::model const& m, text::word const& w) {
  std::uint64_t const rows = w.size() + 1;
  return network::size_of(m).heads * (rows * (rows + 1) / 2);
}

// A weight is some 100 bytes in memory before it is printed. Text is printed word by word, one JSON
// document holds all of them.
constexpr std::uint64_t most_weights_shown = 2'000'000;

outcome<void> attention_fits(run_options const& o, network::model const& m,
                             std::vector<text::word> const& words) {
  if (!o.attention) return {};
  std::uint64_t most = 0;
  std::uint64_t all = 0;
  std::size_t letters = 0;
  for (auto const& w : words) {
    most = std::max(most, weights_shown(m, w));
    all += weights_shown(m, w);
    letters = std::max(letters, w.size());
  }
  if ((o.common.json ? all : most) <= most_weights_shown) return {};
  auto const heads = network::size_of(m).heads;
  std::string const of =
      most > most_weights_shown
          ? "a word of " + budget::grouped(letters) + " letters has " + budget::grouped(most)
          : "these words have together " + budget::grouped(all);
  return tl::unexpected(
      failure{exit_status::limit,
              "ltlc: limit reached: " + of + " weights of attention (letters²/2 × " +
                  budget::grouped(heads) + (heads == 1 ? " head" : " heads") + "), and at most " +
                  budget::grouped(most_weights_shown) + " are shown; run " +
                  (most > most_weights_shown ? "shorter words" : "fewer words at a time") +
                  ", or leave out --attention\n"});
}

outcome<exit_status> run_words(run_options const& o, network::model const& m,
                               execution::regime const& regime, streams const& io) {
  auto const typed = words_asked(o, io);
  if (!typed) return tl::unexpected(typed.error());
  auto const words = parsed(*typed, m);
  if (!words) return tl::unexpected(words.error());
  if (auto const fits = attention_fits(o, m, *words); !fits) return tl::unexpected(fits.error());
  auto const longer = [&](text::word const& w) { return m.max_length && w.size() > *m.max_length; };
  if (!o.common.quiet && std::any_of(words->begin(), words->end(), longer))
    io.err << "ltlc: note: this model is made for words up to length " << *m.max_length
           << "; past that its verdicts promise nothing\n";

  auto results = json::array();
  std::optional<failure> failed;
  auto const emit = [&](word_result r) {
    if (failed) return;
    if (r.failed)
      failed = std::move(r.failed);
    else if (o.common.json)
      results.push_back(std::move(r.entry));
    else
      io.out << r.text;
  };
  auto const way = o.reference ? execution::path::reference : execution::path::fast;
  unsigned const jobs =
      std::min<unsigned>(o.jobs == 0 ? std::max(1u, std::thread::hardware_concurrency()) : o.jobs,
                         static_cast<unsigned>(std::max<std::size_t>(1, words->size())));
  std::size_t next = 0;
  auto const next_word = [&]() -> std::optional<std::size_t> {
    if (next == words->size()) return std::nullopt;
    return next++;
  };
  // One interpreter a thread: tables are not shared, words of one thread share them.
  std::mutex guard;
  std::vector<std::unique_ptr<execution::interpreter>> idle;
  auto const work = [&](std::size_t i) {
    std::unique_ptr<execution::interpreter> run;
    {
      std::lock_guard const lock(guard);
      if (!idle.empty()) {
        run = std::move(idle.back());
        idle.pop_back();
      }
    }
    if (!run) run = std::make_unique<execution::interpreter>(m, regime, way);
    auto result = run_word(o, m, *run, (*typed)[i].text, (*words)[i]);
    std::lock_guard const lock(guard);
    idle.push_back(std::move(run));
    return result;
  };
  in_order(jobs, next_word, work, emit);
  if (failed) return tl::unexpected(std::move(*failed));
  if (o.common.json) io.out << results.dump() << "\n";
  return exit_status::done;
}

// Where the words that were run end: what was asked, or what the model promises.
std::uint64_t longest_run(run_options const& o, network::model const& m) {
  return m.max_length ? std::min(o.longest, *m.max_length) : o.longest;
}

void print_comparison(validation::comparison const& c, run_options const& o,
                      network::model const& m, std::string const& regime, language const& against,
                      std::ostream& out) {
  if (c.first)
    out << "they differ: the model " << (c.first->model_accepts ? "accepts " : "rejects ")
        << shown(m.sigma, c.first->word) << ", and " << against.name << " says "
        << (c.first->specification_accepts ? "accept" : "reject") << "\n";
  else
    out << "no disagreement with " << against.name << "\n";
  out << budget::grouped(c.words) << (c.words == 1 ? " word" : " words") << " run in " << regime
      << ": all up to length " << c.all_up_to;
  if (c.sampled > 0)
    out << ", and " << budget::grouped(c.sampled) << " longer ones at random, up to length "
        << longest_run(o, m);
  out << "\n";
  if (longest_run(o, m) < o.longest)
    out << "no word was longer than " << *m.max_length
        << ": past that length this model promises nothing\n";
}

json comparison_json(validation::comparison const& c, run_options const& o, network::model const& m,
                     std::string const& regime) {
  json document = {
      {"agrees", !c.first.has_value()}, {"regime", regime},     {"words", c.words},
      {"all_up_to", c.all_up_to},       {"sampled", c.sampled}, {"longest", longest_run(o, m)},
      {"counterexample", nullptr}};
  if (c.first) {
    document["counterexample"] = m.sigma.print(c.first->word);
    document["model_accepts"] = c.first->model_accepts;
  }
  return document;
}

// Words are counted against --max-states, ten for each.
failure comparison_limit(budget::limit_reached const& reached, run_options const& o) {
  if (reached.quantity != "words") return limit(reached);
  return {exit_status::limit, "ltlc: undecided: there are more than " +
                                  budget::grouped(reached.limit) + " words up to length " +
                                  budget::grouped(o.up_to) +
                                  "; give a lower --up-to, or a higher --max-states, which allows "
                                  "10 words for each\n"};
}

outcome<exit_status> run_against(run_options const& o, network::model const& m,
                                 execution::regime const& regime, std::string const& regime_name,
                                 streams const& io) {
  auto const limits = budget_of(o.common);
  auto const specification = read_language(o.input, limits, io, &m.sigma);
  if (!specification) return tl::unexpected(specification.error());
  auto const a = minimal_automaton(*specification, limits);
  if (!a) return tl::unexpected(a.error());
  validation::sample_options const how{o.up_to, o.samples, o.longest, o.seed};
  auto const c = validation::against(m, regime, **a, how, limits);
  if (!c) {
    if (auto const* gap = std::get_if<execution::unsettled_gap>(&c.error()))
      return tl::unexpected(unsettled(*gap, "a word of the comparison"));
    return tl::unexpected(comparison_limit(std::get<budget::limit_reached>(c.error()), o));
  }
  if (o.common.json)
    io.out << comparison_json(*c, o, m, regime_name).dump() << "\n";
  else
    print_comparison(*c, o, m, regime_name, *specification, io.out);
  return c->first ? exit_status::does_not_hold : exit_status::done;
}

} // namespace

outcome<exit_status> run_command(run_options const& o, streams const& io) {
  bool const compares = o.against || o.input.count() > 0;
  if (compares && (!o.words.empty() || o.words_file))
    return tl::unexpected(
        wrong_input("--against runs its own words; leave out --word and --words"));
  auto const m = read_model(o.model, io);
  if (!m) return tl::unexpected(m.error());
  auto const regime = regime_of(o.regime, *m);
  if (!regime) return tl::unexpected(regime.error());
  return compares ? run_against(o, *m, regime->arithmetic, regime->name, io)
                  : run_words(o, *m, regime->arithmetic, io);
}

} // namespace ltlc::app
