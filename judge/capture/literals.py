"""Writes constructor arguments and constants as Python."""

import argparse
import dataclasses
import enum
import functools
import math
import types
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import torch

from judge.capture.observer import made_with
from judge.capture.problem import Problem
from judge.capture.settings import fingerprint
from judge.capture.standalone import Source
from judge.capture.tensor_values import TensorRecord

_OBJECT = '''def _object(kind, attributes):
    """An object with the recorded attributes. Its constructor does not run."""
    return _with(kind.__new__(kind), attributes)
'''
_WITH = '''def _with(made, attributes):
    """The object with these attributes changed."""
    made.__dict__.update(attributes)
    return made
'''


def plain(value: Any, otherwise: "Callable[[Any], str | None]" = lambda _value: None) -> "str | None":
    """A value that needs no other definition, as Python. None for any other value.

    `otherwise` writes what is not plain, also inside lists, tuples and dicts.
    """
    if value is None or type(value) in (bool, int, str, bytes):
        return repr(value)
    if type(value) is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if isinstance(value, torch.dtype):
        return str(value)
    if type(value).__module__ == "numpy" and getattr(value, "ndim", None) == 0:
        return plain(value.item())
    if isinstance(value, torch.device):
        return f"torch.device({str(value)!r})"
    if type(value) in (list, tuple, set, torch.Size):
        items = [plain(item) if type(value) is set else plain(item, otherwise) for item in value]
        if any(item is None for item in items) or (type(value) is set and not items):
            return None
        return _nest(type(value), [item or "" for item in items])
    if type(value) is dict:
        pairs = [(plain(key), plain(item, otherwise)) for key, item in value.items()]
        return None if any(None in pair for pair in pairs) else "{" + ", ".join(f"{key}: {item}" for key, item in pairs) + "}"
    return otherwise(value)


def _nest(kind: type, items: "list[str]") -> str:
    inner = ", ".join(items)
    if kind is list:
        return f"[{inner}]"
    return "{" + inner + "}" if kind is set else f"({inner}{',' if len(items) == 1 else ''})"


