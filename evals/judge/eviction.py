"""`python3 -m evals.judge.eviction`: how much memory must be overwritten before a processor's caches have lost what was read before.

The judge flushes the caches of a CPU that way before each timed chain. A table with a row per size: microseconds of the flush, and of the
next read of a small buffer, which was read twice before. The last sizes show how slow a read from memory is.
"""

import time
from collections.abc import Callable
from statistics import median

import torch

from judge.oracle.timing.cache_flush import last_level_bytes

from .report import table

_SHARES = (0, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 1.5, 2)
_READ_BYTES, _ROUNDS = 4 << 20, 15


def main() -> None:
    """Prints the table for this machine."""
    torch.set_num_threads(1)
    last = last_level_bytes()
    memory, buffer = torch.empty(int(max(_SHARES) * last), dtype=torch.uint8), torch.rand(_READ_BYTES // 4)
    print(f"last cache level: {last >> 20} MiB; buffer: {_READ_BYTES >> 20} MiB; medians of {_ROUNDS}\n")
    rows = [[f"{share:g}", int(share * last) >> 20, *_measured(memory[: int(share * last)], buffer)] for share in _SHARES]
    print(table(["share of the last level", "overwritten, MiB", "flush, us", "next read, us"], rows))


def _measured(memory: torch.Tensor, buffer: torch.Tensor) -> "list[float]":
    """Microseconds of the flush and of the next read: medians."""
    found = []
    for _round in range(_ROUNDS):
        for _warm_up in range(2):
            _us(buffer.sum)
        found.append([_us(lambda: memory.fill_(1)), _us(buffer.sum)])
    return [round(median(each), 1) for each in zip(*found)]


def _us(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return 1e6 * (time.perf_counter() - started)


if __name__ == "__main__":
    main()
