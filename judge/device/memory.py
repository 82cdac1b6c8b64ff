"""Memory of a device: what is free, and the size of a GPU's last cache level."""

import torch


def available_bytes(device: str) -> int:
    """Memory that this process can get on the device now. On a GPU that is what is free, and what torch keeps here for later."""
    if device == "cuda":
        return torch.cuda.mem_get_info()[0] + torch.cuda.memory_reserved() - torch.cuda.memory_allocated()
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))


def gpu_cache_bytes() -> int:
    """The size of the GPU's L2 cache. Old versions of torch do not know it: the default is then a size above an H200's 50 MiB."""
    return getattr(torch.cuda.get_device_properties(0), "L2_cache_size", 64 << 20)
