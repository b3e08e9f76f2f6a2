"""Loads what a program writes with the module of examples/pytorch and compares: every coordinate after
every layer at every position with the interpreter's, verdicts with the definition, the manifest by
interventions; the same in a rotated basis, under TransformerLens's names and from a Hugging Face folder.

    check_circuits.py PROGRAM ARGUMENTS…
"""
import json, pathlib, subprocess, sys, tempfile

try:
    import torch
except ImportError:
    print("SKIPPED: PyTorch is not installed (Debian: python3-torch)")
    sys.exit(77)

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples" / "pytorch"))
import ltlc_model, modeling_ltlc, to_hugging_face, transformer_lens_hooks  # noqa: E402
from interchange_intervention import Interventions  # noqa: E402
from lens_stand_in import StandIn  # noqa: E402

torch.set_num_threads(1)
counts = {"values": 0, "verdicts": 0, "interventions": 0, "turned": 0, "names": 0, "lens": 0, "rotated": 0,
          "wrong manifests found": 0}
furthest = {torch.float32: 0.0, torch.bfloat16: 0.0, "rotated": 0.0}


def verdicts(model, case):
    got = model.accepts([w for w, _, _ in case["words"]])
    assert got == [a for _, a, _ in case["words"]], case["name"]
    counts["verdicts"] += len(got)


def states(model, case):
    dtype = model.embedding.dtype
    for word, _, values in case["words"]:
        run, want = model(word), torch.tensor(values, dtype=torch.float64)
        off = (run.hidden.double() - want).abs().max().item()
        furthest[dtype] = max(furthest[dtype], off)
        assert off < {torch.float32: 1e-4, torch.bfloat16: 2e-2}[dtype], (case["name"], word, off)
        counts["values"] += want.numel()
        for c in model.circuit["coordinates"]:  # the name leads to the coordinate
            if run.value[c["text"]].equal(run.hidden[c["from"]][:, c["coordinate"]]):
                counts["names"] += 1
        for head in model.circuit["heads"]:
            for w in head["writes"]:
                a = run.attention[w["text"]]
                assert a.shape == (len(word) + 2,) * 2 and a[0].eq(0).all() and a.triu().eq(0).all()
                assert (a.sum(-1)[1:] - 1).abs().max() < 1e-2


def interventions(model, case, count):
    longest = min(6, model.circuit["max_length"] or 6)
    for text, where, (done, turned, wrong) in Interventions(model, 4).all(count, longest):
        assert not wrong, (case["name"], text, where, wrong)
        counts["interventions"] += done
        counts["turned"] += turned


def wrong_manifests(path, case):
    """A head under the name of another formula is found."""
    model = ltlc_model.load(path)
    right = model.circuit
    for h, head in enumerate(right["heads"]):
        for f in range(len(right["formulas"])):
            if f != head["writes"][0]["formula"]:
                model.circuit = json.loads(json.dumps(right))
                model.circuit["heads"][h]["writes"][0]["formula"] = f
                assert any(wrong for _, _, (_, _, wrong) in Interventions(model, 1).all(10, 5)), (case["name"], h, f)
                counts["wrong manifests found"] += 1


def rotated(path, case):
    path.write_bytes(bytes.fromhex(case["rotated"]))
    model, plain = ltlc_model.load(path), case["words"]
    verdicts(model, case)
    for word, _, values in plain:
        run, want = model(word), torch.tensor(values, dtype=torch.float32)
        for c in model.circuit["coordinates"]:
            for layer in range(c["from"], c["to"] + 1):
                off = (model.feature(run.hidden[layer], c["coordinate"]) - want[layer, :, c["coordinate"]]).abs().max()
                furthest["rotated"] = max(furthest["rotated"], off.item())
    counts["rotated"] += 1
    return model


def lens(path, case):
    path.write_bytes(bytes.fromhex(case["lens"]))
    tensors, texts = ltlc_model.read_safetensors(path)
    beside = json.loads(texts["transformer_lens"])
    model = StandIn(beside["config"])
    transformer_lens_hooks.install(model, tensors)
    transformer_lens_hooks.check(model, beside)
    ids = {t: i for i, t in enumerate(beside["tokens"])}
    for word, accepted, _ in case["words"]:
        no, yes = model(torch.tensor([[0, *(ids[a] for a in word), 1]]))[0, -1].tolist()
        assert (yes > no) == accepted, (case["name"], word)
        counts["lens"] += 1
    return model, tensors, beside


def refusals(path, case):
    """A weight, a stored verdict, a state dict: what is not as it was made is not run."""
    def refused(data):
        path.write_bytes(data)
        try:
            ltlc_model.load(path)
        except ValueError as error:
            return "self-test" in str(error)
        return False
    data = bytes.fromhex(case["weights"])
    model = ltlc_model.load(path)
    assert not refused(data)
    words = json.dumps(json.dumps(json.loads(ltlc_model.read_safetensors(path)[1]["self_test"]),
                                  separators=(",", ":")))[1:-1].encode()
    assert words in data
    assert refused(data.replace(words, words.replace(b"true", b"tru\x00").replace(b"false", b"true ").replace(b"tru\x00", b"true")))
    size = 8 + int.from_bytes(data[:8], "little")
    assert refused(data[:size] + bytes(len(data) - size))
    folder = path.parent / "hf"
    path.write_bytes(data)
    to_hugging_face.convert(path, folder)
    assert json.loads((folder / "config.json").read_text())["auto_map"]["AutoModel"] == "modeling_ltlc.LtlcModel"
    model = modeling_ltlc.LtlcModel.from_pretrained(folder).self_test()
    for word, accepted, _ in case["words"]:
        logits = model(input_ids=model.transformer.ids([word])).logits[0, -1]
        assert (logits.argmax() == 1) == accepted


def main():
    cases = subprocess.run(sys.argv[1:], check=True, stdout=subprocess.PIPE, text=True).stdout
    first = True
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "w.safetensors"
        for case in map(json.loads, cases.splitlines()):
            path.write_bytes(bytes.fromhex(case["weights"]))
            model = ltlc_model.load(path)
            assert model.embedding.dtype == getattr(torch, case["dtype"])
            if first:
                refusals(path, case)
            if len(model.circuit["heads"]) > 1 and counts["wrong manifests found"] == 0:
                path.write_bytes(bytes.fromhex(case["weights"]))
                wrong_manifests(path, case)
            verdicts(model, case)
            states(model, case)
            interventions(model, case, 5)
            if "rotated" in case:
                interventions(rotated(path, case), case, 3)
            if "lens" in case:
                lens(path, case)
            first = False
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    print("furthest from the interpreter:", furthest)
    assert furthest["rotated"] < 1e-3 and all(counts.values())


if __name__ == "__main__":
    main()
