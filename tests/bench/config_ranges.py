#!/usr/bin/env python3
"""How far a previous-token head holds on the planes that trained models have: the Markdown table of
examples/ranges.md.

    tests/bench/config_ranges.py build/release/bin/ltlc [--cap 131072]

Reads tests/interchange/configs. A length is certified with every operation in the format and tables
of the exact angles; "≥" says that nothing was asked past the cap.
"""
import argparse
import json
import pathlib
import subprocess

CONFIGS = pathlib.Path(__file__).parent.parent / "interchange" / "configs"


def cell(answer, cap):
    if answer is None:
        return "-"
    length = int(answer["certified"])
    return f"≥ {length:,}" if length >= cap else f"{length:,}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--cap", type=int, default=131_072)
    options = parser.parse_args()
    print("| model | schedule | fp32, equal amplitudes | fp32, optimised | bf16, equal | bf16, optimised |")
    print("| --- | --- | --: | --: | --: | --: |")
    for path in sorted(CONFIGS.glob("*.json")):
        command = [options.program, "range", "--config", str(path), "--sweep", "format=fp32,bf16",
                   "--cap", str(options.cap), "--json", "--quiet"]
        heads = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["heads"]
        for fp32, bf16 in zip(heads[0::2], heads[1::2]):
            row = [cell(head[kind], options.cap) for head in (fp32, bf16)
                   for kind in ("equal_amplitudes", "optimised_amplitudes")]
            print(f"| {path.stem} | `{fp32['schedule']}` | " + " | ".join(row) + " |")


main()
