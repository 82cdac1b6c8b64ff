"""Keeps between candidates what depends on the task alone: the inputs of the checks, and what the reference gives for them."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import torch

from judge.device.memory import available_bytes
from judge.oracle.task.inputs import Inputs

_SHARE = 0.05  # of the memory that is free on the device when the task is opened
_Tensors = TypeVar("_Tensors", bound="list[torch.Tensor]")


class Room:
    """`left`: the bytes that may still be kept for one task, over all of its shapes."""

    def __init__(self, device: str):
        self.left = int(_SHARE * available_bytes(device))


class Kept:
    """Lists of tensors, until the room for them is used up. Nobody may change these tensors."""

    def __init__(self, room: Room, draw: "Callable[[int, str], Inputs]"):
        """`draw(seed, distribution)` gives the inputs of the task."""
        self._draw, self._room = draw, room
        self._found: "dict[Hashable, list[torch.Tensor]]" = {}

    def beside(self, draw: "Callable[[int, str], Inputs]") -> "Kept":
        """A place for another shape of the task, in the same room."""
        return Kept(self._room, draw)

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

    def held(self, tensors: "_Tensors | None") -> "_Tensors | None":
        """These tensors, if there are any and there is room for them. Their room is then taken. Else None."""
        return tensors if tensors and self.has_room(tensors) else None

    def fits(self, tensors: "list[torch.Tensor]") -> bool:
        """Whether there is room for these tensors. It is not taken."""
        return _bytes(tensors) <= self._room.left

    def has_room(self, tensors: "list[torch.Tensor]") -> bool:
        """Whether these tensors may be kept. If so, their room is taken."""
        if not self.fits(tensors):
            return False
        self._room.left -= _bytes(tensors)
        return True


def _bytes(tensors: "list[torch.Tensor]") -> int:
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)
