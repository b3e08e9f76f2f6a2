#include "ltlc/automaton/minimize.hpp"
