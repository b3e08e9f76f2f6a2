#include "ltlc/lowering/compile.hpp"
