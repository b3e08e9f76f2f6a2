#include "ltlc/regex/expression.hpp"
