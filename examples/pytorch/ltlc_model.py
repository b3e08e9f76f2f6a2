"""Models that `ltlc export --to safetensors` wrote, as a PyTorch module. Needs torch only.

    from ltlc_model import load
    model = load("ab.safetensors")
    run = model("abab")
    run.accepted, run.margin          # the verdict, and how far from the threshold
    run.attention["MOD(1,2)"]         # of the head that computes it: queries × keys
    run.value["MOD(1,2)"]             # by position: 0 is <bos>, the last is <eos>

Parameters bear the tensors' names in the file and can be trained; rotary tables are persistent
buffers and are not. `ltlc` (apps/weights.md) says what is computed; here sums have another order.
"""
import json, struct, sys
import torch
from torch import nn

DTYPES = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}

def read_safetensors(path):
    """Tensors by name, and the texts of the metadata: the published layout."""
    with open(path, "rb") as file:
        data = file.read()
    size = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:size])
    texts = header.pop("__metadata__", {})
    tensors = {}
    for name, t in header.items():
        begin, end = (size + offset for offset in t["data_offsets"])
        if t["dtype"] not in DTYPES:
            raise ValueError(f"{path}: PyTorch has no {t['dtype']}; export with --format fp32")
        raw = bytearray(data[begin:end])
        flat = torch.frombuffer(raw, dtype=DTYPES[t["dtype"]]) if raw else torch.empty(0, dtype=DTYPES[t["dtype"]])
        tensors[name] = flat.reshape(t["shape"])
    return tensors, texts

def place(document, tensors):
    """Puts every tensor where the JSON form of the document has it."""
    for name, tensor in tensors.items():
        *path, key = name.split(".")
        at = document
        for part in path:
            at = at[int(part) if part.isdigit() else part]
        at[key] = tensor
    return document

def number(value, *shape):
    t = torch.as_tensor(value) if torch.is_tensor(value) else torch.tensor(value, dtype=torch.float64)
    return t.reshape(shape) if shape else t

def parameter(value, *shape):
    return nn.Parameter(number(value, *shape).clone())

class Pair(nn.Module):
    """Two dimensions that are turned by the position: by a table, or by an angle."""
    def __init__(self, pair):
        super().__init__()
        self.dims, self.angle = pair["dims"], pair.get("angle")
        self.register_buffer("table", number(pair["table"], -1, 2).clone() if "table" in pair else None)

    def forward(self, positions, dtype):
        if self.table is not None:
            return self.table[positions % len(self.table)].to(dtype).T
        turn = self.angle * positions.double()
        return turn.cos().to(dtype), turn.sin().to(dtype)

class Head(nn.Module):
    BLOCK = 256  # queries at a time: their scores stay in the cache, and later keys are not scored

    def __init__(self, head, width):
        super().__init__()
        self.kind = head.get("attention", "soft")
        for m in "QKV":
            setattr(self, "W_" + m, parameter(head["W_" + m], head["d_head"], width))
            setattr(self, "b_" + m, parameter(head["b_" + m]))
        self.W_O = parameter(head["W_O"], width, head["d_head"])
        self.rotary = nn.ModuleList(Pair(p) for p in head["rotary"])

    def weights(self, score, mask):
        """Where the mask has a zero row, so have the weights: the row sees itself until the end."""
        seen = mask | ~mask.any(-1, keepdim=True)
        score = score.to(torch.promote_types(score.dtype, torch.float32)).masked_fill(~seen, -torch.inf)
        if self.kind == "soft":
            return score.softmax(-1) * mask
        a = (score == score.amax(-1, keepdim=True)) & mask
        if self.kind == "leftmost":
            a = a & (a.cumsum(-1) == 1)
        if self.kind == "rightmost":
            a = a & (a.flip(-1).cumsum(-1).flip(-1) == 1)
        return a / a.sum(-1, keepdim=True).clamp(min=1).to(score.dtype)

    def turned(self, z, positions):
        for pair in self.rotary:
            (d, e), (c, s) = pair.dims, pair(positions, z.dtype)
            z = z.clone()
            z[..., d], z[..., e] = c * z[..., d] - s * z[..., e], s * z[..., d] + c * z[..., e]
        return z

    def forward(self, x, positions, maps=None):
        q, k, v = (x @ getattr(self, "W_" + m).T + getattr(self, "b_" + m) for m in "QKV")
        q, k = self.turned(q, positions), self.turned(k, positions)
        rows = []
        for begin in range(0, x.shape[-2], self.BLOCK):  # query i sees the keys j < i; query 0 none
            end = min(begin + self.BLOCK, x.shape[-2])
            mask = positions[begin:end, None] > positions[:end]
            a = self.weights(q[..., begin:end, :] @ k[..., :end, :].transpose(-1, -2), mask)
            if maps is not None:
                maps.append(nn.functional.pad(a, (0, x.shape[-2] - end)))
            rows.append(a.to(x.dtype) @ v[..., :end, :])
        return torch.cat(rows, -2) @ self.W_O.T

