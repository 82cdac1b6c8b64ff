"""Computes the error of an output against fp64. `tolerance` compares it with a budget and writes the message."""

import math
from dataclasses import dataclass

import torch

from judge.oracle.numerics import huge_values, pieces

_ZERO = torch.zeros((), dtype=torch.float64)


@dataclass
class Errors:
    """An output's error against fp64. `rms`: RMS error / RMS of the reference r. `worst`: the largest |c - r| / (|r| + RMS(r)) of an element c.

    `usual_rms`, `usual_worst`: the same over the usual elements alone if others are huge (see `huge_values`), else 0.
    """

    rms: float
    worst: float
    usual_rms: float = 0.0
    usual_worst: float = 0.0


@dataclass
class Measured:
    """Errors with their places. `worst_at` and `first_at` are flat indices.

    `wrong` counts elements above the budget or misplaced. `misplaced` counts elements that differ from the reference in being NaN or
    infinite. `first_at` is the first wrong element.
    """

    rms: float = 0.0
    worst: float = 0.0
    usual_rms: float = 0.0
    usual_worst: float = 0.0
    worst_at: int = 0
    wrong: int = 0
    misplaced: int = 0
    first_at: "int | None" = None


def finite_errors(output: torch.Tensor, exact: torch.Tensor) -> "Errors | None":
    """The errors of `measured` without places, with a tenth of its memory traffic and one device synchronization. Timed outputs need this.

    Returns None if a value is not finite, or if the reference exceeds the range of the output's dtype.
    """
    size = pieces.cached_size_of(output)
    pairs = list(zip(output.reshape(-1).split(size), exact.reshape(-1).split(size)))
    sizes, largest = [], torch.zeros((), dtype=torch.float64, device=exact.device)
    for _part, truth in pairs:
        sizes.append(torch.linalg.vector_norm(truth.double()))
        if truth.numel():
            low, high = torch.aminmax(truth)
            largest = torch.maximum(largest, torch.maximum(-low, high))
    whole = torch.stack(sizes).square().sum().sqrt()
    scale = (whole / math.sqrt(max(1, output.numel()))).clamp(min=torch.finfo(torch.float64).tiny)
    squares, worst = torch.zeros_like(whole), torch.zeros_like(whole)
    for part, given in pairs:
        truth = given.double()
        difference = torch.sub(part, truth)
        squares += torch.linalg.vector_norm(difference).square()
        if part.numel():
            low, high = torch.aminmax(difference.div_(truth.abs().add_(scale)))  # on a CPU ten times as fast as the norm
            worst = torch.maximum(worst, torch.maximum(-low, high))
    total, unit, off, most, size = torch.stack([whole, scale, squares, worst, largest.double()]).tolist()
    bounded = total < torch.finfo(output.dtype).max and math.isfinite(off) and math.isfinite(most)
    usual = usual_of(exact, size) if bounded else None
    return Errors(math.sqrt(off / max(1, output.numel())) / unit, most, *(usual_errors(output, exact, usual) if usual else ())) if bounded else None


@dataclass
class Usual:
    """The usual elements of an output. `limit`: their largest magnitude. `scale`: their RMS, `huge_values.LEAST` at least. `count`: of them."""

    limit: float
    scale: float
    count: int


def usual_of(exact: torch.Tensor, largest: "float | None" = None) -> "Usual | None":
    """The usual elements of an fp64 output. None if no element is huge. `largest`: see `huge_values.limit_of`."""
    limit = huge_values.limit_of(exact, largest)
    if limit is None:
        return None
    squares, count = torch.zeros(2, dtype=torch.float64, device=exact.device)
    for truth in exact.reshape(-1).split(pieces.cached_size_of(exact)):
        own = truth.abs() <= limit
        squares += torch.linalg.vector_norm(truth.double().mul(own).nan_to_num_(0.0)).square()
        count += own.sum()
    total, found = torch.stack([squares, count]).tolist()
    return Usual(limit, max(math.sqrt(total / max(1.0, found)), huge_values.LEAST), int(found))


