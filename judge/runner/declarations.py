"""Compares a call of a kernel's function with its declaration in kernel.cu or kernel.cpp. ctypes knows no declarations: a wrong argument gives wrong numbers.

It refuses what no kernel can mean. That is a wrong number of arguments, and a float where the declaration has an integer or the reverse. It is
also a pointer to larger elements than the tensor has. What it cannot read stays unexamined, such as types of the kernel's own.
"""

import re
from pathlib import Path

import torch

_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_QUALIFIERS = re.compile(r"\b(const|volatile|restrict|__restrict__|__restrict|struct|std)\b|\[\[.*?\]\]|::")
_FLOATS = {"half": 2, "__half": 2, "bfloat16": 2, "__nv_bfloat16": 2, "_Float16": 2, "float": 4, "double": 8}
_INTEGERS = {  # the first word counts that occurs: a `short int` is a short
    "bool": 1, "char": 1, "short": 2, "long": 8, "int": 4, "unsigned": 4, "int8_t": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4, "uint32_t": 4,
    "int64_t": 8, "uint64_t": 8, "size_t": 8, "ptrdiff_t": 8, "intptr_t": 8, "uintptr_t": 8,
}  # fmt: skip


class Declarations:
    """The functions of one source file."""

    def __init__(self, source: Path):
        self._name, self._text = source.name, _COMMENTS.sub(" ", source.read_text(errors="replace"))

    def of(self, function: str):
        """Examines arguments of a function: raises TypeError for those that its declaration cannot mean. None where the declaration is not readable."""
        texts = re.findall(rf"\bint(?:32_t)?\s+{re.escape(function)}\s*\(([^(){{}}#]*)\)\s*(?:noexcept\s*)?[{{;]", self._text)
        found = {" ".join(text.split()) for text in texts}
        if len(found) != 1:
            return None
        text = found.pop()
        parameters = [] if text in ("", "void") else text.split(",")
        return lambda arguments: self._examine(function, parameters, arguments)

    def _examine(self, function: str, parameters: "list[str]", arguments: tuple) -> None:
        most = len(parameters)
        own = most - 1 if parameters and re.search(r"\bcudaStream_t\b|\bCUstream\b", parameters[-1]) else most
        if len(arguments) != own and not (own == most and self._name == "kernel.cu" and len(arguments) == most - 1):  # a stream of another type
            beside = " beside the stream" if own < most else ""
            raise TypeError(f"{function} takes {own} arguments{beside} in {self._name}, and {len(arguments)} are given")
        for at, (parameter, argument) in enumerate(zip(parameters, arguments)):
            problem = _problem(parameter, argument)
            if problem:
                raise TypeError(f"{function}: argument {at} is `{parameter.strip()}` in {self._name}, but {problem}")


def _problem(parameter: str, argument) -> str:
    """Why the parameter cannot mean the argument. Empty if it can, or if its type is unknown."""
    words = _QUALIFIERS.sub(" ", parameter).replace("*", " * ").replace("[", " * ").split()
    kind = next((known for known in (*_FLOATS, *_INTEGERS) if known in words), "")
    if "*" in words:
        if isinstance(argument, float):
            return "a Python float is given: pass a tensor"
        size = _FLOATS.get(kind) or _INTEGERS.get(kind) or 0
        if isinstance(argument, torch.Tensor) and size > (argument.element_size() >> argument.is_complex()):
            return f"the tensor holds {str(argument.dtype).removeprefix('torch.')}, which is smaller: declare a pointer to its type"
        return ""
    if kind == "double":
        return "the call passes a 32-bit float: declare it as float" if isinstance(argument, float) else "an argument that is no float is given: declare it as float, and pass a float"
    if kind in _FLOATS and not isinstance(argument, float):
        return f"an argument of type {type(argument).__name__} is given: pass a Python float, such as 0.0"
    if kind in _INTEGERS and isinstance(argument, float):
        return "a Python float is given: pass an int, or declare it as float"
    return ""
