"""Put another schedule into a PyTorch model's rotary modules; the weights stay as they are.

    ltlc schedule 'mobius(2048,64)' --export mobius.safetensors
    >>> from swap_rotary import swap
    >>> swap(model, "mobius.safetensors", only=lambda module: "layers.3." in module)

Replaces the buffers that libraries keep and returns their names: inv_freq, and cos_cached and
sin_cached with a row a position, in which plane d rotates the dimensions d and d + planes, or 2d and
2d + 1 where interleaved. Cosines that a module computes from inv_freq are those of rounded products;
those of the file are the exact ones, rounded.
"""
import torch
from run_weights import load

def swap(model, path, only=lambda module: True, interleaved=False):
    tables = {key: torch.as_tensor(load(path, "ltlc-rotary")[key], dtype=torch.float64) for key in ("inv_freq", "cos", "sin")}
    for key in "cos", "sin":
        rows = tables.pop(key)
        tables[key + "_cached"] = rows.repeat_interleave(2, -1) if interleaved else torch.cat((rows, rows), -1)
    swaps = [(name, buffer, tables[key] if key == "inv_freq" else tables[key][:buffer.shape[-2]])
             for name, buffer in model.named_buffers() for module, _, key in [name.rpartition(".")]
             if key in tables and only(module)]
    for name, buffer, new in swaps:
        if buffer.shape[-new.dim():] != new.shape:
            raise ValueError(f"{name} is {tuple(buffer.shape)}, and the file has {tuple(new.shape)}")
    for _, buffer, new in swaps:
        buffer.copy_(new)
    return [name for name, _, _ in swaps]
