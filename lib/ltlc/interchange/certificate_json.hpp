// Certificates as JSON text, kind by kind. Private to interchange/.
#pragma once

#include <string>

#include "ltlc/evidence/certificate.hpp"
#include "ltlc/interchange/json_reader.hpp"

namespace ltlc::interchange {

// {"kind":…,…}; null for no evidence.
[[nodiscard]] std::string certificate_text(evidence::certificate const& c,
                                           text::alphabet const& sigma);
// `depth` counts the verdicts around it.
[[nodiscard]] evidence::certificate
read_certificate(json_reader const& at, text::alphabet const& sigma, std::size_t depth);

// {"member":…,"certificate":…}; certificates hold verdicts, and verdicts certificates.
[[nodiscard]] std::string verdict_text(evidence::verdict const& v, text::alphabet const& sigma);
[[nodiscard]] evidence::verdict read_verdict(json_reader const& at, evidence::class_id id,
                                             text::alphabet const& sigma, std::size_t depth);

} // namespace ltlc::interchange
