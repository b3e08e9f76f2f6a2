#include <ostream>

#include <nlohmann/json.hpp>

#include "ltlc/logic/to_first_order.hpp"
#include "ltlc/synthesis/equivalence.hpp"
#include "ltlc/synthesis/polynomial.hpp"
#include "ltlc/synthesis/synthesize.hpp"

#include "../explain.hpp"
#include "../language.hpp"
#include "../latex_report.hpp"
#include "../table.hpp"
#include "commands.hpp"

namespace ltlc::app {

namespace {

using evidence::class_id;
using json = nlohmann::ordered_json;

constexpr std::uint64_t bytes_per_state = 16; // of text, for each state that --max-states allows
// Automata for which a polynomial is reported with the P-depth of a formula beside it.
constexpr std::size_t small_automaton = 256;

// What is printed. A polynomial of a large automaton comes without a formula.
struct written_form {
  std::string text;
  std::string latex;    // where it was asked for
  std::size_t size = 0; // distinct sub-terms of the text
  class_id fragment{};
  std::optional<synthesis::synthesized_formula> formula;
  std::optional<synthesis::polynomial> polynomial;
};

outcome<std::optional<class_id>> fragment_called(formula_options const& o) {
  using enum class_id;
  if (!o.fragment) return std::optional<class_id>();
  auto const id = evidence::find_class(*o.fragment);
  std::vector<class_id> allowed{ltl_p, ltl_p_mod};
  if (o.to != "polynomial") allowed.insert(allowed.end(), {ltl_y, ltl_p_y, ltl_p_y_mod});
  std::string names;
  for (class_id const each : allowed) {
    if (id == each) return id;
    names += (names.empty() ? "" : ", ") + std::string(evidence::info(each).name);
  }
  return tl::unexpected(
      wrong_input("--class " + *o.fragment + ": --to " + o.to + " knows " + names));
}

// Refused with its certificate, and a way out when there is one.
failure refused(language const& l, automaton::minimal_dfa const& a, evidence::verdict const& v,
                budget::budget const& limits) {
  using enum class_id;
  if (v.answer == evidence::membership::undecided && v.limit) return limit(*v.limit);
  std::string message = "ltlc: refused: " + l.name + " is not in " +
                        std::string(evidence::info(v.id).name) + "\n  " + why(v, {}, l.sigma) +
                        "\n";
  for (class_id const wider : {ltl_p_mod, ltl_p_y, ltl_p_y_mod}) {
    if (wider != v.id && algebra::decide(a, wider, limits).answer == evidence::membership::member)
      return {exit_status::does_not_hold, message + "  It is in " +
                                              std::string(evidence::info(wider).name) +
                                              ": --to ltl without --class gives a formula\n"};
  }
  return {exit_status::does_not_hold, message};
}

failure internal_error(std::string const& text) {
  return {exit_status::bug, "ltlc: internal error: the text does not read back as the language: " +
                                text::cut(text, 200) + "\n"};
}

outcome<void> short_enough(std::string const& text, budget::budget const& limits) {
  std::uint64_t const most = bytes_per_state * limits.max_states;
  if (text.size() <= most) return {};
  return tl::unexpected(limit({"bytes of the text", most, "--max-states"}));
}

// The text, read as anybody would read it, is the language.
outcome<void> confirmed(std::string const& text, std::string const& to,
                        automaton::minimal_dfa const& a, budget::budget const& limits,
                        streams const& io) {
  input_options input;
  (to == "ltl" ? input.ltl : to == "fo" ? input.fo : input.regex).push_back(text);
  auto const back = read_language(input, limits, io, &a->sigma);
  if (!back) {
    if (back.error().status == exit_status::limit) return tl::unexpected(back.error());
    return tl::unexpected(internal_error(text));
  }
  bool equal = false;
  if (auto const* f = std::get_if<logic::formula>(&back->term)) {
    auto const same = synthesis::accepts_language(*f, a, *back->formulas, limits);
    if (!same) return tl::unexpected(limit(same.error()));
    equal = *same;
  } else {
    auto const again = minimal_automaton(*back, limits);
    if (!again) return tl::unexpected(again.error());
    equal = *again == a;
  }
  return equal ? outcome<void>() : tl::unexpected(internal_error(text));
}

outcome<synthesis::synthesized_formula> synthesized(language const& l,
                                                    automaton::minimal_dfa const& a,
                                                    std::optional<class_id> fragment,
                                                    budget::budget const& limits) {
  auto f = synthesis::synthesize(a, *l.formulas, fragment, limits);
  if (f) return std::move(*f);
  if (auto const* reached = std::get_if<budget::limit_reached>(&f.error()))
    return tl::unexpected(limit(*reached));
  return tl::unexpected(refused(l, a, std::get<synthesis::outside_class>(f.error()).why, limits));
}

outcome<written_form> as_formula(formula_options const& o, language const& l,
                                 automaton::minimal_dfa const& a, std::optional<class_id> fragment,
                                 budget::budget const& limits) {
  auto made = synthesized(l, a, fragment, limits);
  if (!made) return tl::unexpected(made.error());
  written_form found;
  found.fragment = made->fragment;
  logic::print_options const style{o.unicode, bytes_per_state * limits.max_states};
  if (o.to == "ltl") {
    found.text = logic::print(made->f, style);
    if (o.latex) found.latex = logic::to_latex(made->f);
    found.size = logic::dag_size(made->f);
  } else {
    logic::fo_pool sentences;
    auto const sentence = logic::to_first_order(made->f, sentences, limits);
    if (!sentence) {
      if (auto const* reached = std::get_if<budget::limit_reached>(&sentence.error()))
        return tl::unexpected(limit(*reached));
      return tl::unexpected(internal_error(logic::print(made->f, style)));
    }
    found.text = logic::print(*sentence, style);
    if (o.latex) found.latex = logic::to_latex(*sentence);
    found.size = logic::subformulas(*sentence).size();
  }
  found.formula = std::move(*made);
  return found;
}

// 1,234; a number that nobody reads by its digits is told by how many they are.
std::string grouped(algebra::integer const& n) {
  std::string digits = n.str();
  if (digits.size() > 60) return "a number of " + budget::grouped(digits.size()) + " digits of";
  for (std::size_t at = digits.size(); at > 3;)
    digits.insert(at -= 3, ",");
  return digits;
}

failure too_many(synthesis::too_many_monomials const& many, formula_options const& o,
                 streams const& io) {
  if (o.common.json)
    io.out << json{{"text", nullptr}, {"to", o.to}, {"monomials", integer_json(many.count)}}.dump()
           << "\n";
  return {exit_status::limit, "ltlc: limit reached: the polynomial has " + grouped(many.count) +
                                  " monomials, more than " + budget::grouped(many.wanted) +
                                  " (raise it with --max-terms)\n"};
}

outcome<written_form> as_polynomial(formula_options const& o, language const& l,
                                    automaton::minimal_dfa const& a,
                                    std::optional<class_id> fragment, budget::budget const& limits,
                                    streams const& io) {
  if (fragment == class_id::ltl_p)
    if (auto const v = algebra::decide(a, *fragment, limits);
        v.answer != evidence::membership::member)
      return tl::unexpected(refused(l, a, v, limits));
  auto made = synthesis::polynomial_of(a, o.max_terms, limits);
  if (!made) {
    if (auto const* reached = std::get_if<budget::limit_reached>(&made.error()))
      return tl::unexpected(limit(*reached));
    if (auto const* many = std::get_if<synthesis::too_many_monomials>(&made.error()))
      return tl::unexpected(too_many(*many, o, io));
    return tl::unexpected(
        refused(l, a, std::get<synthesis::outside_class>(made.error()).why, limits));
  }
  written_form found;
  found.fragment = fragment.value_or(made->modulus == 1 ? class_id::ltl_p : class_id::ltl_p_mod);
  found.text = synthesis::print(*made, a->sigma);
  if (o.latex) found.latex = synthesis::to_latex(*made, a->sigma);
  for (auto const& m : made->monomials) {
    found.size += m.markers.size();
    for (auto const& b : m.blocks)
      found.size += b.cycle.size();
  }
  found.polynomial = std::move(*made);
  if (o.text_only || a->states() > small_automaton) return found;
  if (auto f = synthesis::synthesize(a, *l.formulas, found.fragment, limits))
    found.formula = std::move(*f);
  return found;
}

json cost_json(synthesis::formula_cost const& cost) {
  return {{"p_depth", cost.p_depth}, {"size", cost.size}, {"heads", cost.heads}};
}

json report(written_form const& found, formula_options const& o, text::alphabet const& sigma) {
  json value = {{"text", found.text},
                {"to", o.to},
                {"alphabet", sigma.tokens()},
                {"class", evidence::info(found.fragment).name}};
  if (found.polynomial) {
    value["monomials"] = found.polynomial->monomials.size();
    value["markers"] = found.polynomial->longest;
  }
  auto const& f = found.formula;
  value["p_depth"] = f ? json(f->after.p_depth) : json(nullptr);
  value["size"] = found.size;
  value["heads"] = f ? json(f->after.heads) : json(nullptr);
  value["window"] = f ? f->window : 0;
  value["modulus"] = integer_json(found.polynomial ? found.polynomial->modulus : f->modulus);
  value["least_p_depth"] = f ? json(f->least_p_depth) : json(nullptr);
  value["before"] = f ? cost_json(f->before) : json(nullptr);
  return value;
}

// "2, the least in LTL[P,MOD] with moduli that divide 6": what is proved, and about what.
std::string depth_line(synthesis::synthesized_formula const& f) {
  std::string among = " in " + std::string(evidence::info(f.fragment).name);
  if (f.window > 0) among += " with a window of " + budget::grouped(f.window);
  if (f.modulus > 1)
    among +=
        (f.window > 0 ? " and" : " with") + std::string(" moduli that divide ") + f.modulus.str();
  std::string const depth = std::to_string(f.after.p_depth);
  if (f.after.p_depth == f.least_p_depth) return depth + ", the least" + among;
  return depth + "; at least " + std::to_string(f.least_p_depth) + among;
}

std::string simplification(synthesis::synthesized_formula const& f) {
  auto const step = [](std::string const& what, std::size_t from, std::size_t to) {
    return what + " " + budget::grouped(from) + " → " + budget::grouped(to);
  };
  return step("P-depth", f.before.p_depth, f.after.p_depth) + ", " +
         step("heads", f.before.heads, f.after.heads) + ", " +
         step("size", f.before.size, f.after.size);
}

void print_report(written_form const& found, language const& l, automaton::minimal_dfa const& a,
                  std::ostream& out) {
  auto const& row = evidence::info(found.fragment);
  table t;
  t.add({"language", l.name + " over " + text::listed(l.sigma)});
  t.add({"class", std::string(row.name) + " = " + std::string(row.logic)});
  if (auto const& p = found.polynomial) {
    t.add({"monomials", budget::grouped(p->monomials.size()) + ", with up to " +
                            budget::grouped(p->longest) +
                            (p->longest == 1 ? " marker" : " markers")});
    t.add({"modulus", p->modulus.str()});
  } else {
    t.add({"P-depth", depth_line(*found.formula)});
    t.add({"heads", budget::grouped(found.formula->after.heads)});
    t.add({"size", budget::grouped(found.size)});
    t.add({"window", budget::grouped(found.formula->window)});
    t.add({"modulus", found.formula->modulus.str()});
    t.add({"simplified", simplification(*found.formula)});
  }
  t.add({"checked", "the text was read back and is equal to the language, " +
                        budget::grouped(a->states()) + (a->states() == 1 ? " state" : " states")});
  out << found.text << "\n\n" << t.text();
}

} // namespace

outcome<exit_status> run_command(formula_options const& o, streams const& io) {
  auto const limits = budget_of(o.common);
  auto const fragment = fragment_called(o);
  if (!fragment) return tl::unexpected(fragment.error());
  auto const input = read_language(o.input, limits, io);
  if (!input) return tl::unexpected(input.error());
  auto const a = minimal_automaton(*input, limits);
  if (!a) return tl::unexpected(a.error());
  auto const found = o.to == "polynomial" ? as_polynomial(o, *input, *a, *fragment, limits, io)
                                          : as_formula(o, *input, *a, *fragment, limits);
  if (!found) return tl::unexpected(found.error());
  if (auto const fits = short_enough(found->text, limits); !fits)
    return tl::unexpected(fits.error());
  if (auto const equal = confirmed(found->text, o.to, *a, limits, io); !equal)
    return tl::unexpected(equal.error());
  if (o.common.json)
    io.out << report(*found, o, (*a)->sigma).dump() << "\n";
  else if (o.latex)
    io.out << latex_formula(input->name + " over " + text::listed(input->sigma) + ", in " +
                                std::string(evidence::info(found->fragment).name),
                            found->latex, (*a)->sigma);
  else if (o.common.quiet)
    io.out << found->text << "\n";
  else
    print_report(*found, *input, *a, io.out);
  return exit_status::done;
}

} // namespace ltlc::app
