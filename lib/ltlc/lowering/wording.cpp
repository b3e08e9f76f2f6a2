#include "ltlc/lowering/wording.hpp"

namespace ltlc::lowering {

namespace {
constexpr std::size_t short_bytes = 200;
}

no_lowering refusal(logic::formula_pool const& pool, term::id id) {
  auto const kind = pool[id].kind;
  std::string const name(logic::info(kind).ascii);
  std::string reason =
      kind == logic::op::since
          ? "S needs rightmost hard attention: compile with --attention rightmost, or write the "
            "language with P, Y and MOD where it has such a formula"
          : name + " looks right, and attention here looks left only; write the formula with the "
                   "past operators P, Y^k, MOD and, with --attention rightmost, S";
  return {short_text(pool, id), std::move(reason)};
}

std::string short_text(logic::formula_pool const& pool, term::id id) {
  return logic::print({&pool, id}, {.unicode = false, .max_bytes = short_bytes});
}

std::string residue_text(std::uint64_t r, std::uint64_t m) {
  return "MOD(" + std::to_string(r) + "," + std::to_string(m) + ")";
}

std::string chain_text(std::string const& argument, std::uint32_t step) {
  return (step == 1 ? "Y (" : "Y^" + std::to_string(step) + " (") + argument + ")";
}

bool steps_by_rightmost(options const& how) {
  return how.attention == network::attention_kind::rightmost &&
         (!how.offset || *how.offset == offset_choice::chain);
}

} // namespace ltlc::lowering
