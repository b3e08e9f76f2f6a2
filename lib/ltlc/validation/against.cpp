#include "ltlc/validation/against.hpp"
