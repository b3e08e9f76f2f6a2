#include "ltlc/format/number_format.hpp"
