"""Finds modules that differ only in their place in a list, such as layer_idx, and measures whether their answers depend on it.

A place is an integer attribute that equals a number in the module's path: 3 for layers.3.self_attn. After the script, the first module repeats its
recorded calls with the places of each other one.
"""

import contextlib
import copy
import re
import time
from collections.abc import Generator
from typing import Any

import torch

from judge.capture.arguments import Unsupported, Value
from judge.capture.settings import fingerprint
from judge.capture.whole_call import WholeCall, modes_of, tensors_in

_Places = dict[tuple[str, str], int]  # the path of a part and the name of its attribute, to the attribute's value


_MOST_KINDS = 4  # of calls that a group of modules keeps
_MOST_BYTES = 256 * 10**6  # of the arguments of all kept calls
_SECONDS = 10  # that the comparison of a group may take


class Room:
    """The memory that is left for the arguments of recorded calls."""

    def __init__(self) -> None:
        self._left = _MOST_BYTES

    def take(self, args: tuple, kwargs: dict) -> bool:
        """Takes the room for copies of these arguments. False if it is too small."""
        size = sum(each.nbytes for each in tensors_in([list(args), kwargs]))
        if size > self._left:
            return False
        self._left -= size
        return True


class Members:
    """Modules with equal settings, apart from their places. `first`: the one that is called first."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.first: "torch.nn.Module | None" = None
        self._all: "list[tuple[torch.nn.Module, _Places]]" = []
        self._calls: "dict[Any, WholeCall]" = {}  # by their kind
        self._kept: "set[Any]" = set()  # the forms of these calls
        self._missed: "set[Any]" = set()  # the forms of calls that there was no room for

    def add(self, module: torch.nn.Module, places: _Places) -> None:
        """Adds a module and its places."""
        self._all.append((module, places))

    def records(self, module: torch.nn.Module) -> bool:
        """Whether it records the calls of this module."""
        self.first = self.first or module
        return module is self.first

    def record(self, module: torch.nn.Module, args: tuple, kwargs: dict) -> None:
        """Keeps the first call of each kind while there is room. It skips arguments that a task cannot pass, such as a cache: no kernel gets them."""
        try:
            value = Value.of((list(args), kwargs))
        except Unsupported:
            return
        modes = modes_of(module)
        kind, form = (value.signature, *modes), (value.form, *modes)
        if kind in self._calls:
            return
        if len(self._calls) < _MOST_KINDS and self._room.take(args, kwargs):
            self._calls[kind] = WholeCall(module, args, kwargs)
            self._kept.add(form)
        else:
            self._missed.add(form)

    def alike(self) -> "list[torch.nn.Module]":
        """The other modules whose places change no bit of the first one's answers. Empty if that one draws random numbers or changes its state.

        Empty, too, if the comparison takes too long. The same holds if a call that was not kept differs from all kept ones in more than lengths.
        """
        if self.first is None or not self._calls or self._missed - self._kept:
            return []
        try:
            return self._alike(self.first, copy.deepcopy(self.first), time.monotonic() + _SECONDS)
        except Exception:  # the module cannot be copied or called again, or not in time: its place stays a setting
            return []

    def _alike(self, first: torch.nn.Module, trial: torch.nn.Module, end: float) -> "list[torch.nn.Module]":
        found = []
        for module, places in self._all:
            with _placed(trial, places):
                if module is not first and fingerprint(trial) == fingerprint(module):
                    found.append((module, places))
        for call in self._calls.values() if found else []:
            answer = _answer(call, trial, end)
            if not _is_unchanged(trial, first) or not _same(_answer(call, trial, end), answer):
                return []
            same = []
            for module, places in found:
                with _placed(trial, places):
                    if _same(_answer(call, trial, end), answer):
                        same.append((module, places))
            found = same
        return [module for module, _ in found] if _is_unchanged(trial, first) else []


def members_of(root: torch.nn.Module, room: Room) -> "dict[int, Members]":
    """The modules below a root that may differ only in their places, by id. Members have one class, and their paths differ in numbers alone."""
    lists: "dict[Any, list[tuple[torch.nn.Module, _Places]]]" = {}
    for path, module in root.named_modules():
        places = _places(path, module)
        if places:
            lists.setdefault((type(module), re.sub(r"\d+", "#", path)), []).append((module, places))
    found: "dict[int, Members]" = {}
    for modules in lists.values():
        names = set(modules[0][1]).intersection(*(places for _module, places in modules))
        groups: "dict[str, Members]" = {}
        for module, places in modules if names and len(modules) > 1 else []:
            with _placed(module, {name: modules[0][1][name] for name in names}):
                members = groups.setdefault(fingerprint(module), Members(room))
            members.add(module, {name: places[name] for name in names})
            found[id(module)] = members
    return found


def _places(path: str, module: torch.nn.Module) -> _Places:
    """The integer attributes of the module and its parts that equal a number in the module's path."""
    numbers = {int(name) for name in path.split(".") if name.isdecimal()}
    parts = module.named_modules() if numbers else []
    return {(inner, name): value for inner, part in parts for name, value in vars(part).items() if type(value) is int and value in numbers}


@contextlib.contextmanager
def _placed(module: torch.nn.Module, places: _Places) -> "Generator[None, None, None]":
    """Gives the module these places, and its own ones back at the end."""
    before = {(inner, name): vars(module.get_submodule(inner))[name] for inner, name in places}
    try:
        for (inner, name), value in places.items():
            vars(module.get_submodule(inner))[name] = value
        yield
    finally:
        for (inner, name), value in before.items():
            vars(module.get_submodule(inner))[name] = value


def _answer(call: WholeCall, module: torch.nn.Module, end: float) -> Any:
    """The module's output for the call, and the gradients of inputs and parameters if autograd records it. Raises TimeoutError after `end`."""
    if time.monotonic() > end:
        raise TimeoutError
    if module.training != call.training:
        module.train(call.training)
    again = call.anew(module)
    output = again()
    leaves = [each for each in tensors_in(output) if each.requires_grad]
    if not leaves:
        return output
    inputs = [each for each in [*tensors_in([list(again.args), again.kwargs]), *module.parameters()] if each.requires_grad]
    upstream = [torch.randn(each.shape, generator=torch.Generator().manual_seed(0)).to(each) for each in leaves]
    return output, torch.autograd.grad(leaves, inputs, upstream, allow_unused=True)


def _is_unchanged(module: torch.nn.Module, original: torch.nn.Module) -> bool:
    """Whether the copy of a module has the original's settings, parameters and buffers still."""
    one, other = ([*each.parameters(), *each.buffers()] for each in (module, original))
    return fingerprint(module) == fingerprint(original) and _same(one, other)


def _same(one: Any, other: Any) -> bool:
    """Whether two nests are equal, tensors bit for bit. Objects without fields are equal to themselves alone."""
    if type(one) is not type(other):
        return False
    if isinstance(one, torch.Tensor):
        if (one.shape, one.dtype, one.device) != (other.shape, other.dtype, other.device):
            return False
        return torch.equal(*(each.detach().contiguous().view(-1).view(torch.uint8) for each in (one, other)))
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(_same(item, other[key]) for key, item in one.items())
    return _same(vars(one), vars(other)) if hasattr(one, "__dict__") else bool(one == other)
