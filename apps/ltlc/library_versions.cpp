#include "library_versions.hpp"

#include <CLI/Version.hpp>
#include <boost/version.hpp>
#include <coin/Clp_C_Interface.h>
#include <fmt/format.h>
#include <gmp.h>
#include <mpfi.h>
#include <mpfr.h>
#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "ltlc/text/version.hpp"

namespace ltlc::app {

std::string version_text() {
  return fmt::format("ltlc {}\n"
                     "linked      GMP {}, MPFR {}, MPFI {}, CLP {}.{}.{}\n"
                     "built with  Boost {}.{}.{}, fmt {}.{}.{}, nlohmann-json {}.{}.{}, CLI11 {}, "
                     "expected {}.{}.{}",
                     text::version(), gmp_version, mpfr_get_version(), mpfi_get_version(),
                     Clp_VersionMajor(), Clp_VersionMinor(), Clp_VersionRelease(),
                     BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100,
                     FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100,
                     NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                     NLOHMANN_JSON_VERSION_PATCH, CLI11_VERSION, TL_EXPECTED_VERSION_MAJOR,
                     TL_EXPECTED_VERSION_MINOR, TL_EXPECTED_VERSION_PATCH);
}

} // namespace ltlc::app
