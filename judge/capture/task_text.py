"""Writes the task file of a captured module: Model, get_inputs, get_workloads and get_init_inputs."""

import ast
import dataclasses
import inspect
import io
import textwrap
import tokenize
from typing import Any

import torch

from judge.capture.arguments import Parameters, Value
from judge.capture.literals import Literals, plain
from judge.capture.observer import Kind, Workload, made_with
from judge.capture.problem import Problem
from judge.capture.standalone import Source

_MOST_WORKLOADS = 16


class Captured:
    """A captured module as parts of a task file. `kept`: its workloads, the most frequent first, each with its share of the calls."""

    def __init__(self, kind: Kind, script: str, wanted: str):
        self.kind, self._script, self._wanted = kind, script, wanted
        self.calls = kind.calls
        ranked = sorted(kind.workloads.values(), key=lambda one: -one.calls)
        calls = [_raw(workload.value) for workload in ranked]
        self.parameters = Parameters(kind.module.forward, calls)
        self._slots = [self._values(args, kwargs) for args, kwargs in calls]
        merged: "dict[Any, tuple[Workload, list[Value], int]]" = {}
        for workload, slots in zip(ranked, self._slots):  # an argument that is left out equals its default
            signature = tuple(slot.signature for slot in slots)
            before = merged.get(signature)
            merged[signature] = (workload, slots, workload.calls) if before is None else (before[0], before[1], before[2] + workload.calls)
        self.all = sorted(merged.values(), key=lambda one: -one[2])
        self.kept = [(workload, slots, calls / self.calls) for workload, slots, calls in self.all[:_MOST_WORKLOADS]]
        self.training = self.kept[0][0].training

    def _values(self, args: "tuple[Any, ...]", kwargs: "dict[str, Any]") -> "list[Value]":
        return [value if isinstance(value, Value) else Value.of(value) for value in self.parameters.values(args, kwargs)]

    @property
    def returns_object(self) -> bool:
        """Whether the module returns a dataclass, of which Model returns the fields as a dict."""
        return _is_dataclass(self.kind.first.output)

    def first_arguments(self) -> "list[Any]":
        """The real arguments of the module's first call, in the order of get_inputs."""
        return self.parameters.values(self.kind.first.args, self.kind.first.kwargs)

    def text(self, needs_eval: bool) -> "tuple[str, list[str]]":
        """The task file, and the installed packages that it imports. `needs_eval`: Model switches itself to eval mode."""
        source = Source(plain)
        name = source.name_of(type(self.kind.module), copy=True)
        model, init = self._model(Literals(source), name, needs_eval)
        definitions = source.definitions
        if "class Model(" in model and name == "Model":
            definitions = [_renamed(text, "Model", "CapturedModel") for text in definitions]
        imports = sorted({"import torch", *source.imports}, key=lambda line: (not line.startswith("import"), line))
        blocks = ["\n".join(imports) + "\n", *definitions, model, *self._inputs(), f"def get_init_inputs():\n    return [{', '.join(init)}]\n"]
        head = f'"""{self._about()}"""\n\nfrom __future__ import annotations\n\n'
        return head + "\n\n".join(block for block in blocks if block), sorted(source.packages)

    def _about(self) -> str:
        others = "" if len(self.kept) == 1 else f", {len(self.all)} shapes"
        return (
            f"{self._wanted} of {self._script}: {self.calls} calls{others}. Captured by kernelwright.\n\n"
            "The inputs are random, with the recorded shapes, dtypes, strides and statistics.\n"
        )

    def _model(self, literals: Literals, name: str, needs_eval: bool) -> "tuple[str, list[str]]":
        """The definition of Model, empty if the class is Model itself; and the init inputs, as Python."""
        made = made_with(self.kind.module)
        if made is None:
            raise Problem(f"{self._wanted} was not made by its class, such as one that was loaded from a file", "construct it in the script and load its state_dict")
        signature = inspect.signature(type(self.kind.module).__init__)
        try:
            names = list(signature.bind(None, *made.args, **made.kwargs).arguments)[1:]
        except TypeError as error:
            raise Problem(f"{name} cannot be rebuilt from its init arguments: {error}", "construct it in the script with its own arguments") from error
        arguments = [(None, names[at] if at < len(names) else "*", value) for at, value in enumerate(made.args)]
        arguments += [(key, key, value) for key, value in made.kwargs.items()]
        init, passed, own = [], [], []
        for at, (key, label, value) in enumerate(arguments):
            text = plain(value)
            if text is None:
                text = literals.expression(value, f"init argument {label}")
            elif "torch." not in text or isinstance(value, (torch.dtype, torch.device)):
                init.append(text)
                text = key or (label if label.isidentifier() and label not in own else f"argument_{at}")
                own.append(text)
            passed.append(f"{key}={text}" if key else text)
        is_direct = not any(key for key, _label, _value in arguments) and len(own) == len(arguments)
        lines = [] if is_direct and not needs_eval else self._init_lines(own, passed, needs_eval)
        lines += self._forward_lines()
        if lines:
            base = "CapturedModel" if name == "Model" else name
            return f"class Model({base}):\n" + textwrap.indent("\n".join(lines).rstrip() + "\n", "    "), init
        return ("" if name == "Model" else f"class Model({name}):\n    pass\n"), init

    @staticmethod
    def _init_lines(own: "list[str]", passed: "list[str]", needs_eval: bool) -> "list[str]":
        lines = [f"def __init__({', '.join(['self', *own])}):", f"    super().__init__({', '.join(passed)})"]
        return [*lines, *(["    self.eval()  # as in the script"] if needs_eval else []), ""]

    def _forward_lines(self) -> "list[str]":
        """An own forward, if arguments must be passed by name or the output is a dataclass."""
        names = [f"argument_{name[1:]}" if name.startswith("*") else name for name in self.parameters.names]
        fields = [field.name for field in dataclasses.fields(self.kind.first.output)] if self.returns_object else None
        if not self.parameters.positional_only_needed() and fields is None:
            return []
        direct = self.parameters.positional
        passed = [name if at < direct or original.startswith("*") else f"{name}={name}" for at, (name, original) in enumerate(zip(names, self.parameters.names))]
        call = f"super().forward({', '.join(passed)})"
        head = f"def forward({', '.join(['self', *names])}):"
        if fields is None:
            return [head, f"    return {call}"]
        return [head, f"    output = {call}", "    return {" + ", ".join(f"{name!r}: output.{name}" for name in fields) + "}"]

    def _inputs(self) -> "list[str]":
        if len(self.kept) == 1:
            return [f"def get_inputs():\n{self._body(self.kept[0][1])}"]
        drawn = [f"def inputs_{at}():\n{self._body(slots)}" for at, (_workload, slots, _share) in enumerate(self.kept)]
        titles = _titles([slots for _workload, slots, _share in self.kept])
        rows = [f'        {{"name": {title!r}, "weight": {share:.6g}, "inputs": inputs_{at}}},' for at, (title, (_workload, _slots, share)) in enumerate(zip(titles, self.kept))]
        workloads = '"""Each shape with its share of the calls, and a function that draws its inputs."""'
        return [
            *drawn,
            'def get_inputs():\n    """Inputs of the most frequent shape."""\n    return inputs_0()\n',
            "\n".join(["def get_workloads():", f"    {workloads}", "    return [", *rows, "    ]", ""]),
        ]

    def _body(self, slots: "list[Value]") -> str:
        rows = [f"        {slot.expression()},  # {name.lstrip('*')}" for name, slot in zip(self.parameters.names, slots)]
        return "\n".join(["    return [", *rows, "    ]", ""])


