#include "ltlc/text/version.hpp"

namespace ltlc::text {

std::string_view version() {
  return LTLC_VERSION;
}

} // namespace ltlc::text
