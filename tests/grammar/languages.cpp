#include "grammar/languages.hpp"

#include <functional>

#include "ltlc/grammar/first_order_grammar.hpp"
#include "ltlc/grammar/formula_grammar.hpp"
#include "ltlc/grammar/regex_grammar.hpp"

namespace ltlc::languages {

namespace {

std::string shown(logic::formula f) {
  logic::node const& n = (*f.pool)[f.id];
  if (logic::info(n.kind).arity == 0) return logic::print(f);
  std::string text = "(" + std::string(logic::info(n.kind).ascii);
  if (n.kind == logic::op::yesterday && n.b > 1) text += "^" + std::to_string(n.b);
  text += " " + shown(logic::formula{f.pool, n.a});
  if (logic::info(n.kind).arity == 2) text += " " + shown(logic::formula{f.pool, n.b});
  return text + ")";
}

std::string spelled(std::string const& token) {
  return logic::is_bare_letter(token) && token != "last" ? token : text::quoted(token);
}

std::string shown(logic::fo_formula f) {
  using logic::fo_op;
  logic::fo_node const& n = (*f.pool)[f.id];
  std::string const here = n.v == logic::variable::first ? "x" : "y";
  std::string const there = n.v == logic::variable::first ? "y" : "x";
  std::string const residue = " " + std::to_string(n.a) + " " + std::to_string(n.b) + ")";
  auto const child = [&](term::id i) { return " " + shown(logic::fo_formula{f.pool, i}); };
  auto const joined = [&](std::string const& sign) {
    return "(" + sign + child(n.a) + child(n.b) + ")";
  };
  switch (n.kind) {
  case fo_op::falsity:
    return "false";
  case fo_op::truth:
    return "true";
  case fo_op::letter:
    return "(" + spelled(f.pool->symbols().name(n.a)) + " " + here + ")";
  case fo_op::mod:
    return "(MOD " + here + residue;
  case fo_op::length:
    return "(LEN" + residue;
  case fo_op::less:
    return "(< " + here + " " + there + ")";
  case fo_op::equal:
    return "(= x y)";
  case fo_op::successor:
    return "(succ " + here + " " + there + ")";
  case fo_op::last:
    return "(last " + here + ")";
  case fo_op::negation:
    return "(!" + child(n.a) + ")";
  case fo_op::conjunction:
    return joined("&");
  case fo_op::disjunction:
    return joined("|");
  case fo_op::implication:
    return joined("->");
  case fo_op::equivalence:
    return joined("<->");
  case fo_op::exists_before:
    return "(exists " + here + "<" + there + child(n.a) + ")";
  case fo_op::exists:
    return "(exists " + here + child(n.a) + ")";
  }
  return {};
}

std::string shown(regex::expression f) {
  using regex::op;
  regex::node const& n = (*f.pool)[f.id];
  auto const child = [&](term::id i) { return " " + shown(regex::expression{f.pool, i}); };
  auto const joined = [&](std::string text) {
    for (term::id const i : n.children)
      text += child(i);
    return text + ")";
  };
  switch (n.kind) {
  case op::nothing:
    return "[]";
  case op::empty_word:
    return "()";
  case op::letters: {
    std::string const text = regex::print(f);
    return text == "." ? "[^]" : text;
  }
  case op::concatenation:
    return "(cat" + child(n.a) + child(n.b) + ")";
  case op::alternation:
    return joined("(|");
  case op::intersection:
    return joined("(&");
  case op::complement:
    return "(~" + child(n.a) + ")";
  case op::repetition:
    return "(rep" + child(n.a) + " " + std::to_string(n.least) + " " +
           (n.most == regex::unbounded ? "inf" : std::to_string(n.most)) + ")";
  }
  return {};
}

template <class Pool, auto Parse>
outcome parsed(std::string const& text) {
  Pool pool;
  auto const result = Parse({"text", text}, pool, nullptr);
  if (result) return {true, false, shown(*result), {}};
  text::place const at = text::locate(text, result.error().where.begin);
  return {false, !result.error().rule.empty(),
          std::to_string(at.line) + ":" + std::to_string(at.column) + " " + result.error().message,
          result.error().way_out};
}

template <class Pool, auto Parse>
bool reads_back(std::string const& text) {
  Pool pool;
  auto const first = Parse({"text", text}, pool, nullptr);
  if (!first) return false;
  auto const second = Parse({"text", print(*first)}, pool, nullptr);
  return second && *second == *first;
}

template <class Pool, auto Parse>
language make(std::string name, std::vector<std::string> tokens) {
  return {std::move(name), parsed<Pool, Parse>, reads_back<Pool, Parse>, std::move(tokens)};
}

} // namespace

std::vector<language> const& all() {
  static std::vector<language> const languages{
      make<logic::formula_pool, grammar::parse_formula>(
          "formula",
          {"a", "1", "true", "P", "Y", "^", "!", "S", "->", "(", ")", "MOD(1,2)", "'", "-"}),
      make<logic::fo_pool, grammar::parse_first_order>(
          "first_order", {"a", "(", "x", ")", "exists", "y<x", ".", "!", "&", "true", "=", "succ(x",
                          "last", "MOD(x;1,2)", "'"}),
      make<regex::expression_pool, grammar::parse_regex>(
          "regex",
          {"a", "1", "|", "&", "~", "*", "{", "}", ",", "(", ")", "[", "]", "^", "-", "'"}),
  };
  return languages;
}

} // namespace ltlc::languages
