"""Runs the cases of write_onnx_cases in numpy and, where it is installed, in PyTorch, and compares
every verdict, and every coordinate after every layer at every position, with the interpreter.

    check_peers.py FOLDER
"""
import json, pathlib, sys
import numpy as np

source = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(source / "examples"), str(source / "examples/pytorch"), str(source / "tests/numpy")]
from example import run_weights  # noqa: E402
from check_weights import with_arrays  # noqa: E402
try:
    import torch
    from ltlc_model import Transformer
except ImportError:
    torch = None
    print("SKIPPED: the half in PyTorch, which is not installed (Debian: python3-torch)")

# numpy computes in double; PyTorch in the model's type. A sum of n terms errs by n·u of their sizes
# at most (u is 2^-24 in fp32 and 2^-53 in fp64, n is 1,002 rows), and a few such sums follow on each
# other: factor 8. What the models hold are 0, 1 and small counts.
TOLERANCE = {"fp32": 8 * 1002 * 2.0 ** -24, "fp64": 8 * 1002 * 2.0 ** -53}


def in_numpy(weights, word):
    rows = np.stack(list(run_weights.rows(weights, word)), axis=1)
    return rows, rows[-1, -1, weights["readout"]["dim"]] > weights["readout"]["threshold"]


def in_torch(model, word):
    run = model(word)
    return run.hidden.double().numpy().transpose(1, 0, 2), run.accepted


def main():
    folder = pathlib.Path(sys.argv[1])
    compared = {}
    failures = 0
    for number, case in enumerate(json.loads((folder / "cases.json").read_text())):
        document = json.loads((folder / f"{case['file']}.json").read_text())
        values = np.fromfile(folder / f"{case['file']}.values", "<f8")
        weights = with_arrays(document)
        peers = {"numpy": lambda w: in_numpy(weights, w)}
        if torch:
            dtype = torch.float64 if case["dtype"] == "fp64" else torch.float32
            model = Transformer(document).to(dtype)
            peers["PyTorch"] = lambda w: in_torch(model, w)
        at = 0
        shape = (case["layers"] + 1, case["width"])
        for word, verdicts in zip(case["words"], case["verdicts"]):
            size = (len(word) + 1) * shape[0] * shape[1]
            want = values[at:at + size].reshape(len(word) + 1, *shape)
            at += size * (2 if len(word) <= case["longest_with_ends"] else 1)
            if len(word) > 100 and number % 4 != 0:
                continue  # long words cost seconds in numpy: those of every fourth model
            letters = [document["tokens"][2 + letter] for letter in word]
            for name, peer in peers.items():
                got, accepted = peer(letters)
                off = np.abs(got[:len(word) + 1] - want) / np.maximum(1, np.abs(want))
                done = compared.setdefault((name, case["dtype"]), [0, 0, 0.0])
                done[0] += 1
                done[1] += off.size
                done[2] = max(done[2], float(off.max()))
                if not off.max() <= TOLERANCE[case["dtype"]] or bool(accepted) != (verdicts[-1] == "1"):
                    failures += 1
                    print(f"{case['name']}, {name}, {len(word)} letters: off by {off.max()}, {accepted}")
    for (name, dtype), (words, coordinates, worst) in compared.items():
        print(f"{name}, {dtype}: {words} words, {coordinates} coordinates, off by {worst:.1e} at most")
    sys.exit(1 if failures or not compared else 0)


if __name__ == "__main__":
    main()
