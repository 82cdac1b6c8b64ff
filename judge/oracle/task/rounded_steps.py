"""Finds what the roundings within the reference decide, such as a comparison of two computed values, or a difference of two large ones.

An operator's result may be off by one rounding of each value and of its row's RMS: a right kernel may compute it by another formula. The
reference runs in fp64 with several such errors. A wrong element counts as right if it equals an answer of such a run, or if the errors
that the judge allows explain its own. Operators that do not round in fp32 get no error: an exact tie has one right answer.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch.utils._pytree import tree_leaves, tree_map

from judge.oracle.numerics import huge_values
from judge.oracle.task.operator_trace import OperatorTrace
from judge.oracle.task.reference import Reference
from judge.oracle.task.task_code import lacks_memory

_LOOKS = 16
_FIRST_LOOKS = 4  # which must explain half of the wrong elements, or no more follow if many are wrong
_MANY = 1 / 16  # of the elements
_ROUNDING = 2.0**-22  # the error of an operator's result, as a share of the value and of its row's RMS
_ALLOWED = 16  # such errors: the largest that the judge allows on an ordinary input
_CANCELS = 1000.0  # the change by one rounding, as a multiple of the value
_MOST = 0.05  # the largest error that these explain, as a share of the value and of its row's RMS
_Answer = Callable[[], "list[torch.Tensor]"]  # the reference in fp64
_Wrong = Callable[["list[torch.Tensor]", "list[torch.Tensor]"], "list[torch.Tensor]"]  # (outputs, right ones) -> wrong elements


class _Doubles(OperatorTrace):
    """`found`: whether an operator of eager computes in float64."""

    found = False

    def ran(self, func: Any, args: tuple, kwargs: "dict[str, Any]", out: Any) -> None:
        self.found = self.found or any(isinstance(each, torch.Tensor) and each.dtype == torch.float64 for each in tree_leaves((args, out)))


class _Rounded(OperatorTrace):
    """While it is entered, the result of each operator that rounds in fp32 is off by about one rounding.

    `known`: (operator, shapes of its tensors, where its results round) of an earlier run, in order. It is filled on the way.
    """

    def __init__(self, known: list):
        super().__init__()
        self._known, self._at = known, 0

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple = (), kwargs: "dict[str, Any] | None" = None) -> Any:
        given = kwargs or {}
        returned = [each.alias_info for each in func._schema.returns]
        if any(each is not None and not each.is_write for each in returned):  # a view
            return func(*args, **given)
        rounds = self._rounding(func, args, given)
        out = func(*args, **given)
        for result, rows in zip(_floats(out), rounds):
            result.copy_(_off(result, rows))
        return out

    def _rounding(self, func: Any, args: tuple, kwargs: "dict[str, Any]") -> "list[torch.Tensor]":
        step = (func, [each.shape for each in tree_leaves((args, kwargs)) if isinstance(each, torch.Tensor)])
        if self._at == len(self._known) or self._known[self._at][:2] != step:
            self._known[self._at :] = [(*step, _rounding_rows(func, args, kwargs))]
        self._at += 1
        return self._known[self._at - 1][2]


def settled(reference: Reference, inputs: list, outputs: "list[torch.Tensor]", exact: "list[torch.Tensor]", answer: _Answer, wrong: _Wrong) -> "list[torch.Tensor]":
    """The outputs with fp64's own value at each wrong element that roundings within the reference explain. `answer` gives `exact` again."""
    off = at_first = wrong(outputs, exact)
    if not _count(off) or uses_doubles(reference, inputs):
        return outputs
    known, many = [], _MANY * sum(each.numel() for each in off)
    largest = [torch.zeros_like(each, dtype=torch.float64) for each in exact]
    for look in range(_LOOKS):
        if not _count(off) or (look == _FIRST_LOOKS and _count(off) > max(many, _count(at_first) / 2)):
            break
        try:
            with _Rounded(known):
                moved = answer()
        except Exception as error:
            if not lacks_memory(error):
                reference.take_refusal(error)
            break
        off = [one & other for one, other in zip(off, wrong(outputs, moved))]
        largest = [torch.maximum(each, _change(*pair)) for each, *pair in zip(largest, moved, exact)]
        off = [each & ~_explained(*of, reference.is_gradient(at)) for at, (each, *of) in enumerate(zip(off, outputs, exact, largest))]
    return [torch.where(before & ~after, truth.to(output.dtype), output) for before, after, output, truth in zip(at_first, off, outputs, exact)]


