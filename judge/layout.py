"""How tensors lie in shared buffers and how a nest of them is told in JSON. Copied beside each runner with it.

Self-contained on purpose: both the oracle and the hostile side use it. torch is imported late, so that importing this is cheap.
"""

import mmap

ALIGNMENT = 256


def pack(value, tensors: list):
    """A JSON skeleton of a nest of tensors and plain values; the tensors are appended to `tensors`.

    Raises TypeError for anything else (subclasses of Tensor included, they can run code when they are read).
    """
    import torch

    if type(value) in (torch.Tensor, torch.nn.Parameter):
        tensors.append(value)
        return {"tensor": len(tensors) - 1}
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"value": value}
    if isinstance(value, (list, tuple)):
        return {type(value).__name__ if type(value) in (list, tuple) else "tuple": [pack(item, tensors) for item in value]}
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {"dict": {key: pack(item, tensors) for key, item in value.items()}}
    raise TypeError(f"a {type(value).__module__}.{type(value).__qualname__}; only tensors, numbers, strings, None, lists, tuples and dicts can be passed")


def unpack(skeleton: dict, tensors: list):
    """The value that `pack` made the skeleton of, with these tensors in it."""
    [(kind, content)] = skeleton.items()
    if kind == "tensor":
        return tensors[content]
    if kind == "value":
        return content
    if kind == "dict":
        return {key: unpack(item, tensors) for key, item in content.items()}
    items = [unpack(item, tensors) for item in content]
    return tuple(items) if kind == "tuple" else items


def specs(tensors: list) -> list:
    """[shape, dtype name] of each tensor: its spec."""
    return [[list(tensor.shape), str(tensor.dtype)[6:]] for tensor in tensors]


def places(specs: list) -> "tuple[list[int], int]":
    """The byte offset of each tensor in a buffer, and the buffer's size, for tensors of these specs."""
    import torch

    offsets, end = [], 0
    for shape, dtype in specs:
        offsets.append(end)
        count = 1
        for length in shape:
            count *= length
        size = count * torch.empty(0, dtype=getattr(torch, dtype)).element_size()
        end += -(-size // ALIGNMENT) * ALIGNMENT
    return offsets, max(end, ALIGNMENT)


def views(buffer, specs: list) -> list:
    """Tensors over a one-dimensional byte tensor, laid out as `places` says."""
    import torch

    offsets, _ = places(specs)
    found = []
    for (shape, dtype), offset in zip(specs, offsets):
        kind = getattr(torch, dtype)
        empty = torch.empty(shape, dtype=kind, device="meta")
        raw = buffer[offset : offset + empty.numel() * empty.element_size()]
        found.append(raw.view(kind).view(shape))
    return found


def host_bytes(fd: int, size: int):
    """A byte tensor over a shared-memory descriptor."""
    import torch

    return torch.frombuffer(mmap.mmap(fd, size), dtype=torch.uint8)


class MappedHost:
    """Shared memory that kernels read and write over the bus, with no copy engine: `bytes` is a CUDA byte tensor over it.

    Raises OSError where the driver refuses. `close` it when no tensor over it is in use.
    """

    def __init__(self, fd: int, size: int):
        import ctypes

        self._driver, address = ctypes.CDLL("libcuda.so.1"), ctypes.c_uint64()
        self._host = host_bytes(fd, size)  # the mapping lives as long as this
        self._place = ctypes.c_void_p(self._host.data_ptr())
        for status in (
            self._driver.cuMemHostRegister_v2(self._place, ctypes.c_size_t(size), ctypes.c_uint(2)),  # CU_MEMHOSTREGISTER_DEVICEMAP
            self._driver.cuMemHostGetDevicePointer_v2(ctypes.byref(address), self._place, ctypes.c_uint(0)),
        ):
            if status != 0:
                raise OSError(f"shared memory cannot be mapped for the device: status {status}")
        self.bytes = device_bytes(address.value, size)

    def close(self) -> None:
        self.bytes = None
        self._driver.cuMemHostUnregister(self._place)


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


def opened_ipc(handle: str) -> int:
    """The address of another process's CUDA allocation. Raises OSError where the driver refuses."""
    import ctypes

    class Handle(ctypes.Structure):
        _fields_ = [("bytes", ctypes.c_char * 64)]

    driver = ctypes.CDLL("libcuda.so.1")
    address = ctypes.c_uint64()
    raw = Handle.from_buffer_copy(bytes.fromhex(handle))
    status = driver.cuIpcOpenMemHandle_v2(ctypes.byref(address), raw, ctypes.c_uint(1))
    if status != 0:
        raise OSError(f"cuIpcOpenMemHandle returned {status}")
    return address.value
