"""Shakes a compiled model's weights, then trains them back on what the compiled one says.

    ltlc export ab.json --to safetensors -o ab.safetensors
    python3 fine_tune.py ab.safetensors

Noise in every parameter, 80 short words, Adam, a hinge on the readout: the model is right on a word
when it is 1/4 on its side of the threshold. Deterministic; exit status 1 where the loss does not
reach 0. Rotary tables are buffers and stay as they are.
"""
import argparse, copy, itertools, sys
import torch
from ltlc_model import load

def samples(model, count):
    """The first words that are accepted and the first that are rejected, half each as far as there are."""
    letters, most = model.letters[2:], 4000
    words = list(itertools.islice((w for n in range(9) for w in itertools.product(letters, repeat=n)), most))
    accepted = model.accepts(words)
    yes = [w for w, a in zip(words, accepted) if a][:count // 2]
    no = [w for w, a in zip(words, accepted) if not a][:count - len(yes)]
    return yes + no, [1.0] * len(yes) + [-1.0] * len(no)

def train(model, words, sides, steps, rate=1e-2, margin=0.25):
    """Accuracy before and after, and the loss of each step; stops at loss 0."""
    tokens, sides = model.ids(words), torch.tensor(sides)
    ends = torch.tensor([len(w) + 1 for w in words])
    optimizer, losses, accuracies = torch.optim.Adam(model.parameters(), lr=rate), [], []
    for _ in range(steps):
        x = model.scores(tokens).gather(1, ends[:, None])[:, 0].float() - model.readout["threshold"]
        short = (margin - sides * x).relu()
        loss = sum(short[sides == side].mean() for side in (-1, 1) if (sides == side).any())
        losses.append(loss.item())
        accuracies.append((x * sides > 0).float().mean().item())
        if losses[-1] == 0:
            break
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return losses, accuracies

def main():
    parser = argparse.ArgumentParser(description="Train a shaken model back.")
    parser.add_argument("weights", help="a file of `ltlc export --to safetensors`")
    parser.add_argument("--noise", type=float, default=0.2, help="standard deviation")
    parser.add_argument("--words", type=int, default=80)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    model = load(options.weights, dtype=torch.float32)
    words, sides = samples(model, options.words)
    shaken = copy.deepcopy(model)
    tables = {name: t.clone() for name, t in shaken.named_buffers()}
    with torch.no_grad():
        for p in shaken.parameters():
            p += options.noise * torch.randn_like(p)
    losses, accuracies = train(shaken, words, sides, options.steps)
    assert all(torch.equal(tables[name], t) for name, t in shaken.named_buffers())
    print(f"{len(words)} words; accuracy {accuracies[0]:.3f}, loss {losses[0]:.4f} with noise {options.noise}")
    print(f"after {len(losses) - 1} steps: accuracy {accuracies[-1]:.3f}, loss {losses[-1]:.4f}")
    sys.exit(0 if losses[-1] == 0 and accuracies[-1] == 1 else 1)

if __name__ == "__main__":
    main()
