#include "ltlc/interchange/automaton_json.hpp"
