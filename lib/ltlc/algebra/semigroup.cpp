#include "ltlc/algebra/semigroup.hpp"
