"""What the benchmarks share: a child process with what it printed and used, and rows of Markdown."""
import math
import os
import resource
import subprocess
import tempfile
import time
from dataclasses import dataclass


@dataclass
class Ended:
    status: int  # negative: a signal
    in_time: bool
    cpu: float  # seconds, user and system
    wall: float  # seconds
    memory: float  # MB at the peak; what Python holds, some 14, is the least that is seen
    out: str


class Failed(Exception):
    pass


def run(command, text="", timeout=None, keep=True, statuses=(0,)):
    """Run it on a text to its end, or for so many CPU seconds. Without `keep` nothing it prints is
    kept. Failed: it ended in time with another status than these."""
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as out, \
            tempfile.TemporaryFile() as errors:
        source.write(text.encode())
        source.seek(0)
        begin = time.perf_counter()
        child = subprocess.Popen(command, stdin=source, stderr=errors,
                                 stdout=out if keep else subprocess.DEVNULL)
        resource.prlimit(child.pid, resource.RLIMIT_CORE, (0, 0))
        if timeout is not None:
            limit = math.ceil(timeout)
            resource.prlimit(child.pid, resource.RLIMIT_CPU, (limit, limit + 1))
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime
        expected = child.returncode in statuses
        in_time = timeout is None or expected or cpu < timeout
        if in_time and not expected:
            errors.seek(0)
            raise Failed(f"{command[0]}: exit status {child.returncode}\n"
                         + errors.read(500).decode(errors="replace"))
        out.seek(0)
        return Ended(child.returncode, in_time, cpu, wall, usage.ru_maxrss / 1024,
                     out.read().decode(errors="replace"))


def row(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |", flush=True)
