"""Run exported weights in PyTorch, many words at a time, with the module of examples/pytorch.

    ltlc export ab.json --to safetensors -o ab.safetensors
    python3 examples/run_torch.py ab.safetensors abab aba ''
    python3 examples/run_torch.py ab.safetensors --dtype bfloat16 --words FILE    # a word a line

In bfloat16 the weights of attention are computed in float32, as libraries do.
"""
import argparse, pathlib, sys
import torch
from run_weights import load

sys.path.insert(0, str(pathlib.Path(__file__).parent / "pytorch"))
from ltlc_model import Transformer  # noqa: E402

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Run exported weights in PyTorch.")
    parser.add_argument("weights", help="a .json or .safetensors file of `ltlc export`")
    parser.add_argument("word", nargs="*")
    parser.add_argument("--words", help="a file with a word a line")
    parser.add_argument("--dtype", default="float32", choices=["float32", "bfloat16", "float64"])
    options = parser.parse_args()
    model = Transformer(load(options.weights)).to(getattr(torch, options.dtype))
    words = options.word + (open(options.words, encoding="utf-8").read().splitlines() if options.words else [])
    for word, yes in zip(words, model.accepts(words)):
        print("accepted " if yes else "rejected ", word)
