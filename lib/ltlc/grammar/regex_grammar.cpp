#include "ltlc/grammar/regex_grammar.hpp"
