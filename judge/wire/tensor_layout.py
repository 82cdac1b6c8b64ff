"""The layout of tensors in shared buffers, and nests of tensors as JSON. Copied beside each runner.

It imports nothing of the judge, because the oracle and the hostile side both use it. It imports torch late, which keeps its import cheap.
"""

import mmap
from typing import Any

ALIGNMENT = 256


def pack(value, tensors: list) -> Any:
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
    """Rebuilds the nest of a skeleton from `pack`, with these tensors."""
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


def extent(shape: list, strides: "list | None") -> int:
    """The number of elements from a tensor's first to its last one. Strides None means contiguous."""
    count = 1
    if strides is None or 0 in shape:
        for length in shape:
            count *= length
        return count
    return 1 + sum((length - 1) * stride for length, stride in zip(shape, strides))


def places(specs: list, strides: "list | None" = None, shift: int = 0) -> "tuple[list[int], int]":
    """The byte offset of each tensor in a buffer, and the buffer's size. `strides` holds None for a contiguous tensor. `shift`: elements that
    each tensor lies behind an aligned address."""
    import torch

    offsets, end = [], 0
    for (shape, dtype), own in zip(specs, strides or [None] * len(specs)):
        unit = torch.empty(0, dtype=getattr(torch, dtype)).element_size()
        offsets.append(end + shift * unit)
        end += -(-(extent(shape, own) + shift) * unit // ALIGNMENT) * ALIGNMENT
    return offsets, max(end, ALIGNMENT)


def views(buffer, specs: list, strides: "list | None" = None, shift: int = 0) -> list:
    """Tensors over a one-dimensional byte tensor, laid out as `places` says."""
    import torch

    offsets, _ = places(specs, strides, shift)
    found = []
    for (shape, dtype), own, offset in zip(specs, strides or [None] * len(specs), offsets):
        kind = getattr(torch, dtype)
        size = extent(shape, own) * torch.empty(0, dtype=kind).element_size()
        raw = buffer[offset : offset + size].view(kind)
        found.append(raw.view(shape) if own is None else raw.as_strided(shape, own))
    return found


def host_bytes(fd: int, size: int):
    """A byte tensor over a shared-memory descriptor."""
    import torch

    return torch.frombuffer(mmap.mmap(fd, size), dtype=torch.uint8)
