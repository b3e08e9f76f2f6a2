#include "ltlc/interchange/model_checks.hpp"

namespace ltlc::interchange {

void expect_model_keys(json_reader const& at, std::vector<std::string_view> known) {
  known.emplace_back("comment");
  at.expect_keys(known);
}

void expect_format(json_reader const& document, std::string const& format,
                   std::string const& command) {
  auto const wrong = "expected \"format\": \"" + format + "\", as `ltlc " + command + "` writes it";
  if (!document.contains("format")) document.fail(wrong);
  if (document.key("format").string() != format) document.key("format").fail(wrong);
  auto const version = document.key("version");
  if (version.integer(0, INT32_MAX) != 1) version.fail("this program reads version 1");
}

std::string misfit(std::string_view name, std::size_t rows, std::size_t cols,
                   std::size_t expected_rows, std::size_t expected_cols) {
  if (rows == expected_rows && cols == expected_cols) return {};
  return std::string(name) + " is " + std::to_string(rows) + " × " + std::to_string(cols) +
         ", expected " + std::to_string(expected_rows) + " × " + std::to_string(expected_cols);
}

std::string misfit(std::string_view name, std::size_t size, std::size_t expected) {
  if (size == expected) return {};
  return std::string(name) + " has " + std::to_string(size) + " entries, expected " +
         std::to_string(expected);
}

dimensions_of_pair read_dimensions(json_reader const& pair, std::vector<bool>& taken) {
  auto const dims = pair.key("dims");
  dims.expect_size(2, "two dimensions");
  auto const one = [&](std::size_t i) {
    auto const at = dims.element(i);
    auto const d = static_cast<std::size_t>(at.integer(0, UINT32_MAX));
    if (d >= taken.size())
      at.fail("dimension " + std::to_string(d) + " is past the last, " +
              std::to_string(taken.size() - 1));
    if (taken[d]) at.fail("dimension " + std::to_string(d) + " is in a pair already");
    taken[d] = true;
    return static_cast<std::uint32_t>(d);
  };
  auto const first = one(0);
  return {first, one(1)};
}

text::alphabet read_letters(json_reader const& at, std::size_t first) {
  std::vector<std::string> tokens;
  for (auto const& token : at.elements())
    tokens.push_back(token.string());
  tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(first));
  bool const none = tokens.empty();
  auto sigma = text::alphabet::make(std::move(tokens));
  if (sigma) return std::move(*sigma);
  if (none) at.fail(sigma.error().message);
  at.element(first + sigma.error().where.begin).fail(sigma.error().message);
}

network::attention_kind read_attention(json_reader const& head) {
  if (!head.contains("attention")) return network::attention_kind::soft;
  auto const at = head.key("attention");
  auto const attention = network::find_attention_kind(at.string());
  if (!attention) at.fail("expected soft, leftmost, rightmost or average");
  return *attention;
}

network::norm_kind read_norm_kind(json_reader const& norm) {
  auto const at = norm.key("kind");
  auto const kind = network::find_norm_kind(at.string());
  if (!kind) at.fail("expected layer or rms");
  return *kind;
}

std::optional<std::uint64_t> read_length(json_reader const& at, char const* key) {
  if (!at.has(key)) return std::nullopt;
  return static_cast<std::uint64_t>(at.key(key).integer(0, INT32_MAX));
}

std::string read_text(json_reader const& at, char const* key) {
  return at.contains(key) ? at.key(key).string() : std::string();
}

} // namespace ltlc::interchange
