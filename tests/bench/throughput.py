#!/usr/bin/env python3
"""Letters a second of `ltlc run` and of PyTorch, on the same weights and the same words.

  throughput.py PATH/TO/ltlc [--letters 100000] [--repeat 5] [--timeout 900] [--longest 100000]

Compiles models to fp32, exports the weights, and runs random words at lengths 100 to 100,000, as
many as make up --letters, half of them (the first among them) rejected. CPU time, user and system,
on one thread each. ltlc: whole processes of `ltlc run`, the time of a run on the empty word
subtracted. torch: float32, inside the process, so that neither the start of Python nor reading the
words counts. `full` holds whole attention matrices, `blocks` some rows at a time (torch_peer.py); the
ratio is to the faster one. A side that once took over ten seconds is not repeated. Peak memory is
that of whole processes. Verdicts are compared with each other and with how the words were made; it
ends with status 1 when they differ. Prints Markdown.
"""
import argparse
import json
import os
import random
import statistics
import sys
import tempfile

from children import Failed, row, run

PEER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "torch_peer.py")
LENGTHS = [100, 1_000, 10_000, 100_000]
REFERENCE = [100, 1_000]
SCORE_BYTES = 4
PASSES = 3.5  # matrices that `full` holds at once, masks included
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable


def alternating(n, accepted, source):
    """(ab)*, or one letter of it changed."""
    word = list("ab" * (n // 2))
    if not accepted:
        i = source.randrange(n)
        word[i] = "b" if word[i] == "a" else "a"
    return "".join(word)


def without_three(n, accepted, source):
    """a's with single b's between them, or bbb in one place: of two neighbours one is even."""
    word = "ba"
    while len(word) < n:
        word += source.choice(["a", "ba"])
    word = list(word[:n - 1] + "a")
    if not accepted:
        i = source.randrange(2, n - 4)
        word[i:i + 3] = "bbb"
    return "".join(word)


MODELS = [
    ("(ab)*", ["--regex", "(ab)*"], alternating),
    ("past and modular heads and an offset head",
     ["--ltl", "P (a & Y b) & P (b & P a) & !P (b & Y b & MOD(0,2))"], without_three),
]


def measured(command, timeout):
    """As children.run. Failed: also when it takes too long."""
    ended = run(command, timeout=timeout)
    if not ended.in_time:
        raise Failed(f"over {timeout} s")
    return ended


class Ltlc:
    def __init__(self, options, model, folder):
        self.options = options
        self.run = [options.ltlc, "run", model, "--jobs", "1", "--json", "--words"]
        empty = os.path.join(folder, "empty")
        with open(empty, "w", encoding="utf-8") as file:
            file.write("\n")
        self.start = statistics.median(measured([*self.run, empty], 60).cpu for _ in range(9))

    def __call__(self, words, *more):
        """Median seconds past the start, peak memory, verdicts."""
        seconds, memory = [], 0
        while len(seconds) < self.options.repeat and not (seconds and seconds[0] > 10):
            ended = measured([*self.run, words, *more], self.options.timeout)
            seconds.append(ended.cpu)
            memory = max(memory, ended.memory)
        answers = [entry["accepted"] for entry in json.loads(ended.out)]
        return statistics.median(seconds) - self.start, memory, answers


def torch_run(options, weights, words, way, repeat):
    command = [PYTHON, PEER, weights, words, way, str(repeat)]
    result = json.loads(measured(command, options.timeout * repeat).out)
    return statistics.median(result["seconds"]), result["peak"], result["verdicts"]


def available_bytes():
    with open("/proc/meminfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("MemAvailable"):
                return int(line.split()[1]) * 1024
    return 0


def rate(letters, seconds):
    return f"{letters / seconds:,.0f}" if seconds > 0 else "too fast to tell"


class Table:
    """The rows of one model."""

    def __init__(self, options, folder, name, language, make):
        self.options, self.name, self.make, self.folder = options, name, make, folder
        model, self.weights = os.path.join(folder, "m.json"), os.path.join(folder, "w.safetensors")
        limit = [] if language[0] == "--regex" else ["--max-length", str(max(LENGTHS))]
        summary = measured([options.ltlc, "compile", *language, *limit, "--format", "fp32", "-o",
                            model, "--json"], 60).out
        measured([options.ltlc, "export", model, "--to", "safetensors", "-o", self.weights,
                  "--quiet"], 60)
        size = json.loads(summary)
        print(f"\n{name}: `{language[1]}`, {size['layers']} layers, {size['heads']} heads, "
              f"width {size['width']}")
        self.ltlc = Ltlc(options, model, folder)
        print(f"subtracted from each time of ltlc: {self.ltlc.start * 1e3:.1f} ms\n")
        row("length", "words", "ltlc, letters/s", "torch full", "torch blocks", "ltlc / faster torch",
            "ltlc --reference", "ltlc MB", "full MB", "blocks MB")
        row(*["--:"] * 10)

    def words(self, n):
        source = random.Random(n)
        number = max(1, self.options.letters // n)
        expected = [i % 2 == 1 for i in range(number)]
        path = os.path.join(self.folder, f"words{n}")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(self.make(n, e, source) + "\n" for e in expected)
        return path, expected

    def torch(self, words, way, n):
        """Seconds or none, text of the rate, memory, verdicts or none."""
        matrix = SCORE_BYTES * (n + 2) ** 2
        if way == "full" and PASSES * matrix > available_bytes():
            return None, f"out of memory: one matrix of scores is {matrix / 1e9:.0f} GB", "", None
        try:
            seconds, memory, answers = torch_run(self.options, self.weights, words, way, 1)
            if seconds < 10 and self.options.repeat > 1:
                seconds, memory, answers = torch_run(self.options, self.weights, words, way,
                                                     self.options.repeat)
        except Failed as failed:
            return None, str(failed), "", None
        return seconds, rate(n * len(answers), seconds), f"{memory:.0f}", answers

    def length(self, n):
        path, expected = self.words(n)
        letters = n * len(expected)
        right = True

        def ours(*more):
            nonlocal right
            try:
                seconds, memory, answers = self.ltlc(path, *more)
            except Failed as failed:
                return None, str(failed), ""
            right = right and answers == expected
            return seconds, rate(letters, seconds), f"{memory:.0f}"

        seconds, speed, memory = ours()
        reference = ours("--reference")[1] if n in REFERENCE else ""
        peers = [self.torch(path, way, n) for way in ("full", "blocks")]
        right = right and all(p[3] in (None, expected) for p in peers)
        times = [p[0] for p in peers if p[0]]
        ratio = f"{min(times) / seconds:,.2f}" if times and seconds else ""
        row(f"{n:,}", len(expected), speed, peers[0][1], peers[1][1], ratio, reference, memory,
            peers[0][2], peers[1][2])
        if not right:
            print(f"{self.name}: verdicts at length {n} differ", file=sys.stderr)
        return right


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ltlc")
    parser.add_argument("--letters", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--timeout", type=int, default=900, help="CPU seconds of one run")
    parser.add_argument("--longest", type=int, default=max(LENGTHS))
    options = parser.parse_args()
    right = True
    with tempfile.TemporaryDirectory() as folder:
        for name, language, make in MODELS:
            table = Table(options, folder, name, language, make)
            for n in LENGTHS:
                if n <= options.longest:
                    right = table.length(n) and right
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
