"""Run weights that `ltlc export --to json` wrote. Needs numpy only.

    ltlc export ab.json --to json -o weights.json
    python3 examples/run_weights.py weights.json abab aba ''
"""
import json, sys
import numpy as np

def run(model, tokens):
    x = np.array([model["embedding"][model["tokens"].index(t)] for t in ["<bos>", *tokens, "<eos>"]], float)
    n, mask = len(x), np.tril(np.ones((len(x), len(x)), bool), -1)  # row i sees columns j < i
    for layer in model["layers"]:
        y = x.copy()
        for h in layer["heads"]:
            q, k, v = (x @ np.reshape(h["W_" + s], (h["d_head"], -1)).T + h["b_" + s] for s in "QKV")
            for pair in h["rotary"]:
                (d, e), (c, s) = pair["dims"], np.array(pair["table"])[np.arange(n) % len(pair["table"])].T
                for z in (q, k):
                    z[:, d], z[:, e] = c * z[:, d] - s * z[:, e], s * z[:, d] + c * z[:, e]
            score = np.where(mask, q @ k.T, -np.inf)
            score[1:] -= score[1:].max(axis=1, keepdims=True)  # row 0 sees nothing: its output is 0
            a = np.where(mask, np.exp(np.where(mask, score, 0)), 0)
            y += a / np.maximum(a.sum(axis=1, keepdims=True), 1) @ v @ np.transpose(h["W_O"])
        m = layer["mlp"]
        w1, w2 = np.reshape(m["W_1"], (-1, x.shape[1])), np.reshape(m["W_2"], (x.shape[1], -1))
        x = y + np.maximum(y @ w1.T + m["b_1"], 0) @ w2.T + m["b_2"]
    return bool(x[-1, model["readout"]["dim"]] > model["readout"]["threshold"])

if __name__ == "__main__":
    model = json.load(open(sys.argv[1]))
    spaced = any(len(t) > 1 for t in model["tokens"][2:])
    for word in sys.argv[2:] or sys.stdin.read().splitlines():
        tokens = word.split() if spaced else list(word)
        print("accepted " if run(model, tokens) else "rejected ", word)
