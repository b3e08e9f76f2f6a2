// Whether an SVG is a picture: rendered to PNG by librsvg, where it is installed.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>

namespace ltlc::session {

inline bool installed(std::string const& program) {
  return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

// Checks that it renders, at a usual size, to something other than one colour. The widths of lines
// in it differ, so a blank picture compresses to far fewer bytes than any drawing.
inline void check_rendered(std::string const& svg) {
  CHECK(svg.find("</svg>") != std::string::npos);
  CHECK(svg.find("prefers-color-scheme: dark") != std::string::npos);
  if (!installed("rsvg-convert")) {
    MESSAGE("skipped: rsvg-convert (librsvg2-bin) is not installed, so no picture is rendered");
    return;
  }
  auto const base = std::filesystem::temp_directory_path() /
                    ("ltlc-picture-" + std::to_string(static_cast<long>(getpid())));
  std::string const in = base.string() + ".svg", out = base.string() + ".png";
  std::ofstream(in) << svg;
  CHECK(std::system(("rsvg-convert -w 760 -o " + out + " " + in).c_str()) == 0);
  CHECK(std::filesystem::file_size(out) > 8'000);
  std::filesystem::remove(in);
  std::filesystem::remove(out);
}

} // namespace ltlc::session
