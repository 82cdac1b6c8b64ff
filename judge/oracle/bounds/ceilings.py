"""The highest rates that this device ever reached, on random data: bytes copied, bytes read and matrix FLOPs per second.

The oracle measures them once per host and keeps them in the judge's cache. It repeats the quick measurements (copies, and a CPU's sums
and matrix products). A higher figure replaces a lower one, because other processes may have slowed the first measurement.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import platform
import time
from pathlib import Path

import torch

from judge.device.precision import tf32
from judge.oracle.timing.cache_flush import last_level_bytes, named_bytes
from judge.sandbox.paths import cache, write_whole

_LEAST, _NAMED_LEAST, _MOST = 256 << 20, 64 << 20, 512 << 20  # bytes that are copied and read on a CPU. Some processors have several caches of the last level
_SIZES = {"cuda": 12288, "cpu": 1024}  # of square matrices
_TRACKS = {"cuda": ("fp32", "tf32", "bf16", "fp16"), "cpu": ("fp32",)}
_DTYPES = {"bf16": torch.bfloat16, "fp16": torch.float16}
_TRIES, _REST = {"cuda": 6, "cpu": 3}, 0.05  # seconds before each: a GPU that is hot or out of power is slower. A CPU is measured for each task


def ceilings(device: str) -> dict:
    """{copyGBps, readGBps, tflops}. copyGBps counts bytes read plus bytes written. readGBps is the rate of a large sum. tflops maps each
    precision track to the rate of a large library matmul."""
    place = cache("ceilings") / f"{_key(device)}.json"
    known = _read(place) if device == "cuda" else {}
    products = known.get("tflops", {})
    rates = {track: products[track] if track in products else _tflops(device, track) for track in _TRACKS[device]}
    reads = known.get("readGBps") or _read_bytes_per_second(device) / 1e9
    return _kept_best(place, {"copyGBps": copy_bytes_per_second(device) / 1e9, "readGBps": reads, "tflops": rates})


def copy_bytes_per_second(device: str) -> float:
    """Bytes read plus bytes written per second of a large copy: the best of several."""
    source = _random_memory(device)
    target = torch.empty_like(source)
    return 2 * 8 * source.numel() / _best_seconds(lambda: target.copy_(source), device)


def _read_bytes_per_second(device: str) -> float:
    """Bytes read per second of a large sum: the best of several."""
    source = _random_memory(device).view(torch.float32)
    return 4 * source.numel() / _best_seconds(source.sum, device)


def _random_memory(device: str) -> torch.Tensor:
    """A large tensor of random bits, the same ones every mebibyte. A device may move equal bytes faster if they lie side by side."""
    size = min(4 << 30, torch.cuda.mem_get_info()[0] // 4) if device == "cuda" else _cpu_bytes()
    return torch.empty((1 << 20) // 8, dtype=torch.int64, device=device).random_().repeat(size >> 20)


def _cpu_bytes() -> int:
    """Twice what a cache of the last level holds, within bounds: of fewer bytes a part would come from the cache."""
    return min(max(_NAMED_LEAST if named_bytes() else _LEAST, 2 * last_level_bytes()), _MOST)


def _tflops(device: str, track: str) -> float:
    size, allowed = _SIZES[device], track == "tf32"
    left, right = [torch.randn(size, size, device=device, dtype=_DTYPES.get(track, torch.float32)) for _ in range(2)]
    with tf32(products=allowed, convolutions=allowed):
        torch.matmul(left, right)
        return 2 * size**3 / _best_seconds(lambda: torch.matmul(left, right), device) / 1e12


def _best_seconds(act, device: str) -> float:
    best = float("inf")
    for _ in range(_TRIES[device]):
        if device == "cuda":
            time.sleep(_REST)
            act()
            torch.cuda.synchronize()
        started = time.perf_counter()
        act()
        if device == "cuda":
            torch.cuda.synchronize()
        best = min(best, time.perf_counter() - started)
    return best


def _key(device: str) -> str:
    """The cache key: the device and the matmul library. A GPU's UUID is the same in every container. A CPU is identified by its host name."""
    parts = [torch.__version__, str(torch.get_num_threads())]
    if device == "cuda":
        found = torch.cuda.get_device_properties(0)
        parts += [found.name, str(getattr(found, "uuid", platform.node())), str(torch.version.cuda)]
    else:
        parts += [str(_cpu_bytes()), platform.node(), Path("/proc/cpuinfo").read_text().split("model name", 1)[-1].split("\n", 1)[0], os.environ.get("LD_LIBRARY_PATH", "")]
    return f"{device}-{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:16]}"


def _read(place: Path) -> dict:
    with contextlib.suppress(OSError, ValueError):
        return json.loads(place.read_text())
    return {}


def _kept_best(place: Path, found: dict) -> dict:
    """Merges the new figures into the file, keeps the higher of each, and returns them. A read-only cache is ignored: the host measures again."""
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(place.with_suffix(".lock"), "a") as lock:  # two oracles may have measured at once
            fcntl.flock(lock, fcntl.LOCK_EX)
            found = _better(found, _read(place))
            write_whole(place, json.dumps(found))
    return found


def _better(one: dict, other: dict) -> dict:
    known = other.get("tflops", {})
    rates = {name: max(one[name], other.get(name, 0.0)) for name in ("copyGBps", "readGBps")}
    return {**rates, "tflops": {track: max(rate, known.get(track, 0.0)) for track, rate in one["tflops"].items()}}
