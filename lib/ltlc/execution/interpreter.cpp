#include "ltlc/execution/interpreter.hpp"
