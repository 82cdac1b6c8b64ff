"""Lets a reference that casts to float32 compute in float64 all the same. Its fp64 outputs would else hold the rounding errors of fp32."""

from typing import Any

import torch
from torch.overrides import TorchFunctionMode


class WideCasts(TorchFunctionMode):
    """While it is entered, float32 means float64: in casts, and in tensors that a program makes. `met`: whether that changed a call."""

    def __init__(self) -> None:
        super().__init__()
        self.met = False

    def __torch_function__(self, func: Any, types: Any, args: tuple = (), kwargs: "dict[str, Any] | None" = None) -> Any:
        named = kwargs or {}
        if func is torch.Tensor.float:
            self.met = True
            return torch.Tensor.double(*args, **named)
        if any(each is torch.float32 for each in (*args, *named.values())):
            self.met = True
            args, named = tuple(map(_widened, args)), {name: _widened(each) for name, each in named.items()}
        return func(*args, **named)


def _widened(argument: Any) -> Any:
    return torch.float64 if argument is torch.float32 else argument
