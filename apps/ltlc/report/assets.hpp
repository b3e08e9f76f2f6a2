// The page's style and its programs: the files page.css, interpreter.js and page.js of this folder,
// which the build writes into a source file (assets.cmake).
#pragma once

#include <string_view>

namespace ltlc::app::report {

extern std::string_view const page_css;
extern std::string_view const interpreter_js;
extern std::string_view const page_js;

} // namespace ltlc::app::report
