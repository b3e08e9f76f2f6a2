#!/usr/bin/env bash
# Install what the tests need (Debian 12), build, and run all tests. Safe to run again.
# Three builds: asan (g++, sanitizers), fuzz (clang, 30 s a target), release (everything).
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/packages.sh
install_packages "${build_packages[@]}" doctest-dev graphviz mona foma libfst-tools gap-core \
  python3-numpy clang-14 libclang-rt-14-dev

jobs=$(nproc)
configure() { # preset
  cmake --preset "$1" -DLTLC_WARNINGS_ARE_ERRORS=ON >/dev/null
}
build() { # preset, targets …
  local preset=$1
  shift
  cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"} | tail -n 1
}
check() { # build folder, further options …
  local folder=$1
  shift
  ctest --test-dir "$folder" -j "$jobs" --quiet "$@" ||
    { ctest --test-dir "$folder" --rerun-failed --output-on-failure; exit 1; }
  echo "passed"
}

# Here what reads hostile input and what keeps rows and tables; `ctest --preset asan` runs the rest.
echo "== asan: readers, automata and the interpreter under Address- and UndefinedBehaviorSanitizer"
sanitized=(text regex grammar automaton network execution validation interchange command_line)
configure asan
build asan "${sanitized[@]/#/test_}" \
  replay_formula replay_first_order replay_regex replay_dfa_att replay_dfa_json replay_model_json \
  replay_verdict_json
check build/asan -L "^($(IFS='|'; echo "${sanitized[*]}")|fuzz)\$"

echo "== fuzz: every parser and reader, 30 seconds each, built by clang"
configure fuzz
build fuzz
check build/fuzz

echo "== release: all tests"
configure release
build release
ctest --preset release -j "$jobs" --output-on-failure
