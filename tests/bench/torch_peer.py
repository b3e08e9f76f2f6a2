#!/usr/bin/env python3
"""PyTorch's side of throughput.py: verdicts of an exported model, with CPU time and peak memory.

    tests/bench/torch_peer.py WEIGHTS WORDS full|blocks REPEAT

WORDS is a file with a word a line. `full` is the module of examples/pytorch with whole attention
matrices, `blocks` as it is: some rows at a time, with the keys up to the last of these rows only. Both run
in float32 on one thread, all words of a length in batches. Prints one JSON object: the verdicts, the
CPU seconds of each repetition without the start of Python, the peak memory in MB, and what of it
Python and torch took before the first word.
"""
import json
import os
import resource
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples"))
sys.path.insert(0, os.path.join(sys.path[0], "pytorch"))

import torch  # noqa: E402
from ltlc_model import Head, Transformer  # noqa: E402
from run_weights import load  # noqa: E402

SCORES = 8_000_000  # in one matrix, over all words of a batch


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main():
    weights, words_file, way, repeat = sys.argv[1:]
    torch.set_num_threads(1)
    Head.BLOCK = {"full": SCORES, "blocks": Head.BLOCK}[way]
    model = Transformer(load(weights)).to(torch.float32)
    with open(words_file, encoding="utf-8") as file:
        words = [list(line) for line in file.read().splitlines()]
    before = peak()
    seconds = []
    for _ in range(int(repeat)):
        begin = time.process_time()
        answers = model.accepts(words, SCORES)
        seconds.append(time.process_time() - begin)
    json.dump({"verdicts": answers, "seconds": seconds, "peak": peak(), "before": before}, sys.stdout)


if __name__ == "__main__":
    main()
