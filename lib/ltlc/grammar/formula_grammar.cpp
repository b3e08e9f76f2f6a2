// The X3 rules carry the names of grammars/formula.ebnf and build a tree with places in the text;
// the tree is then turned into terms, where numbers and letters are checked. The row of infix
// operators is kept flat: precedence is a matter of elaboration.
#include "ltlc/grammar/formula_grammar.hpp"

#include "ltlc/grammar/advice.hpp"
#include "ltlc/grammar/parsing.hpp"
#include "ltlc/grammar/precedence.hpp"

namespace ltlc::grammar {

namespace {

namespace tree {

enum class prefix_sign {
  parenthesis,
  negation,
  past,
  historically,
  yesterday,
  future,
  globally,
  next
};

struct prefix {
  iterator begin;
  prefix_sign sign = prefix_sign::negation;
  boost::optional<range> count;
};

struct modular {
  range residue;
  range modulus;
};

// A constant, the spelling of a letter, or MOD.
struct atom : x3::variant<bool, range, modular> {
  using base_type::base_type;
  using base_type::operator=;
};

struct operand {
  std::vector<prefix> prefixes;
  atom core;
  std::string closings;
};

struct continuation {
  logic::op infix = logic::op::conjunction;
  operand next;
};

struct formula {
  operand first;
  std::vector<continuation> rest;
};

} // namespace tree

} // namespace

} // namespace ltlc::grammar

BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::tree::prefix, begin, sign, count)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::tree::modular, residue, modulus)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::tree::operand, prefixes, core, closings)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::tree::continuation, infix, next)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::tree::formula, first, rest)

namespace ltlc::grammar {

namespace {

namespace rules {

struct infix_signs : x3::symbols<logic::op> {
  infix_signs() {
    for (logic::operator_info const& row : logic::operators) {
      if (row.arity != 2) continue;
      add(std::string(row.ascii), row.kind);
      if (row.unicode != row.ascii) add(std::string(row.unicode), row.kind);
    }
  }
} const infix_sign;

struct prefix_signs : x3::symbols<tree::prefix_sign> {
  prefix_signs() {
    using enum tree::prefix_sign;
    add("!", negation)("¬", negation)("P", past)("H", historically);
    add("F", future)("G", globally)("X", next);
  }
} const prefix_sign;

struct truth_words : x3::symbols<bool> {
  truth_words() { add("true", true)("false", false); }
} const truth_word;

struct truth_signs : x3::symbols<bool> {
  truth_signs() { add("⊤", true)("⊥", false); }
} const truth_sign;

x3::rule<struct formula_class, tree::formula> const formula = "formula";
x3::rule<struct operand_class, tree::operand> const operand = "operand";
x3::rule<struct prefix_class, tree::prefix> const prefix = "prefix";
x3::rule<struct infix_class, logic::op> const infix = "infix";
x3::rule<struct primary_class, tree::atom> const primary = "primary";
x3::rule<struct modular_class, tree::modular> const modular = "modular";
x3::rule<struct constant_class, bool> const constant = "constant";
x3::rule<struct letter_class, range> const letter = "letter";
x3::rule<struct number_class, range> const number = "Number";
x3::rule<struct integer_class, range> const integer = "Integer";
x3::rule<struct quoted_class> const quoted = "Quoted";

auto const digits = +x3::char_("0-9");
auto const number_def = x3::raw[x3::lexeme[digits]];
auto const integer_def = x3::raw[x3::lexeme[-x3::lit('-') >> digits]];
auto const quoted_def = quoted_rest;
auto const word = x3::lexeme[x3::char_("a-z0-9") >> *word_character];

auto const letter_def = x3::raw[word] | x3::raw['\'' > quoted];
auto const constant_def = keyword(truth_word) | truth_sign;
auto const modular_def = x3::lit("MOD") > '(' > integer > ',' > number > ')';
auto const primary_def = modular | constant | letter;
auto const prefix_def =
    (here >> x3::lit('Y') >> x3::attr(tree::prefix_sign::yesterday) >> -('^' > number)) |
    (here >> prefix_sign >> x3::attr(boost::optional<range>()));
auto const infix_def = infix_sign;
auto const opening = here >> '(' >>
                     x3::attr(tree::prefix_sign::parenthesis) >> x3::attr(boost::optional<range>());
auto const operand_def = (*(opening | prefix) > primary) >> *x3::char_(')');
auto const formula_def = operand >> *(infix > operand);

BOOST_SPIRIT_DEFINE(formula, operand, prefix, infix, primary, modular, constant, letter, number,
                    integer, quoted)

} // namespace rules

constexpr std::int64_t largest_number = (std::int64_t{1} << 31) - 1;
constexpr std::int64_t longest_shift = 1'000'000;

// The tree as terms, with a stack of the rows of operands that are still open.
class elaboration {
public:
  elaboration(context in, logic::formula_pool& pool) : in_(in), pool_(pool) {}

  text::result<logic::formula> run(tree::formula const& f) {
    open_.emplace_back();
    if (auto const added = add(f.first); !added) return tl::unexpected(added.error());
    for (tree::continuation const& c : f.rest) {
      open_.back().operators.push_back(c.infix);
      if (auto const added = add(c.next); !added) return tl::unexpected(added.error());
    }
    return close();
  }

  text::result<logic::formula> operator()(bool constant) {
    return constant ? pool_.truth() : pool_.falsity();
  }

  text::result<logic::formula> operator()(range const& letter) {
    return letter_of(in_, letter).map([this](std::string const& s) { return pool_.letter(s); });
  }

