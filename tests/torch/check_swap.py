"""Swaps frequency tables into small modules with examples/swap_rotary.py and measures the kernel.

    check_swap.py PROGRAM
"""
import json, math, pathlib, subprocess, sys, tempfile

try:
    import numpy  # noqa: F401
    import torch
except ImportError:
    print("SKIPPED: PyTorch is not installed (Debian: python3-torch)")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples"))
from swap_rotary import swap  # noqa: E402


class Computed(torch.nn.Module):
    """Keeps inv_freq and computes the rest, as most libraries do."""
    def __init__(self, dim, length):
        super().__init__()
        self.register_buffer("inv_freq", 10_000.0 ** (-torch.arange(0, dim, 2) / dim), persistent=False)
        self.length = length

    def tables(self):
        turns = torch.arange(self.length)[:, None] * self.inv_freq
        return torch.cat((turns, turns), -1).cos(), torch.cat((turns, turns), -1).sin()


class Cached(torch.nn.Module):
    """Keeps a row a position, under leading axes as some libraries have them."""
    def __init__(self, dim, length, axes=()):
        super().__init__()
        cos, sin = Computed(dim, length).tables()
        self.register_buffer("cos_cached", cos.reshape(*axes, *cos.shape).clone(), persistent=False)
        self.register_buffer("sin_cached", sin.reshape(*axes, *sin.shape).clone(), persistent=False)

    def tables(self):
        return self.cos_cached.reshape(-1, self.cos_cached.shape[-1]), \
            self.sin_cached.reshape(-1, self.sin_cached.shape[-1])


def rotated(x, cos, sin, interleaved):
    if interleaved:
        turned = torch.stack((-x[..., 1::2], x[..., ::2]), -1).flatten(-2)
    else:
        low, high = x.chunk(2, -1)
        turned = torch.cat((-high, low), -1)
    return x * cos + turned * sin


def kernel(module, interleaved=False):
    """Scores of equal queries and keys, by their distance from position 0, scaled to 1 there."""
    cos, sin = (t.double() for t in module.tables())
    x = torch.ones(cos.shape, dtype=torch.float64)
    r = rotated(x, cos, sin, interleaved)
    return r @ r[0] / cos.shape[-1]


def expected(context, dim, length):
    c = lambda m: 1 if m % (2 * context) == 0 else -1 if m % context == 0 else \
        math.sin(dim * math.pi * m / context) / (dim * math.sin(math.pi * m / context))
    return torch.tensor([c(m) for m in range(length)], dtype=torch.float64)


def check(case, path):
    context, dim, length = case["context"], case["dim"], 2 * case["context"] + 1
    dtype = {"fp64": torch.float64, "fp32": torch.float32, "bf16": torch.bfloat16}[case["dtype"]]
    unit = {"fp64": 1e-13, "fp32": 1e-6, "bf16": 2e-2}[case["dtype"]]
    want = expected(context, dim, length)
    model = torch.nn.ModuleDict({
        "computed": Computed(dim, length).to(torch.float64 if dtype == torch.float64 else torch.float32),
        "cached": Cached(dim, length, (1, 1)).to(dtype),
        "shorter": Cached(dim, context).to(dtype),
        "other": Computed(dim, length)})
    before = model["other"].inv_freq.clone()
    assert (kernel(model["cached"]) - want).abs().max() > 0.1
    names = swap(model, path, only=lambda module: module != "other")
    assert names == ["computed.inv_freq", "cached.cos_cached", "cached.sin_cached",
                     "shorter.cos_cached", "shorter.sin_cached"], names
    assert torch.equal(model["other"].inv_freq, before)
    assert model["cached"].cos_cached.dtype == dtype
    assert model["cached"].cos_cached.shape == (1, 1, length, dim)
    assert (kernel(model["cached"]) - want).abs().max() < unit
    assert (kernel(model["shorter"]) - want[:context]).abs().max() < unit
    # inv_freq is fp32 at least; its products with positions lose as many bits as positions have.
    computed = 1e-11 if dtype == torch.float64 else 1e-4
    assert (kernel(model["computed"]) - want).abs().max() < computed
    # One turn round is exact: cached tables at N are those at 0, negated.
    cos, sin = model["cached"].tables()
    assert torch.equal(cos[context:2 * context + 1], -cos[:context + 1])
    assert torch.equal(sin[context:2 * context + 1], -sin[:context + 1])
    interleaved = Cached(dim, length).to(dtype)
    swap(interleaved, path, interleaved=True)
    assert (kernel(interleaved, True) - want).abs().max() < unit


def check_refusals(case, path):
    for bad in Cached(case["dim"], 2 * case["context"] + 2), Cached(2 * case["dim"], 4), \
            Computed(2 * case["dim"], 4):
        model = torch.nn.ModuleDict({"good": Computed(case["dim"], 4), "bad": bad})
        before = {name: buffer.clone() for name, buffer in model.named_buffers()}
        try:
            swap(model, path)
        except ValueError as error:
            assert str(error).startswith("bad."), error
        else:
            raise AssertionError("a table of another shape was swapped in")
        assert all(torch.equal(before[name], buffer) for name, buffer in model.named_buffers())


def main():
    cases = subprocess.run(sys.argv[1:], check=True, stdout=subprocess.PIPE, text=True).stdout
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in map(json.loads, cases.splitlines()):
            for kind in "json", "safetensors":
                path = pathlib.Path(folder) / ("table." + kind)
                path.write_bytes(case[kind].encode() if kind == "json" else bytes.fromhex(case[kind]))
                check(case, path)
                check_refusals(case, path)
                count += 1
    assert count == 18
    print(f"{count} files swapped into models")


if __name__ == "__main__":
    main()
