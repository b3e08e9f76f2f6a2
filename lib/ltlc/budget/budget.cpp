#include "ltlc/budget/budget.hpp"
