#!/usr/bin/python3
"""Time of certified ranges against the length, beside a brute force in numpy: the table of
examples/ranges.md.

    tests/bench/range_growth.py build/release/bin/ltlc

CPU time of whole processes, start included, least of three. The head looks one position back by the
golden angle, with the least scale for which it reaches the length in exact arithmetic. numpy looks at
all offsets in float64, O(L), which proves nothing, and computes the fp32 scores of all pairs, O(L²), up
to 10^5.
"""
import argparse
import fractions
import json
import resource
import subprocess
import time

import numpy

GOLDEN = (3 - 5 ** 0.5) / 2


def children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def program(options, *arguments):
    best, answer = float("inf"), None
    for _ in range(3):
        before = children()
        run = subprocess.run([options.program, "range", "--json", *arguments], capture_output=True)
        best = min(best, children() - before)
        answer = json.loads(run.stdout)
    return best, answer


def numpy_offsets(length, scale, gap):
    start = time.process_time()
    turns = numpy.arange(1, length + 1, dtype=numpy.float64) * GOLDEN
    gaps = scale * 2 * numpy.sin(numpy.pi * (turns - numpy.round(turns))) ** 2
    assert not (gaps < gap * 0.9).any()  # float64 loses that much at 10^7
    return time.process_time() - start


def numpy_pairs(length, scale):
    start = time.process_time()
    phase = 2 * numpy.pi * ((numpy.arange(length + 2) * GOLDEN) % 1)
    cosine, sine = numpy.cos(phase).astype("f4"), numpy.sin(phase).astype("f4")
    at_zero = numpy.array([scale * numpy.cos(2 * numpy.pi * GOLDEN),
                           -scale * numpy.sin(2 * numpy.pi * GOLDEN)]).astype("f4")
    for i in range(2, length + 2):
        query = (cosine[i] * at_zero[0] - sine[i] * at_zero[1],
                 sine[i] * at_zero[0] + cosine[i] * at_zero[1])
        scores = query[0] * cosine[:i] + query[1] * sine[:i]
        numpy.partition(scores, -1)
    return time.process_time() - start


def seconds(x):
    return f"{x:.3g} s" if x >= 1 else f"{1000 * x:.3g} ms"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    options = parser.parse_args()
    print("| length | exact | fp32 | fp64 | numpy, all offsets | numpy, all pairs |")
    print("| --: | --: | --: | --: | --: | --: |")
    for digits in (3, 4, 5, 6, 7, 100, 1000):
        length = 10 ** digits
        want = program(options, "--want", str(length), "--mode", "ideal", "--angle", "golden")[1]
        scale = want["asked"]["scale"]
        exact = program(options, "--angle", "golden", "--scale", scale, "--mode", "ideal")
        assert int(exact[1]["n_max"]) >= length
        row = [f"10^{digits}", seconds(exact[0])]
        if digits <= 7:
            for name in ("fp32", "fp64"):
                own = program(options, "--want", str(length), "--mode", "ideal", "--angle", "golden",
                              "--format", name)[1]["asked"]["scale"]
                realised = program(options, "--angle", "golden", "--scale", own, "--format", name,
                                   "--cap", str(length))
                row.append(seconds(realised[0]) + f" ({int(realised[1]['certified']):,})")
            gap = exact[1]["f_large"]
            row.append(seconds(numpy_offsets(length, float(fractions.Fraction(scale)), gap)))
            row.append(seconds(numpy_pairs(length, float(fractions.Fraction(scale)))) if digits <= 5 else "-")
        else:
            row += ["-"] * 4
        print("| " + " | ".join(row) + " |")


main()
