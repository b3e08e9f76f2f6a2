#include <algorithm>
#include <ostream>

#include <nlohmann/json.hpp>

#include "ltlc/interchange/model_json.hpp"
#include "ltlc/lowering/compile.hpp"
#include "ltlc/synthesis/formula_of.hpp"

#include "../explain.hpp"
#include "../files.hpp"
#include "../language.hpp"
#include "../model_file.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

outcome<lowering::options> lowering_options(compile_options const& o) {
  lowering::options how;
  how.format = format_called(o.format);
  // The names were checked by the command line.
  how.attention = network::find_attention_kind(o.attention).value_or(network::attention_kind::soft);
  how.sipe = o.positions == "sipe";
  how.norm = network::find_norm_kind(o.norm);
  using lowering::modular_choice;
  using lowering::offset_choice;
  if (o.modular)
    how.modular = *o.modular == "single-pair" ? modular_choice::single_pair
                  : *o.modular == "comb"      ? modular_choice::comb
                                              : modular_choice::prime_powers;
  if (o.offset)
    how.offset = *o.offset == "single-pair"  ? offset_choice::single_pair
                 : *o.offset == "multi-pair" ? offset_choice::multi_pair
                                             : offset_choice::chain;
  how.optimise = !o.plain;
  how.max_length = o.max_length;
  if (o.angle) {
    auto const a = exact::parse_angle(*o.angle);
    if (!a) return tl::unexpected(wrong_input("--angle " + *o.angle + ": " + a.error()));
    how.angle = *a;
  }
  if (o.scale) {
    auto const c = exact::parse_rational(*o.scale);
    if (!c) return tl::unexpected(wrong_input("--scale " + *o.scale + ": " + c.error()));
    if (*c <= 0) return tl::unexpected(wrong_input("--scale " + *o.scale + ": must be positive"));
    how.scale = *c;
  }
  return how;
}

// Refused with its certificate: the verdict on LTL[P,MOD], and a way out when there is one.
failure not_recognized(language const& l, automaton::minimal_dfa const& a,
                       evidence::verdict const& v, budget::budget const& limits) {
  algebra::classification const none;
  std::string message = "ltlc: refused: " + l.name +
                        " is not in LTL[P,MOD], so no soft-attention "
                        "transformer with periodic rotations recognizes it at every length\n  " +
                        why(v, none, l.sigma) + "\n";
  using enum evidence::class_id;
  for (auto const& wider : algebra::classify(a, {ltl_y, ltl_p_y, ltl_p_y_mod}, limits).verdicts)
    if (wider.answer == evidence::membership::member)
      return {exit_status::does_not_hold,
              message + "  It is in " + std::string(evidence::info(wider.id).name) +
                  ": give it as a formula with Y (--ltl) to compile it up to a length with offset "
                  "heads\n"};
  return {exit_status::does_not_hold, message};
}

// The formula to compile: as given, or synthesized from the automaton.
outcome<logic::formula> formula_to_compile(language const& l, budget::budget const& limits) {
  if (auto const* f = std::get_if<logic::formula>(&l.term)) return *f;
  auto const a = minimal_automaton(l, limits);
  if (!a) return tl::unexpected(a.error());
  auto const f = synthesis::formula_of(*a, *l.formulas, limits);
  if (f) return *f;
  if (auto const* reached = std::get_if<budget::limit_reached>(&f.error()))
    return tl::unexpected(limit(*reached));
  return tl::unexpected(
      not_recognized(l, *a, std::get<synthesis::outside_class>(f.error()).why, limits));
}

failure not_compiled(lowering::compile_error const& error) {
  if (auto const* reached = std::get_if<budget::limit_reached>(&error)) return limit(*reached);
  if (auto const* none = std::get_if<lowering::no_lowering>(&error))
    return {exit_status::does_not_hold,
            "ltlc: refused: `" + none->subformula + "`: " + none->reason + "\n"};
  auto const& small = std::get<lowering::format_too_small>(error);
  return {exit_status::does_not_hold,
          "ltlc: refused: `" + small.subformula + "`: " + small.reason + "\n"};
}

// Formulas can be long; the model file and --json have all of it.
std::string cut(std::string const& text) {
  constexpr std::size_t most = 120;
  return text.size() <= most ? text : text.substr(0, text.rfind(' ', most)) + " …";
}

std::string periods(std::vector<rotary::rotary_pair> const& pairs) {
  std::string text = pairs.size() == 1 ? "period " : "periods ";
  for (auto const& pair : pairs)
    text += (&pair == pairs.data() ? "" : ", ") + std::to_string(rotary::period(pair));
  return text;
}

std::string promised(network::model const& m) {
  return m.max_length ? "words up to length " + budget::grouped(*m.max_length) : "every length";
}

std::string or_dash(std::string const& text) {
  return text.empty() ? "-" : text;
}