def _count(wrong: "list[torch.Tensor]") -> int:
    return sum(int(each.sum()) for each in wrong)


def _explained(output: torch.Tensor, truth: torch.Tensor, largest: torch.Tensor, is_gradient: bool) -> torch.Tensor:
    if not output.is_floating_point():
        return torch.zeros_like(output, dtype=torch.bool)
    error = (output.double() - truth).abs()
    near = error <= _ALLOWED * largest
    return near if is_gradient and _cancels(truth, largest) else near & (error <= _MOST * _size(truth))


def _cancels(truth: torch.Tensor, largest: torch.Tensor) -> bool:
    """Whether a gradient is zero but for roundings: one rounding of each operator changes it a thousandfold."""
    return float(_rms(largest)) > _CANCELS * float(_rms(truth))


def _rms(values: torch.Tensor) -> torch.Tensor:
    return values.double().nan_to_num(0, 0, 0).square().mean().sqrt()


def _change(moved: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    return (moved.double() - truth.double()).abs().nan_to_num(0, 0)


def _size(values: torch.Tensor) -> torch.Tensor:
    """|value| + the RMS of its row, for a usual value beside huge ones that of the usual ones. In a vector each element may be a row of its own."""
    finite = values.double().nan_to_num(0, 0, 0)
    if finite.dim() < 2 or not finite.numel():
        return finite.abs()
    size, limits = finite.abs(), huge_values.limits_of(finite, finite.numel() // finite.shape[-1])
    rms = finite.square().mean(-1, keepdim=True).sqrt()
    if limits is None:
        return size + rms
    usual = size <= limits.reshape(rms.shape)
    own = (finite * usual).square().sum(-1, keepdim=True).div(usual.sum(-1, keepdim=True).clamp(min=1)).sqrt().clamp(min=huge_values.LEAST)
    return size + torch.where(usual, own, rms)


def _off(values: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """The values with an error where `rows` says so. Zeros stay: most are no result of a rounding."""
    error = _ROUNDING * _size(values) * (torch.rand_like(values) * 2 - 1)
    return torch.where(rows & (values != 0) & torch.isfinite(values), values + error, values)


def _rounding_rows(func: Any, args: tuple, kwargs: "dict[str, Any]") -> "list[torch.Tensor]":
    """Where the results round in fp32, slice by slice of their first dimension: one bool tensor per float result, which broadcasts with it."""
    one, *others = (_run(func, args, kwargs, *each) for each in ((torch.float32, False), (torch.float64, False), (torch.float64, True)))
    return [_by_slice(torch.stack([(each.double() != other) & ~(each.isnan() & other.isnan()) for other in rest]).any(0)) for each, *rest in zip(one, *others)]


def _run(func: Any, args: tuple, kwargs: "dict[str, Any]", dtype: torch.dtype, scalars: bool) -> "list[torch.Tensor]":
    """The float results for values of fp32 that are held in `dtype`. `scalars`: the Python numbers are rounded to fp32, too."""

    def held(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return value.to(torch.float32, copy=True).to(dtype) if value.is_floating_point() else value.clone()
        return float(torch.tensor(value, dtype=torch.float32)) if scalars and isinstance(value, float) else value

    args, kwargs = tree_map(held, (args, kwargs))
    return _floats(func(*args, **kwargs))


def _by_slice(rounds: torch.Tensor) -> torch.Tensor:
    return rounds.flatten(1).any(1).reshape(-1, *[1] * (rounds.dim() - 1)) if rounds.dim() > 1 else rounds


def _floats(results: Any) -> "list[torch.Tensor]":
    return [each for each in tree_leaves(results) if isinstance(each, torch.Tensor) and each.is_floating_point()]


def uses_doubles(reference: Reference, inputs: list) -> bool:
    """Whether an operator of eager computes in float64."""
    with _Doubles() as trace:
        reference.eager(inputs)
    return trace.found
