"""The CUDA driver, and tensors over memory that is not torch's own. Copied beside each runner with the rest of `wire`.

No other module of the judge opens libcuda. Importing this is cheap: torch and the driver are loaded at the first use.
"""

import ctypes
import functools

from judge.wire.tensor_layout import host_bytes


@functools.lru_cache(maxsize=None)
def driver() -> ctypes.CDLL:
    """The driver's library. Raises OSError if it is missing."""
    return ctypes.CDLL("libcuda.so.1")


class MappedHost:
    """Shared memory that kernels read and write over the bus, with no copy engine: `bytes` is a CUDA byte tensor over it, `place` the host's address.

    Raises OSError where the driver refuses. `close` it when no tensor over it is in use.
    """

    def __init__(self, fd: int, size: int):
        self._driver, address = driver(), ctypes.c_uint64()
        self._host = host_bytes(fd, size)  # the mapping lives as long as this
        self.place: int = self._host.data_ptr()
        for status in (
            self._driver.cuMemHostRegister_v2(ctypes.c_void_p(self.place), ctypes.c_size_t(size), ctypes.c_uint(2)),  # CU_MEMHOSTREGISTER_DEVICEMAP
            self._driver.cuMemHostGetDevicePointer_v2(ctypes.byref(address), ctypes.c_void_p(self.place), ctypes.c_uint(0)),
        ):
            if status != 0:
                raise OSError(f"shared memory cannot be mapped for the device: status {status}")
        self.bytes = device_bytes(address.value, size)

    def close(self) -> None:
        self.bytes = None
        self._driver.cuMemHostUnregister(ctypes.c_void_p(self.place))


def device_bytes(address: int, size: int):
    """A byte tensor over CUDA memory that is not torch's own."""
    import torch

    class Memory:
        __cuda_array_interface__ = {"shape": (size,), "typestr": "|u1", "data": (address, False), "version": 2}

    try:
        found = torch.as_tensor(Memory(), device="cuda")
    except (RuntimeError, TypeError, ValueError):  # torch reads that interface with NumPy, which may be missing
        storage = torch._C._construct_storage_from_data_pointer(address, torch.device("cuda", 0), size)
        found = torch.empty(0, dtype=torch.uint8, device="cuda").set_(storage, 0, (size,), (1,))
    if found.data_ptr() != address:
        raise OSError("torch copied foreign CUDA memory instead of wrapping it")
    return found
