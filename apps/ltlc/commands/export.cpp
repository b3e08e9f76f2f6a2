#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>

#include <nlohmann/json.hpp>

#include "ltlc/interchange/circuit_manifest.hpp"
#include "ltlc/interchange/onnx_model.hpp"
#include "ltlc/interchange/rotated_basis.hpp"
#include "ltlc/interchange/self_test.hpp"
#include "ltlc/interchange/transformer_lens.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/interchange/weights_safetensors.hpp"

#include "../files.hpp"
#include "../language.hpp"
#include "../model_facts.hpp"
#include "../model_file.hpp"
#include "../onnx/module.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

failure export_failed(interchange::export_error const& error, format::number_format const& f,
                      std::string const& compiled_for) {
  if (auto const* reached = std::get_if<budget::limit_reached>(&error)) return limit(*reached);
  if (auto const* endless = std::get_if<interchange::endless_table>(&error))
    return wrong_input("a rotation in " + endless->where +
                       " has an angle without a period, and the model says no longest word "
                       "(\"max_length\"), so its table has no end");
  return {exit_status::does_not_hold,
          "ltlc: error: a weight of " + std::get<interchange::weight_overflow>(error).where +
              " is larger than the greatest number of " + std::string(f.name) +
              (compiled_for == f.name ? std::string("; export to a wider format\n")
                                      : "; the model was compiled for " + compiled_for +
                                            ": export to that, or compile with --format " +
                                            std::string(f.name) + "\n")};
}

// The model, in another basis where one is asked for, and the names of its parts where it has some.
struct exported {
  network::model model;
  std::optional<interchange::rotated_basis> basis;
  tl::expected<interchange::circuit_manifest, std::string> circuit;

  [[nodiscard]] std::string circuit_json() const {
    return interchange::to_json(*circuit, basis ? &*basis : nullptr);
  }
};

outcome<exported> prepared(export_options const& o, network::model m) {
  exported result{std::move(m), std::nullopt, tl::unexpected(std::string())};
  result.circuit = interchange::circuit_of(result.model);
  if (o.manifest && !result.circuit)
    return tl::unexpected(wrong_input("--manifest: " + result.circuit.error()));
  if (!o.rotate_basis) return result;
  result.basis = interchange::random_basis(result.model.width, *o.rotate_basis);
  auto rotated = interchange::in_basis(result.model, *result.basis);
  if (!rotated)
    return tl::unexpected(failure{exit_status::does_not_hold,
                                  "ltlc: refused: --rotate-basis: " + rotated.error() + "\n"});
  result.model = std::move(*rotated);
  return result;
}

// What loaders in PyTorch look at.
std::map<std::string, std::string> texts_beside(exported const& e, format::number_format const& f) {
  std::map<std::string, std::string> texts{
      {"self_test", interchange::to_json(interchange::self_test_of(e.model, f))}};
  if (e.circuit) texts["circuit"] = e.circuit_json();
  if (e.basis)
    texts["basis"] = nlohmann::ordered_json{{"kind", "rotated"},
                                            {"seed", e.basis->seed},
                                            {"orthogonality_error", e.basis->orthogonality_error}}
                         .dump();
  return texts;
}

outcome<std::string> document_of(export_options const& o, exported const& e,
                                 format::number_format const& f, model_facts const& facts) {
  auto const failed = [&](interchange::export_error const& error) {
    return tl::unexpected(export_failed(error, f, e.model.format));
  };
  if (o.to == "transformer-lens") {
    auto const bytes = interchange::export_transformer_lens(e.model, f);
    if (bytes) return *bytes;
    if (auto const* why = std::get_if<interchange::not_carried>(&bytes.error()))
      return tl::unexpected(
          failure{exit_status::does_not_hold, "ltlc: refused: " + why->reason + "\n"});
    return failed(std::get<interchange::export_error>(bytes.error()));
  }
  if (o.to == "onnx") {
    auto const graph = interchange::onnx_graph_of(e.model, f, facts.texts);
    return graph ? onnx_file_of(*graph) : failed(graph.error());
  }
  auto texts = facts.texts;
  texts.merge(texts_beside(e, f));
  auto const document = o.to == "json" ? interchange::export_weights(e.model, f)
                                       : interchange::export_safetensors(e.model, f, texts);
  if (!document) return failed(document.error());
  return *document;
}

