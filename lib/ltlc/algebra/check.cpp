#include "ltlc/algebra/check.hpp"
