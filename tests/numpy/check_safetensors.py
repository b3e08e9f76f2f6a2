"""Reads safetensors files by their published layout, sharing no code with what writes them, and
compares every number with what `ltlc export --to json` says. Needs no package.

    check_safetensors.py LTLC
"""
import json, math, pathlib, struct, subprocess, sys, tempfile

SIZES = {"F64": 8, "F32": 4, "BF16": 2, "F16": 2, "F8_E5M2": 1, "F8_E4M3": 1}


def small(code, exponent_bits, fraction_bits, infinities):
    """A number of sign, exponent and fraction, by the definition."""
    sign = -1.0 if code >> (exponent_bits + fraction_bits) else 1.0
    exponent = code >> fraction_bits & (1 << exponent_bits) - 1
    fraction = code & (1 << fraction_bits) - 1
    bias = (1 << exponent_bits - 1) - 1
    if infinities and exponent == (1 << exponent_bits) - 1:
        return sign * math.inf if fraction == 0 else math.nan
    if not infinities and code & (1 << exponent_bits + fraction_bits) - 1 == (1 << exponent_bits + fraction_bits) - 1:
        return math.nan
    if exponent == 0:
        return sign * math.ldexp(fraction, 1 - bias - fraction_bits)
    return sign * math.ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits)


def numbers(kind, data):
    if kind in ("F64", "F32", "F16"):
        letter = {"F64": "d", "F32": "f", "F16": "e"}[kind]
        return list(struct.unpack(f"<{len(data) // SIZES[kind]}{letter}", data))
    if kind == "BF16":
        return [small(c, 8, 7, True) for c in struct.unpack(f"<{len(data) // 2}H", data)]
    return [small(c, 5, 2, True) if kind == "F8_E5M2" else small(c, 4, 3, False) for c in data]


def read(data):
    """Tensors by name, and the texts; asserts every rule of the layout."""
    size, = struct.unpack("<Q", data[:8])
    assert size <= 100_000_000 and size % 8 == 0, "the header is padded to 8 bytes"
    header_bytes = data[8:8 + size]
    assert header_bytes[:1] == b"{" and header_bytes.rstrip(b" ")[-1:] == b"}"
    pairs = []
    header = json.loads(header_bytes, object_pairs_hook=lambda p: pairs.append(p) or dict(p))
    assert all(len({key for key, _ in p}) == len(p) for p in pairs), "no key stands twice"
    texts = header.pop("__metadata__")
    assert all(isinstance(text, str) for text in texts.values())
    end, tensors = 0, {}
    for name, t in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        first, last = t["data_offsets"]
        count = math.prod(t["shape"])
        assert first == end and last - first == count * SIZES[t["dtype"]], name
        assert (8 + size + first) % SIZES[t["dtype"]] == 0, "aligned to its own width"
        tensors[name] = t["shape"], numbers(t["dtype"], data[8 + size + first:8 + size + last])
        end = last
    assert 8 + size + end == len(data), "nothing after the last tensor"
    return tensors, texts


def flat(node):
    return [x for part in node for x in flat(part)] if isinstance(node, list) else [node]


def at(document, name):
    for part in name.split("."):
        document = document[int(part) if part.isdigit() else part]
    return document


def main():
    ltlc = sys.argv[1]
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / "m")
        for text in ("P a", "P(b & Y a)", "MOD(2,3) & !P(a & MOD(1,2))"):
            subprocess.run([ltlc, "compile", "--alphabet", "ab", "--ltl", text, "-o", path, "--format", "fp16",
                            "--max-length", "20", "--quiet"], check=True, stdout=subprocess.DEVNULL)
            for kind in ("fp64", "fp32", "bf16", "fp16"):
                how = [ltlc, "export", path, "--format", kind, "--quiet", "--to"]
                document = json.loads(subprocess.run([*how, "json"], check=True, stdout=subprocess.PIPE).stdout)
                data = subprocess.run([*how, "safetensors"], check=True, stdout=subprocess.PIPE).stdout
                tensors, texts = read(data)
                for key in ("format", "formula", "class", "proof", "certified_length", "tool", "self_test"):
                    assert key in texts, f"{key} is missing of {sorted(texts)}"
                assert texts["format"] == "pt" and texts["formula"] == document["formula"]
                for name, (shape, values) in tensors.items():
                    want = flat(at(document, name))
                    assert math.prod(shape) == len(want) and values == want, f"{text}, {kind}: {name}"
                    compared += len(values)
                inside = json.loads(texts["ltlc"])
                assert inside["tokens"] == document["tokens"] and inside["readout"] == document["readout"]
    print(f"{compared} numbers compared")
    sys.exit(0 if compared > 1000 else 1)


if __name__ == "__main__":
    main()
