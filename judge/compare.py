"""Whether outputs are right: against fp64, with an error budget taken from eager PyTorch. No runner, no files.

A candidate passes if, for each output, its error stays within both budgets, as RMS and element by element.
"""

import math
from dataclasses import dataclass

import torch

from .deviation import Errors, Measured, finite_errors, measured

# Why these factors: honest alternatives (other reduction orders, split-K, compiled graphs) reach two to three times
# eager's RMS error; single elements scatter more, hence 16. The floors in roundoffs are for outputs where eager
# happens to be almost exact, such as an elementwise operation with one rounding.
RMS_OF_EAGER, RMS_ROUNDOFFS = 3, 32
WORST_OF_EAGER, WORST_ROUNDOFFS = 16, 64
_ROUNDING = 0.02  # errors up to this share of an output look like lower precision, larger ones like a mistake


@dataclass
class Judgement:
    """`share`: the largest error over its budget. `problem`: empty where everything is right. `imprecise`: only rounding is to blame."""

    share: float
    problem: str
    imprecise: bool = False


def errors(output: torch.Tensor, exact: torch.Tensor) -> Errors:
    """The errors of a float output where the reference is finite; of no elements, zero."""
    found = finite_errors(output, exact) or measured(output, exact, math.inf)
    return Errors(found.rms, found.worst)


def eager_errors(eager: list, exact: list) -> "list[Errors]":
    """The errors of eager's outputs, zero for those that are not floats."""
    return [errors(shipped, truth) if shipped.is_floating_point() else Errors(0, 0) for shipped, truth in zip(eager, exact)]


def deciding(eager: list) -> list:
    """Eager's own outputs where they decide (integers), None elsewhere."""
    return [None if output.is_floating_point() else output for output in eager]


def widest(one: "list[Errors]", other: "list[Errors]") -> "list[Errors]":
    """The larger errors of two draws, output by output; `one` may be empty."""
    return [Errors(max(a.rms, b.rms), max(a.worst, b.worst)) for a, b in zip(one, other)] if one else other


def judge(outputs: list, exact: list, eager: list, budgets: "list[Errors]") -> Judgement:
    """Compares outputs of equal shape and dtype. `eager` decides beside fp64 for integer outputs (ties of argmax)."""
    share = 0.0
    for at, (output, truth, shipped, budget) in enumerate(zip(outputs, exact, eager, budgets)):
        name = f"output {at}" if len(outputs) > 1 else "the output"
        if not output.is_floating_point():
            wrong = (output != truth.to(output.dtype)) & (output != shipped) if shipped is not None else output != truth.to(output.dtype)
            if bool(wrong.any()):
                first = int(wrong.reshape(-1).to(torch.uint8).argmax())
                found = Measured(worst_at=first, wrong=int(wrong.sum()), first_at=first)
                return Judgement(float("inf"), _describe(name, output, truth, found))
            continue
        found = _judge_float(name, output, truth, budget)
        share = max(share, found.share)
        if found.problem:
            return found
    return Judgement(share, "")


def _judge_float(name: str, output: torch.Tensor, truth: torch.Tensor, budget: Errors) -> Judgement:
    roundoff = torch.finfo(output.dtype).eps / 2
    rms_budget = max(RMS_OF_EAGER * budget.rms, RMS_ROUNDOFFS * roundoff)
    worst_budget = max(WORST_OF_EAGER * budget.worst, WORST_ROUNDOFFS * roundoff)
    quick = finite_errors(output, truth)
    if quick and quick.rms <= rms_budget and quick.worst <= worst_budget:
        return Judgement(max(quick.rms / rms_budget, quick.worst / worst_budget), "")
    found = measured(output, truth, worst_budget)
    if found.misplaced:
        return Judgement(float("inf"), _describe(name, output, truth, found))
    share = max(found.rms / rms_budget, found.worst / worst_budget)
    if share <= 1:
        return Judgement(share, "")
    if found.wrong and (found.rms >= _ROUNDING or found.worst >= _ROUNDING):
        return Judgement(share, _describe(name, output, truth, found))
    problem = (
        f"{name} is too imprecise: its RMS error is {found.rms:.3g} of the output's RMS, {found.rms / rms_budget:.3g} times the budget; "
        f"the worst element is off by {found.worst:.3g}, {found.worst / worst_budget:.3g} times the budget. "
        "Use more precise arithmetic, such as fp32 accumulation without lower-precision operands."
    )
    return Judgement(share, problem, imprecise=True)


def _describe(name: str, output: torch.Tensor, truth: torch.Tensor, found: Measured) -> str:
    """In words: how much is wrong, the worst and the first wrong element, and what it looks like."""
    count, total, worst, first = found.wrong, output.numel(), found.worst_at, found.first_at or 0
    parts = [f"{name}, shape {list(output.shape)}: {count} of {total} elements ({100 * count / total:.3g} %) are wrong."]
    parts.append(f"Worst at {_at(worst, output)}: expected {_number(truth, worst)}, got {_number(output, worst)}.")
    parts.append(f"First at {_at(first, output)}: expected {_number(truth, first)}, got {_number(output, first)}.")
    return " ".join([*parts, *_looks(output, truth)])


def _looks(output: torch.Tensor, truth: torch.Tensor) -> "list[str]":
    flat = output.reshape(-1)
    if output.is_floating_point() and bool(torch.isnan(flat).all()):
        return ["The output is all NaN: perhaps it is never written."]
    if output.is_floating_point() and bool(torch.isnan(flat).any()):
        return ["It holds NaN."]
    if bool((flat == 0).all()):
        return ["The output is all zeros: perhaps the kernel never ran or wrote elsewhere."]
    if flat.numel() > 1 and bool((flat == flat[0]).all()):
        return [f"Every element is {flat[0].item():.6g}."]
    square = output.dim() >= 2 and output.shape[-1] == output.shape[-2]
    if square and torch.allclose(output.transpose(-1, -2).double(), truth.double(), rtol=1e-3, atol=1e-5):
        return ["It is the transpose of what is expected."]
    return []


def _at(index: int, tensor: torch.Tensor) -> list:
    place = []
    for length in reversed(tensor.shape):
        index, rest = divmod(index, length)
        place.insert(0, rest)
    return place


def _number(tensor: torch.Tensor, index: int) -> str:
    value = tensor.reshape(-1)[index].item()
    return f"{value:.6g}" if isinstance(value, float) else str(value)
