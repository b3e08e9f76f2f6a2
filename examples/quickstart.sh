#!/usr/bin/env bash
# Install what ltlc needs (Debian 12), build it, and take one language all the way: classify it,
# compile it to a transformer, run that, check it against the language, and run the exported weights
# in numpy. Safe to run again; the files go to build/quickstart.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/packages.sh
install_packages "${build_packages[@]}" graphviz python3-numpy

# Several files at a time: headers are read less often, and the build takes half as long.
cmake --preset release -DBUILD_TESTING=OFF -DCMAKE_UNITY_BUILD=ON >/dev/null
cmake --build --preset release -j "$(nproc)" --target ltlc | tail -n 1

ltlc=$PWD/build/release/bin/ltlc
mkdir -p build/quickstart
cd build/quickstart
say() { printf '\n$ %s\n' "$*"; }
# Prints the command so that it can be pasted, and runs it.
show() {
  local text='' word
  for word in "$@"; do
    case $word in '' | *[!A-Za-z0-9_./=-]*) text+=" '$word'" ;; *) text+=" $word" ;; esac
  done
  say "${text# }"
  "$@"
}

export NO_COLOR=1
PATH=$(dirname "$ltlc"):$PATH
show ltlc classify --regex '(ab)*'
show ltlc compile --regex '(ab)*' -o ab.json --format fp16
show ltlc run ab.json --word abab --word aba --word ''
show ltlc run ab.json --against --regex '(ab)*' --up-to 10
show ltlc prove ab.json --regex '(ab)*'
show ltlc decompile ab.json
show ltlc export ab.json --to json -o weights.json
show /usr/bin/python3 ../../examples/run_weights.py weights.json abab aba
say "ltlc automaton --regex '(ab)*' --format svg > ab.svg"
ltlc automaton --regex '(ab)*' --format svg > ab.svg

say "ltlc classify --alphabet ab --regex '(a|ba*b)*'   # an even number of b: no such transformer"
ltlc classify --alphabet ab --regex '(a|ba*b)*'
say "ltlc compile --alphabet ab --regex '(a|ba*b)*' -o parity.json"
ltlc compile --alphabet ab --regex '(a|ba*b)*' -o parity.json || echo "(refused, as it must be)"
echo
echo "Files: $PWD"
