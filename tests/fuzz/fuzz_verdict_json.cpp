// Verdicts that somebody else wrote: the reader refuses or reads them, what was read is written the
// same, and the checker answers whatever a certificate says.
#include "fuzz/target.hpp"
#include "ltlc/checking/check.hpp"
#include "ltlc/interchange/verdict_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace ltlc;
  budget::budget limits;
  limits.max_states = 1'000;
  limits.max_monoid = 500;
  limits.max_bytes = 2'000'000;
  text::source const input = fuzz::source_of(data, size);
  auto const read = interchange::verdicts_from_json(input, limits);
  if (!read) {
    fuzz::check_refusal(input, read.error());
    return 0;
  }
  std::string const written = interchange::to_json(*read);
  auto const again = interchange::verdicts_from_json({"written", written}, limits);
  fuzz::require(again.has_value() && interchange::to_json(*again) == written,
                "what was written reads back the same");
  if (!read->automaton) return 0;
  auto const findings = checking::check(*read->automaton, read->verdicts, limits);
  fuzz::require(findings.size() == read->verdicts.size(), "every verdict is answered");
  for (auto const& f : findings)
    fuzz::require((f.is == checking::result::confirmed) <= f.reason.empty(),
                  "what is confirmed needs no reason");
  return 0;
}
