#include "ltlc/automaton/compare.hpp"
