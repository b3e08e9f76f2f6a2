"""examples/run_weights.py as a module, or the end of the test where numpy is missing."""
import pathlib, sys

try:
    import numpy  # noqa: F401
except ImportError:
    print("SKIPPED: numpy is not installed (Debian: python3-numpy)")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples"))
import run_weights  # noqa: E402,F401
