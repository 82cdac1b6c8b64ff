"""Flushes the caches between timed calls."""

import math
import os
import time
from statistics import median

import torch

from judge.device.memory import gpu_cache_bytes
from judge.protocol.errors import Rejected
from judge.protocol.timing_settings import CPU_CACHE_MIB

_LEAST, _MOST = 64 << 20, 512 << 20  # bytes that a CPU's flush overwrites; who names the cache's size may go below
_BUSY_FLUSH, _BUSY_SECONDS = 1.5, 200e-6  # a flush met contention if it takes 1.5 times the idle duration plus 200 us


class Cache:
    """Evicts inputs from the caches: it overwrites as much memory as the last cache level holds, or more.

    It also evicts lines that a candidate asked a GPU's L2 to keep (`evals.judge.kept_lines`). `alone`: seconds of a flush on an idle device,
    at which it overwrites `bytes_per_second`. On a CPU nothing asks for them, and the first flush stands for all.
    """

    def __init__(self, device: str):
        self.device = device
        self._memory = torch.empty(_flush_bytes(device), dtype=torch.uint8, device=device)
        first = self.flush()
        self.alone = median(self.flush() for _ in range(5)) if device == "cuda" else first
        self.bytes_per_second = self._memory.numel() / self.alone

    @property
    def busy(self) -> float:
        """A flush that takes more seconds met device contention. Infinite on the CPU, where the duration shows nothing."""
        return _BUSY_FLUSH * self.alone + _BUSY_SECONDS if self.device == "cuda" else math.inf

    def flush(self) -> float:
        """Flushes the caches. Returns its duration in seconds."""
        started = time.perf_counter()
        self._memory.fill_(1)
        if self.device == "cuda":
            torch.cuda.synchronize()
        return time.perf_counter() - started


def last_level_bytes() -> int:
    """The size of this processor's last cache level; 32 MiB if the system does not tell.

    KERNELWRIGHT_CPU_CACHE_MIB replaces what the system tells: a virtual machine may have a small share of it. Raises Rejected for anything but a size.
    """
    own = named_bytes()
    if own:
        return own
    try:
        with open("/sys/devices/system/cpu/cpu0/cache/index3/size") as file:
            return int(file.read().strip().rstrip("K")) * 1024
    except (OSError, ValueError):
        return 32 << 20


def named_bytes() -> "int | None":
    """The size of the last cache level that KERNELWRIGHT_CPU_CACHE_MIB names. None without it. Raises Rejected for anything but a size."""
    own = os.environ.get(CPU_CACHE_MIB, "")
    if own and not (own.isdecimal() and int(own) > 0):
        raise Rejected(f"{CPU_CACHE_MIB} is {own!r}", "give the size in whole MiB, such as 64")
    return int(own) << 20 if own else None


def _flush_bytes(device: str) -> int:
    """On a CPU, the size of the last level evicts nearly as much as twice that does: 97 % on one machine (`evals.judge.eviction`)."""
    if device == "cuda":
        return 3 * gpu_cache_bytes()
    return min(named_bytes() or max(_LEAST, last_level_bytes()), _MOST)
