"""As much of TransformerLens's HookedTransformer as its state dicts and hooks need, from a description:
causal attention over the keys k <= q, a hook on the scores, NaN in the pattern made 0, one rotary table
a layer that all heads share, neighbouring dimensions turned; load_state_dict keeps a table whose shape
is not the loaded one's."""
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, c):
        super().__init__()
        h, d, e = c["n_heads"], c["d_model"], c["d_head"]
        for m in "QKV":
            setattr(self, "W_" + m, nn.Parameter(torch.zeros(h, d, e)))
            setattr(self, "b_" + m, nn.Parameter(torch.zeros(h, e)))
        self.W_O, self.b_O = nn.Parameter(torch.zeros(h, e, d)), nn.Parameter(torch.zeros(d))
        self.scale = e ** 0.5 if c["use_attn_scale"] else 1.0
        turns = torch.arange(c["n_ctx"])[:, None] * torch.ones(c["rotary_dim"])  # not what ours are
        rows = slice(0, min(c["n_ctx"], 48))  # the cache begins short
        self.register_buffer("rotary_sin", turns.sin()[rows])
        self.register_buffer("rotary_cos", turns.cos()[rows])
        self.hooks = []

    def _load_from_state_dict(self, state, prefix, *rest):
        for name in "rotary_sin", "rotary_cos":
            if prefix + name in state and state[prefix + name].shape != getattr(self, name).shape:
                state[prefix + name] = getattr(self, name)
        super()._load_from_state_dict(state, prefix, *rest)

    def rotated(self, z):
        n, r = z.shape[1], self.rotary_cos.shape[-1]
        turned, flipped = z[..., :r], torch.empty_like(z[..., :r])
        flipped[..., ::2], flipped[..., 1::2] = -turned[..., 1::2], turned[..., ::2]
        cos, sin = self.rotary_cos[None, :n, None], self.rotary_sin[None, :n, None]
        return torch.cat((turned * cos + flipped * sin, z[..., r:]), -1)

    def forward(self, x):
        q, k, v = (torch.einsum("bpd,hde->bphe", x, getattr(self, "W_" + m)) + getattr(self, "b_" + m) for m in "QKV")
        scores = torch.einsum("bqhe,bkhe->bhqk", self.rotated(q), self.rotated(k)) / self.scale
        n = x.shape[1]
        scores = scores.masked_fill(~torch.ones(n, n).tril().bool(), -torch.inf)
        for hook in self.hooks:
            scores = hook(scores, hook=None)
        pattern = scores.softmax(-1)
        pattern = torch.where(pattern.isnan(), torch.zeros_like(pattern), pattern)
        z = torch.einsum("bhqk,bkhe->bqhe", pattern, v)
        return torch.einsum("bqhe,hed->bqd", z, self.W_O) + self.b_O


class MLP(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.W_in, self.b_in = nn.Parameter(torch.zeros(c["d_model"], c["d_mlp"])), nn.Parameter(torch.zeros(c["d_mlp"]))
        self.W_out, self.b_out = nn.Parameter(torch.zeros(c["d_mlp"], c["d_model"])), nn.Parameter(torch.zeros(c["d_model"]))

    def forward(self, x):
        return (x @ self.W_in + self.b_in).relu() @ self.W_out + self.b_out


class Holder(nn.Module):
    def __init__(self, **parts):
        super().__init__()
        for name, part in parts.items():
            setattr(self, name, part)


class StandIn(nn.Module):
    def __init__(self, c):
        super().__init__()
        assert c["act_fn"] == "relu" and c["normalization_type"] is None and c["attention_dir"] == "causal"
        assert c["positional_embedding_type"] == "rotary" and c["rotary_adjacent_pairs"]
        self.embed = Holder(W_E=nn.Parameter(torch.zeros(c["d_vocab"], c["d_model"])))
        self.blocks = nn.ModuleList(Holder(attn=Attention(c), mlp=MLP(c)) for _ in range(c["n_layers"]))
        self.unembed = Holder(W_U=nn.Parameter(torch.zeros(c["d_model"], c["d_vocab_out"])),
                              b_U=nn.Parameter(torch.zeros(c["d_vocab_out"])))

    def add_hook(self, name, hook, is_permanent=False):
        blocks, i, attn, point = name.split(".")
        assert (blocks, attn, point, is_permanent) == ("blocks", "attn", "hook_attn_scores", True)
        self.blocks[int(i)].attn.hooks.append(hook)

    @torch.no_grad()
    def forward(self, tokens):
        x = self.embed.W_E[tokens]
        for block in self.blocks:
            x = x + block.attn(x)
            x = x + block.mlp(x)
        return x @ self.unembed.W_U + self.unembed.b_U
