#include "ltlc/automaton/dfa.hpp"
