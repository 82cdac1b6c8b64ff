"""Memory of a device: what is free, how much a process may take, and the size of a GPU's last cache level."""

import resource

import torch


def available_bytes(device: str) -> int:
    """Memory that this process can get on the device now. On a GPU that is what is free, and the whole blocks that torch keeps here for later."""
    if device == "cuda":
        parts = torch.cuda.memory_stats().get("inactive_split_bytes.all.current", 0)  # of blocks that are partly in use
        return torch.cuda.mem_get_info()[0] + max(0, torch.cuda.memory_reserved() - torch.cuda.memory_allocated() - parts)
    return _meminfo("MemAvailable")


def total_bytes(device: str) -> int:
    """All memory of the device."""
    if device == "cuda":
        return torch.cuda.mem_get_info()[1]
    return _meminfo("MemTotal")


def _meminfo(name: str) -> int:
    """A figure of the host's memory in bytes."""
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(name))


def bound_process() -> None:
    """Bounds this process to the free memory of the host. A task that is too large then fails with a message; otherwise the kernel would kill the process."""
    bound = int(0.9 * available_bytes("cpu"))
    before = resource.getrlimit(resource.RLIMIT_AS)[1]  # of an earlier task in this process: nobody may raise it
    bound = bound if before == resource.RLIM_INFINITY else min(bound, before)
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))


def gpu_cache_bytes() -> int:
    """The size of the GPU's L2 cache. Old versions of torch do not know it: the default is then a size above an H200's 50 MiB."""
    return getattr(torch.cuda.get_device_properties(0), "L2_cache_size", 64 << 20)
