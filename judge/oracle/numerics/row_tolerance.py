"""Tolerances for special rows: an absolute error per row.

It derives from eager's own error, and from the change of the exact output when inputs are rounded. A row is a slice of an output along
its first dimension, or the whole output if rows mix. Bugs on special rows cause large errors. Therefore these tolerances are wider than
those of ordinary draws (`tolerance`).
"""

import math
from dataclasses import dataclass

import torch

from judge.oracle.numerics.error_metrics import CACHED

_RELATIVE = {torch.float64: 1e-6, torch.float32: 1e-4, torch.bfloat16: 0.02, torch.float16: 0.0025}
_OF_EAGER, _OF_ROUNDED_INPUTS = 16, 64
_DISAGREES = 0.02  # a row is skipped if eager's own error exceeds this fraction of the row's RMS


@dataclass
class RowTolerance:
    """The tolerance of one output.

    `allowed`: absolute error per row, float64, shape [rows]; NaN skips the row. `relative`: further error as a fraction of each element.
    `stable`: for integer outputs, the elements that are independent of rounding, bool, shape of the output; None for floats.
    """

    allowed: torch.Tensor
    relative: float
    stable: "torch.Tensor | None" = None

    @property
    def judged(self) -> torch.Tensor:
        """The rows that are judged: bool, shape [rows]."""
        return ~torch.isnan(self.allowed)


def tolerances(eager: "list[torch.Tensor]", exact: "list[torch.Tensor]", disturbed: "list[torch.Tensor]", rows: int, relative: float = 1.0) -> "list[RowTolerance]":
    """One tolerance per output. `disturbed`: the exact outputs for inputs that differ by one rounding. `relative` multiplies the relative part."""
    return [_tolerance(*each, rows, relative) for each in zip(eager, exact, disturbed)]


def _tolerance(eager: torch.Tensor, exact: torch.Tensor, disturbed: torch.Tensor, rows: int, widened: float) -> RowTolerance:
    if not eager.is_floating_point():
        whole = torch.zeros(rows, dtype=torch.float64, device=eager.device)
        return RowTolerance(whole, 0.0, (eager == exact.to(eager.dtype)) & (exact == disturbed))
    shipped, truth, moved = (_by_row(each, rows) for each in (eager, _held(exact, eager), _held(disturbed, eager)))
    there = torch.isfinite(truth) & torch.isfinite(shipped)
    own, shaken = _largest(shipped - truth, there), _largest(moved - truth, there)
    size = (torch.where(there, truth, 0.0).square().sum(1) / there.sum(1).clamp(min=1)).sqrt()
    relative = widened * _RELATIVE[eager.dtype]
    least = torch.finfo(eager.dtype).tiny
    allowed = _OF_EAGER * own + _OF_ROUNDED_INPUTS * shaken + relative * size + least
    disagrees = own > _DISAGREES * size + _OF_ROUNDED_INPUTS * shaken + least
    return RowTolerance(torch.where(disagrees | ~torch.isfinite(allowed), torch.nan, allowed), relative)


def judged_rows(eager: "list[torch.Tensor]", exact: "list[torch.Tensor]", rows: int) -> torch.Tensor:
    """The rows that are finite in every output, for eager and for fp64: bool, shape [rows]."""
    found = torch.ones(rows, dtype=torch.bool, device=eager[0].device)
    for each in (*eager, *exact):
        if each.is_floating_point():
            found &= torch.isfinite(_by_row(each, rows)).all(1)
    return found


