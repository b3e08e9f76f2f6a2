// Boost Spirit X3 as the three grammars use it: the skipper, places in the text as attributes, the
// nesting budget, and the run of a start rule, whose failure becomes a place and the name of what
// was expected there. Only the grammars' .cpp files include this.
#pragma once

#include <string>
#include <variant>

#include <boost/fusion/include/adapt_struct.hpp>
#include <boost/optional.hpp>
#include <boost/spirit/home/x3.hpp>
#include <boost/spirit/home/x3/support/ast/variant.hpp>

#include "ltlc/grammar/lexical.hpp"
#include "ltlc/grammar/nesting.hpp"

namespace ltlc::grammar {

namespace x3 = boost::spirit::x3;

inline auto const blank = x3::lit(' ') | '\t' | '\n' | '\v' | '\f' | '\r';

// Consumes nothing but white space; the attribute is where the next token begins.
struct here_parser : x3::parser<here_parser> {
  using attribute_type = iterator;
  static bool const has_attribute = true;
  template <class Context, class RContext, class Attribute>
  bool parse(iterator& first, iterator const& last, Context const& context, RContext&,
             Attribute& attribute) const {
    x3::skip_over(first, last, context);
    x3::traits::move_to(iterator(first), attribute);
    return true;
  }
};
inline here_parser const here{};

// Consumes nothing; the attribute is where the last token ended.
struct past_parser : x3::parser<past_parser> {
  using attribute_type = iterator;
  static bool const has_attribute = true;
  template <class Context, class RContext, class Attribute>
  bool parse(iterator& first, iterator const&, Context const&, RContext&,
             Attribute& attribute) const {
    x3::traits::move_to(iterator(first), attribute);
    return true;
  }
};
inline past_parser const past{};

// nested(p): p, one level deeper. Past max_nesting levels the text is refused, before the parser's
// own recursion or the syntax tree's can exhaust the stack.
struct nesting_depth;
inline constexpr char nesting_name[] = "nesting";

template <class Subject>
struct nested_directive : x3::unary_parser<Subject, nested_directive<Subject>> {
  using x3::unary_parser<Subject, nested_directive<Subject>>::unary_parser;
  static bool const is_pass_through_unary = true;
  static bool const handles_container = Subject::handles_container;
  template <class Context, class RContext, class Attribute>
  bool parse(iterator& first, iterator const& last, Context const& context, RContext& rcontext,
             Attribute& attribute) const {
    int& depth = x3::get<nesting_depth>(context);
    if (depth == max_nesting) throw x3::expectation_failure<iterator>(first, nesting_name);
    ++depth;
    bool const parsed = this->subject.parse(first, last, context, rcontext, attribute);
    --depth;
    return parsed;
  }
};

template <class Subject>
auto nested(Subject const& subject) {
  using parser = typename x3::extension::as_parser<Subject>::value_type;
  return nested_directive<parser>(x3::as_parser(subject));
}

// A word of the language: not the beginning of a longer one.
inline auto const word_character = x3::char_("a-z0-9_");
template <class Parser>
auto keyword(Parser const& word) {
  return x3::lexeme[word >> !word_character];
}

// Where a text stops being a sentence of the grammar, and the name of what was expected there: a
// rule's, a literal between quotes, nesting_name, or "" when what follows is too much.
struct failure {
  std::size_t offset = 0;
  std::string expected;
};

// The whole text by a start rule, into `tree`.
template <class Rule, class Tree>
[[nodiscard]] tl::expected<void, failure> run(Rule const& start, std::string_view content,
                                              Tree& tree) {
  iterator first = content.begin();
  iterator const last = content.end();
  int depth = 0;
  auto const at = [&](iterator place, std::string expected) {
    auto const offset = static_cast<std::size_t>(place - content.begin());
    return tl::unexpected(failure{skip_blanks(content, offset), std::move(expected)});
  };
  try {
    bool const parsed =
        x3::phrase_parse(first, last, x3::with<nesting_depth>(depth)[start], blank, tree);
    if (!parsed || first != last) return at(first, {});
    return {};
  } catch (x3::expectation_failure<iterator> const& e) {
    return at(e.where(), e.which());
  }
}

} // namespace ltlc::grammar
