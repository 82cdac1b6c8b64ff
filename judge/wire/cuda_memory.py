"""CUDA memory that two processes share by a file descriptor, with the driver's virtual memory API. Copied beside each runner with the rest of `wire`.

A process can map the memory only if it was sent the descriptor. CUDA's legacy IPC handles are numbers that a process can make up.
"""

import contextlib
import ctypes
import os

from judge.wire.cuda_driver import driver

_PINNED, _DEVICE, _DESCRIPTOR, _READ_WRITE, _MINIMUM = 1, 1, 1, 3, 0  # as in cuda.h
_OUT_OF_MEMORY = 2


class _Location(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("device", ctypes.c_int)]


class _Properties(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("handle_types", ctypes.c_int), ("location", _Location), ("windows", ctypes.c_void_p), ("flags", ctypes.c_ubyte * 8)]


class _Access(ctypes.Structure):
    _fields_ = [("location", _Location), ("flags", ctypes.c_int)]


class Mapping:
    """Memory of the current device that this process reads and writes: `size` bytes at `address`."""

    def __init__(self, handle: ctypes.c_uint64, size: int):
        address, length = ctypes.c_uint64(), ctypes.c_size_t(size)
        with contextlib.ExitStack() as undo:
            _call("cuMemAddressReserve", ctypes.byref(address), length, ctypes.c_size_t(0), ctypes.c_uint64(0), ctypes.c_uint64(0))
            undo.callback(driver().cuMemAddressFree, address, length)
            _call("cuMemMap", address, length, ctypes.c_size_t(0), handle, ctypes.c_uint64(0))
            undo.callback(driver().cuMemUnmap, address, length)
            access = _Access(_here(), _READ_WRITE)
            _call("cuMemSetAccess", address, length, ctypes.byref(access), ctypes.c_size_t(1))
            self._undo = undo.pop_all()
        self.address, self.size = address.value, size

    def close(self) -> None:
        """Unmaps the memory, which the device must no longer use. It is free when no process maps it and no descriptor of it is open."""
        self._undo.close()


def created(size: int) -> "tuple[Mapping, int]":
    """New memory of the current device, at least `size` bytes, and a descriptor of it. Raises OSError if the driver refuses or memory is short."""
    wanted, granularity, handle, fd = _Properties(_PINNED, _DESCRIPTOR, _here()), ctypes.c_size_t(), ctypes.c_uint64(), ctypes.c_int()
    _call("cuMemGetAllocationGranularity", ctypes.byref(granularity), ctypes.byref(wanted), ctypes.c_int(_MINIMUM))
    size = -(-size // granularity.value) * granularity.value
    _call("cuMemCreate", ctypes.byref(handle), ctypes.c_size_t(size), ctypes.byref(wanted), ctypes.c_uint64(0))
    with _held(handle), contextlib.ExitStack() as undo:
        mapping = Mapping(handle, size)
        undo.callback(mapping.close)
        _call("cuMemExportToShareableHandle", ctypes.byref(fd), handle, ctypes.c_int(_DESCRIPTOR), ctypes.c_uint64(0))
        os.set_inheritable(fd.value, False)
        undo.pop_all()
    return mapping, fd.value


def imported(fds: "list[int]", sizes: "list[int]") -> "list[Mapping]":
    """Maps another process's memory, and closes its descriptors. `sizes` are the owner's. Raises OSError if the driver refuses; then nothing is mapped."""
    try:
        with contextlib.ExitStack() as undo:
            found = []
            for fd, size in zip(fds, sizes):
                found.append(_imported(fd, size))
                undo.callback(found[-1].close)
            undo.pop_all()
            return found
    finally:
        for fd in fds:  # an open descriptor would keep the memory
            os.close(fd)


def _imported(fd: int, size: int) -> Mapping:
    handle = ctypes.c_uint64()
    _call("cuMemImportFromShareableHandle", ctypes.byref(handle), ctypes.c_void_p(fd), ctypes.c_int(_DESCRIPTOR))
    with _held(handle):
        return Mapping(handle, size)


@contextlib.contextmanager
def _held(handle: ctypes.c_uint64):
    """Gives the handle back at the end. Mappings and descriptors then keep the memory."""
    try:
        yield
    finally:
        driver().cuMemRelease(handle)


def _here() -> _Location:
    """The device of this thread's current context."""
    device = ctypes.c_int()
    _call("cuCtxGetDevice", ctypes.byref(device))
    return _Location(_DEVICE, device.value)


def _call(name: str, *arguments) -> None:
    """Calls a function of the driver. Raises OSError if it fails, or if the driver is too old to have it."""
    function = getattr(driver(), name, None)
    if function is None:
        raise OSError(f"the driver has no {name}")
    status = function(*arguments)
    if status == _OUT_OF_MEMORY:
        raise OSError(f"{name}: CUDA out of memory")
    if status != 0:
        raise OSError(f"{name} returned {status}")
