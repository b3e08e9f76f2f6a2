// The X3 rules carry the names of grammars/first_order.ebnf and build a tree with places in the
// text; the elaboration into terms is a file of its own, because it is where the fragment's rules
// are checked.
#include "ltlc/grammar/first_order_grammar.hpp"

#include "ltlc/grammar/advice.hpp"
#include "ltlc/grammar/first_order_tree.hpp"
#include "ltlc/grammar/parsing.hpp"

BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::bound, relation, variable)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::binding, variable, limit)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::prefix, begin, sign, binds)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::modular, variable, residue, modulus)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::length, residue, modulus)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::successor, left, right)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::ending, word, variable)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::comparison, left, sign, right)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::letter, spelling, variable)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::operand, prefixes, begin, core, end, closings)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::continuation, infix, next)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::first_order::formula, first, rest)

namespace ltlc::grammar {

namespace {

namespace tree = first_order;

namespace rules {

struct infix_signs : x3::symbols<logic::op> {
  infix_signs() {
    for (logic::operator_info const& row : logic::operators) {
      if (row.arity != 2 || row.looks_left || row.looks_right) continue;
      add(std::string(row.ascii), row.kind);
      add(std::string(row.unicode), row.kind);
    }
  }
} const infix_sign;

struct quantifier_words : x3::symbols<tree::prefix_sign> {
  quantifier_words() {
    add("exists", tree::prefix_sign::exists)("forall", tree::prefix_sign::forall);
  }
} const quantifier_word;

struct quantifier_signs : x3::symbols<tree::prefix_sign> {
  quantifier_signs() { add("∃", tree::prefix_sign::exists)("∀", tree::prefix_sign::forall); }
} const quantifier_sign;

struct relations : x3::symbols<tree::relation> {
  relations() {
    add("<", tree::relation::less)("<=", tree::relation::less_equal);
    add(">", tree::relation::greater)(">=", tree::relation::greater_equal);
  }
} const relation_sign;

struct truth_words : x3::symbols<bool> {
  truth_words() { add("true", true)("false", false); }
} const truth_word;

struct truth_signs : x3::symbols<bool> {
  truth_signs() { add("⊤", true)("⊥", false); }
} const truth_sign;

x3::rule<struct formula_class, tree::formula> const formula = "formula";
x3::rule<struct operand_class, tree::operand> const operand = "operand";
x3::rule<struct prefix_class, tree::prefix> const prefix = "prefix";
x3::rule<struct quantifier_class, tree::prefix> const quantifier = "quantifier";
x3::rule<struct binding_class, tree::binding> const binding = "binding";
x3::rule<struct limit_class, tree::bound> const limit = "limit";
x3::rule<struct relation_class, tree::relation> const relation = "relation";
x3::rule<struct infix_class, logic::op> const infix = "infix";
x3::rule<struct primary_class, tree::atom> const primary = "primary";
x3::rule<struct modular_class, tree::modular> const modular = "modular";
x3::rule<struct length_class, tree::length> const length = "length";
x3::rule<struct successor_class, tree::successor> const successor = "successor";
x3::rule<struct ending_class, tree::ending> const ending = "ending";
x3::rule<struct constant_class, bool> const constant = "constant";
x3::rule<struct comparison_class, tree::comparison> const comparison = "comparison";
x3::rule<struct letter_class, tree::letter> const letter = "letter";
x3::rule<struct variable_class, range> const variable = "Variable";
x3::rule<struct number_class, range> const number = "Number";
x3::rule<struct integer_class, range> const integer = "Integer";
x3::rule<struct quoted_class> const quoted = "Quoted";

auto const digits = +x3::char_("0-9");
auto const number_def = x3::raw[x3::lexeme[digits]];
auto const integer_def = x3::raw[x3::lexeme[-x3::lit('-') >> digits]];
auto const quoted_def = quoted_rest;
auto const reserved =
    (x3::lit("true") | "false" | "exists" | "forall" | "succ" | "last") >> !word_character;
auto const variable_def = x3::raw[x3::lexeme[!reserved >> x3::char_("a-z") >> *word_character]];
auto const word = x3::lexeme[!reserved >> x3::char_("a-z0-9") >> *word_character];

auto const letter_def =
    ((x3::raw[word] >> '(') > variable > ')') | (x3::raw['\'' > quoted] > '(' > variable > ')');
auto const comparison_def = (variable >> x3::char_("<=")) > variable;
auto const constant_def = keyword(truth_word) | truth_sign;
auto const successor_def = keyword(x3::lit("succ")) > '(' > variable > ',' > variable > ')';
auto const ending_def = x3::raw[keyword(x3::lit("last"))] > '(' > variable > ')';
auto const length_def = x3::lit("LEN") > '(' > integer > ',' > number > ')';
auto const modular_def = x3::lit("MOD") > '(' > variable > ';' > integer > ',' > number > ')';
auto const primary_def = modular | length | successor | ending | constant | comparison | letter;

auto const relation_def = relation_sign;
auto const limit_def = relation > variable;
auto const binding_def = variable > -limit > '.';
auto const quantifier_def = (here >> (keyword(quantifier_word) | quantifier_sign)) > binding;
auto const no_binding = x3::attr(boost::optional<tree::binding>());
auto const prefix_def =
    (here >> (x3::lit('!') | "¬") >> x3::attr(tree::prefix_sign::negation) >> no_binding) |
    quantifier;
auto const opening = here >> '(' >> x3::attr(tree::prefix_sign::parenthesis) >> no_binding;
auto const infix_def = infix_sign;
auto const operand_def = (*(opening | prefix) >> here > primary) >> past >> *(here >> ')');
auto const formula_def = operand >> *(infix > operand);

BOOST_SPIRIT_DEFINE(formula, operand, prefix, quantifier, binding, limit, relation, infix, primary,
                    modular, length, successor, ending, constant, comparison, letter, variable,
                    number, integer, quoted)

} // namespace rules

bool is_lower_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

std::string advice(std::string_view content, failure const& f) {
  if (f.offset == content.size()) return {};
  text::span const unit = unit_at(content, f.offset);
  std::string const word(content.substr(unit.begin, unit.end - unit.begin));
  if (f.expected == "Variable" || f.expected == "binding")
    return "variables are names in lower case: x, y";
  if (f.expected == "'.'" && word == ":") return "write a full stop after the variable";
  if (f.expected == "primary" && is_lower_or_digit(word[0]))
    return "a letter takes a variable, as in a(x); variables compare by x<y and x=y";
  if (is_upper(word[0])) {
    if (std::string_view("PHYFGXSU").find(word[0]) != std::string_view::npos)
      return "temporal operators belong to --ltl";
    return "quote it if it is a letter: " + text::quoted(word) + "(x)";
  }
  return connective_advice(content, f.offset);
}

text::diagnostic explain(std::string_view content, failure const& f) {
  if (f.expected == "Quoted") return quoting_mistake(content, f.offset);
  std::string expected = f.expected; // a literal between quotes
  if (f.expected == "end") expected = "an operator or the end of the text";
  if (f.expected == "closing") expected = "an operator or ')'";
  if (f.expected == "primary" || f.expected == "operand") expected = "a formula";
  if (f.expected == "Number" || f.expected == "Integer") expected = "a number";
  if (f.expected == "Variable" || f.expected == "binding") expected = "a variable";
  if (f.expected == "'.'") expected = "'<' or '.'";
  text::span const unit = unit_at(content, f.offset);
  return {
      unit, "expected " + expected + ", found " + found_at(content, unit), {}, advice(content, f)};
}

} // namespace

text::result<logic::fo_formula> parse_first_order(text::source const& text, logic::fo_pool& pool,
                                                  text::alphabet const* sigma) {
  if (auto const valid = check_utf8(text.content); !valid) return tl::unexpected(valid.error());
  tree::formula parsed;
  if (auto const whole = run(rules::formula, text.content, parsed); !whole)
    return tl::unexpected(explain(text.content, whole.error()));
  return tree::elaborate({text.content, sigma}, parsed, pool);
}

} // namespace ltlc::grammar
