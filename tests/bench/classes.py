#!/usr/bin/env python3
"""How long verdicts take: CPU time and memory of whole `ltlc classify` processes.

    tests/bench/classes.py build/release/bin/ltlc [--million] [--census]

Prints one Markdown table. --million adds automata of a million states, beside the time that Python's
json.load needs for the same file; --census adds the census of all automata of four states.
"""
import argparse
import json
import os
import random
import sys
import tempfile

from children import row, run

LOAD = "import json, sys; json.load(open(sys.argv[1]))"


def ordered(n, rng):
    return [[min(n - 1, q + 1), q if rng.random() < 0.5 else min(n - 1, q + rng.randint(1, 9))]
            for q in range(n)]


def uniform(n, rng):
    return [[rng.randrange(n), rng.randrange(n)] for _ in range(n)]


def cyclic(n, rng):
    """Cycles of 2, 3, 4 or 6 states, one after the other."""
    delta = []
    while len(delta) < n:
        begin = len(delta)
        length = min(rng.choice([2, 3, 4, 6]), n - begin)
        for i in range(length):
            on = begin + (i + 1) % length
            delta.append([on, begin + length if i == 0 and begin + length < n else on])
    return delta


def shifts(n, rng):
    """The last letters: definite."""
    return [[2 * q % n, (2 * q + 1) % n] for q in range(n)]


def write(folder, name, delta, seed):
    rng = random.Random(seed)
    path = os.path.join(folder, name + ".json")
    accepting = [q for q in range(len(delta)) if rng.random() < 0.5]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"alphabet": ["a", "b"], "states": len(delta), "initial": 0,
                   "accepting": accepting, "delta": delta}, file)
    return path


def verdicts(text):
    classes = json.loads(text)["classes"]
    answers = [v["member"] for v in classes.values()]
    return f"{answers.count(True)} yes, {answers.count(False)} no, {answers.count(None)} undecided"


def used(ended):
    return f"{ended.cpu:.3f} s", f"{ended.memory:.0f} MB"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ltlc")
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--census", action="store_true")
    options = parser.parse_args()
    row("automaton", "states", "classes", "CPU", "memory", "answers")
    row("---", "---", "---", "---", "---", "---")

    def classify(folder, name, delta, classes, limits=()):
        path = write(folder, name.replace(" ", "_"), delta, 1)
        command = [options.ltlc, "classify", "--dfa", path, "--quiet", *limits]
        for c in classes:
            command += ["--class", c]
        ended = run([*command, "--json"], statuses=(0, 3))  # 3: a limit was reached
        what = ", ".join(classes) or "all"
        row(name, f"{len(delta):,}", what, *used(ended), verdicts(ended.out))
        if len(ended.out) > 1 << 24:  # most of the time goes into the certificates
            row(name, f"{len(delta):,}", what + " as text", *used(run(command, statuses=(0, 3))),
                "")
        return path

    periodic = ["LTL[P]", "LTL[P,MOD]"]
    with tempfile.TemporaryDirectory() as folder:
        for n in (20, 40, 80, 160):
            classify(folder, "partially ordered", ordered(n, random.Random(n)), [])
        for n in (8, 15, 30, 60):
            classify(folder, "uniform", uniform(n, random.Random(n)), [])
        for n in (500, 1000, 2000, 4000):
            classify(folder, "uniform", uniform(n, random.Random(n)), ["LTL[P,Y]"])
        for n in (512, 1024, 2048, 4096):
            classify(folder, "definite", shifts(n, random.Random(n)), ["LTL[P,Y]"])
        for n in (500, 1000, 2000):
            for c in ("LTL[F]", "LTL[P,F]", "LTL[S,MOD]"):
                classify(folder, "uniform", uniform(n, random.Random(n)), [c])
        if options.million:
            for name, make in (("partially ordered", ordered), ("cyclic", cyclic),
                               ("uniform", uniform)):
                for n in (250_000, 500_000, 1_000_000):
                    path = classify(folder, name, make(n, random.Random(n)), periodic)
                row(name, f"{n:,}", "Python's json.load",
                    *used(run([sys.executable, "-c", LOAD, path])), "")
    if options.census:
        ended = run([options.ltlc, "census", "--states", "4", "--json"])
        row("all minimal, 2 letters", "4", "census", *used(ended),
            f"{json.loads(ended.out)['automata']:,} automata")


if __name__ == "__main__":
    main()
