"""Asks the driver's management library (NVML) about a GPU: memory, processes and clocks. The library may be missing."""

import contextlib
import ctypes
import os
from typing import Any

from judge.protocol.messages import Clocks

_SM, _MEMORY = 1, 2  # NVML_CLOCK_SM, NVML_CLOCK_MEM
# The bits of nvmlClocksEventReason* that make a time hard to repeat. Idle and the application's own settings are harmless.
_REASONS = {0x4: "power cap", 0x8: "hardware slowdown", 0x20: "thermal, by software", 0x40: "thermal, by hardware", 0x80: "power brake"}
_MOST_PROCESSES = 256
_MOST_BEGUN = 1000
_UUID_BYTES = 96  # NVML_DEVICE_UUID_V2_BUFFER_SIZE


def end() -> None:
    """Ends NVML as often as this process has begun it. It then has no open files."""
    try:
        library = ctypes.CDLL("libnvidia-ml.so.1", mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
    except OSError:  # nobody has loaded it
        return
    for _ in range(_MOST_BEGUN):
        if library.nvmlShutdown() != 0:
            return


class _Memory(ctypes.Structure):
    _fields_ = [("total", ctypes.c_ulonglong), ("free", ctypes.c_ulonglong), ("used", ctypes.c_ulonglong)]


class _Process(ctypes.Structure):
    _fields_ = [("pid", ctypes.c_uint), ("used", ctypes.c_ulonglong), ("instance", ctypes.c_uint), ("compute", ctypes.c_uint)]


class Gpu:
    """One GPU. `name` is an index or a UUID, as in CUDA_VISIBLE_DEVICES. `there` is false if NVML does not know it."""

    def __init__(self, name: str):
        self._handle, self.there = ctypes.c_void_p(), False
        with contextlib.suppress(OSError, AttributeError):
            self._nvml = ctypes.CDLL("libnvidia-ml.so.1")
            find = self._nvml.nvmlDeviceGetHandleByIndex_v2 if name.isdigit() else self._nvml.nvmlDeviceGetHandleByUUID
            argument = ctypes.c_uint(int(name)) if name.isdigit() else ctypes.c_char_p(name.encode())
            self.there = self._nvml.nvmlInit_v2() == 0 and find(argument, ctypes.byref(self._handle)) == 0

    def uuid(self) -> str:
        """Its UUID, which is the same in every process. Empty if it is not known."""
        answer = ctypes.create_string_buffer(_UUID_BYTES)
        return answer.value.decode() if self._ask("nvmlDeviceGetUUID", answer, _UUID_BYTES) else ""

    def memory(self) -> "tuple[int, int]":
        """Bytes in use and in all; zeros if they are not known."""
        answer = _Memory()
        return (answer.used, answer.total) if self._ask("nvmlDeviceGetMemoryInfo", ctypes.byref(answer)) else (0, 0)

    def processes(self) -> "set[int]":
        """Ids of the processes that compute on it. Some containers show none."""
        found, count = (_Process * _MOST_PROCESSES)(), ctypes.c_uint(_MOST_PROCESSES)
        known = self._ask("nvmlDeviceGetComputeRunningProcesses_v3", ctypes.byref(count), found)
        return {found[at].pid for at in range(count.value)} if known else set()

    def clocks(self) -> "Clocks | None":
        """The clocks now, and in `held` what keeps them down. None if they are not known."""
        rates = [ctypes.c_uint(), ctypes.c_uint()]
        known = [self._ask("nvmlDeviceGetClockInfo", kind, ctypes.byref(rate)) for kind, rate in zip((_SM, _MEMORY), rates)]
        reasons = ctypes.c_ulonglong()
        if not all(known) or not self._ask("nvmlDeviceGetCurrentClocksThrottleReasons", ctypes.byref(reasons)):
            return None
        return {"smMhz": rates[0].value, "memoryMhz": rates[1].value, "held": [name for bit, name in _REASONS.items() if reasons.value & bit]}

    def _ask(self, question: str, *arguments: Any) -> bool:
        """Whether NVML answered a question about this GPU into its `arguments`."""
        return self.there and getattr(self._nvml, question)(self._handle, *arguments) == 0


def during(before: "Clocks | None", after: "Clocks | None") -> "Clocks | None":
    """One record of a measurement: the lower of the clocks at its two ends, and everything that held them."""
    if before is None or after is None:
        return None
    held = [name for name in _REASONS.values() if name in before["held"] or name in after["held"]]
    return {"smMhz": min(before["smMhz"], after["smMhz"]), "memoryMhz": min(before["memoryMhz"], after["memoryMhz"]), "held": held}