  text::result<logic::formula> operator()(tree::modular const& m) {
    auto const r = number_of(in_, m.residue, "a remainder", -largest_number, largest_number);
    if (!r) return tl::unexpected(r.error());
    auto const modulus = number_of(in_, m.modulus, "a modulus", 1, largest_number);
    if (!modulus) return tl::unexpected(modulus.error());
    return pool_.mod(*r, *modulus);
  }

private:
  // A row of operands after a parenthesis, and the prefixes before the parenthesis.
  struct row {
    std::vector<tree::prefix> prefixes;
    std::vector<logic::formula> operands;
    std::vector<logic::op> operators;
  };

  text::result<void> add(tree::operand const& o) {
    std::vector<tree::prefix> prefixes;
    for (tree::prefix const& p : o.prefixes) {
      if (p.sign == tree::prefix_sign::parenthesis) {
        open_.push_back({std::move(prefixes), {}, {}});
        prefixes.clear();
      } else {
        prefixes.push_back(p);
      }
    }
    auto f = apply(prefixes, boost::apply_visitor(*this, o.core));
    for (std::size_t i = 0; f && i < o.closings.size(); ++i) {
      open_.back().operands.push_back(*f);
      prefixes = std::move(open_.back().prefixes);
      f = apply(prefixes, close());
    }
    if (!f) return tl::unexpected(f.error());
    open_.back().operands.push_back(*f);
    return {};
  }

  // The value of the innermost row.
  logic::formula close() {
    row const last = std::move(open_.back());
    open_.pop_back();
    return fold(last.operands, last.operators,
                [this](logic::op infix, logic::formula left, logic::formula right) {
                  return logic::apply(pool_, infix, left, right);
                });
  }

  text::result<logic::formula> apply(std::vector<tree::prefix> const& prefixes,
                                     text::result<logic::formula> f) {
    for (std::size_t i = prefixes.size(); f && i-- > 0;)
      f = of(prefixes[i], *f);
    return f;
  }

  text::result<logic::formula> of(tree::prefix const& p, logic::formula f) {
    switch (p.sign) {
    case tree::prefix_sign::parenthesis:
      return f;
    case tree::prefix_sign::negation:
      return pool_.negation(f);
    case tree::prefix_sign::past:
      return pool_.past(f);
    case tree::prefix_sign::historically:
      return pool_.historically(f);
    case tree::prefix_sign::yesterday:
      return shifted(p, f);
    case tree::prefix_sign::future:
      return pool_.future(f);
    case tree::prefix_sign::globally:
      return pool_.globally(f);
    case tree::prefix_sign::next:
      return pool_.next(f);
    }
    return f;
  }

  // Y^j Y^k is one node, so the bound is on their sum.
  text::result<logic::formula> shifted(tree::prefix const& p, logic::formula f) {
    std::int64_t k = 1;
    if (p.count) {
      auto const count = number_of(in_, *p.count, "a shift", 1, longest_shift);
      if (!count) return tl::unexpected(count.error());
      k = *count;
    }
    logic::formula const g = pool_.yesterday(f, static_cast<std::uint32_t>(k));
    logic::node const& n = pool_[g.id];
    if (n.kind == logic::op::yesterday && n.b > longest_shift)
      return refuse(in_.span(p.begin, p.begin + 1),
                    "expected shifts of at most 1000000 in total, found " + std::to_string(n.b),
                    "numbers are bounded, so that every one is kept exactly");
    return g;
  }

  context in_;
  logic::formula_pool& pool_;
  std::vector<row> open_;
};

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// What stands where an operand, or after_operand an operator, should.
std::string advice(std::string_view content, std::size_t offset, bool after_operand) {
  if (offset == content.size()) return {};
  text::span const unit = unit_at(content, offset);
  std::string const word(content.substr(unit.begin, unit.end - unit.begin));
  std::string_view const operators = "PHYFGXSU";
  if (is_upper(word[0]) && operators.find(word[0]) == std::string_view::npos)
    return "quote it if it is a letter: " + text::quoted(word);
  if (after_operand && is_lower_or_digit(word[0])) {
    std::size_t end = offset;
    while (end > 0 && content[end - 1] == ' ')
      --end;
    bool const alone = end == 1 || (end > 1 && !is_lower_or_digit(content[end - 2]));
    auto const upper = end > 0 ? static_cast<char>(content[end - 1] - 'a' + 'A') : ' ';
    if (alone && operators.find(upper) != std::string_view::npos)
      return "operators are upper case: " + std::string(1, upper);
    return "join formulas by &, |, ->, <->, S or U; operators are upper case";
  }
  return connective_advice(content, offset);
}

text::diagnostic explain(std::string_view content, failure const& f) {
  if (f.expected == "Quoted") return quoting_mistake(content, f.offset);
  bool const after_operand = f.expected == "end" || f.expected == "closing";
  std::string expected = f.expected; // a literal between quotes
  if (f.expected == "end") expected = "an operator or the end of the text";
  if (f.expected == "closing") expected = "an operator or ')'";
  if (f.expected == "primary" || f.expected == "operand") expected = "a formula";
  if (f.expected == "Number" || f.expected == "Integer") expected = "a number";
  text::span const unit = unit_at(content, f.offset);
  return {unit,
          "expected " + expected + ", found " + found_at(content, unit),
          {},
          advice(content, f.offset, after_operand)};
}

} // namespace

text::result<logic::formula> parse_formula(text::source const& text, logic::formula_pool& pool,
                                           text::alphabet const* sigma) {
  if (auto const valid = check_utf8(text.content); !valid) return tl::unexpected(valid.error());
  tree::formula parsed;
  if (auto const whole = run(rules::formula, text.content, parsed); !whole)
    return tl::unexpected(explain(text.content, whole.error()));
  return elaboration({text.content, sigma}, pool).run(parsed);
}

} // namespace ltlc::grammar
