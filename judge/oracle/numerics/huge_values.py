"""Tells the usual elements of an output from those that are far larger, such as masked scores of -1e9 or time stamps beside scores.

The huge ones would set the scale of all errors: any usual element would be right. So the usual ones are judged apart as well, on their own
scale. They are told by a gap in the magnitudes. Without one the small values are the tail of one function, such as that of a softmax.
"""

import math

import torch

from judge.oracle.numerics import pieces

GAP = 1e3  # between the usual elements and the huge ones
LEAST = 1 / 16  # smaller usual elements are not told apart: a function that saturates errs there by a rounding of 1
_SHARE = 1 / 16  # of the elements that are not zero; fewer may be what is left of larger ones, as the diagonal of a distance matrix
_SAMPLE, _OF_ROW = 4096, 256  # elements that tell, of a whole output and of one of many rows
_SPREAD = (math.sqrt(5) - 1) / 2  # places at multiples of it, modulo 1, favour no column


def limit_of(exact: torch.Tensor, largest: "float | None" = None) -> "float | None":
    """The magnitude up to which elements of an fp64 output are usual. None if no element is huge. `largest`: its largest magnitude, if it is known."""
    found = None if largest is not None and largest < LEAST * GAP else limits_of(exact, 1)
    return None if found is None or float(found) < 0 else float(found)


def limits_of(exact: torch.Tensor, rows: int) -> "torch.Tensor | None":
    """As `limit_of` for each row: float64, shape [rows], -1 for a row without a huge element. None if no row has one."""
    largest = _largest(exact)[None] if rows == 1 else _largest_of_rows(exact, rows)
    asked = (largest >= LEAST * GAP).nonzero()[:, 0]
    if not len(asked):
        return None
    limits, grid = torch.full_like(largest, -1.0), exact.reshape(rows, -1)
    columns = _places(grid.shape[1], _SAMPLE if rows == 1 else _OF_ROW, exact.device)
    for some in asked.split(max(1, pieces.size_of(exact) // len(columns))):
        limits[some] = _limits(_magnitudes(grid[some[:, None], columns]), largest[some, None])
    return limits if bool((limits > 0).any()) else None


def _largest(exact: torch.Tensor) -> torch.Tensor:
    """The largest finite magnitude: a scalar tensor of float64."""
    parts = exact.reshape(-1).split(pieces.cached_size_of(exact)) if exact.numel() else ()
    bounds = [torch.stack(torch.aminmax(part)) for part in parts]  # NaN if an element is
    found = torch.stack(bounds).double().abs().max() if bounds else exact.new_zeros((), dtype=torch.float64)
    return found if math.isfinite(float(found)) else torch.stack([_magnitudes(part).max() for part in parts]).max()


def _largest_of_rows(exact: torch.Tensor, rows: int) -> torch.Tensor:
    """As `_largest` for each row: shape [rows]."""
    found = torch.zeros(rows, dtype=torch.float64, device=exact.device)
    for own, _among, (part,) in pieces.by_row(rows, exact):
        found[own] = torch.maximum(found[own], _magnitudes(part).amax(1))
    return found


def _limits(sample: torch.Tensor, largest: torch.Tensor) -> torch.Tensor:
    """The limit of each row of a sample of magnitudes, -1 if there is none. `largest`: the largest magnitude of each row, shape [rows, 1]."""
    there = (sample > 0).sum(1)
    found = torch.cat([torch.where(sample > 0, sample, largest), largest], 1).sort(1).values
    gaps = found[:, 1:] >= GAP * found[:, :-1].clamp(min=LEAST)
    last = gaps.to(torch.uint8).argmax(1)  # the largest usual element: below the first gap
    middle = found.gather(1, (last // 2)[:, None])[:, 0]
    told = gaps.any(1) & (middle >= LEAST) & (last + 1 >= _SHARE * there) & (last < there)
    return torch.where(told, found.gather(1, last[:, None])[:, 0].clamp(min=LEAST) * math.sqrt(GAP), -1.0)


def _magnitudes(values: torch.Tensor) -> torch.Tensor:
    return values.double().nan_to_num(0.0, 0.0, 0.0).abs()


def _places(length: int, most: int, device: torch.device) -> torch.Tensor:
    """Up to `most` different places of a line, in no pattern."""
    if length <= most:
        return torch.arange(length, device=device)
    return (torch.arange(most, dtype=torch.float64, device=device).mul_(_SPREAD).remainder_(1.0) * length).long()