class MLP(nn.Module):
    def __init__(self, mlp, width):
        super().__init__()
        self.W_1, self.b_1 = parameter(mlp["W_1"], len(mlp["b_1"]), width), parameter(mlp["b_1"])
        self.W_2, self.b_2 = parameter(mlp["W_2"], width, len(mlp["b_1"])), parameter(mlp["b_2"])

    def forward(self, x):
        return (x @ self.W_1.T + self.b_1).relu() @ self.W_2.T + self.b_2

class Norm(nn.Module):
    def __init__(self, norm):
        super().__init__()
        self.kind, self.eps = norm["kind"], norm["eps"]
        self.gain, self.bias = parameter(norm["gain"]), parameter(norm["bias"])

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

class Run:
    """What a model did with one word, without gradients; said at the top of the file."""
    @torch.no_grad()
    def __init__(self, model, word):
        self.tokens = ["<bos>", *word, "<eos>"]
        self.states, self.middle, self.maps = [], [], []
        self.readout = model.scores(model.ids([word]), keep=self)[0, -1].item()
        self.margin = abs(self.readout - model.readout["threshold"])
        self.accepted = self.readout > model.readout["threshold"]
        self.hidden = torch.stack(self.states)[:, 0]       # layers + 1 × positions × width
        self.middle = [x[0] for x in self.middle]          # of each layer, between heads and MLP
        self.maps = [[a[0] for a in heads] for heads in self.maps]
        self.attention, self.value = {}, {}
        for head in model.circuit["heads"]:
            for write in head["writes"]:
                self.attention[write["text"]] = self.maps[head["layer"] - 1][head["head"] - 1]
                self.value[write["text"]] = model.feature(self.middle[head["layer"] - 1], write["coordinate"])
        for c in model.circuit["coordinates"]:
            self.value.setdefault(c["text"], model.feature(self.hidden[c["from"]], c["coordinate"]))

