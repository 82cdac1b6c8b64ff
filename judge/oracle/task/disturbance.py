"""The inputs of a call in fp64, as they are or off by about one rounding. If the exact answer then jumps, an honest kernel may land on either side."""

from typing import Literal, Optional

import torch

_DISTURBANCE = 2.0**-22  # relative change of an input: about one rounding to fp32
_HARDLY = 2.0**-40
_OF_DOUBLES = 2.0**-51  # of an input that is float64 itself
Disturbed = Optional[Literal["towards zero", "both ways", "hardly"]]  # towards zero, an input stays in domains such as [0, 1]


def doubles(tensors: "list[torch.Tensor]", disturbed: Disturbed = None) -> "list[torch.Tensor]":
    """Copies of the tensors, the float ones in fp64 and off by the disturbance."""
    found = [tensor.to(torch.float64, copy=True) if tensor.is_floating_point() else tensor.clone() for tensor in tensors]
    if disturbed is None:
        return found
    low, high, size = 0 if disturbed == "towards zero" else -1, 1, _HARDLY if disturbed == "hardly" else _DISTURBANCE
    for tensor, each in zip(tensors, found):
        if each.is_floating_point():
            own = _OF_DOUBLES if tensor.dtype == torch.float64 else size
            each.mul_(torch.rand_like(each).mul_(high - low).add_(low).mul_(-own).add_(1))
    return found
