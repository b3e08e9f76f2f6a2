#include "ltlc/automaton/order.hpp"
