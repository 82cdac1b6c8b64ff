"""Whether a GPU is as it was before a candidate failed on it: it still computes, and the candidate holds none of it any more.

Asks the driver's management library (NVML) and the task's oracle; knows no task. Without the library only the oracle is asked.
"""

import contextlib
import ctypes
import time

from . import limits
from .errors import Broken, Failure, Rejected

_PULSE_SECONDS = 30.0
_PATIENCE = 20.0  # seconds for the driver to let go of a killed process
_FELL_OVER = ("crashed", "timeout")


class _Memory(ctypes.Structure):
    _fields_ = [("total", ctypes.c_ulonglong), ("free", ctypes.c_ulonglong), ("used", ctypes.c_ulonglong)]


class _Process(ctypes.Structure):
    _fields_ = [("pid", ctypes.c_uint), ("used", ctypes.c_ulonglong), ("instance", ctypes.c_uint), ("compute", ctypes.c_uint)]


class Gpu:
    """What the driver says of one GPU, named as in CUDA_VISIBLE_DEVICES. `there` is false where nothing can be learned."""

    def __init__(self, visible: str):
        self._handle, self.there = ctypes.c_void_p(), False
        with contextlib.suppress(OSError, AttributeError):
            self._nvml = ctypes.CDLL("libnvidia-ml.so.1")
            by_index = visible.isdigit()
            find = self._nvml.nvmlDeviceGetHandleByIndex_v2 if by_index else self._nvml.nvmlDeviceGetHandleByUUID
            name = ctypes.c_uint(int(visible)) if by_index else ctypes.c_char_p(visible.encode())
            self.there = self._nvml.nvmlInit_v2() == 0 and find(name, ctypes.byref(self._handle)) == 0

    def memory(self) -> "tuple[int, int]":
        """Bytes in use and in all; zeros where that is not known."""
        said = _Memory()
        if not self.there or self._nvml.nvmlDeviceGetMemoryInfo(self._handle, ctypes.byref(said)) != 0:
            return 0, 0
        return said.used, said.total

    def processes(self) -> "set[int]":
        """The processes that compute on it; in some containers none can be seen."""
        found, count = (_Process * 256)(), ctypes.c_uint(256)
        if not self.there or self._nvml.nvmlDeviceGetComputeRunningProcesses_v3(self._handle, ctypes.byref(count), found) != 0:
            return set()
        return {found[at].pid for at in range(count.value)}


def examine(error: Exception, device, session, runner, watch) -> None:
    """After `error` ended the measurement of a candidate, inside the device's lane. Kills the runner where it fell over.

    Raises Broken where it left the device out of order, and Failure (crashed) where the oracle or a baseline failed because the
    candidate held the device's memory. Returns where there is nothing worse to say than `error`.
    """
    if device.visible is None:
        return
    gpu = Gpu(device.visible)
    if isinstance(error, (Broken, Rejected)):
        held, free = _held(gpu, runner)
        if free and held > limits.GPU_SHARE * free:
            problem = f"it held {held / 2**30:.0f} of the {free / 2**30:.0f} GiB of memory that the device had free, so that nothing else had room; {limits.GPU_SHARE:.0%} are allowed"
            raise Failure(status="crashed", stage=next(reversed(watch.seconds), "start"), problem=problem)
    elif error.fields["status"] in _FELL_OVER:
        runner.kill()
        _await_release(gpu, runner.pid)
        if session.alive:
            session.ask("pulse", limit=_PULSE_SECONDS)


def _await_release(gpu: Gpu, pid: int) -> None:
    until = time.monotonic() + _PATIENCE
    while pid in gpu.processes():
        if time.monotonic() > until:
            raise Broken(f"the GPU did not let go of a candidate's process within {_PATIENCE:g} s of its end")
        time.sleep(0.05)


def _held(gpu: Gpu, runner) -> "tuple[int, int]":
    """Bytes that a runner held, told by what its end gives back, and bytes that are free without it."""
    before, _total = gpu.memory()
    runner.kill()
    _await_release(gpu, runner.pid)
    after, total = gpu.memory()
    return before - after, total - after
