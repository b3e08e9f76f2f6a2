"""What examples/run_weights.py says of files that are no exported weights: one line, no traceback."""
import json
import os
import subprocess
import sys
import tempfile

from example import run_weights

PROGRAM = run_weights.__file__
WEIGHTS = os.path.join(os.path.dirname(PROGRAM), "models", "some_a.json")


def said(*arguments):
    done = subprocess.run([sys.executable, PROGRAM, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def expect(found, status, words):
    code, out, err = found
    text = out if status == 0 else err
    assert code == status and words in text and "Traceback" not in err, (words, found)
    assert status == 0 or err.count("\n") == 1, err


def main():
    expect(said(WEIGHTS, "ba"), 0, "accepted  ba")
    expect(said(), 1, "usage")
    expect(said(WEIGHTS, "abc"), 1, "'c' in 'abc' is not in the alphabet")
    expect(said("no\n\x1b[31m"), 1, r"cannot read 'no\n\x1b[31m'")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file")
        for content, words in [
                (b"", "neither JSON nor safetensors"),
                (b"{", "neither JSON nor safetensors"),
                (b"[1]", "neither JSON nor safetensors"),
                (b"{}", "neither JSON nor safetensors"),
                (b"\xff\xfe", "neither JSON nor safetensors"),
                (b"\x02" + bytes(7) + b"{}", "neither JSON nor safetensors"),
                (b"\x09" + bytes(7) + b"{}", "neither JSON nor safetensors"),
                (json.dumps({"format": "ltlc-model"}).encode(), "run `ltlc export` first"),
                (json.dumps({"format": "x"}).encode(), "found 'x'"),
                (json.dumps({"format": "ltlc-weights"}).encode(), "version 1, found None")]:
            with open(path, "wb") as file:
                file.write(content)
            expect(said(path, "a"), 1, words)


main()