def _raw(value: Value) -> "tuple[tuple, dict]":
    args, kwargs = value.content
    return tuple(args.content), dict(kwargs.content)


def _titles(workloads: "list[list[Value]]") -> "list[str]":
    """A name for each workload. Workloads of the same shapes, which differ in dtypes or other arguments, are numbered."""
    found = [_title(slots) for slots in workloads]
    return [f"{title} ({found[:at].count(title) + 1})" if found.count(title) > 1 else title for at, title in enumerate(found)]


def _title(slots: "list[Value]") -> str:
    """The shapes of a workload's tensors: 64x512, 512."""
    return ", ".join("x".join(map(str, shape)) or "scalar" for slot in slots for shape in slot.shapes())


def _is_dataclass(output: Any) -> bool:
    return dataclasses.is_dataclass(output) and not isinstance(output, (dict, type))


def _renamed(text: str, old: str, new: str) -> str:
    """The source with a global name replaced."""
    ast.parse(text)
    tokens, before, found = list(tokenize.generate_tokens(io.StringIO(text).readline)), "", []
    for token in tokens:
        is_name = token.type == tokenize.NAME and token.string == old and before != "."
        found.append((token.type, new if is_name else token.string, token.start, token.end, token.line))
        before = token.string
    lines = text.splitlines(True)
    for kind, string, start, end, _line in reversed(found):
        if kind == tokenize.NAME and string == new:
            line = lines[start[0] - 1]
            lines[start[0] - 1] = line[: start[1]] + new + line[end[1] :]
    return "".join(lines)
