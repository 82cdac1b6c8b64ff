"""Large tensors in pieces of bounded size. A temporary copy of a whole one, in fp64 or as a mask, may find no memory beside it."""

from collections.abc import Iterator

import torch

_SIZE = {"cpu": 1 << 20, "cuda": 1 << 24}  # elements of a piece: each step on a GPU takes far longer than its launch
_CACHED = 1 << 14  # elements of a piece that stays in a core's cache
_Pieces = tuple[torch.Tensor, ...]


def size_of(tensor: torch.Tensor) -> int:
    """The largest number of elements of a piece of this tensor."""
    return _SIZE[tensor.device.type]


def cached_size_of(tensor: torch.Tensor) -> int:
    """As `size_of`. On a CPU a piece stays in a core's cache, and torch works on it in one thread, which waits for no other."""
    return _CACHED if tensor.device.type == "cpu" else size_of(tensor)


def flat(*tensors: torch.Tensor) -> "Iterator[_Pieces]":
    """The elements of tensors of one size, piece by piece and in order. A small tensor is one piece, an empty one too."""
    size = size_of(tensors[0])
    return zip(*(each.reshape(-1).split(size) for each in tensors))


def by_row(rows: int, *tensors: torch.Tensor, size: "int | None" = None) -> "Iterator[tuple[slice, slice, _Pieces]]":
    """Pieces of the tensors as matrices with `rows` rows: (which rows, which columns, the pieces). Empty rows give none."""
    grids = [each.reshape(rows, -1) for each in tensors]
    size, width = size or size_of(tensors[0]), grids[0].shape[1]
    columns = max(1, min(width, size))
    step = max(1, size // columns)
    for start in range(0, rows if width else 0, step):
        own = slice(start, start + step)
        for first in range(0, width, columns):
            among = slice(first, first + columns)
            yield own, among, tuple(grid[own, among] for grid in grids)


def across(tensor: torch.Tensor, dim: int) -> "Iterator[torch.Tensor]":
    """Parts that hold each line along `dim` as a whole. A tensor of one line is one part."""
    other = max((at for at in range(tensor.dim()) if at != dim), key=lambda at: tensor.shape[at], default=None)
    if other is None or tensor.numel() <= size_of(tensor):
        return iter((tensor,))
    return iter(tensor.split(max(1, tensor.shape[other] * size_of(tensor) // tensor.numel()), other))


def mean(tensor: torch.Tensor) -> float:
    """The mean in float64."""
    return float(tensor.double().mean()) if tensor.numel() <= size_of(tensor) else sum(float(part.double().sum()) for (part,) in flat(tensor)) / tensor.numel()


def square_mean(tensor: torch.Tensor) -> float:
    """The mean of the squares in float64. NaN and infinity count as zero."""
    total = sum(float(part.double().nan_to_num(0, 0, 0).square().sum()) for (part,) in flat(tensor))
    return total / max(1, tensor.numel())
