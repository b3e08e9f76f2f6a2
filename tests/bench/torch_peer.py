#!/usr/bin/env python3
"""PyTorch's side of throughput.py: verdicts of an exported model, with CPU time and peak memory.

    tests/bench/torch_peer.py WEIGHTS WORDS full|blocks REPEAT

WORDS is a file with a word a line. `full` is examples/run_torch.py as it is: whole attention matrices.
`blocks` computes them some rows at a time, with the keys up to the last of these rows only. Both run
in float32 on one thread, all words of a length in batches. Prints one JSON object: the verdicts, the
CPU seconds of each repetition without the start of Python, the peak memory in MB, and what of it
Python and torch took before the first word.
"""
import json
import os
import resource
import sys
import time
from functools import partial

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples"))

import torch  # noqa: E402
from run_torch import Transformer, verdicts  # noqa: E402
from run_weights import load  # noqa: E402

SCORES = 8_000_000  # in one matrix, over all words of a batch


def attended(head, x, positions, _):
    """As Head.forward, in blocks of rows."""
    q, k, v = (x @ getattr(head, "W_" + m).T + getattr(head, "b_" + m) for m in "QKV")
    for pair in head.rotary:
        (d, e), (c, s) = pair.dims, pair(positions, x.dtype)
        for z in (q, k):
            z[..., d], z[..., e] = c * z[..., d] - s * z[..., e], s * z[..., d] + c * z[..., e]
    batch, n, _ = x.shape
    out = torch.empty(batch, n, v.shape[-1], dtype=x.dtype)
    rows = max(1, SCORES // (batch * n))
    for begin in range(0, n, rows):
        end = min(n, begin + rows)
        mask = positions[begin:end, None] > positions[:end]
        score = q[:, begin:end] @ k[:, :end].transpose(-1, -2)
        out[:, begin:end] = head.weights(score, mask).to(x.dtype) @ v[:, :end]
    return out @ head.W_O.T


class Blocks(Transformer):
    """Without the mask of all rows and keys; the models of throughput.py have no sinusoids."""

    def __init__(self, model):
        super().__init__(model)
        assert not self.positions
        for layer in self.layers:
            for head in layer.heads:
                head.forward = partial(attended, head)

    def forward(self, tokens):
        x, positions = self.embedding[tokens], torch.arange(tokens.shape[1])
        for layer in self.layers:
            x = layer(x, positions, None)
        return x[..., self.readout["dim"]]


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main():
    weights, words_file, way, repeat = sys.argv[1:]
    torch.set_num_threads(1)
    kind = {"full": Transformer, "blocks": Blocks}[way]
    model = kind(load(weights)).to(torch.float32)
    with open(words_file, encoding="utf-8") as file:
        words = [list(line) for line in file.read().splitlines()]
    before = peak()
    seconds = []
    for _ in range(int(repeat)):
        begin = time.process_time()
        answers = verdicts(model, words, SCORES)
        seconds.append(time.process_time() - begin)
    json.dump({"verdicts": answers, "seconds": seconds, "peak": peak(), "before": before}, sys.stdout)


if __name__ == "__main__":
    main()
