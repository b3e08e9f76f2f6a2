"""Runs the commands and the Python of examples/pytorch/README.md in a folder of their own, and compares
what they print with what the page shows (its lines, in order; the page may leave lines out).

    check_page.py LTLC
"""
import os, pathlib, re, subprocess, sys, tempfile

try:
    import torch  # noqa: F401
except ImportError:
    print("SKIPPED: PyTorch is not installed (Debian: python3-torch)")
    sys.exit(77)

examples = pathlib.Path(__file__).parents[2] / "examples" / "pytorch"


def main():
    page = (examples / "README.md").read_text(encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(examples), "PYTHONDONTWRITEBYTECODE": "1",
                   "PATH": os.path.dirname(os.path.abspath(sys.argv[1])) + os.pathsep + os.environ["PATH"]}
    steps = re.findall(r"^```python\n(.*?)^```|^    \$ ([^\n]*)\n((?:    (?!\$)[^\n]*\n)*)", page, re.M | re.S)
    assert len(steps) >= 7
    with tempfile.TemporaryDirectory() as folder:
        def run(command):
            done = subprocess.run(command, shell=isinstance(command, str), cwd=folder, env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            assert done.returncode == 0, (command, done.stdout)
            return done.stdout
        for code, command, shown in steps:
            if code:
                assert len(code.splitlines()) == 5
                printed = run([sys.executable, "-c", code])
                assert printed.startswith("MOD(1,2)\ntensor([[0.0000, 0.0000") and printed.count("tensor(") == 2, printed
                continue
            command = re.sub(r"^python3 (\S+)", lambda m: f"'{sys.executable}' '{examples / m[1]}'", command)
            printed = run(command).splitlines()
            lines = [line[4:] for line in shown.splitlines()]
            for line in lines:
                assert line in printed, (command, line, printed)
                printed = printed[printed.index(line) + 1:]
    print(f"{len(steps)} steps of the page ran")


if __name__ == "__main__":
    main()