class Literals:
    """Writes values for a task file whose definitions are in `source`."""

    def __init__(self, source: Source):
        self._source = source
        self._around: "dict[int, Any]" = {}  # the values that are being written, each inside the one before

    def expression(self, value: Any, what: str) -> str:
        """The value as Python. Raises Problem if it cannot be written; `what` names it."""
        if id(value) in self._around:
            raise Problem(f"{what} holds a {type(value).__qualname__} that refers to itself", "pass an object that no attribute or item inside it refers to")
        try:
            found = plain(value)
        except RecursionError:  # a list or dict that holds itself
            found = None
        if found is not None:
            return found
        self._around[id(value)] = value
        try:
            return self._composed(value, what)
        finally:
            del self._around[id(value)]

    def _composed(self, value: Any, what: str) -> str:
        every = lambda items: [self.expression(item, what) for item in items]  # noqa: E731
        if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)) and getattr(value, "__module__", None):
            return self._source.name_of(value)
        if isinstance(value, enum.Enum):
            return f"{self._source.name_of(type(value))}.{value.name}"
        if type(value) in (list, tuple, set):
            return _nest(type(value), every(value))
        if isinstance(value, dict) and type(value) in (dict, OrderedDict):
            pairs = ", ".join(f"{self.expression(key, what)}: {self.expression(item, what)}" for key, item in value.items())
            return "{" + pairs + "}"
        if isinstance(value, tuple):  # a named tuple
            return f"{self._source.name_of(type(value))}({', '.join(every(value))})"
        if type(value) is functools.partial:
            self._source.imports["import functools"] = None
            return f"functools.partial({', '.join([*every([value.func, *value.args]), *self._named(value.keywords, what)])})"
        if isinstance(value, torch.nn.Module):
            return self.module(value, what)
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        return self._object(value, what)

    def _named(self, kwargs: dict, what: str) -> "list[str]":
        return [f"{name}={self.expression(item, what)}" for name, item in kwargs.items()]

    def module(self, value: torch.nn.Module, what: str) -> str:
        """A module as a call of its class with the arguments that made it."""
        made = made_with(value)
        if made is None:
            raise Problem(f"{what} holds a {type(value).__qualname__} that was not made by its class, such as one that was loaded from a file", "construct it in the script")
        arguments = [self.expression(item, f"{what}, a {type(value).__qualname__},") for item in made.args]
        return f"{self._source.name_of(type(value))}({', '.join([*arguments, *self._named(made.kwargs, what)])})"

    @staticmethod
    def _tensor(value: torch.Tensor) -> str:
        record = TensorRecord(value)
        record.add(value)
        drawn = record.expression()
        return f"torch.nn.Parameter({drawn})" if isinstance(value, torch.nn.Parameter) else drawn

    def _object(self, value: Any, what: str) -> str:
        kind = type(value)
        if kind in (types.SimpleNamespace, argparse.Namespace):
            self._source.imports[f"import {kind.__module__}"] = None
            return f"{kind.__module__}.{kind.__name__}({', '.join(self._named(vars(value), what))})"
        if not isinstance(getattr(value, "__dict__", None), dict) or kind.__module__ == "builtins":
            raise Problem(
                f"the class cannot be rebuilt from its init arguments: {what} is a {kind.__module__}.{kind.__qualname__}",
                "pass numbers, strings, modules or objects whose attributes are such values",
            )
        return (self._dataclass(value, what) if dataclasses.is_dataclass(value) else None) or self._by_attributes(value, what)

    def _by_attributes(self, value: Any, what: str) -> str:
        attributes = self.expression(dict(vars(value)), what)
        self._need(_WITH, _OBJECT)
        return f"_object({self._source.name_of(type(value))}, {attributes})"

    def _dataclass(self, value: Any, what: str) -> "str | None":
        """A call of its class, and the attributes that it got later, such as the attention that transformers writes into a config.

        None if such a call fails: the class needs an argument that it does not keep, an InitVar, or it refuses a changed value.
        """
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value) if field.init}
        try:
            later = _later(type(value)(**fields), value)
        except Exception:
            return None
        made = f"{self._source.name_of(type(value))}({', '.join(self._named(fields, what))})"
        if not later:
            return made
        self._need(_WITH)
        return f"_with({made}, {self.expression(later, what)})"

    def _need(self, *helpers: str) -> None:
        self._source.definitions[:0] = [each for each in helpers if each not in self._source.definitions]


def _later(fresh: Any, value: Any) -> "dict[str, Any]":
    """The attributes that an object has beyond those of a fresh one, or with another value."""
    made = vars(fresh)
    return {name: item for name, item in vars(value).items() if name not in made or not _equal(made[name], item, {(id(fresh), id(value))})}


def _equal(one: Any, other: Any, seen: "set[tuple[int, int]]") -> bool:
    """Whether the constructor made two values alike. Objects without attributes that compare by identity count as equal if they have one class.

    `seen`: pairs that are compared already. They count as equal: a difference shows where they are compared.
    """
    if one is other or (id(one), id(other)) in seen:
        return True
    if type(one) is not type(other) or isinstance(one, (type, types.ModuleType)):
        return False
    seen.add((id(one), id(other)))
    try:
        if isinstance(one, torch.nn.Module):
            return fingerprint(one) == fingerprint(other)
        if isinstance(one, torch.Tensor):
            return torch.equal(one, other)
        if isinstance(one, (types.FunctionType, types.MethodType, functools.partial)):
            return _equal_items(_made_of(one), _made_of(other), seen)
        return _equal_items(one, other, seen) and _equal_items(getattr(one, "__dict__", None), getattr(other, "__dict__", None), seen)
    except (TypeError, ValueError, RuntimeError):  # arrays
        return False


def _made_of(function: Any) -> tuple:
    """What makes a function, a method or a functools.partial what it is."""
    if isinstance(function, types.MethodType):
        return (function.__func__, function.__self__)
    if isinstance(function, functools.partial):
        return (function.func, function.args, function.keywords)
    return (function.__code__, function.__defaults__, function.__kwdefaults__, tuple(each.cell_contents for each in function.__closure__ or ()))


def _equal_items(one: Any, other: Any, seen: "set[tuple[int, int]]") -> bool:
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(_equal(item, same, seen) for item, same in zip(one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(_equal(item, other[key], seen) for key, item in one.items())
    return type(one).__eq__ is object.__eq__ or bool(one == other)
