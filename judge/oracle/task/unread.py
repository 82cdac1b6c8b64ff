"""Finds the integer inputs that the reference never reads. Their values cannot change its answer, so no check varies them."""

from typing import Any

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves

from judge.oracle.task import parameters
from judge.oracle.task.operator_trace import OperatorTrace
from judge.oracle.task.reference import Reference
from judge.wire.tensor_layout import unpack

_LOOKS = 2  # draws: what one of them reads is read


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
    """The indices of the integer tensors that a call neither reads, nor gives out, nor keeps. None if that cannot be told."""
    try:
        return sorted(set.intersection(*(_unread_once(reference) for _look in range(_LOOKS))))
    except (NotImplementedError, RuntimeError) as error:  # a tensor of a kind that has no memory of its own
        reference.take_refusal(error)
        return []


def _unread_once(reference: Reference) -> "set[int]":
    tensors = reference.draw()
    integers = {at for at, tensor in enumerate(tensors) if not tensor.is_floating_point() and tensor.numel()}
    if not integers:
        return set()
    read: "set[int]" = set()
    with torch.no_grad(), parameters.keeping_buffers(reference.model), _Methods(read), _Operators(read):
        given = reference.call(reference.model, unpack(tensors.skeleton, list(tensors)))
        left = [given, list(reference.model.state_dict().values())]
    leaves = tree_leaves(left)
    if not all(each is None or isinstance(each, (torch.Tensor, bool, int, float, str)) for each in leaves):
        return set()  # an object could hold an input
    read |= _places(left)
    return {at for at in integers if _place(tensors[at]) not in read}


def _places(given: Any) -> "set[int]":
    return {_place(each) for each in tree_leaves(given) if isinstance(each, torch.Tensor)}


def _place(tensor: torch.Tensor) -> int:
    """Where the tensor's memory begins. Raises NotImplementedError for a tensor without a memory of its own, such as a sparse one."""
    return tensor.untyped_storage().data_ptr()
