"""Collects the source of a class with everything that it uses, for a file of its own.

Code of the user is copied. Names of torch, the standard library and installed packages are imported.
"""

import ast
import builtins
import inspect
import symtable
import sys
import textwrap
import types
from typing import Any, Callable

import torch

from judge.capture.problem import Problem

_MOVE = "write a task file by hand (docs/for-module-owners.md), or move the class to a module of its own"
_RESERVED = ("get_inputs", "get_init_inputs", "get_workloads")


class Source:
    """The imports and definitions of a task file. `value_of` writes a value as Python, or returns None."""

    def __init__(self, value_of: "Callable[[Any], str | None]"):
        self._value_of = value_of
        self.imports: "dict[str, None]" = {}
        self.definitions: "list[str]" = []
        self.packages: "set[str]" = set()  # installed packages that the file imports
        self._defined: "dict[str, Any]" = {}

    def name_of(self, thing: Any, copy: bool = False) -> str:
        """The name of a class or function in the file, which is imported or copied first. `copy`: copy it even from an installed package."""
        module, name = thing.__module__, thing.__qualname__
        if "<locals>" in name:
            raise Problem(f"{name} cannot be rebuilt: it is defined inside a function", "move it to the top level of its file")
        if "." in name or "<lambda>" in name:
            raise Problem(f"{name} cannot be rebuilt: it is no class or function at the top level of {module}", _MOVE)
        origin = _origin(module)
        if origin == "user" or (copy and origin == "installed"):
            return self._copied(thing, name)
        return self._from(thing, module, name, name)

    def _from(self, thing: Any, module: str, name: str, own: str) -> str:
        if getattr(torch.nn, name, None) is thing:
            self._add(own, thing, f"from torch.nn import {name}{_as(name, own)}")
        else:
            self._add(own, thing, f"from {module} import {name}{_as(name, own)}")
        self._note(module)
        return own

    def _note(self, module: str) -> None:
        if _origin(module) == "installed":
            self.packages.add(module.partition(".")[0])

    def _add(self, name: str, thing: Any, line: str) -> None:
        if self._claim(name, thing):
            self.imports[line] = None

    def _claim(self, name: str, thing: Any) -> bool:
        """Whether the name is new. Raises Problem if it means something else already."""
        if name in _RESERVED or (name in self._defined and self._defined[name] is not thing):
            raise Problem(f"the class cannot be copied into one file: two different things are called {name}", _MOVE)
        is_new = name not in self._defined
        self._defined[name] = thing
        return is_new

    def _copied(self, thing: Any, name: str) -> str:
        if self._claim(name, thing):
            module = sys.modules[thing.__module__]
            text = _text_of(thing)
            self._need(text, module)
            self.definitions.append(text)
        return name

    def _need(self, text: str, module: types.ModuleType) -> None:
        """Brings every global name that the text uses into the file."""
        for name in global_names(text):
            if name in module.__dict__:
                self._bring(name, module.__dict__[name], module)
            elif not hasattr(builtins, name) and name not in ("__name__", "__file__"):
                raise Problem(f"the class uses the name {name}, which {module.__name__} does not define", _MOVE)

    def _bring(self, name: str, thing: Any, module: types.ModuleType) -> None:
        if isinstance(thing, types.ModuleType):
            return self._bring_module(name, thing)
        is_named = isinstance(thing, (type, types.FunctionType, types.BuiltinFunctionType)) and getattr(thing, "__module__", None) is not None
        if is_named and "<" not in thing.__qualname__ and "." not in thing.__qualname__:
            if _origin(thing.__module__) == "user":
                if thing.__name__ != name and self._claim(name, thing):
                    self.definitions.append(f"{name} = {self._copied(thing, thing.__name__)}\n")
                elif thing.__name__ == name:
                    self._copied(thing, name)
                return
            if getattr(sys.modules.get(thing.__module__), thing.__name__, None) is thing:
                self._from(thing, thing.__module__, thing.__name__, name)
                return
        self._bring_value(name, thing, module)

    def _bring_module(self, name: str, module: types.ModuleType) -> None:
        if _origin(module.__name__) == "user":
            raise Problem(
                f"the class uses {module.__name__} as a module, which cannot be copied into one file", f"import names from it: from {module.__name__} import …"
            )
        root, _, last = module.__name__.rpartition(".")
        line = f"import {module.__name__}" if name == module.__name__ else f"from {root} import {last}{_as(last, name)}" if root else f"import {last} as {name}"
        self._add(name, module, line)
        self._note(module.__name__)

    def _bring_value(self, name: str, thing: Any, module: types.ModuleType) -> None:
        if not self._claim(name, thing):
            return
        text = self._value_of(thing)
        if text is None:
            text = _statement(name, module)
            if text is None:
                origin = _origin(module.__name__)
                if origin == "user":
                    raise Problem(f"the class uses {name}, a {type(thing).__qualname__}, and no statement at the top level of {module.__name__} defines it", _MOVE)
                self.imports[f"from {module.__name__} import {name}"] = None
                return self._note(module.__name__)
            self._need(text, module)
            self.definitions.append(text)
        else:
            self.definitions.append(f"{name} = {text}\n")


def global_names(text: str) -> "list[str]":
    """The global names that a class, function or statement uses, in order of their names. Annotations do not count: the file never evaluates them."""
    tree = _Unannotated().visit(ast.parse(text))
    found: "set[str]" = set()

    def walk(table: symtable.SymbolTable, top: bool) -> None:
        for symbol in table.get_symbols():
            is_free = symbol.is_referenced() if top else symbol.is_global() and symbol.is_referenced()
            if is_free and not (top and symbol.is_assigned()):
                found.add(symbol.get_name())
        for child in table.get_children():
            walk(child, False)

    table = symtable.symtable(ast.unparse(ast.fix_missing_locations(tree)), "<source>", "exec")
    walk(table, True)
    own = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned()}
    return sorted(found - own)


class _Unannotated(ast.NodeTransformer):
    """Removes annotations."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)


def _text_of(thing: Any) -> str:
    try:
        return textwrap.dedent(inspect.getsource(thing)).rstrip() + "\n"
    except (OSError, TypeError) as error:
        raise Problem(f"the source of {thing.__module__}.{thing.__qualname__} cannot be read", _MOVE) from error


def _statement(name: str, module: types.ModuleType) -> "str | None":
    """The last statement at the module's top level that assigns the name. None if there is none."""
    if _origin(module.__name__) != "user":
        return None
    found = None
    for node in ast.parse(inspect.getsource(module)).body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) and node.value else []
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            found = ast.unparse(node) + "\n"
    return found


def _origin(module: str) -> str:
    """Where a module comes from: library (torch, NumPy, the standard library), installed (a package), or user."""
    root = module.partition(".")[0]
    if root in sys.stdlib_module_names and root != "__main__" or root in ("torch", "numpy", "builtins"):
        return "library"
    file = getattr(sys.modules.get(module), "__file__", None) or getattr(sys.modules.get(root), "__file__", None) or ""
    return "installed" if "site-packages" in file or "dist-packages" in file else "user"


def _as(name: str, own: str) -> str:
    return "" if name == own else f" as {own}"