// Files with metadata say what is known of the model.
outcome<model_facts> facts_asked(export_options const& o, network::model const& m,
                                 format::number_format const& f) {
  if (o.to == "safetensors" || o.to == "onnx")
    return facts_of(m, f, {o.prove, !o.rotate_basis}, budget_of(o.common));
  if (!o.prove) return model_facts{};
  return tl::unexpected(wrong_input("--prove: only safetensors and onnx files say what was proved; "
                                    "`ltlc prove` proves any model"));
}

// What rotation cost, measured.
void report_basis(exported const& e, format::number_format const& f, std::ostream& err) {
  auto const tested = interchange::self_test_of(e.model, f);
  err << "basis rotated with seed " << e.basis->seed << ": the norm of QᵀQ − I is below "
      << e.basis->orthogonality_error;
  if (!tested.empty()) {
    auto const least =
        std::min_element(tested.begin(), tested.end(),
                         [](auto const& a, auto const& b) { return a.margin < b.margin; });
    err << "; least margin of " << tested.size() << " words: " << least->margin;
  }
  err << "; verdicts are no longer exact by construction\n";
}

bool same_file(std::string const& a, std::string const& b) {
  std::error_code unknown;
  return a == b || (a != "-" && b != "-" &&
                    std::filesystem::weakly_canonical(a, unknown) ==
                        std::filesystem::weakly_canonical(b, unknown) &&
                    !unknown);
}

// Every document has a place of its own.
outcome<void> places_differ(export_options const& o) {
  if (o.manifest && same_file(*o.manifest, o.output))
    return tl::unexpected(wrong_input("--manifest and -o both want " +
                                      (o.output == "-" ? std::string("stdout") : o.output) +
                                      "; name another file for one of them"));
  if (o.common.json && (o.output == "-" ? o.to != "json" : o.manifest == "-"))
    return tl::unexpected(wrong_input("--json wants stdout, and so does " +
                                      std::string(o.output == "-" ? "-o" : "--manifest") +
                                      " -; name a file"));
  return {};
}

// What --json says of a file that was written.
nlohmann::ordered_json export_summary(export_options const& o, std::size_t bytes,
                                      format::number_format const& f, model_facts const& facts) {
  nlohmann::ordered_json summary{
      {"output", o.output}, {"to", o.to}, {"dtype", f.name}, {"bytes", bytes}};
  summary["proof"] =
      facts.proof ? nlohmann::ordered_json(proof::name(*facts.proof)) : nlohmann::ordered_json();
  return summary;
}

} // namespace

outcome<exit_status> run_command(export_options const& o, streams const& io) {
  if (auto const places = places_differ(o); !places) return tl::unexpected(places.error());
  auto const m = read_model(o.model, io);
  if (!m) return tl::unexpected(m.error());
  auto const f = format_called(o.format.value_or(m->format));
  if (!f)
    return tl::unexpected(wrong_input("the model was compiled for exact arithmetic; choose the "
                                      "format to round to: --format fp64, fp32, bf16 or fp16"));
  auto const e = prepared(o, *m);
  if (!e) return tl::unexpected(e.error());
  auto const facts = facts_asked(o, e->model, *f);
  if (!facts) return tl::unexpected(facts.error());
  auto const document = document_of(o, *e, *f, *facts);
  if (!document) return tl::unexpected(document.error());
  auto const written = write_file(o.output, *document, io.out);
  if (!written) return tl::unexpected(written.error());
  if (o.manifest)
    if (auto const named = write_file(*o.manifest, e->circuit_json() + "\n", io.out); !named)
      return tl::unexpected(named.error());
  if (e->basis && !o.common.quiet) report_basis(*e, *f, io.err);
  if (o.output != "-" && o.common.json)
    io.out << export_summary(o, document->size(), *f, *facts).dump() << "\n";
  else if (o.output != "-" && !o.common.quiet)
    io.err << "wrote " << o.output << " (" << f->name << ")\n";
  if (facts->proof && !o.common.quiet) io.err << facts->texts.at("proof") << "\n";
  return status_of(*facts);
}

} // namespace ltlc::app
