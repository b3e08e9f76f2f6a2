#include "ltlc/network/model.hpp"
