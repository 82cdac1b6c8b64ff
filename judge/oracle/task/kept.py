"""Keeps between candidates what depends on the task alone: the inputs of the checks, and what the reference gives for them."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import torch

from judge.device.memory import available_bytes
from judge.oracle.task.inputs import Inputs

_SHARE = 0.05  # of the memory that is free on the device when the task is opened
_Tensors = TypeVar("_Tensors", bound="list[torch.Tensor]")


class Kept:
    """Lists of tensors, until the room for them is used up. Nobody may change these tensors."""

    def __init__(self, device: str, draw: "Callable[[int, str], Inputs]"):
        """`draw(seed, distribution)` gives the inputs of the task."""
        self._draw = draw
        self._room = int(_SHARE * available_bytes(device))
        self._found: "dict[Hashable, list[torch.Tensor]]" = {}

    def once(self, key: Hashable, compute: "Callable[[], _Tensors]") -> "_Tensors":
        """What `compute` gives, or gave earlier for this key. It is computed each time if it is too large to keep."""
        if key not in self._found:
            made = compute()
            if not self.has_room(made):
                return made
            self._found[key] = made
        return self._found[key]  # type: ignore[return-value]

    def inputs(self, seed: int, distribution: str) -> Inputs:
        """The inputs of a draw that every candidate gets."""
        return self.once((seed, distribution), lambda: self._draw(seed, distribution))

    def has_room(self, tensors: "list[torch.Tensor]") -> bool:
        """Whether these tensors may be kept. If so, their room is taken."""
        size = sum(tensor.numel() * tensor.element_size() for tensor in tensors)
        if size > self._room:
            return False
        self._room -= size
        return True
