"""Makes a folder for Hugging Face's AutoModel out of exported weights.

    ltlc export ab.json --to safetensors -o ab.safetensors
    python3 to_hugging_face.py ab.safetensors FOLDER
"""
import json, pathlib, shutil, struct, sys

def convert(source, folder):
    data = pathlib.Path(source).read_bytes()
    size = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:size])
    texts = header.pop("__metadata__")
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    config = {
        "model_type": "ltlc", "architectures": ["LtlcModel"],
        "auto_map": {"AutoConfig": "modeling_ltlc.LtlcConfig", "AutoModel": "modeling_ltlc.LtlcModel"},
        "torch_dtype": {"F64": "float64", "F32": "float32", "BF16": "bfloat16", "F16": "float16"}.get(
            header["embedding"]["dtype"], "float32"),
        "ltlc": json.loads(texts["ltlc"]), "shapes": {name: t["shape"] for name, t in header.items()},
        "circuit": json.loads(texts.get("circuit", "null")), "self_test": json.loads(texts.get("self_test", "[]"))}
    (folder / "config.json").write_text(json.dumps(config, indent=1, ensure_ascii=False), encoding="utf-8")
    named = {"__metadata__": {"format": "pt"}, **{"transformer." + name: t for name, t in header.items()}}
    text = json.dumps(named, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + data[size:])
    for name in "modeling_ltlc.py", "ltlc_model.py":
        shutil.copy(pathlib.Path(__file__).parent / name, folder / name)

if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: to_hugging_face.py FILE.safetensors FOLDER")
    convert(*sys.argv[1:])