// The first heads, one a line, and why they are made as they are.
std::string head_table(network::model const& m, std::size_t all) {
  constexpr std::size_t most = 40;
  std::size_t shown_heads = 0;
  table t;
  t.add({"layer", "head", "kind", "computes", "least gap", "scale", "error", "holds for"});
  for (std::size_t l = 0; l < m.layers.size(); ++l)
    for (std::size_t h = 0; h < m.layers[l].heads.size() && shown_heads < most; ++h) {
      auto const& note = m.layers[l].heads[h].note;
      t.add({std::to_string(l + 1), std::to_string(h + 1), std::string(network::name(note.kind)),
             cut(note.computes), or_dash(note.gap), or_dash(note.scale), or_dash(note.error),
             note.holds_to ? "length ≤ " + budget::grouped(*note.holds_to) : "every length"});
      ++shown_heads;
    }
  std::string reasons; // each way that was chosen, once
  for (auto const& layer : m.layers)
    for (auto const& h : layer.heads) {
      std::string const line =
          std::string(network::name(h.note.kind)) + ": " + h.note.lowering + "\n";
      if (!h.note.lowering.empty() && reasons.find(line) == std::string::npos) reasons += line;
    }
  std::string const more = all > most ? "… and " + budget::grouped(all - most) +
                                            " more heads; the model file has them all\n"
                                      : "";
  return t.text() + reasons + more;
}

bool has(logic::formula f, logic::op kind) {
  auto const nodes = logic::subformulas(f);
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](term::id const id) { return (*f.pool)[id].kind == kind; });
}

// What was asked for and there was nothing to do it to.
std::vector<std::string> idle_options(compile_options const& o, logic::formula f,
                                      network::model const& m) {
  std::vector<std::string> idle;
  auto const add = [&](bool given, std::string const& option, char const* what) {
    if (given) idle.push_back(option + " had nothing to act on: the " + what);
  };
  if (!has(f, logic::op::yesterday)) {
    add(o.offset.has_value(), "--offset " + o.offset.value_or(""), "formula has no Y");
    add(o.angle.has_value(), "--angle " + o.angle.value_or(""), "formula has no Y");
    add(o.scale.has_value(), "--scale " + o.scale.value_or(""), "formula has no Y");
    add(o.max_length && !m.max_length, "--max-length", "model holds at every length");
  }
  if (!has(f, logic::op::mod)) {
    add(o.modular.has_value(), "--modular " + o.modular.value_or(""), "formula has no MOD");
    add(o.positions == "sipe", "--positions sipe", "formula has no MOD");
  }
  return idle;
}

void print_summary(compile_options const& o, language const& l, network::model const& m,
                   std::vector<std::string> const& idle, std::ostream& out) {
  auto const size = network::size_of(m);
  table t;
  t.add({"language", cut(l.name) + " over " + text::listed(l.sigma)});
  t.add({"formula", cut(m.formula)});
  t.add({"model", counted(size.layers, "layer") + ", " + counted(size.heads, "head") + ", width " +
                      std::to_string(size.width) + ", hidden " + std::to_string(size.hidden) +
                      ", " + budget::grouped(size.nonzeros) + " nonzero weights"});
  t.add({"numbers", m.format + ", scale " + m.scale.str()});
  if (!m.positions.empty()) t.add({"positions", "sinusoids of " + periods(m.positions)});
  t.add({"holds for", promised(m)});
  if (o.output != "-") t.add({"written to", o.output});
  for (auto const& line : idle)
    t.add({"note", line});
  out << t.text();
  if (size.heads > 0) out << "\n" << head_table(m, size.heads);
}

json heads_json(network::model const& m) {
  json heads = json::array();
  for (std::size_t l = 0; l < m.layers.size(); ++l)
    for (std::size_t h = 0; h < m.layers[l].heads.size(); ++h) {
      auto const& note = m.layers[l].heads[h].note;
      heads.push_back({{"layer", l + 1},
                       {"head", h + 1},
                       {"kind", network::name(note.kind)},
                       {"computes", note.computes},
                       {"lowering", note.lowering},
                       {"gap", note.gap},
                       {"scale", note.scale},
                       {"error", note.error},
                       {"holds_to", note.holds_to ? json(*note.holds_to) : json(nullptr)}});
    }
  return heads;
}

json summary(network::model const& m, std::vector<std::string> const& idle) {
  auto const size = network::size_of(m);
  return {{"layers", size.layers},
          {"heads", size.heads},
          {"width", size.width},
          {"hidden", size.hidden},
          {"scale", integer_json(exact::integer(numerator(m.scale)))},
          {"nonzeros", size.nonzeros},
          {"format", m.format},
          {"max_length", m.max_length ? json(*m.max_length) : json(nullptr)},
          {"formula", m.formula},
          {"notes", heads_json(m)},
          {"without_effect", idle}};
}

} // namespace

outcome<exit_status> run_command(compile_options const& o, streams const& io) {
  if (o.common.json && o.output == "-")
    return tl::unexpected(wrong_input("--json and -o - both want stdout; name a file with -o"));
  auto const limits = budget_of(o.common);
  auto const how = lowering_options(o);
  if (!how) return tl::unexpected(how.error());
  auto const input = read_language(o.input, limits, io);
  if (!input) return tl::unexpected(input.error());
  auto const f = formula_to_compile(*input, limits);
  if (!f) return tl::unexpected(f.error());
  auto const m = lowering::compile(*f, input->sigma, *how, limits);
  if (!m) return tl::unexpected(not_compiled(m.error()));
  auto const written = write_file(o.output, interchange::to_json(*m), io.out);
  if (!written) return tl::unexpected(written.error());
  auto const idle = idle_options(o, *f, *m);
  if (o.common.json)
    io.out << summary(*m, idle).dump() << "\n";
  else if (!o.common.quiet)
    print_summary(o, *input, *m, idle, o.output == "-" ? io.err : io.out);
  return exit_status::done;
}

} // namespace ltlc::app
