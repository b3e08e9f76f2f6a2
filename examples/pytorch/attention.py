"""Attention patterns of a compiled model, by the sub-formula that each head computes.

    ltlc export ab.json --to safetensors -o ab.safetensors
    python3 attention.py ab.safetensors abab
"""
import sys
from ltlc_model import load

if len(sys.argv) != 3:
    sys.exit("usage: attention.py WEIGHTS.safetensors WORD")
run = load(sys.argv[1])(sys.argv[2])
print("tokens", *run.tokens)
for name, weights in run.attention.items():
    print(name, weights.numpy().round(2), sep="\n")
