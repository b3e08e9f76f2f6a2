// Writes cases for check_circuits.py, one JSON document a line: exported weights with manifest and
// self-test, the same in a rotated basis and under TransformerLens's names, as bytes; and words
// with the verdict by the definition and every coordinate that the interpreter finds after every
// layer.
//   export_circuits table1              Table 1's languages, in fp32 and bf16
//   export_circuits random COUNT SEED   random formulas of LTL[P,MOD], the same
#include <cstdlib>
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

#include "ltlc/execution/interpreter.hpp"
#include "ltlc/interchange/circuit_manifest.hpp"
#include "ltlc/interchange/rotated_basis.hpp"
#include "ltlc/interchange/self_test.hpp"
#include "ltlc/interchange/transformer_lens.hpp"
#include "ltlc/interchange/weights_safetensors.hpp"
#include "ltlc/logic/semantics.hpp"
#include "ltlc/lowering/compile.hpp"

#include "numpy/hex.hpp"
#include "support/export_program.hpp"

namespace {

using namespace ltlc;
using circuits_json = nlohmann::ordered_json;

circuits_json traced(network::model const& m, execution::interpreter& run, text::word const& w) {
  run.truncate(1);
  for (auto const a : w)
    if (!run.push(a)) support::give_up("unsettled");
  if (!run.push_end()) support::give_up("unsettled");
  circuits_json layers = circuits_json::array();
  for (std::size_t l = 0; l <= m.layers.size(); ++l) {
    circuits_json rows = circuits_json::array();
    for (std::size_t i = 0; i < w.size() + 2; ++i) {
      circuits_json row = circuits_json::array();
      for (std::size_t d = 0; d < m.width; ++d)
        row.push_back(std::strtod(run.value(l, i, d).c_str(), nullptr));
      rows.push_back(std::move(row));
    }
    layers.push_back(std::move(rows));
  }
  return layers;
}

std::string with_texts(network::model const& m, format::number_format const& f,
                       std::string const& circuit) {
  auto const bytes = interchange::export_safetensors(
      m, f,
      {{"circuit", circuit}, {"self_test", interchange::to_json(interchange::self_test_of(m, f))}});
  if (!bytes) support::give_up("cannot export " + m.formula);
  return support::hexadecimal(*bytes);
}

void write_circuit(logic::formula f, lowering::options how, format::number_format const& format,
                   support::random& source) {
  auto const sigma = support::alphabet_of("ab");
  how.format = format;
  auto const m = lowering::compile(f, sigma, how, {});
  if (!m) support::give_up("cannot compile " + logic::print(f));
  auto const circuit = interchange::circuit_of(*m);
  if (!circuit) support::give_up(circuit.error());
  circuits_json line = {{"name", m->formula + " in " + m->format},
                        {"dtype", format == format::fp32 ? "float32" : "bfloat16"},
                        {"weights", with_texts(*m, format, interchange::to_json(*circuit))}};
  if (format == format::fp32) {
    auto const basis = interchange::random_basis(m->width, source());
    if (auto const rotated = interchange::in_basis(*m, basis))
      line["rotated"] = with_texts(*rotated, format, interchange::to_json(*circuit, &basis));
    if (auto const lens = interchange::export_transformer_lens(*m, format))
      line["lens"] = support::hexadecimal(*lens);
  }
  auto words = support::all_words(2, 3);
  for (int i = 0; i < 4; ++i)
    words.push_back(support::random_word(source, 2, 5 + support::below(source, 30)));
  execution::interpreter run(*m, execution::regime(format));
  line["words"] = circuits_json::array();
  for (auto const& w : words) {
    if (m->max_length && w.size() > *m->max_length) continue;
    line["words"].push_back({sigma.print(w), logic::accepts(f, sigma, w), traced(*m, run, w)});
  }
  std::cout << line.dump() << "\n";
}

void write_everywhere(logic::formula f, lowering::options const& how, support::random& source) {
  for (auto const& format : {format::fp32, format::bf16})
    write_circuit(f, how, format, source);
}

void write_table_1() {
  support::random source(3);
  struct table_row {
    char const* formula;
    std::optional<std::uint64_t> max_length;
  };
  for (auto const& [text, max_length] :
       {table_row{"MOD(1,2)", {}}, table_row{"MOD(1,2) & !P b", {}},
        table_row{"MOD(1,2) & !P(MOD(1,2) & b | MOD(0,2) & a)", {}},
        table_row{"P(a & !P true)", {}}, table_row{"P(b & P a)", {}}, table_row{"Y a", 60},
        table_row{"P(b & Y a)", 60}, table_row{"Y^2 b & P a", 60}}) {
    logic::formula_pool pool;
    lowering::options how;
    how.max_length = max_length;
    write_everywhere(support::parsed(text, pool), how, source);
  }
  // What only some models have.
  lowering::options rightmost, sipe, rms, layer, plain;
  rightmost.attention = network::attention_kind::rightmost;
  sipe.sipe = true;
  rms.norm = network::norm_kind::rms;
  layer.norm = network::norm_kind::layer;
  plain.optimise = false;
  for (auto const& [text, how] :
       {std::pair{"a S (b & Y a)", rightmost}, std::pair{"P(a & MOD(1,3)) <-> MOD(2,3)", sipe},
        std::pair{"P(b <-> P a) <-> MOD(1,2)", rms}, std::pair{"P(b <-> P a) <-> MOD(1,2)", layer},
        std::pair{"P(b <-> P a) <-> MOD(1,2)", plain}}) {
    logic::formula_pool pool;
    write_circuit(support::parsed(text, pool), how, format::fp32, source);
  }
}

} // namespace

int main(int argc, char** argv) {
  return support::export_program(
      argc, argv, "table1", 6, write_table_1,
      [](logic::formula f, support::random& source) { write_everywhere(f, {}, source); });
}
