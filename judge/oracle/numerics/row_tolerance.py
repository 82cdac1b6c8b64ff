"""Tolerances for special rows: an absolute error per row.

It derives from eager's own error, and from the change of the exact output when inputs are rounded. A row is a slice of an output along
its first dimension, or the whole output if rows mix. Bugs on special rows cause large errors. Therefore these tolerances are wider than
those of ordinary draws (`tolerance`).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from judge.oracle.numerics import huge_values, pieces

_RELATIVE = {torch.float64: 1e-6, torch.float32: 1e-4, torch.bfloat16: 0.02, torch.float16: 0.0025}
_OF_EAGER, _OF_ROUNDED_INPUTS = 16, 64
_POLE = 1e14  # see `_at_pole`; a matrix that is singular but for rounding gives about 1e16 in fp64
_DISAGREES = 0.02  # a row is skipped if eager's own error exceeds this fraction of the row's RMS


@dataclass
class RowTolerance:
    """The tolerance of one output.

    `allowed`: absolute error per row, float64, shape [rows]; NaN skips the row. `relative`: further error as a fraction of each element.
    `stable`: for integer outputs, the elements that are independent of rounding, bool, shape of the output; None for floats.
    `limits`, `usual`: for rows with elements far larger than the others, as in `huge_values.limits_of`, and what the usual elements are allowed.
    """

    allowed: torch.Tensor
    relative: float
    stable: "torch.Tensor | None" = None
    limits: "torch.Tensor | None" = None
    usual: "torch.Tensor | None" = None

    @property
    def judged(self) -> torch.Tensor:
        """The rows that are judged: bool, shape [rows]."""
        return ~torch.isnan(self.allowed)

    def of(self, rows: "slice | torch.Tensor", exact: torch.Tensor) -> torch.Tensor:
        """The absolute error that each element of some rows is allowed. `exact`: these rows. Its shape, or one that expands to it."""
        if self.limits is None or self.usual is None:
            return self.allowed[rows, None]
        return torch.where(exact.abs() <= self.limits[rows, None], self.usual[rows, None], self.allowed[rows, None])

    def only(self, rows: torch.Tensor) -> "RowTolerance":
        """The tolerance of these rows alone."""
        limits, usual = (None if each is None else each[rows] for each in (self.limits, self.usual))
        return RowTolerance(self.allowed[rows], self.relative, None, limits, usual)


def tolerances(eager: "list[torch.Tensor]", exact: "list[torch.Tensor]", disturbed: "list[torch.Tensor]", rows: int, relative: float = 1.0, ties: "Sequence[int]" = ()) -> "list[RowTolerance]":
    """One tolerance per output. `disturbed`: the exact outputs for inputs that differ by one rounding. `relative` multiplies the relative part.

    `ties`: rows whose inputs are ties on purpose. What they become by a rounding shows nothing.
    """
    return [_tolerance(*each, rows, relative, list(ties)) for each in zip(eager, exact, disturbed)]


def _tolerance(eager: torch.Tensor, exact: torch.Tensor, disturbed: torch.Tensor, rows: int, widened: float, ties: "list[int]") -> RowTolerance:
    if not eager.is_floating_point():
        whole = torch.zeros(rows, dtype=torch.float64, device=eager.device)
        steady = exact == disturbed
        steady.reshape(rows, -1)[ties] = True
        return RowTolerance(whole, 0.0, (eager == exact.to(eager.dtype)) & steady)
    relative = widened * _RELATIVE[eager.dtype]
    least = torch.finfo(eager.dtype).tiny
    limits = huge_values.limits_of(exact, rows)
    own, shaken, size = _sizes(eager, exact, disturbed, rows, ties)
    allowed = _OF_EAGER * own + _OF_ROUNDED_INPUTS * shaken + relative * size + least
    disagrees = own > _DISAGREES * size + _OF_ROUNDED_INPUTS * shaken + least
    found = RowTolerance(torch.where(disagrees | _at_pole(size, shaken) | ~torch.isfinite(allowed), torch.nan, allowed), relative)
    if limits is None:
        return found
    own, shaken, size = _sizes(eager, exact, disturbed, rows, ties, limits)
    usual = _OF_EAGER * own + _OF_ROUNDED_INPUTS * shaken + relative * size.clamp(min=huge_values.LEAST)
    told = (limits > 0) & ~(own > _DISAGREES * size + _OF_ROUNDED_INPUTS * shaken + least)
    found.limits, found.usual = torch.where(told, limits, -1.0), torch.minimum(usual, allowed)
    return found


def _sizes(eager: torch.Tensor, exact: torch.Tensor, disturbed: torch.Tensor, rows: int, ties: "list[int]", limits: "torch.Tensor | None" = None) -> "tuple[torch.Tensor, ...]":
    """(eager's largest error, the largest change when inputs are rounded, the RMS) per row; with `limits` over elements up to these alone."""
    own, shaken, squares, count = torch.zeros(4, rows, dtype=torch.float64, device=eager.device)
    for at, _among, (shipped, given, changed) in pieces.by_row(rows, eager, exact, disturbed):
        truth, moved = _held(given, shipped).double(), _held(changed, shipped).double()
        there = torch.isfinite(truth) & torch.isfinite(shipped)
        if limits is not None:
            there &= truth.abs() <= limits[at, None]
        own[at] = torch.maximum(own[at], _largest(shipped.double() - truth, there))
        shaken[at] = torch.maximum(shaken[at], _largest(moved - truth, there))
        squares[at] += torch.where(there, truth, 0.0).square().sum(1)
        count[at] += there.sum(1)
    shaken[ties] = 0.0
    return own, shaken, (squares / count.clamp(min=1)).sqrt()


def _at_pole(size: torch.Tensor, shaken: torch.Tensor) -> torch.Tensor:
    """The rows with an answer far larger than that of others, and as uncertain as it is large. The inverse of an almost singular matrix is one.
    A right kernel may give infinity or NaN there. `size`: RMS of the answer, `shaken`: its change when inputs are rounded.

    A single row has no others, so its pole is not found. A row at the pole of one output is judged in no output.
    """
    usual = size[size > 0].median() if bool((size > 0).any()) else size.amax()
    return (_OF_ROUNDED_INPUTS * shaken > size) & (size > _POLE * usual)


def judged_rows(eager: "list[torch.Tensor]", exact: "list[torch.Tensor]", rows: int) -> torch.Tensor:
    """The rows that are finite in every output, for eager and for fp64: bool, shape [rows]."""
    found = torch.ones(rows, dtype=torch.bool, device=eager[0].device)
    for each in (*eager, *exact):
        for at, _among, (part,) in pieces.by_row(rows, each) if each.is_floating_point() else ():
            found[at] &= torch.isfinite(part).all(1)
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
        few = max(1, pieces.cached_size_of(output) * rows // max(1, output.numel()))
        for far in suspects.split(few) if len(suspects) else ():
            got, expected, usual = (each.reshape(rows, -1).index_select(0, far) for each in (output, truth, shipped))
            failing[far] |= _wrong(got, expected, usual, tolerance.only(far), len(far)).any(1)
    return failing


def wrong_elements(outputs: "list[torch.Tensor]", exact: "list[torch.Tensor]", eager: "list[torch.Tensor]", allowed: "list[RowTolerance]") -> "list[torch.Tensor]":
    """The wrong elements of the judged rows: per output bool, of its shape. Arguments as in `failing_rows`."""
    found = []
    for output, truth, shipped, tolerance in zip(outputs, exact, eager, allowed):
        rows = len(tolerance.allowed)
        wrong = _wrong(output, truth, shipped, tolerance, rows) & tolerance.judged[:, None]
        found.append(wrong.reshape(output.shape))
    return found


def _near(output: torch.Tensor, truth: torch.Tensor, tolerance: RowTolerance) -> torch.Tensor:
    """The rows in which every element is finite and within its tolerance of a finite fp64 value: bool, shape [rows]. Most rows are right."""
    rows = len(tolerance.allowed)
    excess = torch.full((rows,), -math.inf, dtype=torch.float64, device=output.device)
    for own, _among, (left, right) in pieces.by_row(rows, output, truth, size=pieces.cached_size_of(output)):
        right = right.double()
        off = torch.sub(left, right).abs_().sub_(right.abs().mul_(tolerance.relative).add_(tolerance.of(own, right)))
        excess[own] = torch.maximum(excess[own], off.amax(1))  # NaN stays
    return excess < 0


def _wrong(output: torch.Tensor, truth: torch.Tensor, shipped: torch.Tensor, tolerance: RowTolerance, rows: int) -> torch.Tensor:
    """The wrong elements: bool, shape [rows, elements per row]."""
    if tolerance.stable is not None:
        return ((output != truth.to(output.dtype)) & (output != shipped) & tolerance.stable).reshape(rows, -1)
    wrong = torch.zeros(rows, output.numel() // max(1, rows), dtype=torch.bool, device=output.device)
    for own, among, (got, given, usual) in pieces.by_row(rows, output, truth, shipped):
        got, expected, usual = got.double(), _held(given, usual).double(), usual.double()
        agreed = (torch.isnan(expected) == torch.isnan(usual)) & (torch.isinf(expected) == torch.isinf(usual))
        off = ~((got - expected).abs() <= tolerance.of(own, expected) + tolerance.relative * expected.abs())
        misplaced = (torch.isnan(got) != torch.isnan(expected)) | (torch.isinf(expected) & (got != expected))
        wrong[own, among] = agreed & torch.where(torch.isfinite(expected), off, misplaced)
    return wrong


def _held(exact: torch.Tensor, eager: torch.Tensor) -> torch.Tensor:
    """The exact values, with eager's where only fp64 can hold the exact one and eager is finite: the largest value of a type is another in fp64."""
    beyond = (exact.abs() > torch.finfo(eager.dtype).max) & torch.isfinite(eager)
    return torch.where(beyond, eager.to(exact.dtype), exact)


def _largest(difference: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    return torch.where(there, difference.abs(), 0.0).nan_to_num(torch.inf).amax(1)
