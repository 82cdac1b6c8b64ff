"""Finds the inputs that the reference never reads. Their values cannot change its answer, so no check varies them."""

from typing import Any

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves

from judge.oracle.task.operator_trace import OperatorTrace
from judge.oracle.task.reference import Reference
from judge.wire.tensor_layout import unpack


class _Operators(OperatorTrace):
    """Adds the memory of each tensor that an operator gets to `places`."""

    def __init__(self, places: "set[int]") -> None:
        super().__init__()
        self._places = places

    def ran(self, func: Any, args: tuple, kwargs: "dict[str, Any]", out: Any) -> None:
        self._places |= _places((args, kwargs))


class _Methods(TorchFunctionMode):
    """The same for each function or attribute of torch that Python uses. `tolist` runs no operator."""

    def __init__(self, places: "set[int]") -> None:
        super().__init__()
        self._places = places

    def __torch_function__(self, func: Any, types: Any, args: tuple = (), kwargs: "dict[str, Any] | None" = None) -> Any:
        with torch._C.DisableTorchFunction():
            self._places |= _places((args, kwargs))
        return func(*args, **(kwargs or {}))


def unread(reference: Reference) -> "list[int]":
    """The indices of the input tensors that a call only passes on."""
    inputs, read = reference.draw(), set()
    passed = [tensor.clone() for tensor in inputs]
    with torch.no_grad(), _Methods(read), _Operators(read):
        reference.call(reference.model, unpack(inputs.skeleton, passed))
    return [at for at, tensor in enumerate(passed) if tensor.numel() and _place(tensor) not in read]


def _places(given: Any) -> "set[int]":
    return {_place(each) for each in tree_leaves(given) if isinstance(each, torch.Tensor)}


def _place(tensor: torch.Tensor) -> int:
    """Where the tensor's memory begins."""
    return tensor.untyped_storage().data_ptr()
