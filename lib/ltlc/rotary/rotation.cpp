#include "ltlc/rotary/rotation.hpp"
