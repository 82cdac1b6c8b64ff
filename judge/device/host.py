"""Describes this machine: `python -m judge.device.host DESCRIPTOR` sends it. It imports torch, so the server runs it as a child process.

The server itself adds the isolation.
"""

import os
import platform
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

from judge.device.topology import caches, physical_cores
from judge.wire.packets import Channel

_SIMD = ("sse4_2", "avx", "avx2", "fma", "avx512f", "avx512dq", "avx512vl", "avx512bw", "avx512_bf16", "avx512_vnni", "amx_tile", "asimd", "sve")


def describe() -> dict:
    """The Host of the protocol without `isolation`, and `visible` for the server. Unknown values are null."""
    info = {**_machine(), **_torch()}
    return {
        **info,
        "driver": _first(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"], r"(\S+)"),
        "nvcc": _first(["nvcc", "--version"], r"release ([\d.]+)"),
        "gxx": _first(["g++", "-dumpfullversion"], r"(\S+)"),
        "ncu": _ncu(),
    }


def _machine() -> dict:
    text = Path("/proc/cpuinfo").read_text()
    model = re.search(r"^model name\s*:\s*(.+)$", text, re.M)
    flags = set((re.search(r"^(?:flags|Features)\s*:\s*(.+)$", text, re.M) or ["", ""])[1].split())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "name": platform.node(),
        "cpu": model[1] if model else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memoryBytes": memory,
        "python": platform.python_version(),
        "threads": physical_cores(),
        "simd": [name for name in _SIMD if name in flags],
        "caches": caches(),
    }


def _torch() -> dict:
    try:
        import torch
    except ImportError:
        return {"torch": None, "cuda": None, "triton": None, "gpu": None, "gpus": 0, "visible": [], "blas": None}
    try:
        import triton  # pyright: ignore[reportMissingImports]

        triton_version = triton.__version__
    except ImportError:
        triton_version = None
    gpu, visible = _gpu(torch), _visible(torch)
    return {"torch": torch.__version__, "cuda": torch.version.cuda, "triton": triton_version, "gpu": gpu, "gpus": len(visible), "visible": visible, "blas": _blas(torch)}


def _gpu(torch) -> "dict | None":
    if not torch.cuda.is_available():
        return None
    found = torch.cuda.get_device_properties(0)
    shared = getattr(found, "shared_memory_per_block_optin", getattr(found, "shared_memory_per_block", 0))
    return {
        "name": found.name,
        "capability": f"{found.major}.{found.minor}",
        "multiprocessors": found.multi_processor_count,
        "memoryBytes": found.total_memory,
        "l2Bytes": getattr(found, "L2_cache_size", 0),
        "sharedBytesPerBlock": shared,
    }


def _visible(torch) -> "list[str]":
    """The GPUs of the first one's model, in the form of CUDA_VISIBLE_DEVICES. One worker drives them all."""
    if not torch.cuda.is_available():
        return []
    named = os.environ.get("CUDA_VISIBLE_DEVICES")
    names = named.split(",") if named else [str(at) for at in range(torch.cuda.device_count())]
    alike = [at for at in range(torch.cuda.device_count()) if torch.cuda.get_device_name(at) == torch.cuda.get_device_name(0)]
    return [names[at].strip() for at in alike]


def _blas(torch) -> "str | None":
    """The matrix library in use. The mapped files decide, because the system's BLAS can be replaced under torch."""
    if torch.backends.mkl.is_available():
        return "MKL"
    _ = torch.ones(64, 64) @ torch.ones(64, 64)
    maps = Path("/proc/self/maps").read_text()
    mapped = re.search(r"(lib(?:openblas|blis|mkl|flexiblas)[\w.-]*\.so[\w.]*)", maps)
    if mapped:
        return mapped[1]
    built = re.search(r"BLAS_INFO=(\w+)", torch.__config__.show())
    if built and built[1] != "generic":
        return built[1]
    return "reference BLAS (slow: baselines of matrix products mean little; install OpenBLAS's OpenMP flavour)"


def _ncu() -> str:
    if not shutil.which("ncu") or _first(["ncu", "--version"], r"(\S+)") is None:
        return "missing"
    params = Path("/proc/driver/nvidia/params")
    only_admins = params.exists() and "RmProfilingAdminOnly: 1" in params.read_text()
    return "forbidden" if only_admins else "available"  # because a candidate never runs as root


def _first(command: "list[str]", pattern: str) -> "str | None":
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(pattern, done.stdout) if done.returncode == 0 else None
    return found[1] if found else None


if __name__ == "__main__":
    Channel(socket.socket(fileno=int(sys.argv[1]))).send(describe())
