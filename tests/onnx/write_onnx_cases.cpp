// Writes models as ONNX files, words, and what the interpreter makes of them, for check_runtime.mjs
// and check_numpy.py.
//   write_onnx_cases FOLDER
// The languages of [RoPE, Tab. 1], some in LTL[P,Y] and 100 random formulas of LTL[P,MOD], in fp32;
// and models with hard attention, positions, norms and tables, in fp64. Every model runs a batch of
// short words and a long one. N.onnx and N.json are the model, N.values is little-endian doubles:
// for each word, row by row, the coordinates after the embedding and after every layer; then, where
// the word is short, the same of the rows of <eos> after every prefix. cases.json has the rest.
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <nlohmann/json.hpp>

#include "ltlc/execution/interpreter.hpp"
#include "ltlc/interchange/onnx_model.hpp"
#include "ltlc/logic/semantics.hpp"
#include "ltlc/lowering/compile.hpp"

#include "onnx/onnx_file.hpp"
#include "support/export_program.hpp"
#include "support/small_model.hpp"

namespace {

using namespace ltlc;
using json = nlohmann::ordered_json;

constexpr std::size_t longest = 1'000;
constexpr std::size_t longest_with_ends = 60;

class case_writer {
public:
  explicit case_writer(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Every word has a verdict after each of its prefixes.
  void write(std::string const& name, network::model const& m, format::number_format const& f,
             std::vector<text::word> const& words, logic::formula const* specification);
  void write_list() const { std::ofstream(folder_ / "cases.json") << list_.dump() << "\n"; }

private:
  void put(std::string const& file, std::string const& bytes) const {
    std::ofstream(folder_ / file, std::ios::binary) << bytes;
  }

  std::filesystem::path folder_;
  json list_ = json::array();
};

double number(std::string const& text) {
  double value = 0;
  auto const read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc()) support::give_up("no number: " + text);
  return value;
}

void append(std::string& bytes, execution::interpreter const& run, network::model const& m,
            std::uint64_t row) {
  for (std::size_t l = 0; l <= m.layers.size(); ++l)
    for (std::size_t d = 0; d < m.width; ++d) {
      double const value = number(run.value(l, row, d));
      bytes.append(reinterpret_cast<char const*>(&value), sizeof value);
    }
}

struct traced_word {
  std::string verdicts; // of every prefix, "0" or "1"
  std::string values;
};

traced_word traced(network::model const& m, format::number_format const& f, text::word const& w) {
  execution::interpreter run(m, format::arithmetic{f, {}});
  traced_word t;
  std::string ends;
  for (std::size_t i = 0; i <= w.size(); ++i) {
    if (i > 0 && !run.push(w[i - 1])) support::give_up("a format has a row for every letter");
    t.verdicts += *run.accepts() ? '1' : '0';
    append(t.values, run, m, i);
    if (w.size() > longest_with_ends) continue;
    if (!run.push_end()) support::give_up("a format has a row for <eos>");
    append(ends, run, m, i + 1);
    run.truncate(i + 1);
  }
  t.values += ends;
  return t;
}

void case_writer::write(std::string const& name, network::model const& m,
                        format::number_format const& f, std::vector<text::word> const& words,
                        logic::formula const* specification) {
  auto const number = std::to_string(list_.size());
  auto const graph = interchange::onnx_graph_of(m, f);
  if (!graph) support::give_up("no graph of " + name);
  auto const file = app::onnx_file(*graph, "ltlc", "0");
  if (!file) support::give_up(name + ": " + file.error());
  auto const weights = interchange::export_weights(m, f);
  if (!weights) support::give_up("cannot export " + name);
  put(number + ".onnx", *file);
  put(number + ".json", *weights);
  std::string values;
  json batch = json::array(), verdicts = json::array(), texts = json::array();
  for (auto const& w : words) {
    auto const t = traced(m, f, w);
    if (specification != nullptr &&
        (t.verdicts.back() == '1') != logic::accepts(*specification, m.sigma, w))
      support::give_up(name + ": the interpreter and the definition disagree");
    values += t.values;
    verdicts.push_back(t.verdicts);
    batch.push_back(w);
    texts.push_back(m.sigma.print(w));
  }
  put(number + ".values", values);
  list_.push_back({{"name", name},
                   {"file", number},
                   {"dtype", f.name},
                   {"layers", m.layers.size()},
                   {"width", m.width},
                   {"words", batch},
                   {"texts", texts},
                   {"verdicts", verdicts},
                   {"longest_with_ends", longest_with_ends}});
}

std::vector<text::word> words_for(support::random& source, std::size_t letters, bool long_one) {
  std::vector<text::word> words;
  for (std::size_t length : {0UL, 1UL, 5UL, 20UL, longest_with_ends})
    words.push_back(support::random_word(source, letters, length));
  if (long_one) words.push_back(support::random_word(source, letters, longest));
  return words;
}

// Random words leave such languages early.
text::word repeated(text::word const& root) {
  text::word w(longest);
  for (std::size_t i = 0; i < longest; ++i)
    w[i] = root[i % root.size()];
  return w;
}

void write_formula(case_writer& cases, support::random& source, std::string const& name,
                   logic::formula f, bool listed) {
  auto const sigma = support::alphabet_of("ab");
  lowering::options how;
  how.format = format::fp32;
  how.max_length = listed ? std::optional<std::uint64_t>(longest) : std::nullopt;
  auto const m = lowering::compile(f, sigma, how, {});
  if (!m) support::give_up("cannot compile " + name);
  auto words = words_for(source, sigma.size(), true);
  if (listed)
    for (auto const& root : {text::word{0}, text::word{0, 1}})
      words.push_back(repeated(root));
  cases.write(name, *m, format::fp32, words, &f);
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) support::give_up("usage: write_onnx_cases FOLDER");
  std::filesystem::create_directories(argv[1]);
  case_writer cases(argv[1]);
  support::random source(11);
  {
    logic::formula_pool pool;
    for (auto const* text :
         {"MOD(1,2)", "MOD(1,2) & !P b", "MOD(1,2) & !P(MOD(1,2) & b | MOD(0,2) & a)",
          "P(a & !P true)", "P(b & P a)", "Y a", "P(b & Y a)", "Y Y(b | Y a)"})
      write_formula(cases, source, text, support::parsed(text, pool), true);
  }
  auto const shape = support::shape_of({logic::op::past}, {2, 3, 4});
  for (int i = 0; i < 100; ++i) {
    logic::formula_pool pool;
    auto const f = support::random_formula(pool, source, shape, 2 + support::below(source, 9));
    write_formula(cases, source, logic::print(f), f, false);
  }
  for (int i = 0; i < 60; ++i)
    cases.write("features " + std::to_string(i), support::small_model(source), format::fp64,
                words_for(source, 2, false), nullptr);
  cases.write_list();
  return 0;
}
