"""The CPU cores and GPUs that this process may use."""

import os
import zlib
from pathlib import Path

_LEAST_CORES = 4


def physical_cores() -> int:
    """The number of cores that this process may use, without hyper-thread siblings."""
    return max(1, len(cores_of(os.sched_getaffinity(0))))


def cores_of(allowed: "set[int]") -> "list[set[int]]":
    """The physical cores among the CPUs `allowed`: each is the set of its allowed hyper-threads."""
    found: "dict[str, set[int]]" = {}
    for cpu in sorted(allowed):
        found.setdefault(_siblings(cpu), set()).add(cpu)
    return list(found.values())


def two_cores(allowed: "set[int]") -> "tuple[set[int], set[int]]":
    """Two physical cores that oracles of other devices rarely choose. All cores if there are few."""
    cores = cores_of(allowed)
    if len(cores) < _LEAST_CORES:
        return allowed, allowed
    at = 2 * (zlib.crc32(os.environ.get("CUDA_VISIBLE_DEVICES", "").encode()) % (len(cores) // 2))
    return cores[at], cores[at + 1]


def _siblings(cpu: int) -> str:
    """The hyper-threads of a CPU's core in the kernel's notation, such as 0,4 or 0-1."""
    listed = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
    return listed.read_text().strip() if listed.exists() else str(cpu)


def gpu_count() -> int:
    """The number of NVIDIA GPUs that this process may see, found without the driver."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    there = len(list(Path("/dev").glob("nvidia[0-9]*")))
    return there if visible is None else min(there, len(visible.split(",")))