class Transformer(nn.Module):
    def __init__(self, document, circuit=None):
        super().__init__()
        self.letters, self.readout = document["tokens"], document["readout"]
        self.vocabulary = {t: i for i, t in enumerate(self.letters)}
        self.circuit = circuit or {"coordinates": [], "heads": [], "hidden": [], "basis": {"kind": "standard"}}
        self.embedding = parameter(document["embedding"], len(self.letters), document["d_model"])
        self.positions = nn.ModuleList(Pair(p) for p in document.get("positions", []))
        self.layers = nn.ModuleList(Layer(l, document["d_model"]) for l in document["layers"])
        directions = self.circuit["basis"].get("directions")
        self.directions = None if directions is None else torch.tensor(directions, dtype=torch.float64)

    def words(self, text):
        """The letters of a word; white space separates tokens of more than one character."""
        spaced = any(len(t) > 1 for t in self.letters[2:])
        return text if not isinstance(text, str) else text.split() if spaced else list(text)

    def ids(self, words):
        """Rows <bos> word <eos>, filled up with <eos>, which nothing before it sees."""
        unknown = [t for w in words for t in w if t not in self.letters[2:]]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is not in the alphabet {self.letters[2:]}")
        n = max(map(len, words)) + 2
        rows = [[0, *(self.vocabulary[t] for t in w)] for w in words]
        return torch.tensor([row + [1] * (n - len(row)) for row in rows])

    def direction(self, coordinate):
        """The unit vector that carries a coordinate of the manifest."""
        if self.directions is None:
            return nn.functional.one_hot(torch.tensor(coordinate), self.embedding.shape[1]).to(self.embedding)
        return self.directions[coordinate].to(self.embedding)

    def feature(self, x, coordinate):
        return x[..., coordinate] if self.directions is None else x @ self.direction(coordinate)

    def scores(self, tokens, keep=None, edit=None):
        """The readout at every position. `edit(x, layer, place)` may change the residual stream;
        place is "embedding", "attention" or "mlp": what was written last."""
        edit = edit or (lambda x, layer, place: x)
        x = self.embedding[tokens]
        positions = torch.arange(tokens.shape[-1])
        for pair in self.positions:
            (d, e), (c, s) = pair.dims, pair(positions, x.dtype)
            x = x.clone()
            x[..., d] += c
            x[..., e] += s
        x = edit(x, 0, "embedding")
        if keep is not None:
            keep.states.append(x)
        for number, layer in enumerate(self.layers, 1):
            maps = [[] for _ in layer.heads] if keep is not None else [None] * len(layer.heads)
            x = x + sum(h(x, positions, m) for h, m in zip(layer.heads, maps))
            x = edit(x, number, "attention")
            if keep is not None:
                keep.middle.append(x)
                keep.maps.append([torch.cat(m, -2) for m in maps])
            x = edit(layer.norm(x + layer.mlp(x)), number, "mlp")
            if keep is not None:
                keep.states.append(x)
        return x[..., self.readout["dim"]]

    def forward(self, word):
        """A word gives what the model did with it; a batch of token ids gives the scores."""
        return self.scores(word) if torch.is_tensor(word) else Run(self, self.words(word))

    @torch.no_grad()
    def accepts(self, words, scores=500_000):
        """Whether a word is accepted, or each of a list; `scores` bounds a batch's attention scores."""
        if isinstance(words, str):
            return self.accepts([words])[0]
        words = [self.words(w) for w in words]
        order = sorted(range(len(words)), key=lambda i: len(words[i]))
        accepted = [False] * len(words)
        while order:
            batch = [order.pop()]
            n = len(words[batch[0]]) + 2  # of the longest that is left
            while order and (len(batch) + 1) * n * n <= scores:
                batch.append(order.pop())
            values = self.scores(self.ids([words[i] for i in batch]))
            for value, i in zip(values, batch):
                accepted[i] = bool(value[len(words[i]) + 1] > self.readout["threshold"])
        return accepted

    @torch.no_grad()
    def self_test(self, cases, slack):
        """Refuses to go on where a stored word, its verdict or its margin does not come out."""
        for word, accepted, margin in cases:
            run = self(word)
            if run.accepted != accepted or abs(run.margin - margin) > slack * (1 + margin):
                raise ValueError(
                    f"self-test: {' '.join(run.tokens)} came out {'accepted' if run.accepted else 'rejected'} "
                    f"with margin {run.margin:.6g}; ltlc says {'accepted' if accepted else 'rejected'}, {margin:.6g}")

SLACK = {torch.float64: 1e-6, torch.float32: 1e-3, torch.bfloat16: 5e-2}

def load(path, dtype=None, self_test=True):
    """The model of a file in its own type (fp16 in float32), or another; ValueError where it is none,
    or where its self-test fails. A file of an `ltlc` that stored no words is not tested."""
    tensors, texts = read_safetensors(path)
    document = json.loads(texts.get("ltlc", "{}"))
    if document.get("format") != "ltlc-weights" or document.get("version") != 1:
        raise ValueError(f"{path}: not what `ltlc export --to safetensors` writes (version 1)")
    circuit = json.loads(texts["circuit"]) if "circuit" in texts else None
    stored = tensors["embedding"].dtype
    model = Transformer(place(document, tensors), circuit)
    model.to(dtype or (torch.float32 if stored == torch.float16 else stored))
    if self_test:
        model.self_test(json.loads(texts.get("self_test", "[]")), SLACK[model.embedding.dtype])
    return model

if __name__ == "__main__":
    model = load(sys.argv[1])
    for word in sys.argv[2:]:
        print("accepted " if model.accepts(word) else "rejected ", word)
