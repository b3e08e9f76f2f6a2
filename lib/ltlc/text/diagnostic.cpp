#include "ltlc/text/diagnostic.hpp"
