"""Run weights that `ltlc export --to json` or `--to safetensors` wrote. Needs numpy only.

    ltlc export ab.json --to json -o weights.json
    python3 examples/run_weights.py weights.json abab aba ''
"""
import json, struct, sys
import numpy as np

def angles(pairs, n):
    """Of each pair: its two dimensions, and cosine and sine at positions 0 … n-1."""
    for pair in pairs:
        if "angle" in pair:
            turn = pair["angle"] * np.arange(n)
            yield *pair["dims"], np.cos(turn), np.sin(turn)
        else:
            table = np.asarray(pair["table"], float)
            yield *pair["dims"], *table[np.arange(n) % len(table)].T

def attention(score, kind):
    """Weights of the keys j < i for each row i; row 0 sees nothing: its weights are 0."""
    mask = np.tril(np.ones(score.shape, bool), -1)
    score = np.where(mask, score, -np.inf)
    best = score.max(axis=1, keepdims=True)
    best[0] = 0
    if kind == "soft":
        a = np.exp(score - best)
    else:
        a = (score == best) & mask
        if kind == "leftmost":
            a &= a.cumsum(axis=1) == 1
        if kind == "rightmost":
            a &= a[:, ::-1].cumsum(axis=1)[:, ::-1] == 1
    return a / np.maximum(a.sum(axis=1, keepdims=True), 1)

def norm(p, x):
    if p["kind"] == "layer":
        x = x - x.mean(axis=1, keepdims=True)
    return p["gain"] * x / np.sqrt((x * x).mean(axis=1, keepdims=True) + p["eps"]) + p["bias"]

def rows(model, tokens):
    """The rows of <bos>, the tokens and <eos>, one after the other: embedded, and after every layer."""
    x = np.array([model["embedding"][model["tokens"].index(t)] for t in ["<bos>", *tokens, "<eos>"]], float)
    n, width = x.shape
    for d, e, c, s in angles(model.get("positions", []), n):
        x[:, d] += c
        x[:, e] += s
    yield x
    for layer in model["layers"]:
        y = x.copy()
        for h in layer["heads"]:
            q, k, v = (x @ np.reshape(h["W_" + m], (h["d_head"], width)).T + h["b_" + m] for m in "QKV")
            for d, e, c, s in angles(h["rotary"], n):
                for z in (q, k):
                    z[:, d], z[:, e] = c * z[:, d] - s * z[:, e], s * z[:, d] + c * z[:, e]
            y += attention(q @ k.T, h.get("attention", "soft")) @ v @ np.transpose(h["W_O"])
        m = layer["mlp"]
        hidden = np.maximum(y @ np.reshape(m["W_1"], (-1, width)).T + m["b_1"], 0)
        x = y + hidden @ np.reshape(m["W_2"], (width, -1)).T + m["b_2"]
        if layer.get("norm"):
            x = norm(layer["norm"], x)
        yield x

def run(model, tokens):
    *_, x = rows(model, tokens)
    return bool(x[-1, model["readout"]["dim"]] > model["readout"]["threshold"])

def numbers(kind, data):
    """Bytes of a safetensors file as float64; numpy has no type for three of the kinds."""
    if kind == "BF16":
        return (np.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4").astype(float)
    if kind == "F8_E5M2":
        return (np.frombuffer(data, "u1").astype("<u2") << 8).view("<f2").astype(float)
    if kind == "F8_E4M3":
        code = np.frombuffer(data, "u1").astype(int)
        field, fraction = code >> 3 & 15, code & 7
        size = np.where(field, np.ldexp(8.0 + fraction, field - 10), np.ldexp(1.0 * fraction, -9))
        return np.where(code & 127 == 127, np.nan, np.where(code >> 7, -size, size))
    return np.frombuffer(data, {"F64": "<f8", "F32": "<f4", "F16": "<f2"}[kind]).astype(float)

def from_tensors(data):
    """The document of a safetensors file, with its tensors put where the JSON has them."""
    size = struct.unpack("<Q", data[:8])[0] + 8
    header = json.loads(data[8:size])
    model = json.loads(header.pop("__metadata__")["ltlc"])
    for name, tensor in header.items():
        begin, end = tensor["data_offsets"]
        *path, key = name.split(".")
        place = model
        for part in path:
            place = place[int(part) if part.isdigit() else part]
        place[key] = numbers(tensor["dtype"], data[size + begin:size + end]).reshape(tensor["shape"])
    return model

def load(path, expected="ltlc-weights"):
    """The document of a .json or a .safetensors file: of both as the JSON says it."""
    with open(path, "rb") as file:
        data = file.read()
    binary = len(data) >= 8 and data[7] == 0  # no JSON has a zero byte; a header's length has
    try:
        model = from_tensors(data) if binary else json.loads(data)
        kind = model["format"]
    except (KeyError, IndexError, TypeError, ValueError, struct.error):
        raise SystemExit(f"{path!r}: neither JSON nor safetensors that `ltlc export` wrote")
    if kind != expected:
        raise SystemExit(f"{path!r}: expected the format {expected!r}, found {kind!r}"
                         + (": run `ltlc export` first" if kind == "ltlc-model" else ""))
    if model.get("version") != 1:
        raise SystemExit(f"{path!r}: this program reads version 1, found {model.get('version')!r}")
    return model

if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit("usage: run_weights.py WEIGHTS [WORD...]")
    try:
        model = load(sys.argv[1])
    except OSError as error:
        raise SystemExit(f"cannot read {sys.argv[1]!r}: {error.strerror}")
    letters = model["tokens"][2:]
    spaced = any(len(t) > 1 for t in letters)
    for word in sys.argv[2:] or sys.stdin.read().splitlines():
        tokens = word.split() if spaced else list(word)
        for t in tokens:
            if t not in letters:
                raise SystemExit(f"{t!r} in {word!r} is not in the alphabet {letters}")
        print("accepted " if run(model, tokens) else "rejected ", word)
