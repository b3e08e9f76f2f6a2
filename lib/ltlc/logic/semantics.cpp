#include "ltlc/logic/semantics.hpp"
