"""Strict attention and rotary tables for a HookedTransformer of TransformerLens.

    tensors, texts = ltlc_model.read_safetensors("ab-lens.safetensors")  # of --to transformer-lens
    beside = json.loads(texts["transformer_lens"])
    model = HookedTransformer(HookedTransformerConfig(**beside["config"]))
    transformer_lens_hooks.install(model, tensors)
"""
import torch

def strict(scores, hook=None):
    """Query i sees the keys j < i: the diagonal goes too. Row 0 becomes NaN in the softmax, and
    TransformerLens makes that 0."""
    diagonal = torch.eye(scores.shape[-2], scores.shape[-1], dtype=torch.bool, device=scores.device)
    return scores.masked_fill(diagonal, -torch.inf)

def install(model, tensors):
    """Loads the state dict, the tables for certain, and makes attention strict; AssertionError where
    one of them did not arrive."""
    model.load_state_dict(tensors, strict=False)  # masks and the like are computed there
    for name, tensor in tensors.items():
        *path, key = name.split(".")
        owner = model.get_submodule(".".join(path))
        if key.startswith("rotary_"):  # of another length, load_state_dict keeps the computed ones
            setattr(owner, key, tensor.clone().to(getattr(owner, key)))
        assert torch.equal(getattr(owner, key), tensor.to(getattr(owner, key))), name
    for i, block in enumerate(model.blocks):
        model.add_hook(f"blocks.{i}.attn.hook_attn_scores", strict, is_permanent=True)
        assert block.attn.rotary_cos.shape == tensors[f"blocks.{i}.attn.rotary_cos"].shape
        assert torch.isneginf(strict(torch.zeros(1, 2, 2))).equal(torch.eye(2).bool()[None])

def check(model, beside):
    """The stored words: the answer is the greater of the two logits of the last position."""
    ids = {token: i for i, token in enumerate(beside["tokens"])}
    spaced = any(len(t) > 1 for t in beside["tokens"][2:])
    for word, accepted, margin in beside["self_test"]:
        tokens = [0, *(ids[t] for t in (word.split() if spaced else word)), 1]
        rejects, accepts = model(torch.tensor([tokens]))[0, -1].tolist()
        assert (accepts > rejects) == accepted and abs(abs(accepts - rejects) - margin) < 1e-2 * (1 + margin), word
