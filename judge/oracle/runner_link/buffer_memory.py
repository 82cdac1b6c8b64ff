"""Buffers that the oracle owns and a runner maps: sealed shared memory, or CUDA memory. A file descriptor shares either.

The oracle keeps its master copies of inputs elsewhere. `tensor_layout.places` defines the layout inside a buffer.
"""

import fcntl
import mmap
import os

import torch

from judge.device.memory import available_bytes
from judge.protocol.errors import short_of_memory
from judge.wire.cuda_driver import device_bytes, driver
from judge.wire.cuda_memory import created


def sealed_memory(size: int) -> int:
    """A descriptor of shared memory of `size` bytes. Seals fix its size."""
    fd = os.memfd_create("buffer", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(fd, size)
    fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    return fd


class HostBuffer:
    """Shared memory that the runner cannot shrink (a shrunk mapping would crash the oracle)."""

    def __init__(self, size: int):
        self.size = max(size, 1)
        self.fd = sealed_memory(self.size)
        self.bytes = torch.frombuffer(mmap.mmap(self.fd, self.size), dtype=torch.uint8)

    def close(self) -> None:
        os.close(self.fd)


class DeviceBuffer:
    """CUDA memory outside torch's allocator, at least `size` bytes. `fd` is its descriptor.

    Raises OSError if CUDA refuses to share the memory, and OSError or RuntimeError with "out of memory" if memory is short.
    """

    def __init__(self, size: int):
        driver()  # raises OSError where there is none
        torch.empty(1, device="cuda")  # makes torch's context current on this thread
        torch.cuda.empty_cache()  # what torch keeps for later is not available to the driver
        self._mapping, self.fd = created(size)
        self.size = self._mapping.size
        try:
            self.bytes = device_bytes(self._mapping.address, self.size)
        except Exception as error:
            self.close()
            raise OSError(f"torch cannot wrap CUDA memory: {error}") from error

    def close(self) -> None:
        torch.cuda.synchronize()
        self._mapping.close()
        os.close(self.fd)


def host_buffers(sizes: "list[int]", spare: "list[HostBuffer]") -> "list[HostBuffer]":
    """One buffer per size in bytes. If the `spare` ones are large enough, these: their pages are there already. Otherwise they are freed."""
    if spare and all(buffer.size >= size for buffer, size in zip(spare, sizes)):
        return spare
    release(spare)
    return [HostBuffer(size) for size in sizes]


def device_buffers(sizes: "list[int]") -> "list[DeviceBuffer]":
    """One buffer per size in bytes; frees all of them on failure. Raises OSError if CUDA refuses to share memory, and Rejected if memory is short."""
    made: "list[DeviceBuffer]" = []
    try:
        for size in sizes:
            made.append(DeviceBuffer(size))
    except (OSError, RuntimeError) as error:
        release(made)
        if "out of memory" not in str(error):
            raise
        detail = f"{sum(sizes)} bytes, {available_bytes('cuda')} are left"
        raise short_of_memory("buffers for inputs and outputs", "cuda", detail) from error
    return made


def release(buffers: list) -> None:
    """Frees the buffers; tensors over them must be gone."""
    for buffer in buffers:
        buffer.bytes = None
        buffer.close()
