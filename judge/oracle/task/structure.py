"""The structure of a float input: what all draws of a task have, and random values never have by chance. It belongs to the task, and each
hidden draw keeps it. A failure without it leaves the verdict `ok`, which then names it.

It is decided once per input, over several draws (see `decisions`).
"""

from collections.abc import Callable
from typing import Any

import torch

from judge.oracle.numerics import pieces

LOOKS = 3  # draws that must all have a structure
_ALL_WHOLE = {torch.bfloat16: 128.0, torch.float16: 1024.0}  # from here on a type holds whole numbers alone
_NEAR_ONE = {torch.float64: 1e-6, torch.float32: 1e-4, torch.bfloat16: 2e-2, torch.float16: 2e-3}  # how far a sum may be from 1
_LEAST_SORTED = 4  # values in a line: LOOKS lines of so many random ones are all sorted once in 14,000 times, of more hardly ever
_MOST_COLUMNS, _LEAST_ROWS = 32, 16  # of a table; a column of random values of both signs has no negative one in LOOKS tables once in 10^14 times
_SYMMETRIC, _DEFINITE, _WHOLE, _COUNTS, _SUMS, _RISING, _FALLING, _ZEROS = "symmetric", "definite", "whole", "counts", "sums", "rising", "falling", "zeros"
_COLUMNS = "columns"
_LOST = {  # what values without the structure are, for a person
    _SYMMETRIC: "that are not symmetric",
    _DEFINITE: "that are not positive definite",
    _WHOLE: "that are not whole",
    _COUNTS: "that are not whole",
    _SUMS: "that do not sum to 1",
    _RISING: "that do not rise",
    _FALLING: "that do not fall",
    _ZEROS: "that replace its zeros",
    _COLUMNS: "below 0 in columns that have none",
}
# As JSON: its `kind`, the `dim` of its lines or the `columns` without negative values, and whether the `zeros` of all draws lie in the same places.
Structure = dict[str, Any]


def structures_of(draw: "Callable[[], list[torch.Tensor]]") -> "list[Structure | None]":
    """The structure of each tensor that `draw` gives. Draws again only while an input may have one."""
    first = draw()
    found = [_first_of(tensor) for tensor in first]
    for _look in range(LOOKS - 1):
        if not any(found):
            break
        found = [own and _shared(own, tensor, before) for own, tensor, before in zip(found, draw(), first)]
    return found


def lost(structure: Structure) -> str:
    """In words, what values without this structure are."""
    return _LOST[structure["kind"] or _ZEROS]


def kept(found: torch.Tensor, own: torch.Tensor, structure: "Structure | None") -> torch.Tensor:
    """`found` with this structure of `own`, the task's own values in the same place. Both are float tensors of one shape and dtype."""
    if structure is None or not own.numel():
        return found
    if structure["zeros"]:
        found = found.masked_fill(own == 0, 0)
    kind, dim = structure["kind"], structure["dim"]
    if kind in (_SYMMETRIC, _DEFINITE):
        return as_symmetric(found) if kind == _SYMMETRIC else _as_positive_definite(as_symmetric(found), own)
    if kind in (_WHOLE, _COUNTS):
        return (found.abs() if kind == _COUNTS else found).round()
    if kind == _COLUMNS:
        found, columns = found.clone(), structure["columns"]
        found[..., columns] = found[..., columns].abs()
        return found
    if kind in (_RISING, _FALLING):
        return found.sort(dim, descending=kind == _FALLING)[0]
    return _as_normalized(found, own, dim) if kind else found


def crosses_rows(structure: "Structure | None", own: torch.Tensor) -> bool:
    """Whether some rows of the tensor cannot have the structure by themselves."""
    return structure is not None and (structure["dim"] == 0 or structure["kind"] in (_SYMMETRIC, _DEFINITE) and own.dim() == 2)


def loose(own: torch.Tensor) -> torch.Tensor:
    """Random values twice as large, of the same sign if all have one, without any structure. Uses torch's global generator."""
    values = own.double()
    found = 2 * (torch.randn_like(values) * values.std(unbiased=False).clamp(min=1e-3) + values.mean())
    return (found.abs() if _is_positive(own) else found).to(own.dtype)


def is_symmetric(tensor: torch.Tensor) -> bool:
    """Whether the matrices in the last two dimensions equal their transposes and are not constant."""
    square = tensor.dim() >= 2 and tensor.shape[-1] == tensor.shape[-2] > 1
    return square and bool(torch.equal(tensor, tensor.transpose(-1, -2))) and bool((tensor != tensor.flatten()[0]).any())


def is_pattern(tensor: torch.Tensor) -> bool:
    """Whether a tensor of several elements has at most two distinct values: a mask, labels of two classes, or a placeholder."""
    if tensor.numel() < 2:
        return False
    low, high = tensor.amin(), tensor.amax()
    return all(bool(((part == low) | (part == high)).all()) for (part,) in pieces.flat(tensor))


def as_symmetric(found: torch.Tensor) -> torch.Tensor:
    """The upper triangles of the matrices in the last two dimensions, mirrored."""
    return (found.triu() + found.triu(1).transpose(-1, -2)).contiguous()


