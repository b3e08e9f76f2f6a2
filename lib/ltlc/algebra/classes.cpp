#include "ltlc/algebra/classes.hpp"
