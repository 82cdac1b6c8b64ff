"""Makes hidden shapes of a task: between the shapes that it declares, along the axes in which those differ.

An axis is one length that several places share: dimensions of tensors, and integers that equal it. The inputs of a hidden shape are those
of a declared row, cut or repeated along its axes.
"""

import math
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import torch

from judge.oracle.task.inputs import Inputs
from judge.oracle.task.workloads import Row
from judge.wire.tensor_layout import pack, unpack

COUNT = 6  # hidden shapes of a task
_TRIES = 64  # draws of lengths for each hidden shape
_secret = random.SystemRandom()
Lengths = tuple[int, ...]


class Axis(NamedTuple):
    """One length. `lengths`: that of each row. `places`: the multiple of it at each place.

    A place is the path to a tensor and a dimension, or the path to an integer and None.
    """

    places: "dict[Any, int]"
    lengths: Lengths


class Hidden(NamedTuple):
    """A hidden shape. `inputs()` draws the arguments of one call."""

    name: str
    inputs: "Callable[[], list]"


def axes_of(rows: "list[Row]") -> "list[Axis]":
    """The axes along which the rows differ. Empty if they differ in more than lengths, such as in the number of tensors."""
    found = [_described(row) for row in rows]
    if any(structure != found[0][0] for structure, _lengths in found):
        return []
    vectors = {place: tuple(lengths[place] for _structure, lengths in found) for place in found[0][1]}
    axes: "list[Axis]" = []
    for vector in sorted({vector for (_path, dim), vector in vectors.items() if dim is not None and len(set(vector)) > 1}):
        if not any(_multiple(vector, axis.lengths) for axis in axes):
            axes.append(Axis({}, vector))
    for place, vector in vectors.items():
        factors = [(axis, _multiple(vector, axis.lengths)) for axis in axes]
        own = next(((axis, factor) for axis, factor in factors if factor), None)
        if own:
            own[0].places[place] = own[1]
    return axes


def hidden_shapes(rows: "list[Row]", count: int = COUNT) -> "Iterator[Hidden]":
    """Up to `count` new secret shapes, of which every second one has odd lengths. None has more elements than the largest declared one: the
    machine need not have the memory for the longest length along every axis at once."""
    axes = axes_of(rows)
    declared = [_described(row)[1] for row in rows]
    most = max(map(_elements, declared), default=0)
    taken = {tuple(axis.lengths[at] for axis in axes) for at in range(len(rows))}
    for at in range(count if axes else 0):
        for _try in range(_TRIES):
            lengths = tuple(_length(axis, odd=bool(at % 2)) for axis in axes)
            base = _nearest(axes, lengths, len(rows))
            if lengths not in taken and _elements(declared[base] | _placed(axes, lengths)) <= most:
                taken.add(lengths)
                yield Hidden(_title(rows[base], axes, lengths), lambda lengths=lengths, base=base: _resized(rows[base], axes, lengths))
                break


def is_indexed(rows: "list[Row]") -> bool:
    """Whether a row draws integers, which may be indices: some are out of range in a smaller shape."""
    return any(not tensor.is_floating_point() for tensor in _drawn(rows[0])[1])


def as_inputs(arguments: list) -> Inputs:
    """The arguments of a call as the task draws them, before they are placed on a device."""
    tensors: list = []
    skeleton = pack(arguments, tensors)
    return Inputs(tensors, skeleton)


def _length(axis: Axis, odd: bool) -> int:
    """A secret length between the shortest and the longest. Each factor between them is equally likely, as for declared shapes: 128, 1024, 50000."""
    low, high = min(axis.lengths), max(axis.lengths)
    length = min(high, int(math.exp(_secret.uniform(math.log(low + 1), math.log(high + 2)))) - 1)
    if not odd or length % 2:
        return length
    return length + 1 if length < high else length - 1


def _placed(axes: "list[Axis]", lengths: Lengths) -> "dict[Any, int]":
    """The length or integer at each place of the axes."""
    return {place: factor * length for axis, length in zip(axes, lengths) for place, factor in axis.places.items()}


