#include "ltlc/grammar/first_order_grammar.hpp"
