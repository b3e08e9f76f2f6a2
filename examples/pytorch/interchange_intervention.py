"""Does the model compute its formula the way the circuit manifest says? A test by intervention.

    ltlc export ab.json --to safetensors -o ab.safetensors
    python3 interchange_intervention.py ab.safetensors

For every sub-formula that a head or a hidden layer writes: run a word u, in which the coordinate has to
hold the sub-formula's truth; put into it at one position what a run of another word v has there (for
MOD: at another position); and compare the verdict with what the formula says when that sub-formula has
the other truth value at that position. Letters are replaced all at once. What is replaced for whom
follows from who reads the coordinate: the same sub-formula computed elsewhere keeps its value. Prints a
table; exit status 1 where something differs.
"""
import argparse, itertools, math, random, sys
import torch
from ltlc_model import load

class Formulas:
    """The definition: truth of formula number f of the manifest at position i of a word."""
    def __init__(self, circuit, letters):
        self.nodes, self.signatures = circuit["formulas"], {}
        self.samples = [w for n in range(6) for w in itertools.islice(itertools.product(letters, repeat=n), 200)]

    def holds(self, f, word, i, known=None, key_known=None):
        """known(g, j) may say the truth of a sub-formula, or None; key_known the same where a head of S
        looks for its key."""
        def teller(known, keys=None):
            memo = {}

            def of(g, j):
                if (g, j) not in memo:
                    value = known(g, j) if known else None
                    memo[g, j] = self.connect(g, j, word, of, keys or of) if value is None else value
                return memo[g, j]
            return of
        return teller(known, teller(key_known or known))(f, i)

    def connect(self, f, i, word, of, keys):
        node = self.nodes[f]
        kind, args = node["operator"], node.get("arguments", [])
        if kind in ("true", "false"):
            return kind == "true"
        if kind == "letter":
            return 1 <= i <= len(word) and word[i - 1] == node["letter"]
        if kind == "MOD":
            return i % node["modulus"] == node["residue"]
        if kind == "not":
            return not of(args[0], i)
        if kind == "past":
            return any(of(args[0], j) for j in range(1, i))
        if kind == "yesterday":
            return i > node["offset"] and of(args[0], i - node["offset"])
        if kind == "since":  # at the last j < i with g or not f: g
            last = next((j for j in range(i - 1, 0, -1) if self.key(f, j, keys)), None)
            return last is not None and of(args[1], last)
        x, y = of(args[0], i), of(args[1], i)
        return {"and": x and y, "or": x or y, "implies": not x or y, "iff": x == y}[kind]

    def key(self, f, j, of):
        """What a head of f S g looks for: f -> g, where some coordinate holds that, and else both."""
        args = self.nodes[f]["arguments"]
        for g, node in enumerate(self.nodes):
            if node["operator"] == "implies" and node["arguments"] == args:
                return of(g, j)
        return not of(args[0], j) or of(args[1], j)

    def signature(self, f):
        if f not in self.signatures:
            self.signatures[f] = tuple(self.holds(f, w, i) for w in self.samples for i in range(1, len(w) + 2))
        return self.signatures[f]