def _first_of(tensor: torch.Tensor) -> "Structure | None":
    """The structure of one draw: the first kind that fits. None for a pattern, whose values are varied as those of an argument."""
    if not tensor.is_floating_point() or not tensor.numel() or not bool(tensor.isfinite().all()) or is_pattern(tensor):
        return None
    kinds = [(kind, None) for kind in (_DEFINITE, _SYMMETRIC, _COUNTS, _WHOLE)]
    dims = [dim for dim in reversed(range(tensor.dim())) if tensor.shape[dim] > 1]
    kinds += [(kind, dim) for kind in (_SUMS, _RISING, _FALLING) for dim in dims]
    kind, dim = next((each for each in kinds if _HAS[each[0]](tensor, each[1])), ("", None))
    zeros = kind not in (_DEFINITE, _RISING, _FALLING) and bool((tensor == 0).any()) and bool((tensor != 0).any())
    columns = [] if kind else _columns_without_negatives(tensor)
    return _structure(_COLUMNS if columns else kind, dim, zeros, columns)


def _shared(own: Structure, tensor: torch.Tensor, first: torch.Tensor) -> "Structure | None":
    """The part of a structure that a further draw has, too. `first`: the first draw."""
    kind = own["kind"] if own["kind"] in _HAS and _HAS[own["kind"]](tensor, own["dim"]) else _WEAKER.get(own["kind"], "")
    kind = kind if kind and _HAS[kind](tensor, own["dim"]) else ""
    zeros = own["zeros"] and bool(torch.equal(tensor == 0, first == 0))
    columns = [at for at in own.get("columns", []) if _is_positive(tensor[..., at])]
    return _structure(_COLUMNS if columns else kind, own["dim"] if kind else None, zeros, columns)


def _structure(kind: str, dim: "int | None", zeros: bool, columns: "list[int]") -> "Structure | None":
    found = {"kind": kind, "dim": dim, "zeros": zeros, **({"columns": columns} if columns else {})}
    return found if kind or zeros else None


def _columns_without_negatives(tensor: torch.Tensor) -> "list[int]":
    """The columns without a negative value in a table of few columns, such as widths beside positions. Empty if the whole table has none."""
    columns = tensor.shape[-1] if tensor.dim() > 1 else 0
    if not 1 < columns <= _MOST_COLUMNS or tensor.numel() < _LEAST_ROWS * columns or _is_positive(tensor):
        return []
    return [at for at in range(columns) if _is_positive(tensor[..., at])]


def _is_whole(own: torch.Tensor, _dim: "int | None") -> bool:
    whole = all(bool((part == part.round()).all()) for (part,) in pieces.flat(own))
    return whole and max(abs(float(each)) for each in torch.aminmax(own)) < _ALL_WHOLE.get(own.dtype, torch.inf)


def _sums_to_one(own: torch.Tensor, dim: "int | None") -> bool:
    """Whether every line along a dimension sums to 1 and no value is negative."""
    near = _NEAR_ONE[own.dtype]
    return _is_positive(own) and all(bool(((part.double().sum(dim) - 1).abs() <= near).all()) for part in pieces.across(own, dim or 0))


def rises(own: torch.Tensor, dim: "int | None") -> bool:
    """Whether no value is below the one before it along a dimension, and the last ones of each line are above the first ones."""
    lines = own.movedim(dim or 0, 0)
    return len(lines) >= _LEAST_SORTED and bool((lines[-1] > lines[0]).all()) and not bool((lines[1:] < lines[:-1]).any())


def _is_positive(own: torch.Tensor) -> bool:
    """Whether no value is negative or NaN."""
    return all(bool((part >= 0).all()) for (part,) in pieces.flat(own))


def _as_normalized(found: torch.Tensor, own: torch.Tensor, dim: int) -> torch.Tensor:
    """Lines of `found` without their signs, scaled to sum to 1. A line of zeros becomes the own one."""
    scaled = torch.empty_like(own)
    for part, drawn, given in zip(*(pieces.across(each, dim) for each in (scaled, found, own))):
        sizes = drawn.double().abs()
        sums = sizes.sum(dim, keepdim=True)
        part.copy_(torch.where(sums > 0, sizes / sums, given.double()))
    return scaled


def _as_positive_definite(found: torch.Tensor, own: torch.Tensor) -> torch.Tensor:
    """Matrices of `found`. Each that is not positive definite becomes its square plus the own one."""
    right = _are_positive_definite(found)[..., None, None]
    square = found.double() @ found.double() / found.shape[-1] + own.double()
    return torch.where(right, found, as_symmetric(square.to(own.dtype)))


def _are_positive_definite(matrices: torch.Tensor) -> torch.Tensor:
    """Whether a Cholesky decomposition exists: bool, without the last two dimensions."""
    return torch.linalg.cholesky_ex(matrices.double()).info == 0


_HAS: "dict[str, Callable[[torch.Tensor, int | None], bool]]" = {
    _SYMMETRIC: lambda own, _dim: is_symmetric(own),
    _DEFINITE: lambda own, _dim: is_symmetric(own) and bool(_are_positive_definite(own).all()),
    _WHOLE: _is_whole,
    _COUNTS: lambda own, dim: _is_positive(own) and _is_whole(own, dim),
    _SUMS: _sums_to_one,
    _RISING: rises,
    _FALLING: lambda own, dim: rises(-own, dim),
}
_WEAKER = {_DEFINITE: _SYMMETRIC, _COUNTS: _WHOLE}  # what may be left of a kind in another draw
