#include "ltlc/exact/enclosure.hpp"
