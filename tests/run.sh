#!/usr/bin/env bash
# Install what the tests need (Debian 12), build, and run all tests. Safe to run again.
# Three builds: asan (g++, sanitizers), fuzz (clang, 30 s a target), release (everything).
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/packages.sh
install_packages "${build_packages[@]}" doctest-dev graphviz mona foma python3-numpy \
  clang-14 libclang-rt-14-dev

jobs=$(nproc)
build() { # preset, further options …
  cmake --preset "$@" -DLTLC_WARNINGS_ARE_ERRORS=ON >/dev/null
  cmake --build --preset "$1" -j "$jobs" | tail -n 1
}

echo "== asan: the tests under AddressSanitizer and UndefinedBehaviorSanitizer"
build asan
ctest --preset asan -LE 'judges|slow' -j "$jobs" --output-on-failure --quiet ||
  { ctest --test-dir build/asan --rerun-failed --output-on-failure; exit 1; }

echo "== fuzz: every parser and reader, 30 seconds each"
build fuzz
ctest --test-dir build/fuzz -j "$jobs" --output-on-failure --quiet ||
  { ctest --test-dir build/fuzz --rerun-failed --output-on-failure; exit 1; }

echo "== release: all tests"
build release
ctest --preset release -j "$jobs" --output-on-failure
