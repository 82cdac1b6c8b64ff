"""Calls the `extern "C"` functions of a built kernel.cu or kernel.cpp: `from kernel import lib; lib.NAME(x, out, n)`."""

import ctypes
import time
from pathlib import Path

import torch


class Lib:
    """A shared object whose functions take tensors, ints, floats and None, and return an int status (0 = success).

    A tensor becomes its device pointer, an int or bool int64_t, a float a 32-bit float, and None a null pointer. With `cuda`, the current
    stream is the last argument. Raises ValueError for an unsupported argument, and RuntimeError for a non-zero status.
    `examined(name)` gives a function that examines the arguments of the first call, or None.
    """

    def __init__(self, path, cuda: bool, examined=lambda _name: None):
        self._library, self._device = ctypes.CDLL(str(path)), "cuda" if cuda else "cpu"
        self._examined = examined
        self._calls: "list | None" = None  # a list here records the calls for `trace_cpu`

    def __getattr__(self, name: str):
        function = getattr(self._library, name)  # AttributeError names the missing symbol
        examine, cuda = self._examined(name), self._device == "cuda"
        pointer, integer, tensor = ctypes.c_void_p, ctypes.c_int64, torch.Tensor

        def call(*arguments):  # the time of a short kernel is the time of this function, so common arguments are converted in place
            nonlocal examine
            if examine is not None:
                examine(arguments)
                examine = None
            values = [
                pointer(argument.data_ptr())
                if isinstance(argument, tensor) and (argument.is_cuda if cuda else argument.is_cpu) and argument.is_contiguous()
                else integer(argument)
                if isinstance(argument, int)
                else self._value(name, at, argument)
                for at, argument in enumerate(arguments)
            ]
            if cuda:
                values.append(pointer(_current_stream()))
            status = function(*values) if self._calls is None else self._recorded(name, function, arguments, values)
            if status != 0:
                raise RuntimeError(f"{name} returned {status}")

        setattr(self, name, call)
        return call

    def _value(self, name: str, at: int, argument):
        """A float or None for ctypes. Raises ValueError for an argument of another type, and for a tensor that a kernel cannot read."""
        if isinstance(argument, float):
            return ctypes.c_float(argument)
        if argument is None:
            return ctypes.c_void_p(None)
        if not isinstance(argument, torch.Tensor):
            raise ValueError(f"{name}: argument {at} is a {type(argument).__name__}; pass a tensor, int, float, bool or None")
        where = f"{name}: argument {at}, a tensor of shape {tuple(argument.shape)},"
        if argument.device.type != self._device:
            raise ValueError(f"{where} is on {argument.device}; it must be on {self._device}")
        raise ValueError(f"{where} is not contiguous; pass .contiguous()")

    def _recorded(self, name: str, function, arguments: tuple, values: list) -> int:
        started = time.perf_counter()
        status = function(*values)
        self._calls.append((name, [_reported(argument) for argument in arguments], time.perf_counter() - started))
        return status


def _current_stream() -> int:
    """The current CUDA stream of the current device. torch.cuda.current_stream() makes several Python objects for it."""
    return torch._C._cuda_getCurrentRawStream(torch._C._cuda_getDevice())


def _reported(argument) -> list:
    """An argument as JSON. A tensor becomes its address, its bytes, and whether it holds floats."""
    if isinstance(argument, torch.Tensor):
        return ["tensor", argument.data_ptr(), argument.numel() * argument.element_size(), argument.is_floating_point()]
    return ["float" if isinstance(argument, float) else "null" if argument is None else "int", argument]


_folder = Path(__file__).parent
if (_folder / "libkernel.so").exists():
    from judge.runner.declarations import Declarations  # exported files take the class above alone

    _cuda = (_folder / "kernel.cu").exists()
    lib = Lib(_folder / "libkernel.so", _cuda, Declarations(_folder / ("kernel.cu" if _cuda else "kernel.cpp")).of)
