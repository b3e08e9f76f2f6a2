#include "ltlc/text/alphabet.hpp"
