"""Finds integers with which the reference leaves a tensor. Python then has a rule: an index or a bound below 0 counts from the end, and a slice
ends with its tensor. Such integers mean something else than the task's own, or nothing. So a candidate may be right without them.
"""

import sys
from collections.abc import Callable
from typing import Any

import torch

from judge.oracle.numerics.tensors import same
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.operator_domain import Undefined
from judge.oracle.task.operator_trace import OperatorTrace

_INDICES = {"index": "indices", "index_put": "indices", "_index_put_impl": "indices", "take": "index", "put": "index"}  # operators that count from the end
WATCHED = {*_INDICES, "slice", "select"}
Call = Callable[[Inputs], "list[torch.Tensor]"]  # the reference


class CountsFromTheEnd(Undefined):
    """A place counts from the end of a tensor."""


def strays(call: Call, inputs: Inputs, usual: Inputs) -> bool:
    """Whether the reference leaves its tensors in a way that the task's `usual` inputs do not show."""
    return bool(_ways(call, inputs) - _ways(call, usual))


def indexes(call: Call, inputs: Inputs) -> bool:
    """Whether the reference takes or puts places of tensors, and none of them counts from the end."""
    indices = _FromTheStart()
    with indices:
        call(inputs)
    return indices.used and not indices.met


def counts_from_the_end(call: Call, inputs: Inputs) -> bool:
    """Whether the reference's answer depends on a place below 0, which counts from the end."""
    indices = _FromTheStart()
    with indices:
        changed = call(inputs)
    return indices.met and not all(map(same, call(inputs), changed))


def is_alias(call: Call, accepts: "Callable[[Inputs], bool]", inputs: Inputs, at: int, lengths: "set[int]", drawn: torch.Tensor) -> bool:
    """Whether the integers below 0 in the tensor `at`, without those that the task draws itself, mean to the reference what others do.

    A count below 0 means 0. A place below 0 counts from the end of one of `lengths`. `accepts` tells which inputs the reference takes: others may
    end its device.
    """
    value, answer = inputs[at], call(inputs)
    below = (value < 0) & ~torch.isin(value, drawn)
    if not bool(below.any()):
        return False
    least = int(value[below].amin())
    others = [value.masked_fill(below, 0), *(torch.where(below, value + length, value) for length in sorted(lengths) if least + length >= 0)]
    changed = (inputs.with_tensors([*inputs[:at], other, *inputs[at + 1 :]]) for other in others)
    return any(all(map(same, answer, call(each))) for each in changed if accepts(each))


def _ways(call: Call, inputs: Inputs) -> "set[str]":
    """The ways in which a call leaves its tensors."""
    bounds = _Bounds()
    with bounds:
        call(inputs)
    return bounds.ways | ({"an answer from the end"} if counts_from_the_end(call, inputs) else set())


class _Bounds(OperatorTrace):
    """`ways`: how slices and single places leave their tensors."""

    def __init__(self) -> None:
        super().__init__()
        self.ways: "set[str]" = set()

    def ran(self, func: Any, args: tuple, kwargs: "dict[str, Any]", out: Any) -> None:
        given = {argument.name: value for argument, value in zip(func._schema.arguments, args)} | kwargs
        if func is torch.ops.aten.slice.Tensor:
            length = args[0].shape[given.get("dim", 0)]
            bounds = [bound for bound in (given.get("start"), given.get("end")) if bound is not None]
            self.ways |= {"a bound below 0"} if any(bound < 0 for bound in bounds) else set()
            self.ways |= {"a bound beyond the end"} if any(length < bound < sys.maxsize for bound in bounds) else set()
        elif func is torch.ops.aten.select.int and given["index"] < 0:
            self.ways.add("a place below 0")


class _FromTheStart(OperatorTrace):
    """While it is entered, a negative index is the first place, and no longer counts from the end. `met`: whether there was one. `used`: any index."""

    met, used = False, False

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple = (), kwargs: "dict[str, Any] | None" = None) -> Any:
        taken = _INDICES.get(func._schema.name.removeprefix("aten::").rstrip("_"))
        given = [self._without_negatives(each) if argument.name == taken else each for argument, each in zip(func._schema.arguments, args)]
        return func(*given, **(kwargs or {}))

    def _without_negatives(self, index: Any) -> Any:
        if isinstance(index, (list, tuple)):
            return [self._without_negatives(each) for each in index]
        if not isinstance(index, torch.Tensor) or index.dtype not in (torch.int32, torch.int64):
            return index
        self.used, self.met = True, self.met or bool((index < 0).any())
        return index.clamp(min=0)
