#!/usr/bin/env bash
# examples/run_onnx.mjs says what `ltlc run` says, over letters and over tokens, and refuses others.
#   check_example.sh LTLC NODE PACKAGES
set -euo pipefail
ltlc=$1 node=$2 packages=$3
example=$(cd "$(dirname "$0")/../../examples" && pwd)/run_onnx.mjs
[ -d "$packages/node_modules/onnxruntime-web" ] ||
  { echo "SKIPPED: no onnxruntime-web in $packages: run tests/onnx/runtime.sh $packages"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check() { # input options … -- words …
  local input=() words=()
  while [ "$1" != -- ]; do input+=("$1"); shift; done
  shift
  words=("$@")
  "$ltlc" compile "${input[@]}" -o "$work/m.json" --quiet >/dev/null
  "$ltlc" export "$work/m.json" --to onnx -o "$work/m.onnx" --quiet
  "$ltlc" run "$work/m.json" --word "${words[@]}" | sed 's/[⟨⟩]//g' >"$work/wanted"
  (cd "$packages" && "$node" "$example" "$work/m.onnx" "${words[@]}") | grep -E '^(accepted|rejected)' >"$work/found"
  diff "$work/wanted" "$work/found"
}
check --ltl 'P c & !P d' --alphabet cd -- ccc d c dc
check --regex "('open' 'close')*" -- 'open close' 'close open' open
if (cd "$packages" && "$node" "$example" "$work/m.onnx" 'open shut') 2>"$work/said"; then exit 1; fi
grep -q '"shut" is not in the alphabet' "$work/said"
