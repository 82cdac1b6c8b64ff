"""The most that this device was ever seen to do: bytes copied and matrix FLOPs per second, on random data.

Measured once per host and kept in the judge's cache. What is quickly measured again, copies and a CPU's products, replaces an older figure
that it beats: neighbours may have been at work. Runs in the oracle.
"""

import contextlib
import hashlib
import json
import os
import platform
import tempfile
import time
from pathlib import Path

import torch

from .surroundings import cache
from .tf32 import tf32

_SIZES = {"cuda": 12288, "cpu": 1024}  # of square matrices
_TRACKS = {"cuda": ("fp32", "tf32", "bf16", "fp16"), "cpu": ("fp32",)}
_DTYPES = {"bf16": torch.bfloat16, "fp16": torch.float16}
_TRIES, _REST = 6, 0.05  # seconds before each: a GPU that is hot or out of power is slower


def ceilings(device: str) -> dict:
    """copyGBps (bytes read plus bytes written) and, by precision track, tflops of a large matrix product by the library."""
    place = cache("ceilings") / f"{_key(device)}.json"
    kept = _read(place)
    known, copied = kept.get("tflops", {}), copy_bytes_per_second(device) / 1e9
    rates = {track: known[track] if device == "cuda" and track in known else max(_tflops(device, track), known.get(track, 0.0)) for track in _TRACKS[device]}
    found = {"copyGBps": max(copied, kept.get("copyGBps", 0.0)), "tflops": rates}
    if found != kept:
        _write(place, found)
    return found


def copy_bytes_per_second(device: str) -> float:
    """Bytes read plus bytes written per second of a large copy: the best of several."""
    size = min(4 << 30, torch.cuda.mem_get_info()[0] // 4) if device == "cuda" else 256 << 20
    source = torch.ones(size, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    return 2 * source.numel() / _best_seconds(lambda: target.copy_(source), device, _TRIES)


def _tflops(device: str, track: str) -> float:
    size, allowed = _SIZES[device], track == "tf32"
    left, right = [torch.randn(size, size, device=device, dtype=_DTYPES.get(track, torch.float32)) for _ in range(2)]
    with tf32(products=allowed, convolutions=allowed):
        torch.matmul(left, right)
        return 2 * size**3 / _best_seconds(lambda: torch.matmul(left, right), device, _TRIES) / 1e12


def _best_seconds(act, device: str, tries: int) -> float:
    best = float("inf")
    for _ in range(tries):
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
    """What the ceilings depend on: the device itself, and the library that multiplies."""
    parts = [platform.node(), torch.__version__, str(torch.get_num_threads())]
    if device == "cuda":
        found = torch.cuda.get_device_properties(0)
        parts += [found.name, str(getattr(found, "uuid", "")), str(torch.version.cuda)]
    else:
        parts += [Path("/proc/cpuinfo").read_text().split("model name", 1)[-1].split("\n", 1)[0], os.environ.get("LD_LIBRARY_PATH", "")]
    return f"{device}-{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:16]}"


def _read(place: Path) -> dict:
    with contextlib.suppress(OSError, ValueError):
        return json.loads(place.read_text())
    return {}


def _write(place: Path, found: dict) -> None:
    """Whole or not at all; a host whose cache cannot be written measures again."""
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=place.parent, delete=False) as file:
            json.dump(found, file)
        os.replace(file.name, place)
