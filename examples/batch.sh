#!/usr/bin/env bash
# Classify many languages in parts that run beside each other. INPUTS has a JSON object a line, such
# as {"regex":"(ab)*","alphabet":"ab"}; the answers are merged by line number into OUTPUT.
#
#   examples/batch.sh INPUTS OUTPUT [PARTS]      here, with GNU parallel when it is installed
#   sbatch --array=1-64 examples/batch.sh INPUTS OUTPUT
#                                                each task of a Slurm array writes OUTPUT.<task>
set -euo pipefail
inputs=$1 output=$2 parts=${3:-$(nproc)}
ltlc=${LTLC:-$(dirname "$0")/../build/release/bin/ltlc}
command -v "$ltlc" >/dev/null ||
  { echo "$0: there is no program $ltlc; build it, or name it: LTLC=… $0 …" >&2; exit 2; }

# The status of a part says what it met (bad lines, open classes); its answers count all the same.
part() { # number, count
  "$ltlc" classify --batch "$inputs" --jobs 1 --shard "$1/$2" --timeout 60 --quiet >"$output.$1" ||
    [ $? -le 3 ]
}

if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
  part "$SLURM_ARRAY_TASK_ID" "$SLURM_ARRAY_TASK_COUNT"
  exit
fi

remove_parts() {
  for i in $(seq "$parts"); do
    rm -f "$output.$i"
  done
}
trap remove_parts EXIT

if command -v parallel >/dev/null; then
  export -f part
  export inputs output ltlc
  parallel --halt now,fail=1 part {} "$parts" ::: $(seq "$parts")
else
  running=()
  for i in $(seq "$parts"); do
    part "$i" "$parts" &
    running+=($!)
  done
  for job in "${running[@]}"; do
    wait "$job"
  done
fi

# Every line begins with {"line":N, so the numbers are easy to sort by.
for i in $(seq "$parts"); do
  cat "$output.$i"
done | sort -t: -k2,2n >"$output"
