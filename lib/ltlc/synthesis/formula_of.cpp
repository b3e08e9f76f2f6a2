#include "ltlc/synthesis/formula_of.hpp"
