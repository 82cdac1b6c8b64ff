"""Computes the error of an output against fp64. `tolerance` compares it with a budget and writes the message."""

import math
from dataclasses import dataclass

import torch

from judge.oracle.numerics import pieces

_ZERO = torch.zeros((), dtype=torch.float64)


@dataclass
class Errors:
    """An output's error against fp64. `rms`: RMS error / RMS of the reference r. `worst`: the largest |c - r| / (|r| + RMS(r)) of an element c."""

    rms: float
    worst: float


@dataclass
class Measured:
    """Errors with their places. `worst_at` and `first_at` are flat indices.

    `wrong` counts elements above the budget or misplaced. `misplaced` counts elements that differ from the reference in being NaN or
    infinite. `first_at` is the first wrong element.
    """

    rms: float = 0.0
    worst: float = 0.0
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
    whole = torch.stack([torch.linalg.vector_norm(truth.double()) for _part, truth in pairs]).square().sum().sqrt()
    scale = (whole / math.sqrt(max(1, output.numel()))).clamp(min=torch.finfo(torch.float64).tiny)
    squares, worst = torch.zeros_like(whole), torch.zeros_like(whole)
    for part, given in pairs:
        truth = given.double()
        difference = torch.sub(part, truth)
        squares += torch.linalg.vector_norm(difference).square()
        if part.numel():
            low, high = torch.aminmax(difference.div_(truth.abs().add_(scale)))  # on a CPU ten times as fast as the norm
            worst = torch.maximum(worst, torch.maximum(-low, high))
    total, unit, off, most = torch.stack([whole, scale, squares, worst]).tolist()
    bounded = total < torch.finfo(output.dtype).max and math.isfinite(off) and math.isfinite(most)
    return Errors(math.sqrt(off / max(1, output.numel())) / unit, most) if bounded else None


def measured(output: torch.Tensor, exact: torch.Tensor, worst_budget: float) -> Measured:
    """Errors of a float output against `exact` (fp64, same shape), with places. Works in pieces: fp64 copies of a large output need much memory."""
    tiny = torch.finfo(torch.float64).tiny  # an all-zero reference allows no error at all
    total = sum(float(_finite(truth).square().sum()) for (truth,) in pieces.flat(exact))
    scale = max(math.sqrt(total / max(1, output.numel())), tiny)
    found, squares, start = Measured(), 0.0, 0
    for part, truth in pieces.flat(output, exact) if output.numel() else ():
        difference = torch.where(torch.isfinite(truth), part.double() - truth.double(), _ZERO.to(truth.device)).abs()
        squares += float(difference.square().sum())
        scaled = difference / (_finite(truth).abs() + scale)
        misplaced = _misplaced(part, truth)
        wrong = (scaled > worst_budget) | misplaced | torch.isnan(scaled)
        at = int(torch.where(wrong & misplaced, math.inf, scaled.nan_to_num(math.inf)).argmax())
        if float(scaled.nan_to_num(math.inf)[at]) > found.worst or (bool(misplaced[at]) and not found.misplaced):
            found.worst_at = start + at
        found.worst = max(found.worst, float(scaled.nan_to_num(math.inf).max()))
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