class Variables:
    """What is written, in order, and what each is computed from."""
    def __init__(self, model):
        circuit = model.circuit
        self.formulas, self.list = Formulas(circuit, model.letters[2:]), []
        held = {}  # the variable in each coordinate
        def add(**variable):
            self.list.append(variable)
            held[variable["coordinate"]] = len(self.list) - 1
        coordinates = [c for c in circuit["coordinates"] if c["encoding"] in ("truth", "above-half", "zero")]
        self.complements = {c["complement_of"]: c["coordinate"] for c in circuit["coordinates"] if "complement_of" in c}
        for c in coordinates:
            if c["from"] == 0:
                add(layer=0, place="embedding", reads=[], **{k: c[k] for k in ("coordinate", "formula", "text", "rows", "encoding")})
        for layer in range(1, circuit["layers"] + 1):
            before = dict(held)
            for head in circuit["heads"]:
                for w in head["writes"] if head["layer"] == layer else []:
                    add(layer=layer, place="attention", coordinate=w["coordinate"], formula=w["formula"], rows="all", encoding="truth",
                        text=w["text"], reads=[before[c] for c in sorted({*w["keys"], *w["values"]}) if c in before],
                        keys=[before[c] for c in w["keys"] if c in before])
            before = dict(held)
            for c in coordinates:
                if c["writer"] == "mlp" and c["from"] == layer:
                    add(layer=layer, place="mlp", coordinate=c["coordinate"], formula=c["formula"], rows=c["rows"], encoding=c["encoding"],
                        text=c["text"], reads=[before[r] for r in c["reads"] if r in before])
        self.readout = held[circuit["readout"]]
        cut = [v["text"] for v in self.list if v["formula"] is None]
        if cut:
            raise SystemExit(f"no formula is known for {cut[0]!r}: its text was cut")

    def seen(self, f, reads):
        """How a sub-formula is made of the variables that are read: a function of their values, or
        None. By name, and for what heads compute also by the definition on short words: the compiler
        has one head for what is equal, and one residue is none of the others."""
        node = self.formulas.nodes[f]
        for r in reads:
            if self.list[r]["formula"] == f:
                return lambda values, r=r: values[r]
        if node["operator"] not in ("past", "yesterday", "since", "MOD"):
            return None
        for r in reads:
            same = [a == b for a, b in zip(self.formulas.signature(f), self.formulas.signature(self.list[r]["formula"]))]
            if all(same):
                return lambda values, r=r: values[r]
            if not any(same):
                return lambda values, r=r: not values[r]
        if node["operator"] != "MOD":
            return None
        residues = [(r, self.formulas.nodes[self.list[r]["formula"]]) for r in reads]
        residues = [(r, n["residue"], n["modulus"]) for r, n in residues if n["operator"] == "MOD"]
        r0, m = node["residue"], node["modulus"]
        parts = [(r, q) for r, s, q in residues if m % q == 0 and r0 % q == s]
        if math.lcm(*(q for _, q in parts)) == m:
            return lambda values: all(values[r] for r, _ in parts)
        others = {s: r for r, s, q in residues if q == m}
        if len(others) == m - 1:
            return lambda values: not any(values[r] for r in others.values())
        return None

    def evaluate(self, word, change=None):
        """Truth of each variable at positions 1 … N + 1; `change` is (variable, position, truth)."""
        n = len(word) + 1
        table = []
        for number, v in enumerate(self.list):
            def teller(reads, seen):
                def known(f, j):
                    if f not in seen:
                        seen[f] = self.seen(f, reads)
                    return None if seen[f] is None else seen[f]([row[j] for row in table])
                return known
            told = [teller(v.get(which, v["reads"]), v.setdefault("seen by " + which, {})) for which in ("reads", "keys")]
            row = [False] + [self.formulas.holds(v["formula"], word, i, *told) for i in range(1, n + 1)]
            if change and change[0] == number:
                row[change[1]] = change[2]
            table.append(row)
        return table

