#!/usr/bin/env bash
# Puts ONNX Runtime for node, which is not in Debian, into a folder outside of the sources.
#   runtime.sh FOLDER
set -euo pipefail
folder=$1
[ -d "$folder/node_modules/onnxruntime-web" ] && exit 0
command -v npm >/dev/null || { echo "npm is not installed: ONNX files stay untried in ONNX Runtime"; exit 0; }
mkdir -p "$folder"
timeout 120 npm install --prefix "$folder" --no-audit --no-fund --ignore-scripts --loglevel=error \
  onnxruntime-web@1 >/dev/null || echo "npm has no onnxruntime-web: ONNX files stay untried in ONNX Runtime"
