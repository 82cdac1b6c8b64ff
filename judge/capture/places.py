"""Finds modules that differ only in their place in a list, such as layer_idx, and measures whether their answers depend on it.

A place is an integer attribute that equals a number in the module's path: 3 for layers.3.self_attn. After the script, the first module repeats its
recorded calls with the places of each other one.
"""

import contextlib
import copy
import re
from collections.abc import Generator
from typing import Any

import torch

from judge.capture.arguments import Unsupported, Value
from judge.capture.observer import MOST_WORKLOADS
from judge.capture.settings import fingerprint
from judge.capture.whole_call import WholeCall, signature, tensors_in

_Places = dict[tuple[str, str], int]  # the path of a part and the name of its attribute, to the attribute's value


class Members:
    """Modules with equal settings, apart from their places. `first`: the one that is called first."""

    def __init__(self) -> None:
        self.first: "torch.nn.Module | None" = None
        self._all: "list[tuple[torch.nn.Module, _Places]]" = []
        self._calls: "dict[Any, WholeCall | None]" = {}

    def add(self, module: torch.nn.Module, places: _Places) -> None:
        """Adds a module and its places."""
        self._all.append((module, places))

    def record(self, module: torch.nn.Module, args: tuple, kwargs: dict) -> None:
        """Keeps the first call of each kind of the first module. It skips arguments that a task cannot pass, such as a cache: no kernel gets them."""
        self.first = self.first or module
        if module is not self.first or len(self._calls) >= MOST_WORKLOADS:
            return
        kind = signature(module, args, kwargs)
        if kind not in self._calls:
            self._calls[kind] = WholeCall(module, args, kwargs) if _can_pass(args, kwargs) else None

    def alike(self) -> "list[torch.nn.Module]":
        """The other modules whose places change no bit of the first one's answers. Empty if that one draws random numbers or changes its state."""
        calls = [call for call in self._calls.values() if call is not None]
        if self.first is None or not calls:
            return []
        try:
            return self._alike(self.first, copy.deepcopy(self.first), calls)
        except Exception:  # the module cannot be copied or called again: its place stays a setting
            return []

    def _alike(self, first: torch.nn.Module, trial: torch.nn.Module, calls: "list[WholeCall]") -> "list[torch.nn.Module]":
        found = []
        for module, places in self._all:
            with _placed(trial, places):
                if module is not first and fingerprint(trial) == fingerprint(module):
                    found.append((module, places))
        for call in calls if found else []:
            answer = _answer(call, trial)
            if not _is_unchanged(trial, first) or not _same(_answer(call, trial), answer):
                return []
            same = []
            for module, places in found:
                with _placed(trial, places):
                    if _same(_answer(call, trial), answer):
                        same.append((module, places))
            found = same
        return [module for module, _ in found] if _is_unchanged(trial, first) else []


def members_of(root: torch.nn.Module) -> "dict[int, Members]":
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
                members = groups.setdefault(fingerprint(module), Members())
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


def _can_pass(args: tuple, kwargs: dict) -> bool:
    try:
        Value.of((list(args), kwargs))
    except Unsupported:
        return False
    return True


def _answer(call: WholeCall, module: torch.nn.Module) -> Any:
    """The module's output for the call, and the gradients of inputs and parameters if autograd records it."""
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
