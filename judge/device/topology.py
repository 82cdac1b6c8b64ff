"""The CPU cores and GPUs that this process may use."""

import os
import zlib
from pathlib import Path

from judge.protocol.messages import Cache

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


def caches(cpus: Path = Path("/sys/devices/system/cpu")) -> "list[Cache]":
    """The data and unified caches of the first core: level, bytes, and how many of our cores share it. The kernel may not tell all, or none."""
    allowed = os.sched_getaffinity(0)
    found: "list[Cache]" = []
    for folder in sorted((cpus / f"cpu{min(allowed)}" / "cache").glob("index[0-9]*")):
        names = ("type", "level", "size", "shared_cpu_map")
        if not all((folder / name).exists() for name in names):
            continue
        told = {name: (folder / name).read_text().strip() for name in names}
        sharing = {cpu for cpu in allowed if int(told["shared_cpu_map"].replace(",", ""), 16) >> cpu & 1}
        if told["type"] != "Instruction" and told["size"].endswith("K"):
            found.append({"level": int(told["level"]), "bytes": int(told["size"][:-1]) << 10, "cores": len(cores_of(sharing))})
    return found


def _siblings(cpu: int) -> str:
    """The hyper-threads of a CPU's core in the kernel's notation, such as 0,4 or 0-1."""
    listed = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
    return listed.read_text().strip() if listed.exists() else str(cpu)


def gpu_count() -> int:
    """The number of NVIDIA GPUs that this process may see, found without the driver."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    there = len(list(Path("/dev").glob("nvidia[0-9]*")))
    return there if visible is None else min(there, len(visible.split(",")))