def failing_rows(outputs: "list[torch.Tensor]", exact: "list[torch.Tensor]", eager: "list[torch.Tensor]", allowed: "list[RowTolerance]") -> torch.Tensor:
    """The judged rows that are wrong in at least one output: bool, shape [rows]. If eager and fp64 are both NaN or infinite at an element, the
    output must be the same there."""
    rows = len(allowed[0].allowed)
    failing = torch.zeros(rows, dtype=torch.bool, device=exact[0].device)
    for output, truth, shipped, tolerance in zip(outputs, exact, eager, allowed):
        if tolerance.stable is not None:
            failing |= _wrong(output, truth, shipped, tolerance, rows).any(1) & tolerance.judged
            continue
        suspects = (~_near(output, truth, tolerance) & tolerance.judged).nonzero()[:, 0]
        few = rows if output.is_cuda else max(1, CACHED * rows // max(1, output.numel()))
        for far in suspects.split(few) if len(suspects) else ():
            got, expected, usual = (each.reshape(rows, -1).index_select(0, far) for each in (output, truth, shipped))
            failing[far] |= _wrong(got, expected, usual, RowTolerance(tolerance.allowed[far], tolerance.relative), len(far)).any(1)
    return failing


def wrong_elements(outputs: "list[torch.Tensor]", exact: "list[torch.Tensor]", eager: "list[torch.Tensor]", allowed: "list[RowTolerance]") -> "list[torch.Tensor]":
    """The wrong elements of the judged rows: per output bool, of its shape. Arguments as in `failing_rows`."""
    found = []
    for output, truth, shipped, tolerance in zip(outputs, exact, eager, allowed):
        wrong = _wrong(output, truth, shipped, tolerance, len(tolerance.allowed)) & tolerance.judged[:, None]
        found.append(wrong.reshape(output.shape))
    return found


def _near(output: torch.Tensor, truth: torch.Tensor, tolerance: RowTolerance) -> torch.Tensor:
    """The rows in which every element is finite and within its tolerance of a finite fp64 value: bool, shape [rows]. Most rows are right."""
    rows = len(tolerance.allowed)
    got, expected = output.reshape(rows, -1), truth.reshape(rows, -1)
    width = got.shape[1] if output.is_cuda else min(got.shape[1], CACHED)
    step = rows if output.is_cuda else max(1, CACHED // max(1, width))
    excess = torch.full((rows,), -math.inf, dtype=torch.float64, device=output.device)
    for start in range(0, rows if width else 0, step):
        own = slice(start, start + step)
        for left, right in zip(got[own].split(width, dim=1), expected[own].split(width, dim=1)):
            right = right.double()
            off = torch.sub(left, right).abs_().sub_(right.abs().mul_(tolerance.relative).add_(tolerance.allowed[own, None]))
            excess[own] = torch.maximum(excess[own], off.amax(1))  # NaN stays
    return excess < 0


def _wrong(output: torch.Tensor, truth: torch.Tensor, shipped: torch.Tensor, tolerance: RowTolerance, rows: int) -> torch.Tensor:
    """The wrong elements: bool, shape [rows, elements per row]."""
    if tolerance.stable is not None:
        return ((output != truth.to(output.dtype)) & (output != shipped) & tolerance.stable).reshape(rows, -1)
    got, expected, usual = (_by_row(each, rows) for each in (output, _held(truth, shipped), shipped))
    agreed = (torch.isnan(expected) == torch.isnan(usual)) & (torch.isinf(expected) == torch.isinf(usual))
    finite = torch.isfinite(expected)
    off = ~((got - expected).abs() <= tolerance.allowed[:, None] + tolerance.relative * expected.abs())
    misplaced = (torch.isnan(got) != torch.isnan(expected)) | (torch.isinf(expected) & (got != expected))
    return agreed & torch.where(finite, off, misplaced)


def _held(exact: torch.Tensor, eager: torch.Tensor) -> torch.Tensor:
    """The exact values, with eager's where only fp64 can hold the exact one and eager is finite: the largest value of a type is another in fp64."""
    beyond = (exact.abs() > torch.finfo(eager.dtype).max) & torch.isfinite(eager)
    return torch.where(beyond, eager.to(exact.dtype), exact)


def _by_row(tensor: torch.Tensor, rows: int) -> torch.Tensor:
    return tensor.double().reshape(rows, -1)


def _largest(difference: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    if not difference.shape[1]:
        return torch.zeros(len(difference), dtype=torch.float64, device=difference.device)
    return torch.where(there, difference.abs(), 0.0).nan_to_num(torch.inf).amax(1)
