#include "ltlc/logic/formula.hpp"
