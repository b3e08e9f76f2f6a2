#include "ltlc/exact/scalar.hpp"
