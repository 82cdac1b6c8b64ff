"""Buffers that the oracle owns and a runner maps: sealed shared memory, or CUDA allocations shared by IPC handle.

The oracle keeps its master copies of inputs elsewhere. `tensor_layout.places` defines the layout inside a buffer.
"""

import ctypes
import fcntl
import mmap
import os

import torch

from judge.device.memory import available_bytes
from judge.protocol.errors import MEMORY_SHORT, Rejected
from judge.wire.cuda_driver import device_bytes, driver

_PAGE = 2 << 20  # a CUDA handle exports the whole allocation, so each buffer has its own allocation of whole pages


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
    """CUDA memory outside torch's allocator. `handle` is its IPC handle in hexadecimal.

    Raises OSError if CUDA refuses to share the memory, and RuntimeError if memory is short.
    """

    def __init__(self, size: int):
        self.size = -(-size // _PAGE) * _PAGE
        self._driver = driver()
        torch.empty(1, device="cuda")  # makes torch's context current on this thread
        torch.cuda.empty_cache()  # what torch keeps for later is not available to the driver
        self._address = ctypes.c_uint64()
        self._check(self._driver.cuMemAlloc_v2(ctypes.byref(self._address), ctypes.c_size_t(self.size)), "cuMemAlloc")
        raw = (ctypes.c_char * 64)()
        status = self._driver.cuIpcGetMemHandle(ctypes.byref(raw), self._address)
        if status != 0:
            self.close()
        self._check(status, "cuIpcGetMemHandle")
        self.handle = raw.raw.hex()
        try:
            self.bytes = device_bytes(self._address.value, self.size)
        except Exception as error:
            self.close()
            raise OSError(f"torch cannot wrap CUDA memory: {error}") from error

    def close(self) -> None:
        torch.cuda.synchronize()
        self._driver.cuMemFree_v2(self._address)

    def _check(self, status: int, call: str) -> None:
        if status == 2:
            raise RuntimeError(f"CUDA out of memory: a buffer of {self.size} bytes")
        if status != 0:
            raise OSError(f"{call} returned {status}")


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
        reason = f"buffers for inputs and outputs: {MEMORY_SHORT} cuda device has free ({sum(sizes)} bytes, {available_bytes('cuda')} are left)"
        raise Rejected(reason, "make the task's inputs smaller, or use a larger device") from error
    return made


def release(buffers: list) -> None:
    """Frees the buffers; tensors over them must be gone."""
    for buffer in buffers:
        buffer.bytes = None
        buffer.close()