def _elements(lengths: "dict[Any, int]") -> int:
    """The number of elements of all tensors. `lengths`: by place."""
    shapes: "dict[Any, list[int]]" = {}
    for (path, dim), length in lengths.items():
        if dim is not None:
            shapes.setdefault(path, []).append(length)
    return sum(map(math.prod, shapes.values()))


def _nearest(axes: "list[Axis]", lengths: Lengths, rows: int) -> int:
    """The row that must be repeated least."""
    return min(range(rows), key=lambda row: max(length / max(axis.lengths[row], 1) for axis, length in zip(axes, lengths)))


def _multiple(vector: Lengths, base: Lengths) -> int:
    """The whole number by which `base` must be multiplied to give `vector`. 0 if there is none."""
    factor = vector[0] // base[0] if base[0] else 0
    return factor if all(length == factor * own for length, own in zip(vector, base)) else 0


def _drawn(row: Row) -> "tuple[dict, list[torch.Tensor]]":
    tensors: list = []
    return pack(list(row.inputs()), tensors), tensors


def _described(row: Row) -> "tuple[list, dict[Any, int]]":
    """(what all rows must share, the lengths and integers by place)."""
    skeleton, tensors = _drawn(row)
    structure, lengths = [], {}
    for path, kind, content in _leaves(skeleton, ()):
        if kind == "tensor":
            structure.append((path, tensors[content].dim(), tensors[content].dtype))
            lengths |= {(path, dim): length for dim, length in enumerate(tensors[content].shape)}
        elif type(content) is int:
            structure.append((path, "integer"))
            lengths[(path, None)] = content
        else:
            structure.append((path, content))
    return structure, lengths


def _leaves(skeleton: dict, path: tuple) -> "Iterator[tuple[tuple, str, Any]]":
    [(kind, content)] = skeleton.items()
    if kind in ("tensor", "value"):
        yield path, kind, content
        return
    for key, item in content.items() if kind == "dict" else enumerate(content):
        yield from _leaves(item, (*path, key))


def _resized(row: Row, axes: "list[Axis]", lengths: Lengths) -> list:
    """The arguments of one call of a hidden shape."""
    skeleton, tensors = _drawn(row)
    wanted = _placed(axes, lengths)
    for path, kind, content in list(_leaves(skeleton, ())):
        if kind == "tensor":
            own = list(tensors[content].shape)
            tensors[content] = _cut(tensors[content], [wanted[path, dim] if (path, dim) in wanted else length for dim, length in enumerate(own)])
    return _nest(_with_numbers(skeleton, wanted, ()), tensors)


def _nest(skeleton: dict, tensors: "list[torch.Tensor]") -> list:
    return list(unpack(skeleton, tensors))  # type: ignore[arg-type]


def _with_numbers(skeleton: dict, wanted: "dict[Any, int]", path: tuple) -> dict:
    [(kind, content)] = skeleton.items()
    if kind in ("tensor", "value"):
        return {"value": wanted[(path, None)]} if kind == "value" and (path, None) in wanted else skeleton
    if kind == "dict":
        return {kind: {key: _with_numbers(item, wanted, (*path, key)) for key, item in content.items()}}
    return {kind: [_with_numbers(item, wanted, (*path, at)) for at, item in enumerate(content)]}


def _cut(tensor: torch.Tensor, lengths: "list[int]") -> torch.Tensor:
    """The tensor cut or repeated to these lengths. Its dimensions keep their order in memory."""
    order = sorted(range(tensor.dim()), key=lambda dim: -tensor.stride(dim))
    found = tensor
    for dim, length in enumerate(lengths):
        if length != tensor.shape[dim]:
            found = found.index_select(dim, torch.arange(length, device=tensor.device) % max(tensor.shape[dim], 1))
    return found.permute(order).contiguous().permute([order.index(dim) for dim in range(tensor.dim())])


def _title(row: Row, axes: "list[Axis]", lengths: Lengths) -> str:
    """The shapes of the tensors: 64x512, 512."""
    return ", ".join("x".join(map(str, tensor.shape)) or "scalar" for tensor in as_inputs(_resized(row, axes, lengths)))
