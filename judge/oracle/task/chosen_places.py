"""Finds what the reference chooses, such as the places of maxima. An integer input that names the same places is rare among random ones: a draft of
tokens that all are right, or labels that are all predicted."""

import re
from collections.abc import Callable
from typing import Any

import torch

from judge.oracle.task import parameters
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.operator_trace import OperatorTrace
from judge.oracle.task.reference import Reference

_CHOOSES = re.compile(r"^(argmax|argmin|topk|sort|argsort|max|min|mode|kthvalue|median)$")
_INTEGERS = (torch.int32, torch.int64)


class _Choices(OperatorTrace):
    def __init__(self):
        super().__init__()
        self.found: "list[torch.Tensor]" = []

    def ran(self, func: Any, args: tuple, kwargs: "dict[str, Any]", out: Any) -> None:
        if _CHOOSES.match(func.overloadpacket.__name__):
            given = out if isinstance(out, (tuple, list)) else (out,)
            self.found += [each for each in given if isinstance(each, torch.Tensor) and each.dtype in _INTEGERS]


def choosers(reference: Reference, inputs: Inputs) -> "dict[int, Callable[[Inputs], torch.Tensor]]":
    """By integer input, a function that gives it the places that the reference chooses, in half of its rows. Inputs of another shape have none."""
    integers = [at for at, tensor in enumerate(inputs) if tensor.dtype in _INTEGERS and tensor.dim()]
    chosen = _chosen(reference, inputs) if integers else []
    fitting = {at: next((number for number, places in enumerate(chosen) if _covers(places, inputs[at])), None) for at in integers}
    return {at: lambda drawn, at=at, number=number: _put(_chosen(reference, drawn), number, drawn[at]) for at, number in fitting.items() if number is not None}


def _chosen(reference: Reference, inputs: Inputs) -> "list[torch.Tensor]":
    """The buffers stay as they are."""
    with parameters.keeping_buffers(reference.model), _Choices() as trace:
        reference.eager(inputs)
    return trace.found


def _covers(places: torch.Tensor, value: torch.Tensor) -> bool:
    return places.dim() == value.dim() and all(wide >= own for wide, own in zip(places.shape, value.shape))


def _put(chosen: "list[torch.Tensor]", number: int, value: torch.Tensor) -> torch.Tensor:
    """The value as it is if this call chose otherwise."""
    if number >= len(chosen) or not _covers(chosen[number], value):
        return value
    own = chosen[number][tuple(slice(length) for length in value.shape)].to(value.device, value.dtype)
    rows = (torch.rand(len(value), device=value.device) < 0.5).reshape(-1, *[1] * (value.dim() - 1))
    return torch.where(rows, own, value)
