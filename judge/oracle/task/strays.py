"""Finds integers with which the reference leaves a tensor, and Python's rules make sense of it: an index or a bound below 0 counts from the
end, and a slice ends with its tensor. They mean something else there than the task's own integers, or nothing. So a candidate may be right
without them.
"""

import sys
from collections.abc import Callable
from typing import Any

import torch

from judge.oracle.numerics.tensors import same
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.operator_trace import OperatorTrace

_INDICES = {"index": "indices", "index_put": "indices", "_index_put_impl": "indices", "take": "index", "put": "index"}  # operators that count from the end
Call = Callable[[Inputs], "list[torch.Tensor]"]  # the reference


def strays(call: Call, inputs: Inputs, usual: Inputs) -> bool:
    """Whether more slices leave their tensors than with the task's `usual` inputs, or the answer depends on an index that counts from the end."""
    (slices, counts), (usual_slices, usually_counts) = _leaves(call, inputs), _leaves(call, usual)
    return slices > usual_slices or (counts and not usually_counts)


def _leaves(call: Call, inputs: Inputs) -> "tuple[int, bool]":
    """(slices with a bound beyond their tensors, whether the answer depends on what an index that counts from the end finds)."""
    slices = _Slices()
    with slices:
        found = call(inputs)
    with _FromTheStart():
        return slices.beyond, not all(map(same, found, call(inputs)))


class _Slices(OperatorTrace):
    """`beyond`: the number of slices with a bound below 0 or beyond the end of their tensors."""

    beyond = 0

    def ran(self, func: Any, args: tuple, kwargs: "dict[str, Any]", out: Any) -> None:
        if func is torch.ops.aten.slice.Tensor:
            given = {argument.name: value for argument, value in zip(func._schema.arguments, args)} | kwargs
            length = args[0].shape[given.get("dim", 0)]
            self.beyond += any(bound is not None and (bound < 0 or length < bound < sys.maxsize) for bound in (given.get("start"), given.get("end")))


class _FromTheStart(OperatorTrace):
    """While it is entered, a negative index is the first place, and no longer counts from the end."""

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple = (), kwargs: "dict[str, Any] | None" = None) -> Any:
        taken = _INDICES.get(func._schema.name.removeprefix("aten::").rstrip("_"))
        given = [_without_negatives(each) if argument.name == taken else each for argument, each in zip(func._schema.arguments, args)]
        return func(*given, **(kwargs or {}))


def _without_negatives(index: Any) -> Any:
    if isinstance(index, (list, tuple)):
        return [_without_negatives(each) for each in index]
    return index.clamp(min=0) if isinstance(index, torch.Tensor) and index.dtype in (torch.int32, torch.int64) else index