def usual_errors(output: torch.Tensor, exact: torch.Tensor, usual: Usual) -> "tuple[float, float]":
    """(RMS error, error of the worst element) of the usual elements on their own scale."""
    length = pieces.cached_size_of(output)
    squares, worst = torch.zeros(2, dtype=torch.float64, device=output.device)
    for part, truth in zip(output.reshape(-1).split(length), exact.reshape(-1).split(length)):
        right = truth.double()
        size = right.abs()
        off = torch.sub(part, right).mul_(size <= usual.limit).nan_to_num_(0.0, math.inf, -math.inf)  # on a CPU several times as fast as torch.where
        squares += torch.linalg.vector_norm(off).square()
        low, high = torch.aminmax(off.div_(size.add_(usual.scale)).nan_to_num_(0.0, math.inf, -math.inf))
        worst = torch.maximum(worst, torch.maximum(-low, high))
    off, most = torch.stack([squares, worst]).tolist()
    return math.sqrt(off / max(1, usual.count)) / usual.scale, most


def measured(output: torch.Tensor, exact: torch.Tensor, worst_budget: float, usual_budget: float = math.inf) -> Measured:
    """Errors of a float output against `exact` (fp64, same shape), with places. Works in pieces: fp64 copies of a large output need much memory.

    An element is wrong above `worst_budget`, and a usual one above `usual_budget` on the scale of the usual ones.
    """
    tiny = torch.finfo(torch.float64).tiny  # an all-zero reference allows no error at all
    total = sum(float(_finite(truth).square().sum()) for (truth,) in pieces.flat(exact))
    scale = max(math.sqrt(total / max(1, output.numel())), tiny)
    usual = usual_of(exact)
    found, squares, start, most = Measured(), 0.0, 0, 0.0
    found.usual_rms, found.usual_worst = usual_errors(output, exact, usual) if usual else (0.0, 0.0)
    for part, truth in pieces.flat(output, exact) if output.numel() else ():
        difference = torch.where(torch.isfinite(truth), part.double() - truth.double(), _ZERO.to(truth.device)).abs()
        squares += float(difference.square().sum())
        scaled = difference / (_finite(truth).abs() + scale)
        misplaced = _misplaced(part, truth)
        wrong = (scaled > worst_budget) | misplaced | torch.isnan(scaled)
        scaled = scaled.nan_to_num(math.inf)
        found.worst = max(found.worst, float(scaled.max()))
        if usual and usual_budget < math.inf:  # in units of the budget of the other elements
            own = (difference / (_finite(truth).abs() + usual.scale)).nan_to_num(math.inf) * (worst_budget / usual_budget)
            scaled = torch.where(truth.abs() <= usual.limit, torch.maximum(scaled, own), scaled)
            wrong |= scaled > worst_budget
        at = int(torch.where(wrong & misplaced, math.inf, scaled).argmax())
        if float(scaled[at]) > most or (bool(misplaced[at]) and not found.misplaced):
            found.worst_at = start + at
        most = max(most, float(scaled.max()))
        found.misplaced += int(misplaced.sum())
        found.wrong += int(wrong.sum())
        if found.first_at is None and bool(wrong.any()):
            found.first_at = start + int(wrong.to(torch.uint8).argmax())
        start += part.numel()
    found.rms = math.sqrt(squares / max(1, output.numel())) / scale
    return found


def _finite(truth: torch.Tensor) -> torch.Tensor:
    return torch.where(torch.isfinite(truth), truth.double(), _ZERO.to(truth.device))


def _misplaced(output: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Marks elements that are NaN or infinite in one tensor and different in the other. Shape as `output`, bool."""
    limit = torch.finfo(output.dtype).max  # fp64 may be finite where the output's type cannot be
    bounded = torch.where(truth.abs() > limit, torch.sign(truth) * float("inf"), truth)
    nan = torch.isnan(output) != torch.isnan(bounded)
    infinite = (torch.isinf(output) | torch.isinf(bounded)) & (output.double() != bounded)
    return nan | (infinite & ~torch.isnan(bounded))
