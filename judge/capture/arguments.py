"""The arguments of recorded calls: their structure, and one parameter list for all calls of a module."""

import inspect
from collections.abc import Callable
from typing import Any

import torch

from judge.capture.problem import Problem
from judge.capture.tensor_values import TensorRecord

_PLAIN = (bool, int, float, str, type(None))


class Unsupported(Exception):
    """A value that a task cannot pass to its Model."""


class Value:
    """One recorded argument: a tensor's record, a plain value, or a nest of them. `kind`: tensor, plain, list, tuple or dict."""

    def __init__(self, kind: str, content: Any):
        self.kind, self.content = kind, content

    @staticmethod
    def of(value: Any) -> "Value":
        """Describes a value. Raises Unsupported for anything but tensors, plain values, lists, tuples and dicts."""
        if type(value) in (torch.Tensor, torch.nn.Parameter) and value.layout == torch.strided:
            return Value("tensor", TensorRecord(value))
        if type(value) in _PLAIN:
            return Value("plain", value)
        if isinstance(value, (list, tuple)):
            return Value("list" if isinstance(value, list) else "tuple", [Value.of(item) for item in value])
        if isinstance(value, dict) and all(isinstance(key, str) for key in value):
            return Value("dict", {key: Value.of(item) for key, item in value.items()})
        raise Unsupported(f"a {type(value).__module__}.{type(value).__qualname__}")

    @property
    def signature(self) -> Any:
        """Equal for calls of one workload. Numbers count by their type alone."""
        return self._described(lambda tensor: tensor.signature)

    @property
    def form(self) -> Any:
        """Equal for calls whose tensors differ in lengths and strides alone."""
        return self._described(lambda tensor: (len(tensor.shape), str(tensor.dtype)))

    def _described(self, told: "Callable[[TensorRecord], tuple]") -> Any:
        if self.kind == "tensor":
            return told(self.content)
        if self.kind == "plain":
            return type(self.content).__name__ if type(self.content) in (int, float) else self.content
        if self.kind == "dict":
            return tuple((key, item._described(told)) for key, item in self.content.items())
        return (self.kind, *(item._described(told) for item in self.content))

    def add(self, value: Any) -> None:
        """Adds the tensors of another call with the same signature."""
        if self.kind == "tensor":
            self.content.add(value)
        elif self.kind == "dict":
            for key, item in self.content.items():
                item.add(value[key])
        elif self.kind != "plain":
            for item, other in zip(self.content, value):
                item.add(other)

    def expression(self) -> str:
        """Python that draws such a value."""
        if self.kind == "tensor":
            return self.content.expression()
        if self.kind == "plain":
            return f"float({str(self.content)!r})" if isinstance(self.content, float) and self.content - self.content != 0 else repr(self.content)
        if self.kind == "dict":
            return "{" + ", ".join(f"{key!r}: {item.expression()}" for key, item in self.content.items()) + "}"
        items = ", ".join(item.expression() for item in self.content)
        return f"[{items}]" if self.kind == "list" else f"({items}{',' if len(self.content) == 1 else ''})"

    def shapes(self) -> "list[tuple]":
        """The shapes of all tensors in it."""
        if self.kind == "tensor":
            return [self.content.shape]
        nested = self.content.values() if self.kind == "dict" else self.content if self.kind != "plain" else ()
        return [shape for item in nested for shape in item.shapes()]


def copied(value: Any) -> Any:
    """The same nest with copies of its tensors, strides kept. Values that are no nest stay as they are."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    if isinstance(value, (list, tuple)):
        items = [copied(item) for item in value]
        return items if isinstance(value, list) else tuple(items)
    return {key: copied(item) for key, item in value.items()} if isinstance(value, dict) else value


class Parameters:
    """How the recorded calls pass arguments. `names`: of all arguments that some call passed, in forward's order."""

    def __init__(self, forward: Any, calls: "list[tuple[tuple, dict]]"):
        self._signature = inspect.signature(forward)
        kinds = {name: parameter.kind for name, parameter in self._signature.parameters.items()}
        bound = [self._named(args, kwargs) for args, kwargs in calls]
        passed = {name for each in bound for name in each}
        more = sorted(passed - set(kinds))
        self.names = [name for name in kinds if name in passed] + more
        direct = [name for name, kind in kinds.items() if kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)]
        self.positional = len([name for at, name in enumerate(self.names) if at < len(direct) and direct[at] == name])
        self.starred = any(name.startswith("*") for name in passed)
        if self.starred and self.positional_only_needed():
            raise Problem("the module is called with *args and keyword arguments at once", "pass all arguments by position")

    def positional_only_needed(self) -> bool:
        """Whether some argument can only be passed by its name."""
        return any(not name.startswith("*") for name in self.names[self.positional :])

    def _named(self, args: tuple, kwargs: dict) -> "dict[str, Any]":
        """The arguments of a call by name; those of *args as *0, *1, …"""
        bound = self._signature.bind(*args, **kwargs).arguments
        found: "dict[str, Any]" = {}
        for name, value in bound.items():
            kind = self._signature.parameters[name].kind
            if kind == inspect.Parameter.VAR_POSITIONAL:
                found.update({f"*{at}": each for at, each in enumerate(value)})
            elif kind == inspect.Parameter.VAR_KEYWORD:
                found.update(value)
            else:
                found[name] = value
        return found

    def values(self, args: tuple, kwargs: dict) -> "list[Any]":
        """The call's arguments in the order of `names`. A missing one has forward's default."""
        given = self._named(args, kwargs)
        defaults = {name: parameter.default for name, parameter in self._signature.parameters.items()}
        return [given[name] if name in given else defaults.get(name) for name in self.names]
