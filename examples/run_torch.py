"""Run exported weights as a plain PyTorch module, many words at a time.

    ltlc export ab.json --to safetensors -o ab.safetensors
    python3 examples/run_torch.py ab.safetensors abab aba ''
    python3 examples/run_torch.py ab.safetensors --dtype bfloat16 --words FILE    # a word a line

The names in state_dict() are the tensors' names in the file. In bfloat16 the weights of attention
are computed in float32, as libraries do.
"""
import argparse
import numpy as np
import torch
from torch import nn
from run_weights import load

def tensor(numbers, *shape):
    t = torch.tensor(np.asarray(numbers, float), dtype=torch.float64)
    return t.reshape(shape) if shape else t

class Pair(nn.Module):
    def __init__(self, pair):
        super().__init__()
        self.dims, self.angle = pair["dims"], pair.get("angle")
        self.register_buffer("table", tensor(pair["table"]) if "table" in pair else None)

    def forward(self, positions, dtype):
        if self.table is not None:
            return self.table[positions % len(self.table)].T
        turn = self.angle * positions.double()
        return turn.cos().to(dtype), turn.sin().to(dtype)

class Head(nn.Module):
    def __init__(self, head, width):
        super().__init__()
        self.attention = head.get("attention", "soft")
        for m in "QKV":
            self.register_buffer("W_" + m, tensor(head["W_" + m], head["d_head"], width))
            self.register_buffer("b_" + m, tensor(head["b_" + m]))
        self.register_buffer("W_O", tensor(head["W_O"], width, head["d_head"]))
        self.rotary = nn.ModuleList(Pair(p) for p in head["rotary"])

    def weights(self, score, mask):
        """Row i sees j < i. Row 0 sees itself until the mask is multiplied in, and then nothing."""
        seen = mask.clone()
        seen[0, 0] = True
        score = score.to(torch.promote_types(score.dtype, torch.float32)).masked_fill(~seen, -torch.inf)
        if self.attention == "soft":
            return score.softmax(-1) * mask
        a = (score == score.amax(-1, keepdim=True)) & mask
        if self.attention == "leftmost":
            a &= a.cumsum(-1) == 1
        if self.attention == "rightmost":
            a &= a.flip(-1).cumsum(-1).flip(-1) == 1
        return a / a.sum(-1, keepdim=True).clamp(min=1).to(score.dtype)

    def forward(self, x, positions, mask):
        q, k, v = (x @ getattr(self, "W_" + m).T + getattr(self, "b_" + m) for m in "QKV")
        for pair in self.rotary:
            (d, e), (c, s) = pair.dims, pair(positions, x.dtype)
            for z in (q, k):
                z[..., d], z[..., e] = c * z[..., d] - s * z[..., e], s * z[..., d] + c * z[..., e]
        return self.weights(q @ k.transpose(-1, -2), mask).to(x.dtype) @ v @ self.W_O.T

class MLP(nn.Module):
    def __init__(self, mlp, width):
        super().__init__()
        self.register_buffer("W_1", tensor(mlp["W_1"], len(mlp["b_1"]), width))
        self.register_buffer("b_1", tensor(mlp["b_1"]))
        self.register_buffer("W_2", tensor(mlp["W_2"], width, len(mlp["b_1"])))
        self.register_buffer("b_2", tensor(mlp["b_2"]))

    def forward(self, x):
        return (x @ self.W_1.T + self.b_1).relu() @ self.W_2.T + self.b_2

class Norm(nn.Module):
    def __init__(self, norm):
        super().__init__()
        self.kind, self.eps = norm["kind"], norm["eps"]
        self.register_buffer("gain", tensor(norm["gain"]))
        self.register_buffer("bias", tensor(norm["bias"]))

    def forward(self, x):
        if self.kind == "layer":
            x = x - x.mean(-1, keepdim=True)
        return self.gain * x / (x.square().mean(-1, keepdim=True) + self.eps).sqrt() + self.bias

class Layer(nn.Module):
    def __init__(self, layer, width):
        super().__init__()
        self.heads = nn.ModuleList(Head(h, width) for h in layer["heads"])
        self.mlp = MLP(layer["mlp"], width)
        self.norm = Norm(layer["norm"]) if layer.get("norm") else nn.Identity()

    def forward(self, x, positions, mask):
        x = x + sum(h(x, positions, mask) for h in self.heads)
        return self.norm(x + self.mlp(x))

class Transformer(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.tokens, self.readout = model["tokens"], model["readout"]
        self.register_buffer("embedding", tensor(model["embedding"]))
        self.positions = nn.ModuleList(Pair(p) for p in model.get("positions", []))
        self.layers = nn.ModuleList(Layer(l, model["d_model"]) for l in model["layers"])

    def forward(self, tokens):
        """The readout coordinate at every position. What stands after a position does not reach it."""
        x = self.embedding[tokens]
        positions = torch.arange(tokens.shape[1])
        for pair in self.positions:
            (d, e), (c, s) = pair.dims, pair(positions, x.dtype)
            x[..., d] += c
            x[..., e] += s
        mask = positions[:, None] > positions
        for layer in self.layers:
            x = layer(x, positions, mask)
        return x[..., self.readout["dim"]]

@torch.no_grad()
def verdicts(model, words, scores=8_000_000):
    """Whether each word, a list of tokens, is accepted; `scores` bounds a batch's attention scores."""
    ids = {t: i for i, t in enumerate(model.tokens)}
    rows = [[0, *(ids[t] for t in w), 1] for w in words]
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    accepted = [False] * len(rows)
    while order:
        batch = [order.pop()]
        n = len(rows[batch[0]])  # of the longest that is left
        while order and (len(batch) + 1) * n * n <= scores:
            batch.append(order.pop())
        tokens = torch.ones(len(batch), n, dtype=torch.long)
        for b, i in enumerate(batch):
            tokens[b, :len(rows[i])] = torch.tensor(rows[i])
        values = model(tokens)
        for b, i in enumerate(batch):
            accepted[i] = bool(values[b, len(rows[i]) - 1] > model.readout["threshold"])
    return accepted

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Run exported weights in PyTorch.")
    parser.add_argument("weights", help="a .json or .safetensors file of `ltlc export`")
    parser.add_argument("word", nargs="*")
    parser.add_argument("--words", help="a file with a word a line")
    parser.add_argument("--dtype", default="float32", choices=["float32", "bfloat16", "float64"])
    options = parser.parse_args()
    model = Transformer(load(options.weights)).to(getattr(torch, options.dtype))
    words = options.word + (open(options.words, encoding="utf-8").read().splitlines() if options.words else [])
    spaced = any(len(t) > 1 for t in model.tokens[2:])
    for word, yes in zip(words, verdicts(model, [w.split() if spaced else list(w) for w in words])):
        print("accepted " if yes else "rejected ", word)
