#include "ltlc/rotary/certified_range.hpp"
