#include "ltlc/automaton/construct.hpp"
