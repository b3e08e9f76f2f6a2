#!/usr/bin/env python3
"""Time `ltlc automaton` against MONA (formulas) and foma (regular expressions).

Whole processes on the same languages, in turn within one run; the median of several. ltlc prints its
minimal automaton as JSON, while the others only compute theirs, so the ratios are cautious. Prints
Markdown tables: time by size, the ratio, and the growth from one size to the next.

  peers.py PATH/TO/ltlc [--repeat 5] [--timeout 60] [--clock wall|cpu] [--only FAMILY]...
"""
import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile

from children import Failed, row, run


# Formulas: (ltlc's text, alphabet, MONA's text). MONA's letters are sets of positions, of which
# exactly one holds each position: the languages are the same.
def mona_file(names, body):
    one = [f"(all1 p: p in {x} => ({' & '.join(f'p notin {y}' for y in names if y != x)}))"
           for x in names]
    some = f"(all1 p: {' | '.join(f'p in {x}' for x in names)})"
    return f"m2l-str;\nvar2 {', '.join(names)};\n{some} & {' & '.join(one)} & ({body});\n"


def nested(letter_at):
    def make(n):
        ours, mona = "true", "true"
        for i in range(n):
            letter = letter_at(i)
            ours = f"P({letter} & {ours})"
            inner, outer = f"x{n - 1 - i}", f"x{n - 2 - i}"
            order = f"{inner} < {outer} & " if i < n - 1 else ""
            mona = f"(ex1 {inner}: {order}{inner} in {letter.upper()} & {mona})"
        return ours, "ab", mona_file("AB", mona)
    return make


def many_p(n):
    ours = " <-> ".join(f"(P 't{i}')" for i in range(n))
    mona = " <=> ".join(f"(ex1 p: p in T{i})" for i in range(n))
    tokens = " ".join(f"t{i}" for i in range(n))
    return ours, tokens, mona_file([f"T{i}" for i in range(n)], mona)


def yesterday(n):
    return (f"Y^{n} a", "ab",
            mona_file("AB", f"ex1 p: p in A & max $ = p + {n - 1}"))


def since(n):
    # (x S (y & (y S (x & …)))), a and b in turn.
    ours, mona = "true", "true"
    for i in range(n):
        x, y = ("a", "b") if i % 2 == 0 else ("b", "a")
        ours = f"({x} S ({y} & {ours}))"
        here, before = f"x{n - 2 - i}", f"x{n - 1 - i}"
        right = f" & z < {here}" if i < n - 1 else ""
        order = f"{before} < {here} & " if i < n - 1 else ""
        mona = (f"(ex1 {before}: {order}{before} in {y.upper()} & {mona} & "
                f"(all1 z: ({before} < z{right}) => z in {x.upper()}))")
    return ours, "ab", mona_file("AB", mona)


def past_mix(n):
    ours, mona = "true", "true"
    for i in range(n):
        letter = "a" if i % 3 == 0 else "b"
        ours = f"P({letter} & {ours})"
        inner, outer = f"x{n - 1 - i}", f"x{n - 2 - i}"
        order = f"{inner} < {outer} & " if i < n - 1 else ""
        mona = f"(ex1 {inner}: {order}{inner} in {letter.upper()} & {mona})"
        if i % 2 == 1:
            ours, mona = f"!{ours}", f"~{mona}"
    return ours, "ab", mona_file("AB", mona)


FORMULAS = {
    "past_nest": (nested(lambda i: "a"), [32, 64, 128, 256]),
    "chain_nest": (nested(lambda i: "ab"[i % 2]), [32, 64, 128, 256]),
    "manyP": (many_p, [8, 10, 12, 14, 16]),
    "yn": (yesterday, [8, 10, 12, 14, 16]),
    "since": (since, [16, 32, 64, 128]),
    "past_mix": (past_mix, [4, 8, 10, 12]),
}


# Regular expressions: (ltlc's text, alphabet, foma's text).
def words(n):
    source = random.Random(1)
    return ["".join(source.choice("ab") for _ in range(10)) for _ in range(n)]


def alternation(n):
    return ("|".join(words(n)), "ab", " | ".join(" ".join(w) for w in words(n)))


def words_inside(n):
    ours, _, theirs = alternation(n)
    return f".*({ours}).*", "ab", f"[a|b]* [{theirs}] [a|b]*"


