// The classes a language can lie in: one table of rows, and which class contains which.
// M is the syntactic monoid, S the semigroup of nonempty words, T = φ(Σ^s) for the stability
// index s.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ltlc::evidence {

enum class class_id : std::uint8_t {
  ltl_p,
  ltl_p_mod,
  ltl_y,
  ltl_p_y,
  ltl_p_y_mod,
  ltl_f,
  ltl_p_f,
  ltl_p_f_mod,
  ltl_p_f_y_x,
  ltl_p_f_y_x_mod,
  ltl_s,
  ltl_s_mod,
  j,
  sl,
  tsl,
  sp,
  lt,
  ltt,
  rdef,
  gdef,
  group,
  commutative,
  finite,
  cofinite,
};
inline constexpr std::size_t class_count = 24;

struct class_info {
  class_id id;
  std::string_view name;        // "LTL[P,MOD]": the ID of the command line and JSON
  std::string_view logic;       // "PFO²[<,MOD]"
  std::string_view condition;   // the criterion as a reader would say it
  std::string_view transformer; // the matching transformer family, or ""
  std::string_view source;      // "[RoPE, Thm 3.3]"
};

[[nodiscard]] std::array<class_info, class_count> const& class_table();
[[nodiscard]] class_info const& info(class_id id);
// The class of this name, or none.
[[nodiscard]] std::optional<class_id> find_class(std::string_view name);

// `smaller` is properly contained in `larger`, whatever the alphabet.
[[nodiscard]] bool contained(class_id smaller, class_id larger);
// The classes that contain `id` properly, in the order of the table.
[[nodiscard]] std::vector<class_id> larger_classes(class_id id);

} // namespace ltlc::evidence
