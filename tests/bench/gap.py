#!/usr/bin/env python3
"""Time `ltlc monoid` against GAP's Froidure–Pin enumeration on the same transformation semigroups.

ltlc: CPU time of the whole process, which also minimizes the automaton, finds the idempotents,
all of Green's classes and the stability index, and prints JSON. GAP: CPU time inside GAP, its
start left out, of FroidurePinExtendedAlg (written in GAP) alone and, with --green, of the numbers
of R-, L- and D-classes and of idempotents after it. GAP's package Semigroups, which enumerates in
C++, is used instead when it is installed; the first line says which. Sizes and numbers of classes
are compared. Prints Markdown.

  gap.py PATH/TO/ltlc [--repeat 3] [--timeout 60] [--green] [--growth] [--only FAMILY]...
"""
import argparse
import json
import random
import statistics
import sys

from children import row, run


def automaton(generators):
    states = len(generators[0])
    return {"alphabet": [f"g{i}" for i in range(len(generators))], "states": states, "initial": 0,
            "accepting": [states - 1], "delta": [[g[q] for g in generators] for q in range(states)]}


def cycle_and_swap(n):
    return [[(q + 1) % n for q in range(n)], [1, 0, *range(2, n)]]


def symmetric(n):
    return automaton(cycle_and_swap(n))


def full(n):
    return automaton([*cycle_and_swap(n), [0, 0, *range(2, n)]])


def partially_ordered(n):
    """Letter i moves state i on to the next: the Catalan monoid, all of its J-classes trivial."""
    return automaton([[q + 1 if q == i else q for q in range(n)] for i in range(n - 1)])


def is_minimal(a):
    states, delta = range(a["states"]), a["delta"]
    reached = [a["initial"]]
    for q in reached:
        reached += [r for r in dict.fromkeys(delta[q]) if r not in reached]
    block = [q in a["accepting"] for q in states]
    for _ in states:
        names = {}
        block = [names.setdefault((block[q], *(block[r] for r in delta[q])), len(names))
                 for q in states]
    return len(reached) == len(set(block)) == a["states"]


def random_letters(n):
    """Two letters that send n states anywhere and one that moves some of them on by one."""
    source = random.Random(n)
    while True:
        a = automaton([[source.randrange(n) for _ in range(n)] for _ in range(2)]
                      + [[source.choice((q, (q + 1) % n)) for q in range(n)]])
        if is_minimal(a):
            return a


FAMILIES = {
    "symmetric group": (symmetric, [6, 7, 8, 9]),
    "all transformations": (full, [4, 5, 6, 7]),
    "partially ordered": (partially_ordered, [8, 9, 10, 11, 12]),
    "random": (random_letters, [6, 8, 7]),
}


def gap_program(a, green):
    generators = ", ".join(
        "Transformation([" + ", ".join(str(row[i] + 1) for row in a["delta"]) + "])"
        for i in range(len(a["alphabet"])))
    enumerate_all = ('if IsPackageLoaded("semigroups") then Size(s); '
                     'else FroidurePinExtendedAlg(s); fi;;')
    classes = ("Print(Length(GreensRClasses(s)), \" \", Length(GreensLClasses(s)), \" \", "
               "Length(GreensDClasses(s)), \" \", Number(s, x -> x * x = x), \"\\n\");; "
               "Print(Runtime() - t, \"\\n\");;" if green else "")
    return (f'LoadPackage("semigroups", false);; s := Semigroup({generators});; t := Runtime();; '
            f'{enumerate_all} u := Runtime() - t;; Print(u, " ", Size(s), "\\n");; {classes} '
            'quit;\n')


def median_of(results):
    return statistics.median(results) if results else None


def measure(a, options):
    """Sizes, and CPU seconds of ltlc, of GAP's enumeration, and of GAP's classes too."""
    ours, theirs, classes = [], [], []
    document = None
    for _ in range(options.repeat):
        ended = run([options.ltlc, "monoid", "--dfa", "-", "--json", "--limit", "1",
                     "--max-monoid", "10000000"], json.dumps(a), options.timeout)
        if not ended.in_time:
            sys.exit("ltlc takes too long")
        document = json.loads(ended.out)
        ours.append(ended.cpu)
    for _ in range(options.repeat):
        ended = run(["gap", "-q", "-A"], gap_program(a, options.green), options.timeout)
        lines = [[int(n) for n in line.split()] for line in ended.out.splitlines()
                 if line.strip() and not line.startswith("#")]
        if len(lines) > 0:
            theirs.append(lines[0][0] / 1000)
            if lines[0][1] != document["semigroup_size"]:
                sys.exit(f"GAP finds {lines[0][1]} elements, ltlc {document['semigroup_size']}")
        if len(lines) > 1:
            own = document["size"] - document["semigroup_size"]
            expected = [document["classes"][c] - own for c in "RLJ"]
            expected.append(document["idempotents"] - own)
            if lines[1] != expected:
                sys.exit(f"GAP finds {lines[1]} classes and idempotents, ltlc {expected}")
        if len(lines) > 2:
            classes.append(lines[2][0] / 1000)
        if not ended.in_time:
            break
    return document["semigroup_size"], median_of(ours), median_of(theirs), median_of(classes)


def shown(seconds, options):
    if seconds is None:
        return f"> {options.timeout:.0f} s"
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"


def ratio(theirs, ours, options):
    return f"> {options.timeout / ours:.0f}" if theirs is None else f"{theirs / ours:.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ltlc")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--green", action="store_true", help="GAP's classes and idempotents too")
    parser.add_argument("--growth", action="store_true", help="from one size to the next")
    parser.add_argument("--only", action="append", choices=FAMILIES)
    options = parser.parse_args()
    versions = run(["gap", "-q", "-A"], 'Print(GAPInfo.Version, " ", '
                   'TestPackageAvailability("semigroups") <> fail, "\\n");; quit;\n', 30)
    version, package = versions.out.split()
    print(f"GAP {version}, {'with' if package == 'true' else 'base library without'} the package "
          "Semigroups\n")
    titles = ["semigroup", "elements", "ltlc", "elements a second", "GAP, enumeration", "ratio"]
    titles += ["GAP, classes too", "ratio"] if options.green else []
    titles += ["elements ×", "ltlc ×"] if options.growth else []
    row(*titles)
    row(*["---"] * len(titles))
    for family in options.only or FAMILIES:
        make, sizes = FAMILIES[family]
        before = None
        for n in sizes:
            elements, ours, theirs, classes = measure(make(n), options)
            cells = [f"{family} {n}", f"{elements:,}", shown(ours, options),
                     f"{elements / ours:,.0f}", shown(theirs, options), ratio(theirs, ours, options)]
            if options.green:
                cells += [shown(classes, options), ratio(classes, ours, options)]
            if options.growth:
                cells += ["", ""] if before is None else [
                    f"{elements / before[0]:.1f}", f"{ours / before[1]:.1f}"]
            before = elements, ours
            row(*cells)


if __name__ == "__main__":
    main()
