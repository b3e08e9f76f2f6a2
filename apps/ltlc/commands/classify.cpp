#include <algorithm>
#include <numeric>
#include <ostream>

#include "../classification_report.hpp"
#include "../language.hpp"
#include "../latex_report.hpp"
#include "batch.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

// Certificates against classes with MOD, with words of lengths that k divides.
outcome<void> lengthen(automaton::dfa const& a, std::vector<evidence::verdict>& verdicts,
                       std::uint64_t k, budget::budget const& limits) {
  for (auto& v : verdicts) {
    if (v.id != evidence::class_id::ltl_p_mod && v.id != evidence::class_id::ltl_p_y_mod) continue;
    auto* const c = std::get_if<evidence::state_pair_certificate>(&v.proof);
    if (c == nullptr) continue;
    auto longer = algebra::with_lengths_divisible_by(a, *c, k, limits);
    if (!longer) return tl::unexpected(limit(longer.error()));
    *c = std::move(*longer);
  }
  return {};
}

outcome<pumping> pumped(automaton::dfa const& a, std::vector<evidence::verdict> const& verdicts,
                        std::uint64_t depth, std::uint64_t modulus, budget::budget const& limits) {
  pumping all{depth, modulus, {}};
  for (auto const& v : verdicts) {
    if (v.answer != evidence::membership::not_member) continue;
    auto words = algebra::pump(a, v, depth, modulus, limits);
    if (!words) return tl::unexpected(limit(words.error()));
    if (*words) all.verdicts.push_back({v.id, std::move(**words)});
  }
  return all;
}

outcome<exit_status> classify_one(classify_options const& o, asked_classes const& asked,
                                  streams const& io) {
  auto const limits = budget_of(o.common);
  auto const input = read_language(o.input, limits, io);
  if (!input) return tl::unexpected(input.error());
  auto const a = minimal_automaton(*input, limits);
  if (!a) return tl::unexpected(a.error());
  auto found = algebra::classify(*a, asked.all, limits);
  if (o.k)
    if (auto const done = lengthen(**a, found.verdicts, *o.k, limits); !done)
      return tl::unexpected(done.error());
  std::optional<pumping> words;
  if (o.pump) {
    auto made = pumped(**a, found.verdicts, *o.pump, o.k.value_or(1), limits);
    if (!made) return tl::unexpected(made.error());
    words = std::move(*made);
  }
  if (o.common.json) {
    io.out << classification_json(*a, found, words) << "\n";
  } else if (o.latex) {
    io.out << latex_verdicts(input->name, (*a)->sigma, found);
  } else {
    print_classification(input->name, *a, found, asked.everything(), io);
    if (words) print_pumped(*words, (*a)->sigma, io);
  }
  for (auto const& v : found.verdicts)
    if (v.answer == evidence::membership::not_member && asked.asserts(v.id))
      io.err << "ltlc: refuted: " << input->name << " is not in " << evidence::info(v.id).name
             << "\n";
  return status_of(found, asked);
}

} // namespace

outcome<exit_status> run_command(classify_options const& o, streams const& io) {
  auto const asked = read_asked(o);
  if (!asked) return tl::unexpected(asked.error());
  return o.batch ? classify_batch(o, *asked, io) : classify_one(o, *asked, io);
}

} // namespace ltlc::app