class Interventions:
    def __init__(self, model, seed):
        self.model, self.variables, self.source = model, Variables(model), random.Random(seed)
        self.letters = model.letters[2:]
        samples = [w for w in self.variables.formulas.samples if w]
        self.accepted = [w for w, yes in zip(samples, model.accepts(samples)) if yes]

    def word(self, longest):
        """Half of them accepted, so that there is something to turn."""
        fitting = [w for w in self.accepted if len(w) <= longest]
        if fitting and self.source.random() < 0.5:
            return self.source.choice(fitting)
        return tuple(self.source.choice(self.letters) for _ in range(self.source.randint(1, longest)))

    def direction(self, coordinate):
        d = self.model.direction(coordinate)
        other = self.variables.complements.get(coordinate)
        return d if other is None else d - self.model.direction(other)

    @torch.no_grad()
    def patched(self, word, v, i, change):
        def edit(x, layer, place):
            if (layer, place) == (v["layer"], v["place"]):
                x = x.clone()
                x[0, i] += change
            return x
        scores = self.model.scores(self.model.ids([word]), edit=edit)
        return bool(scores[0, len(word) + 1] > self.model.readout["threshold"])

    def rows(self, v, n):
        return range(n + 1, n + 2) if v["rows"] == "end" else range(1, n + 1 + (v["rows"] == "all"))

    def states(self, word, v):
        run = self.model(word)
        return run.middle[v["layer"] - 1] if v["place"] == "attention" else run.hidden[v["layer"]]

    def is_modular(self, v):
        """The same at one position of every word: the other value is from another position."""
        return self.variables.formulas.nodes[v["formula"]]["operator"] == "MOD"

    def of_variable(self, number, count, longest):
        """Verdicts compared, how many the change turned, how many came out otherwise."""
        v, done, turned, wrong = self.variables.list[number], 0, 0, []
        for _ in range(20 * count):
            u, w = self.word(longest), self.word(longest)
            before, other = self.variables.evaluate(u), self.variables.evaluate(w)
            held = self.model.feature(self.states(u, v), v["coordinate"]) > 0.5
            if any(bool(held[i]) != (before[number][i] != (v["encoding"] == "zero")) for i in self.rows(v, len(u))):
                wrong.append((u, u, 0))
                break
            places = [(i, j) for i in self.rows(v, len(u)) for j in self.rows(v, len(w))
                      if before[number][i] != other[number][j] and (i == j or self.is_modular(v))]
            if not places:
                continue
            i, j = self.source.choice(places)
            amount = self.model.feature(self.states(w, v)[j] - self.states(u, v)[i], v["coordinate"])
            got = self.patched(u, v, i, amount * self.direction(v["coordinate"]))
            want = self.variables.evaluate(u, (number, i, other[number][j]))[self.variables.readout][-1]
            done, turned = done + 1, turned + (want != before[self.variables.readout][-1])
            wrong += [(u, w, i)] if got != want else []
            if done == count:
                break
        return done, turned, wrong

    def of_letters(self, count, longest):
        done, turned, wrong = 0, 0, []
        v = {"layer": 0, "place": "embedding"}
        for _ in range(20 * count):
            u, w = self.word(longest), self.word(longest)
            i = self.source.randint(1, min(len(u), len(w)))
            if u[i - 1] == w[i - 1]:
                continue
            change = self.states(w, v)[i] - self.states(u, v)[i]
            replaced = u[:i - 1] + (w[i - 1],) + u[i:]
            want = self.variables.evaluate(replaced)[self.variables.readout][-1]
            done, turned = done + 1, turned + (want != self.variables.evaluate(u)[self.variables.readout][-1])
            wrong += [(u, w, i)] if self.patched(u, v, i, change) != want else []
            if done == count:
                break
        return done, turned, wrong

    def all(self, count, longest):
        """Rows: what, where, (compared, turned, wrong)."""
        yield "the letter", "the embedding", self.of_letters(count, longest)
        for number, v in enumerate(self.variables.list):
            constant = self.variables.formulas.nodes[v["formula"]]["operator"] == "true"
            if v["place"] == "attention" or v["place"] == "mlp" and not constant:
                by = "attention" if v["place"] == "attention" else "hidden units"
                yield v["text"], f"coordinate {v['coordinate']}, {by} of layer {v['layer']}", \
                    self.of_variable(number, count, longest)

def main():
    parser = argparse.ArgumentParser(description="Confirm a circuit manifest by interchange interventions.")
    parser.add_argument("weights", help="a file of `ltlc export --to safetensors`")
    parser.add_argument("--count", type=int, default=30, help="interventions for each sub-formula")
    parser.add_argument("--longest", type=int, default=7, help="letters of a word")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dtype", choices=["float32", "bfloat16", "float64"], default=None)
    options = parser.parse_args()
    model = load(options.weights, dtype=options.dtype and getattr(torch, options.dtype))
    if not model.circuit["coordinates"]:
        raise SystemExit(f"{options.weights}: no manifest; export the file that `ltlc compile` wrote")
    longest = min(options.longest, model.circuit["max_length"] or options.longest)
    test, failed = Interventions(model, options.seed), False
    print(f"{'compared':>8} {'turned':>6} {'wrong':>5}  sub-formula")
    for text, where, (done, turned, wrong) in test.all(options.count, longest):
        print(f"{done:8} {turned:6} {len(wrong):5}  {text}  ({where})")
        for u, w, i in wrong[:1]:
            print(f"         in {' '.join(u)} " + (f"at {i} as in {' '.join(w)}" if i else "it does not hold that"))
        failed = failed or bool(wrong)
    print(f"seed {options.seed}: {'DISAGREEMENT' if failed else 'every verdict is as the formula says'}")
    sys.exit(1 if failed else 0)

if __name__ == "__main__":
    main()
