#include "ltlc/grammar/formula_grammar.hpp"