REGEXES = {
    "count a{n}": (lambda n: (f"a{{{n}}}", "a", f"a^{n}"), [10, 100, 1000]),
    "(a|b)*a(a|b){n}": (lambda n: (f"(a|b)*a(a|b){{{n}}}", "ab", f"[a|b]* a [a|b]^{n}"),
                        [8, 10, 12, 14, 16]),
    "(a{1,n}b{1,n}){1,n}": (
        lambda n: (f"(a{{1,{n}}}b{{1,{n}}}){{1,{n}}}", "ab",
                   f"[a^{{1,{n}}} b^{{1,{n}}}]^{{1,{n}}}"), [5, 10, 20, 40]),
    "(a|aa){0,n}": (lambda n: (f"(a|aa){{0,{n}}}", "a", f"[a | a a]^{{0,{n}}}"), [10, 100, 300]),
    "n words": (alternation, [100, 300, 1000]),
    "any of n words inside": (words_inside, [10, 30, 100]),
    "neither a{n} nor b{n} inside": (
        lambda n: (f"~(.*a{{{n}}}.*)&~(.*b{{{n}}}.*)", "ab",
                   f"[[a|b]* - [[a|b]* a^{n} [a|b]*]] & [[a|b]* - [[a|b]* b^{n} [a|b]*]]"),
        [10, 100, 300]),
}


def seconds(command, options):
    """Time of one run by the chosen clock, or None when it takes too long."""
    try:
        ended = run(command, timeout=options.timeout, keep=False)
    except Failed as failed:
        sys.exit(str(failed))
    if not ended.in_time:
        return None
    return ended.wall if options.clock == "wall" else ended.cpu


def compare(ours, theirs, options):
    """Median times of both, run in turn."""
    times = ([], [])
    for _ in range(options.repeat):
        for command, seen in zip((ours, theirs), times):
            if seen and (seen[-1] is None or seen[-1] > 5):
                continue  # one long run is enough
            seen.append(seconds(command, options))
    return [None if None in seen else statistics.median(seen) for seen in times]


def shown(t, options):
    return f"> {options.timeout} s" if t is None else f"{1000 * t:.1f} ms"


def table(name, peer, families, command_pair, options):
    print(f"\n### {name}\n")
    row("family", "n", "ltlc", "growth", peer, "growth", f"{peer} / ltlc")
    row(*["---"] * 7)
    for family, (make, sizes) in families.items():
        if options.only and not any(part in family for part in options.only):
            continue
        before = (None, None)
        for n in sizes:
            ours, theirs = command_pair(*make(n))
            times = compare(ours, theirs, options)
            growth = [f"{t / b:.1f}" if t and b else "" for t, b in zip(times, before)]
            if times[0] is None:
                ratio = "< 1" if times[1] is not None else "?"
            elif times[1] is None:
                ratio = f"> {options.timeout / times[0]:.0f}"
            else:
                ratio = f"{times[1] / times[0]:.1f}"
            row(f"`{family}`", n, shown(times[0], options), growth[0], shown(times[1], options),
                growth[1], ratio)
            before = times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ltlc")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall")
    parser.add_argument("--only", action="append", metavar="FAMILY")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        def formula_pair(ours, alphabet, mona):
            name = os.path.join(folder, "formula.mona")
            with open(name, "w") as file:
                file.write(mona)
            return ([options.ltlc, "automaton", "--ltl", ours, "--alphabet", alphabet, "--json"],
                    ["mona", "-q", "-n", name])

        def regex_pair(ours, alphabet, foma):
            name = os.path.join(folder, "regex.foma")
            with open(name, "w") as file:
                file.write(f"regex {foma};\nquit\n")
            return ([options.ltlc, "automaton", "--regex", ours, "--alphabet", alphabet, "--json"],
                    ["foma", "-q", "-f", name])

        for name, peer, families, pair in (
                ("Formula to minimal DFA", "mona", FORMULAS, formula_pair),
                ("Regular expression to minimal DFA", "foma", REGEXES, regex_pair)):
            if shutil.which(peer) is None:
                print(f"SKIPPED: {peer} is not installed")
                continue
            table(name, peer, families, pair, options)


if __name__ == "__main__":
    main()
