// The X3 rules carry the names of grammars/regex.ebnf and build a tree with places in the text; the
// tree is then turned into terms, where counts, ranges and letters are checked.
#include "ltlc/grammar/regex_grammar.hpp"

#include "ltlc/grammar/advice.hpp"
#include "ltlc/grammar/parsing.hpp"

namespace ltlc::grammar {

namespace {

namespace tree {

enum class sign { empty_word, nothing, any };

struct item { // a letter, or all characters from one to another
  range first;
  boost::optional<range> last;
};

struct letter_class {
  bool negated = false;
  std::vector<item> items;
};

// A range is the spelling of a letter.
struct atom : x3::variant<sign, range, letter_class> {
  using base_type::base_type;
  using base_type::operator=;
};

struct operand {
  std::string prefixes; // ~ and (
  atom core;
  std::vector<range> suffixes; // counts and )
};

enum class infix { concatenation, intersection, alternation };

struct continuation {
  infix joint = infix::concatenation;
  operand next;
};

struct expression {
  operand first;
  std::vector<continuation> rest;
};

} // namespace tree

} // namespace

} // namespace ltlc::grammar

BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::tree::item, first, last)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::tree::letter_class, negated, items)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::tree::operand, prefixes, core, suffixes)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::tree::continuation, joint, next)
BOOST_FUSION_ADAPT_STRUCT(ltlc::grammar::tree::expression, first, rest)

namespace ltlc::grammar {

namespace {

namespace rules {

struct infix_signs : x3::symbols<tree::infix> {
  infix_signs() { add("|", tree::infix::alternation)("&", tree::infix::intersection); }
} const infix_sign;

x3::rule<struct expression_class, tree::expression> const expression = "expression";
x3::rule<struct operand_class, tree::operand> const operand = "operand";
x3::rule<struct infix_class, tree::infix> const infix = "infix";
x3::rule<struct count_class, range> const count = "count";
x3::rule<struct atom_class, tree::atom> const atom = "atom";
x3::rule<struct class_class, tree::letter_class> const letter_class = "class";
x3::rule<struct item_class, tree::item> const item = "item";
x3::rule<struct letter_class_, range> const letter = "letter";
x3::rule<struct character_class, range> const character = "Character";
x3::rule<struct number_class> const number = "Number";
x3::rule<struct quoted_class> const quoted = "Quoted";

auto const number_def = x3::lexeme[+x3::char_("0-9")];
auto const quoted_def = quoted_rest;
auto const character_def = x3::raw[x3::char_("a-zA-Z0-9")];
auto const letter_def = character | x3::raw['\'' > quoted];
auto const item_def =
    ((character >> '-') > character) | (letter >> x3::attr(boost::optional<range>()));
auto const letter_class_def = '[' > (('^' >> x3::attr(true)) | x3::attr(false)) > *item > ']';
auto const empty_word = '(' >> x3::lit(')') >> x3::attr(tree::sign::empty_word);
auto const nothing = "∅" >> x3::attr(tree::sign::nothing);
auto const any = '.' >> x3::attr(tree::sign::any);
auto const atom_def = empty_word | nothing | any | letter_class | letter;
auto const count_def = x3::raw[x3::lit('*') | '+' | '?' | ('{' > number > -(',' > -number) > '}')];
auto const infix_def = infix_sign;
auto const prefix = x3::char_('~') | (x3::char_('(') >> !x3::lit(')'));
auto const suffix = count | x3::raw[x3::lit(')')];
auto const operand_def =
    ((+prefix > atom) >> *suffix) | (x3::attr(std::string()) >> atom >> *suffix);
auto const expression_def = operand >> *((infix > operand) |
                                         (x3::attr(tree::infix::concatenation) >> operand));

BOOST_SPIRIT_DEFINE(expression, operand, infix, count, atom, letter_class, item, letter, character,
                    number, quoted)

} // namespace rules

// The tree as terms, with a stack of the rows of operands that are still open.
class elaboration {
public:
  using term = text::result<regex::expression>;

