"""How fast the GPU's clocks run and what holds them back, from NVML. Nothing where there is no GPU or no NVML."""

import ctypes
import functools

import torch

_SM, _MEMORY = 1, 2  # NVML_CLOCK_SM, NVML_CLOCK_MEM
# The bits of nvmlClocksEventReason* that make a time hard to repeat; idle and the application's own settings are not among them.
_REASONS = {0x4: "power cap", 0x8: "hardware slowdown", 0x20: "thermal, by software", 0x40: "thermal, by hardware", 0x80: "power brake"}


def clocks() -> "dict | None":
    """{smMhz, memoryMhz, held} of the GPU in use: `held` names what keeps its clocks down now."""
    device = _device()
    if device is None:
        return None
    nvml, handle = device
    rates = [_asked(nvml.nvmlDeviceGetClockInfo, handle, kind, ctypes.c_uint()) for kind in (_SM, _MEMORY)]
    reasons = _asked(nvml.nvmlDeviceGetCurrentClocksThrottleReasons, handle, None, ctypes.c_ulonglong())
    if None in rates or reasons is None:
        return None
    return {"smMhz": rates[0], "memoryMhz": rates[1], "held": [name for bit, name in _REASONS.items() if reasons & bit]}


def during(before: "dict | None", after: "dict | None") -> "dict | None":
    """One record of a measurement: the lower of the clocks at its two ends, and all that held them."""
    if before is None or after is None:
        return None
    lower = {key: min(before[key], after[key]) for key in ("smMhz", "memoryMhz")}
    return {**lower, "held": [name for name in _REASONS.values() if name in before["held"] or name in after["held"]]}


@functools.lru_cache(maxsize=None)
def _device() -> "tuple[ctypes.CDLL, ctypes.c_void_p] | None":
    uuid = getattr(torch.cuda.get_device_properties(0), "uuid", None) if torch.cuda.is_available() else None
    if uuid is None:
        return None
    try:
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
    except OSError:
        return None
    handle = ctypes.c_void_p()
    found = nvml.nvmlInit_v2() == 0 and nvml.nvmlDeviceGetHandleByUUID(f"GPU-{uuid}".encode(), ctypes.byref(handle)) == 0
    return (nvml, handle) if found else None


def _asked(question, handle, kind, answer) -> "int | None":
    status = question(handle, *([] if kind is None else [kind]), ctypes.byref(answer))
    return answer.value if status == 0 else None
