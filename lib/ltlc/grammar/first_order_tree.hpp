// The syntax tree of first-order texts, with places, and its elaboration. Private to the grammar:
// what others see is first_order_grammar.hpp.
#pragma once

#include <vector>

#include <boost/optional.hpp>
#include <boost/spirit/home/x3/support/ast/variant.hpp>

#include "ltlc/grammar/lexical.hpp"
#include "ltlc/logic/first_order.hpp"

namespace ltlc::grammar::first_order {

enum class prefix_sign { parenthesis, negation, exists, forall };
enum class relation { less, less_equal, greater, greater_equal };

struct bound {
  first_order::relation relation = first_order::relation::less;
  range variable;
};

struct binding {
  range variable;
  boost::optional<bound> limit;
};

struct prefix {
  iterator begin = nullptr;
  prefix_sign sign = prefix_sign::parenthesis;
  boost::optional<binding> binds;
};

struct modular {
  range variable;
  range residue;
  range modulus;
};

struct length {
  range residue;
  range modulus;
};

struct successor {
  range left;
  range right;
};

struct ending {
  range word;
  range variable;
};

struct comparison {
  range left;
  char sign = '<';
  range right;
};

struct letter {
  range spelling;
  range variable;
};

struct atom
    : boost::spirit::x3::variant<bool, modular, length, successor, ending, comparison, letter> {
  using base_type::base_type;
  using base_type::operator=;
};

struct operand {
  std::vector<prefix> prefixes;
  iterator begin = nullptr; // of the atom
  atom core;
  iterator end = nullptr;
  std::vector<iterator> closings;
};

struct continuation {
  logic::op infix = logic::op::conjunction;
  operand next;
};

struct formula {
  operand first;
  std::vector<continuation> rest;
};

// Errors: what leaves the fragment, with its rule; letters outside the alphabet; numbers too large.
[[nodiscard]] text::result<logic::fo_formula> elaborate(context in, formula const& tree,
                                                        logic::fo_pool& pool);

} // namespace ltlc::grammar::first_order
