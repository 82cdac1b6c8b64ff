"""Flushes the caches between timed calls."""

import math
import time
from statistics import median

import torch

from judge.device.memory import gpu_cache_bytes

_BUSY_FLUSH, _BUSY_SECONDS = 1.5, 200e-6  # a flush met contention if it takes 1.5 times the idle duration plus 200 us


class Cache:
    """Evicts inputs from the caches: it overwrites more memory than the last cache level holds.

    It also evicts lines that a candidate asked a GPU's L2 to keep (`evals.judge.kept_lines`). `alone`: seconds of a flush on an idle device.
    """

    def __init__(self, device: str):
        self.device = device
        self._memory = torch.empty(_flush_bytes(device), dtype=torch.uint8, device=device)
        self.flush()
        self.alone = median(self.flush() for _ in range(5))
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


def _flush_bytes(device: str) -> int:
    if device == "cuda":
        return 3 * gpu_cache_bytes()
    try:
        with open("/sys/devices/system/cpu/cpu0/cache/index3/size") as file:
            last_level = int(file.read().strip().rstrip("K")) * 1024
    except (OSError, ValueError):
        last_level = 32 << 20
    return min(max(64 << 20, 2 * last_level), 512 << 20)
