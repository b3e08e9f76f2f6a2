#include "ltlc/regex/derivative.hpp"
