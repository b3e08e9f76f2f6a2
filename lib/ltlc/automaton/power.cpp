#include "ltlc/automaton/power.hpp"
