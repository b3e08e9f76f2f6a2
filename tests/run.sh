#!/usr/bin/env bash
# Install what the tests need (Debian 12), build, and run all tests. Safe to run again.
# Two builds, each of several files at a time so that headers are read less often: fuzz (clang,
# Address- and UndefinedBehaviorSanitizer) and release (g++, everything).
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/packages.sh
install_packages "${build_packages[@]}" doctest-dev graphviz gnuplot-nox librsvg2-bin doxygen mona foma \
  libfst-tools gap-core python3-numpy clang-14 libclang-rt-14-dev

jobs=$(nproc)
configure() { # preset, further options …
  local preset=$1
  shift
  cmake --preset "$preset" "$@" -DBUILD_TESTING=ON -DLTLC_WARNINGS_ARE_ERRORS=ON \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 >/dev/null
}
build() { # preset, targets …
  local preset=$1
  shift
  local log=build/$preset/build.log
  cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"} >"$log" 2>&1 ||
    { grep -v '^\[' "$log"; exit 1; }
  tail -n 1 "$log"
}
check() { # build folder, further options …
  local folder=$1
  shift
  ctest --test-dir "$folder" -j "$jobs" --no-tests=error --quiet "$@" ||
    { ctest --test-dir "$folder" --rerun-failed --output-on-failure; exit 1; }
  echo "passed"
}

# Tests run with sanitizers by hand: `ctest --preset asan`.
echo "== fuzz: every reader, with sanitizers, from its corpus on, for some seconds"
readers=(formula first_order regex dfa_att dfa_json model_json verdict_json weights_json safetensors
  arms_csv model_config schedule)
configure fuzz
build fuzz "${readers[@]/#/fuzz_}"
check build/fuzz -L '^fuzz$'

echo "== release: all tests"
configure release -DLTLC_REPLAY=OFF
build release
tests/onnx/runtime.sh build/release/onnxruntime
ctest --preset release -j "$jobs" --no-tests=error --output-on-failure
