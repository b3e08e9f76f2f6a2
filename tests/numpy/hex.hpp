// Bytes as hexadecimal digits, for a file inside a line of JSON.
#pragma once

#include <string>
#include <string_view>

namespace ltlc::support {

inline std::string hexadecimal(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (char const c : bytes) {
    auto const byte = static_cast<unsigned char>(c);
    text += digits[byte / 16];
    text += digits[byte % 16];
  }
  return text;
}

} // namespace ltlc::support