  elaboration(context in, regex::expression_pool& pool) : in_(in), pool_(pool) {}

  term run(tree::expression const& e) {
    open_.emplace_back();
    if (auto const added = add(e.first); !added) return tl::unexpected(added.error());
    for (tree::continuation const& c : e.rest) {
      if (c.joint != tree::infix::concatenation) close_factors(open_.back());
      if (c.joint == tree::infix::alternation) close_conjuncts(open_.back());
      if (auto const added = add(c.next); !added) return tl::unexpected(added.error());
    }
    return close();
  }

  term operator()(tree::sign s) {
    switch (s) {
    case tree::sign::empty_word:
      return pool_.empty_word();
    case tree::sign::nothing:
      return pool_.nothing();
    case tree::sign::any:
      break;
    }
    return pool_.any();
  }

  term operator()(range const& letter) {
    return letter_of(in_, letter).map([this](std::string const& s) { return pool_.letter(s); });
  }

  term operator()(tree::letter_class const& c) {
    std::vector<std::string> tokens;
    for (tree::item const& i : c.items)
      if (auto const added = add(i, tokens); !added) return tl::unexpected(added.error());
    return pool_.letters(c.negated, tokens);
  }

private:
  // What has been read after a parenthesis, and the number of tildes before it.
  struct row {
    std::size_t tildes = 0;
    std::vector<regex::expression> factors = {};
    std::vector<regex::expression> conjuncts = {};
    std::vector<regex::expression> alternatives = {};
  };

  // From the right, so that no chain is ever taken apart again.
  void close_factors(row& r) {
    regex::expression chain = r.factors.back();
    for (std::size_t i = r.factors.size() - 1; i-- > 0;)
      chain = pool_.concatenation(r.factors[i], chain);
    r.conjuncts.push_back(chain);
    r.factors.clear();
  }

  void close_conjuncts(row& r) {
    r.alternatives.push_back(pool_.intersection(r.conjuncts));
    r.conjuncts.clear();
  }

  // The value of the innermost row.
  regex::expression close() {
    close_factors(open_.back());
    close_conjuncts(open_.back());
    row const last = std::move(open_.back());
    open_.pop_back();
    return pool_.alternation(last.alternatives);
  }

  text::result<void> add(tree::operand const& o) {
    std::size_t tildes = 0;
    for (char const prefix : o.prefixes) {
      if (prefix == '~') {
        ++tildes;
      } else {
        open_.push_back({.tildes = std::exchange(tildes, 0)});
      }
    }
    term f = boost::apply_visitor(*this, o.core);
    for (std::size_t i = 0; f && i < o.suffixes.size(); ++i) {
      if (*o.suffixes[i].begin() != ')') {
        f = repeated(*f, o.suffixes[i]);
        continue;
      }
      open_.back().factors.push_back(complemented(*f, tildes));
      tildes = open_.back().tildes;
      f = close();
    }
    if (!f) return tl::unexpected(f.error());
    open_.back().factors.push_back(complemented(*f, tildes));
    return {};
  }

  // ~~r is r.
  regex::expression complemented(regex::expression f, std::size_t tildes) {
    return tildes % 2 == 1 ? pool_.complement(f) : f;
  }

  text::result<void> add(tree::item const& i, std::vector<std::string>& tokens) {
    if (!i.last) {
      auto token = letter_of(in_, i.first);
      if (!token) return tl::unexpected(token.error());
      tokens.push_back(std::move(*token));
      return {};
    }
    char const first = *i.first.begin();
    char const last = *i.last->begin();
    text::span const where = in_.span(i.first.begin(), i.last->end());
    if (kind(first) != kind(last) || first > last)
      return refuse(where,
                    std::string("expected a range that ascends within a-z, A-Z or 0-9, found ") +
                        first + "-" + last,
                    "a range lists the characters from its first to its last");
    for (char c = first; c <= last; ++c) {
      std::string const token(1, c);
      if (auto const known = check_letter(in_, where, token); !known) return known;
      tokens.push_back(token);
    }
    return {};
  }

