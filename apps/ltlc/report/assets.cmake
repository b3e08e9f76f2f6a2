# cmake -D SOURCE=folder -D OUTPUT=file.cpp -P assets.cmake
# Files of the page as constants of a source file. Nothing in them is expanded: configure_file looks
# for names in the template only.
file(READ "${SOURCE}/page.css" PAGE_CSS)
file(READ "${SOURCE}/interpreter.js" INTERPRETER_JS)
file(READ "${SOURCE}/page.js" PAGE_JS)
configure_file("${SOURCE}/assets.cpp.in" "${OUTPUT}" @ONLY)
