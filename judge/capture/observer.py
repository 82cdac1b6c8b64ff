"""Watches the modules of a running script: the constructor arguments of each, and the calls of the wanted one."""

import contextlib
import sys
import threading
from collections.abc import Generator
from typing import Any

import torch

from judge.capture.arguments import Unsupported, Value, copied
from judge.capture.generators import Generators
from judge.capture.script import Enough

_STUDIED = 16  # calls per workload whose values are read; later ones are only counted
_MOST_WORKLOADS = 64
_KEY = "_captured_init"


class Made:
    """The constructor arguments of a module. Copies and pickles of the module share or drop them."""

    def __init__(self, args: tuple, kwargs: dict):
        self.args, self.kwargs = args, kwargs

    def __deepcopy__(self, _memo: dict) -> "Made":
        return self

    def __reduce__(self) -> tuple:
        return (tuple, ())


class Workload:
    """Calls with the same shapes, dtypes and strides, in the same mode. `args`, `kwargs`: of the first one."""

    def __init__(self, value: Value, training: bool, args: tuple, kwargs: dict):
        self.value, self.training, self.calls = value, training, 0
        self.args, self.kwargs = copied(args), copied(kwargs)


class First:
    """The first call of a kind of module: all that a rebuilt module needs to repeat it."""

    def __init__(self, module: torch.nn.Module, args: tuple, kwargs: dict):
        self.args, self.kwargs = copied(args), copied(kwargs)
        self.state = {name: tensor.detach().clone() for name, tensor in module.state_dict().items()}
        self.training, self.random = module.training, Generators()
        self.autocast = torch.is_autocast_enabled() or torch.is_autocast_cpu_enabled()
        self.output: Any = None


class Kind:
    """The instances of the module with equal parameter shapes. `module` is the first one, and `first` its first call."""

    def __init__(self, module: torch.nn.Module, first: First):
        self.module, self.first = module, first
        self.workloads: "dict[Any, Workload]" = {}
        self.calls = self.uncounted = 0
        self.instances: "set[int]" = set()


class Observer:
    """Records the calls of the module named `wanted`.

    The name is that of a class (`package.module.Class`), or a path. A path begins at a global variable (`model.encoder.0`), or in a module that the
    script calls (`encoder.0`).
    """

    def __init__(self, wanted: str, most: "int | None"):
        self.wanted, self._most = wanted, most
        self.kinds: "dict[Any, Kind]" = {}
        self.refused: "list[str]" = []
        self.names: "set[str]" = set()  # classes of all modules that were called
        self._inside = threading.local()

    @contextlib.contextmanager
    def watching(self) -> "Generator[None, None, None]":
        """Watches the modules that are called within the block: not those that are rebuilt after the script. Constructor arguments are kept ever after."""
        torch.nn.Module.__new__ = staticmethod(_new)  # type: ignore[method-assign]
        call = torch.nn.Module.__call__

        def watched(module: torch.nn.Module, *args: Any, **kwargs: Any) -> Any:
            stack = self._inside.__dict__.setdefault("stack", [])
            root = stack[0] if stack else module
            stack.append(module)
            try:
                first = self._before(root, module, args, kwargs)
                output = call(module, *args, **kwargs)
                if first is not None and first.output is None:
                    first.output = copied(output)
                return output
            finally:
                stack.pop()

        torch.nn.Module.__call__ = watched  # type: ignore[method-assign]
        try:
            yield
        finally:
            torch.nn.Module.__call__ = call  # type: ignore[method-assign]

    def _before(self, root: torch.nn.Module, module: torch.nn.Module, args: tuple, kwargs: dict) -> "First | None":
        self.names.add(f"{type(module).__module__}.{type(module).__qualname__}")
        if not self._is_wanted(root, module):
            return None
        if self._most is not None and sum(kind.calls for kind in self.kinds.values()) >= self._most:
            raise Enough
        with torch.no_grad():
            return self._record(module, args, kwargs)

    def _is_wanted(self, root: torch.nn.Module, module: torch.nn.Module) -> bool:
        cls, last = type(module), self.wanted.rpartition(".")[2]
        if cls.__name__ == last and (self.wanted in (f"{cls.__module__}.{cls.__qualname__}", cls.__qualname__) or _imported(self.wanted) is cls):
            return True
        first, _, rest = self.wanted.partition(".")
        own = sys.modules["__main__"].__dict__.get(first)
        if isinstance(own, torch.nn.Module):
            return _part(own, rest) is module
        return module is not root and _part(root, self.wanted) is module

    def _record(self, module: torch.nn.Module, args: tuple, kwargs: dict) -> "First | None":
        try:
            value = Value.of((list(args), kwargs))
        except Unsupported as refused:
            self.refused.append(str(refused))
            return None
        shapes = tuple((name, tuple(tensor.shape)) for name, tensor in module.state_dict().items())
        key = (type(module), shapes)
        if key not in self.kinds:
            self.kinds[key] = Kind(module, First(module, args, kwargs))
        kind = self.kinds[key]
        kind.calls += 1
        kind.instances.add(id(module))
        signature = (value.signature, module.training)
        if signature not in kind.workloads:
            if len(kind.workloads) >= _MOST_WORKLOADS:
                kind.uncounted += 1
                return None
            kind.workloads[signature] = Workload(value, module.training, args, kwargs)
        workload = kind.workloads[signature]
        workload.calls += 1
        if workload.calls <= _STUDIED:
            workload.value.add((list(args), kwargs))
        return kind.first if kind.calls == 1 else None


def _new(cls: type, *args: Any, **kwargs: Any) -> Any:
    module = object.__new__(cls)
    module.__dict__[_KEY] = Made(args, kwargs)
    return module


def made_with(module: torch.nn.Module) -> "Made | None":
    """The module's constructor arguments. None if it was made another way, such as by loading a pickle."""
    found = module.__dict__.get(_KEY)
    return found if isinstance(found, Made) else None


def _imported(path: str) -> Any:
    """The object at a dotted path, through modules that are imported already."""
    parts = path.split(".")
    for at in range(len(parts) - 1, 0, -1):
        found = sys.modules.get(".".join(parts[:at]))
        if found is not None:
            for name in parts[at:]:
                found = getattr(found, name, None)
            return found
    return None


def _part(module: torch.nn.Module, path: str) -> Any:
    """The submodule at a path. None if there is none."""
    found: Any = module
    for name in path.split(".") if path else []:
        found = getattr(found, "_modules", {}).get(name)
    return found
