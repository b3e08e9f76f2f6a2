// Boost Spirit X3 as the three grammars use it: the skipper, places in the text as attributes, and
// the run of a start rule, whose failure becomes a place and the name of what was expected there.
// No rule calls itself, because X3 takes kilobytes of stack a level and programs write formulas
// too: a parenthesis is one more prefix or suffix of an operand, check_pairs() sees that they pair
// up, and elaboration keeps what is open on a stack of its own. Only the grammars' .cpp files
// include this.
#pragma once

#include <string>
#include <variant>

#include <boost/fusion/include/adapt_struct.hpp>
#include <boost/optional.hpp>
#include <boost/spirit/home/x3.hpp>
#include <boost/spirit/home/x3/support/ast/variant.hpp>

#include "ltlc/grammar/lexical.hpp"

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

// A word of the language: not the beginning of a longer one.
inline auto const word_character = x3::char_("a-z0-9_");
template <class Parser>
auto keyword(Parser const& word) {
  return x3::lexeme[word >> !word_character];
}

// What follows an opening quote: characters or escapes, and the closing quote.
inline auto const quoted_rest =
    x3::lexeme[*(('\\' >> x3::char_("'\\")) | ~x3::char_("'\\")) >> '\''];

// The whole text by a start rule, into `tree`; or where it stops being a sentence.
template <class Rule, class Tree>
[[nodiscard]] tl::expected<void, failure> run(Rule const& start, std::string_view content,
                                              Tree& tree) {
  iterator first = content.begin();
  iterator const last = content.end();
  std::string expected;
  try {
    bool const parsed = x3::phrase_parse(first, last, start, blank, tree);
    if (parsed && first == last) return check_pairs(content, content.size(), {});
  } catch (x3::expectation_failure<iterator> const& e) {
    first = e.where();
    expected = e.which();
  }
  auto const offset = skip_blanks(content, static_cast<std::size_t>(first - content.begin()));
  if (auto const pairs = check_pairs(content, offset, expected); !pairs) return pairs;
  return tl::unexpected(failure{offset, expected});
}

} // namespace ltlc::grammar
