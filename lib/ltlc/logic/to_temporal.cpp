#include "ltlc/logic/first_order.hpp"
