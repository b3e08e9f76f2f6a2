"""Runs examples/run_weights.py on the cases of export_cases and compares every verdict.

    check_weights.py EXPORT_CASES ARGUMENTS…
"""
import json, subprocess, sys
from concurrent.futures import ProcessPoolExecutor

from example import run_weights
import numpy as np


def with_arrays(node):
    """The document with every list of numbers made an array once, not once a word."""
    if isinstance(node, dict):
        return {key: with_arrays(value) for key, value in node.items()}
    if not isinstance(node, list):
        return node
    array = np.array(node) if not node or isinstance(node[0], (int, float, list)) else None
    numbers = array is not None and array.dtype.kind in "if"
    return array if numbers else [with_arrays(value) for value in node]


def check(line):
    case = json.loads(line)
    weights = with_arrays(case["weights"])
    wrong = [w for w, want in zip(case["words"], case["accepted"])
             if run_weights.run(weights, list(w)) != bool(want)]
    return case["name"], len(case["words"]), wrong


def main():
    cases = subprocess.run(sys.argv[1:], check=True, stdout=subprocess.PIPE, text=True).stdout
    models = words = accepted = 0
    failed = False
    with ProcessPoolExecutor() as pool:
        for name, count, wrong in pool.map(check, cases.splitlines(), chunksize=4):
            models, words = models + 1, words + count
            if wrong:
                failed = True
                print(f"{name}: wrong on {len(wrong)} of {count} words, first {min(wrong, key=len)!r}")
    print(f"{models} exported models, {words} verdicts compared")
    if models == 0 or failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
