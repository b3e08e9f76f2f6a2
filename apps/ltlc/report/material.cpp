#include "material.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/interchange/any_model.hpp"
#include "ltlc/interchange/weights_json.hpp"
#include "ltlc/logic/to_first_order.hpp"

#include "../commands/commands.hpp"
#include "../model_file.hpp"
#include "../unsettled.hpp"

namespace ltlc::app::report {

namespace {

// More elements of a monoid than this make no picture that a person reads.
constexpr std::uint64_t drawn_elements = 150;

// States that a page's proof follows, a second or two; `ltlc prove` has a limit of its own.
constexpr std::uint64_t followed_states = 10'000;

// Other commands are asked as a person would ask them, each with the whole of standard input.
class questions {
public:
  questions(report_options const& o, std::string standard_input)
      : o_(o), standard_input_(std::move(standard_input)) {}

  // What the command prints.
  template <class Options>
  [[nodiscard]] outcome<std::string> answer(Options options) const {
    options.common = o_.common;
    options.common.json = false;
    options.common.quiet = true;
    std::istringstream in(standard_input_);
    std::ostringstream out, err;
    auto const ended = run_command(options, {in, out, err, false});
    if (!ended) return tl::unexpected(ended.error());
    std::string text = out.str();
    if (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }
  [[nodiscard]] outcome<std::string> form(std::string const& to) const {
    formula_options f;
    f.input = o_.input;
    f.to = to;
    f.text_only = true;
    return answer(f);
  }
  [[nodiscard]] outcome<std::string> model_of(input_options const& input) const {
    compile_options c;
    c.input = input;
    c.output = "-";
    c.format = o_.format;
    c.max_length = o_.max_length;
    return answer(c);
  }
  [[nodiscard]] outcome<std::string> egg_box() const {
    monoid_options m;
    m.input = o_.input;
    m.format = "dot";
    m.limit = drawn_elements;
    return answer(m);
  }

private:
  report_options const& o_;
  std::string standard_input_;
};

// The alphabet as --alphabet takes it. A space anywhere makes it a list of tokens.
std::string as_option(text::alphabet const& sigma) {
  std::string text;
  for (auto const& token : sigma.tokens())
    text += token + " ";
  return text;
}

// The formula as a sentence, which is read back and compared with the language.
outcome<std::string> sentence_of(std::string const& formula, material const& m,
                                 budget::budget const& limits, streams const& io) {
  logic::formula_pool formulas;
  auto const f = grammar::parse_formula({"formula", formula}, formulas, &m.input.sigma);
  if (!f) return tl::unexpected(failure{exit_status::bug, "the formula cannot be read back"});
  logic::fo_pool sentences;
  auto const sentence = logic::to_first_order(*f, sentences, limits);
  if (!sentence) {
    auto const* reached = std::get_if<budget::limit_reached>(&sentence.error());
    return tl::unexpected(reached ? limit(*reached)
                                  : failure{exit_status::bug, "the formula is no sentence"});
  }
  input_options back;
  back.fo = {logic::print(*sentence)};
  auto const l = read_language(back, limits, io, &m.input.sigma);
  if (!l) return tl::unexpected(l.error());
  auto const again = minimal_automaton(*l, limits);
  if (!again) return tl::unexpected(again.error());
  if (*again != *m.automaton)
    return tl::unexpected(failure{exit_status::bug, "the sentence is another language"});
  return back.fo.front();
}

failure not_exported(interchange::export_error const& error) {
  if (auto const* reached = std::get_if<budget::limit_reached>(&error)) return limit(*reached);
  return wrong_input("the weights do not fit the format");
}

outcome<compiled> read_back(outcome<std::string> const& document) {
  if (!document) return tl::unexpected(document.error());
  text::source const source{"the model", *document};
  auto m = interchange::any_model(source);
  if (!m) return tl::unexpected(failure{exit_status::bug, text::draw(source, m.error())});
  std::string const dtype = m->format == "exact" ? "fp64" : m->format;
  auto weights = interchange::export_weights(*m, format_called(dtype).value_or(format::fp64));
  if (!weights) return tl::unexpected(not_exported(weights.error()));
  return compiled{std::move(*m), std::move(*weights), dtype};
}

// INPUT itself, or where it has no lowering the formula that was synthesized for its language.
outcome<compiled> compile_input(questions const& ask, material& m, report_options const& o) {
  auto direct = read_back(ask.model_of(o.input));
  auto const& formula = m.forms.front().text;
  if (direct || !formula || direct.error().status != exit_status::does_not_hold) return direct;
  input_options input;
  input.ltl = {*formula};
  input.alphabet = as_option(m.input.sigma);
  auto synthesized = read_back(ask.model_of(input));
  // Where the formula is refused too, its reason is the one that a reader can act on.
  if (!synthesized) return synthesized;
  m.compiled_from = *formula;
  return synthesized;
}

outcome<proof::report> proved(material const& m, budget::budget limits) {
  limits.max_states = std::min(limits.max_states, followed_states);
  if (!m.model) return tl::unexpected(failure{exit_status::does_not_hold, "there is no model"});
  auto const& model = m.model->model;
  auto const regime = regime_of({}, model);
  if (!regime) return tl::unexpected(regime.error());
  auto r = proof::prove(model, regime->arithmetic, **m.automaton, model.max_length, limits);
  if (!r) return tl::unexpected(not_proved(r.error(), model.sigma, model.max_length.has_value()));
  // No option of this command goes further.
  if (r->limit) r->limit->way_out = "";
  return std::move(*r);
}

} // namespace

outcome<material> gathered(report_options const& o, streams const& io) {
  std::string standard_input;
  if (std::find(o.input.dfa.begin(), o.input.dfa.end(), "-") != o.input.dfa.end())
    standard_input.assign(std::istreambuf_iterator<char>(io.in), {});
  std::istringstream in(standard_input);
  auto const limits = budget_of(o.common);
  auto input = read_language(o.input, limits, {in, io.out, io.err, false});
  if (!input) return tl::unexpected(input.error());
  auto a = minimal_automaton(*input, limits);
  if (!a) return tl::unexpected(a.error());

  failure const none{exit_status::limit, ""};
  auto const automaton = std::make_shared<automaton::minimal_dfa>(std::move(*a));
  material m{std::move(*input),
             automaton,
             algebra::classify(*automaton, {}, limits),
             {},
             tl::unexpected(none),
             tl::unexpected(none),
             {},
             tl::unexpected(none)};
  questions const ask(o, std::move(standard_input));
  m.forms.push_back({"LTL", ask.form("ltl")});
  // The same search need not be made twice, whether it failed or not.
  auto const& formula = m.forms.front().text;
  m.forms.push_back({"PFO²", formula ? sentence_of(*formula, m, limits, io) : formula});
  m.forms.push_back({"Polynomial", ask.form("polynomial")});
  m.egg_box = ask.egg_box();
  m.model = compile_input(ask, m, o);
  m.proof = proved(m, limits);
  return m;
}

} // namespace ltlc::app::report
