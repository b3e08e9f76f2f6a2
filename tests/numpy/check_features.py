"""Reads what export_features writes, both ways, and runs it with examples/run_weights.py.

    check_features.py EXPORT_FEATURES COUNT SEED
"""
import json, pathlib, subprocess, sys, tempfile

from example import run_weights
import numpy as np


def by_definition(code, exponent, fraction, infinities):
    """The number of a code: a sign bit, exponent bits, fraction bits."""
    field, rest = code >> fraction & (1 << exponent) - 1, code & (1 << fraction) - 1
    sign = -1.0 if code >> exponent + fraction else 1.0
    bias = (1 << exponent - 1) - 1
    if field == (1 << exponent) - 1:
        if infinities:
            return sign * np.inf if rest == 0 else np.nan
        if rest == (1 << fraction) - 1:
            return np.nan
    if field == 0:
        return sign * rest * 2.0 ** (1 - bias - fraction)
    return sign * (rest + (1 << fraction)) * 2.0 ** (field - bias - fraction)


def check_numbers():
    for kind, size, *layout in (("F8_E4M3", 1, 4, 3, False), ("F8_E5M2", 1, 5, 2, True),
                                ("F16", 2, 5, 10, True), ("BF16", 2, 8, 7, True)):
        data = b"".join(code.to_bytes(size, "little") for code in range(256 ** size))
        want = np.array([by_definition(code, *layout) for code in range(256 ** size)])
        with np.errstate(invalid="ignore"):  # of signaling NaNs
            got = run_weights.numbers(kind, data)
        if not np.array_equal(got, want, equal_nan=True):
            print(f"{kind}: a code is read as another number")
            return False
    return True


def equal(a, b):
    """The same document, whatever kind of list its numbers are in. A matrix of no rows says no width."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(equal(a[k], b[k]) for k in a)
    if isinstance(b, np.ndarray):
        a = np.array(a, float)
        return a.size == b.size and np.array_equal(a.ravel(), b.ravel())
    if isinstance(a, list):
        return len(a) == len(b) and all(map(equal, a, b))
    return a == b


def main():
    cases = subprocess.run(sys.argv[1:], check=True, stdout=subprocess.PIPE, text=True).stdout
    models = words = accepted = 0
    failed = not check_numbers()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "w.safetensors"
        for case in map(json.loads, cases.splitlines()):
            path.write_bytes(bytes.fromhex(case["safetensors"]))
            tensors = run_weights.load(path)
            if not equal(case["weights"], tensors):
                print(f"{case['name']}: JSON and safetensors say different things")
                failed = True
            for weights in case["weights"], tensors:
                wrong = [w for w, want in zip(case["words"], case["accepted"])
                         if run_weights.run(weights, list(w)) != bool(want)]
                if wrong:
                    print(f"{case['name']}: wrong on {len(wrong)} words, first {min(wrong, key=len)!r}")
                    failed = True
            models, words = models + 1, words + len(case["words"])
            accepted += sum(case["accepted"])
    print(f"{models} models, {words} verdicts compared, {accepted} of them accepted")
    if failed or not 0 < accepted < words:
        sys.exit(1)


if __name__ == "__main__":
    main()
