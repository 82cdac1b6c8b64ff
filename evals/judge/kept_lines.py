"""`python3 -m evals.judge.kept_lines`: whether lines that a process asks a GPU's L2 to keep outlive what another process does to the cache.

One process reads some memory again and again, with an access policy window over it or without. Before each read this process fills or
reads three times the L2, as the judge's flush does, or hardly touches the device. Needs nvcc.
"""

import argparse
import ctypes
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from .report import table

_MIB = 1 << 20
_LARGE, _READS = 192 * _MIB, 16  # three times the L2 of an H200
_SOURCE = Path(__file__).with_name("kernels") / "kept_lines.cu"


def main() -> None:
    """Prints the microseconds of a first read and of a second one right after it."""
    options = _options()
    if options.reads:
        _read_on_demand(ctypes.CDLL(options.library), options.reads == "keep", options.mebibytes * _MIB)
        return
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "kept_lines.so")
        subprocess.run(["nvcc", "-O3", "-arch=native", "-shared", "-Xcompiler", "-fPIC", str(_SOURCE), "-o", str(library)], check=True)
        rows = [row for reads in ("plainly", "keep") for row in _measured(library, reads, options.mebibytes)]
    print(table(["reads", "done here", "done there", "first read, us", "second read, us"], rows))


def _measured(library: Path, reads: str, mebibytes: int) -> "list[list]":
    """A row for each thing that is done before a read: medians."""
    lib = _opened(ctypes.CDLL(str(library)))
    large = lib.memory(_LARGE)
    acts = {"a small kernel": lambda: lib.fill(large, 1024), "a fill": lambda: lib.fill(large, _LARGE), "a read": lambda: lib.read_us(large, _LARGE)}
    cases = [*((here, act, "nothing") for here, act in acts.items()), *(("nothing", lambda: None, there) for there in ("a read", "a fill"))]
    command = [sys.executable, "-m", "evals.judge.kept_lines", "--reads", reads, "--library", str(library), "--mebibytes", str(mebibytes)]
    rows = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for here, act, there in cases:
            found = []
            for _ in range(_READS):
                act()
                print(there, file=process.stdin, flush=True)
                found.append([float(each) for each in process.stdout.readline().split()])
            rows.append([reads, here, there, *[round(median(each), 1) for each in zip(*found)]])
        process.stdin.close()
    return rows


def _read_on_demand(lib: ctypes.CDLL, keeps: bool, size: int) -> None:
    """A line in, two times out."""
    _opened(lib)
    mine, large = lib.memory(size), lib.memory(_LARGE)
    if keeps and lib.keep(mine, size):
        raise SystemExit("this device keeps no lines")
    for line in sys.stdin:
        if line.strip() != "nothing":
            lib.read_us(mine, size)
        if line.strip() == "a fill":
            lib.fill(large, _LARGE)
        print(lib.read_us(mine, size), lib.read_us(mine, size), flush=True)


def _opened(lib: ctypes.CDLL) -> ctypes.CDLL:
    lib.memory.restype, lib.memory.argtypes = ctypes.c_void_p, [ctypes.c_long]
    lib.read_us.restype = ctypes.c_float
    for each in (lib.read_us, lib.fill, lib.keep):
        each.argtypes = [ctypes.c_void_p, ctypes.c_long]
    if lib.open_device():
        raise SystemExit("no CUDA device could be opened")
    return lib


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="evals.judge.kept_lines", description=__doc__)
    parser.add_argument("--mebibytes", type=int, default=12, help="how much is read (default: 12; half an H200's L2 keeps some 18)")
    parser.add_argument("--reads", choices=("plainly", "keep"), help=argparse.SUPPRESS)
    parser.add_argument("--library", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
