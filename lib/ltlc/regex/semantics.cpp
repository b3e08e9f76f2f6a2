#include "ltlc/regex/semantics.hpp"
