"""Runs examples/run_torch.py on the cases that a program writes and compares every verdict.

    check_torch.py PROGRAM ARGUMENTS…
"""
import json, pathlib, subprocess, sys, tempfile

try:
    import numpy  # noqa: F401
    import torch
except ImportError:
    print("SKIPPED: PyTorch is not installed (Debian: python3-torch)")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples"))
import run_torch  # noqa: E402
from run_weights import load  # noqa: E402


def main():
    cases = subprocess.run(sys.argv[1:], check=True, stdout=subprocess.PIPE, text=True).stdout
    runs = words = accepted = longest = 0
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "w.safetensors"
        for case in map(json.loads, cases.splitlines()):
            path.write_bytes(bytes.fromhex(case["safetensors"]))
            for dtype in case["dtypes"]:
                model = run_torch.Transformer(load(path)).to(getattr(torch, dtype))
                verdicts = model.accepts(case["words"])
                wrong = [w for w, want, got in zip(case["words"], case["accepted"], verdicts)
                         if got != bool(want)]
                if wrong:
                    failed = True
                    print(f"{case['name']}, {dtype}: wrong on {len(wrong)} of {len(verdicts)} words, "
                          f"first {min(wrong, key=len)[:80]!r}")
                runs, words, accepted = runs + 1, words + len(verdicts), accepted + sum(verdicts)
                longest = max(longest, *map(len, case["words"]))
    print(f"{runs} runs of exported models, {words} verdicts compared, {accepted} of them accepted, "
          f"words up to {longest} letters")
    if failed or not 0 < accepted < words:
        sys.exit(1)


if __name__ == "__main__":
    main()
