#include "ltlc/interchange/model_json.hpp"