  static int kind(char c) { return c <= '9' ? 0 : c <= 'Z' ? 1 : 2; }

  term repeated(regex::expression f, range const& count) {
    char const sign = *count.begin();
    if (sign == '*') return pool_.repetition(f, 0, regex::unbounded);
    if (sign == '+') return pool_.repetition(f, 1, regex::unbounded);
    if (sign == '?') return pool_.repetition(f, 0, 1);
    auto const numbers = numbers_in(count);
    auto const least = count_of(numbers.front());
    if (!least) return tl::unexpected(least.error());
    if (view(count).find(',') == std::string_view::npos) return pool_.repetition(f, *least, *least);
    if (numbers.size() == 1) return pool_.repetition(f, *least, regex::unbounded);
    auto const most = count_of(numbers.back());
    if (!most) return tl::unexpected(most.error());
    if (*least > *most)
      return refuse(in_.span(count),
                    "expected {m,n} with m <= n, found {" + std::to_string(*least) + "," +
                        std::to_string(*most) + "}",
                    "a repetition has at least m and at most n parts");
    return pool_.repetition(f, *least, *most);
  }

  static std::vector<range> numbers_in(range const& count) {
    std::vector<range> numbers;
    auto const digit = [](char c) { return c >= '0' && c <= '9'; };
    for (iterator at = count.begin(); at != count.end();) {
      iterator const begin = at;
      while (at != count.end() && digit(*at))
        ++at;
      if (begin != at) {
        numbers.emplace_back(begin, at);
      } else {
        ++at;
      }
    }
    return numbers;
  }

  text::result<std::uint32_t> count_of(range const& digits) {
    return number_of(in_, digits, "a count", 0, regex::max_count).map([](std::int64_t n) {
      return static_cast<std::uint32_t>(n);
    });
  }

  context in_;
  regex::expression_pool& pool_;
  std::vector<row> open_;
};

// What no letter stands for without quotes.
std::string advice(std::string_view found) {
  if (found.empty()) return {};
  if (found == "!") return "write ~ for complement";
  if (found == "^" || found == "$") return "leave it out: an expression matches whole words";
  if (found == "\"" || found == "\\") return "write letters between single quotes";
  if (std::string_view("|&*+?{}()[],-~.").find(found) != std::string_view::npos) return {};
  if (text::drawable(found) != found) return {};
  return "quote it if it is a letter: " + text::quoted(found);
}

text::diagnostic explain(std::string_view content, failure const& f) {
  if (f.expected == "Quoted") return quoting_mistake(content, f.offset);
  text::span const unit = unit_at(content, f.offset);
  std::string_view const found = content.substr(unit.begin, unit.end - unit.begin);
  std::string expected = f.expected; // a literal between quotes
  if (f.expected == "expression" || f.expected == "operand" || f.expected == "atom")
    expected = "an expression";
  if (f.expected == "end" || f.expected.empty())
    expected = unit.begin == skip_blanks(content, 0)
                   ? "an expression"
                   : "an operator, a letter or the end of the text";
  if (f.expected == "closing") expected = "an operator, a letter or ')'";
  if (f.expected == "']'") expected = "a letter or ']'";
  if (f.expected == "Character") expected = "the last character of the range";
  if (f.expected == "Number") expected = "a count";
  if (f.expected == "'}'") expected = "',' or '}'";
  std::string const way_out =
      skip_blanks(content, 0) == content.size() ? "() is the empty word" : advice(found);
  return {unit, "expected " + expected + ", found " + found_at(content, unit), {}, way_out};
}

} // namespace

text::result<regex::expression> parse_regex(text::source const& text, regex::expression_pool& pool,
                                            text::alphabet const* sigma) {
  if (auto const valid = check_utf8(text.content); !valid) return tl::unexpected(valid.error());
  tree::expression parsed;
  if (auto const whole = run(rules::expression, text.content, parsed); !whole)
    return tl::unexpected(explain(text.content, whole.error()));
  return elaboration({text.content, sigma}, pool).run(parsed);
}

} // namespace ltlc::grammar
