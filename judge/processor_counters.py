"""The processor's own counters of another process, by perf_event_open: what a runner did during one call, seen from outside.

Counted by the kernel for the oracle, so no claim of the runner's. In virtual machines hardware events are often missing: what cannot be
opened is absent. Counts are of user code alone.
"""

import ctypes
import os
import platform
import struct
from pathlib import Path

_CALL = {"x86_64": 298, "aarch64": 241}.get(platform.machine())
_HARDWARE, _SOFTWARE, _CACHE = 0, 1, 3
_READ_MISS, _WRITE = 1 << 16, 1 << 8
_L1D, _LAST_LEVEL = 0, 2
# by field of the protocol's Processor, the events that it is the sum of
_EVENTS = {
    "instructions": [(_HARDWARE, 1)],
    "accesses": [(_CACHE, _L1D), (_CACHE, _L1D | _WRITE)],
    "firstMisses": [(_CACHE, _L1D | _READ_MISS)],
    "lastMisses": [(_CACHE, _LAST_LEVEL | _READ_MISS)],
    "faults": [(_SOFTWARE, 2)],
}
_ATTRIBUTES = "IIQQQQQIIQQQQIiQIHH"  # perf_event_attr, version 5
_DISABLED, _USER_ONLY, _WITH_TIMES = 1, 1 << 5 | 1 << 6, 1 | 2
_ENABLE, _DISABLE = 0x2400, 0x2401


def counted(pid: int, act) -> dict:
    """What all threads of a process did while `act()` ran, by the names of the protocol's Processor; only what could be counted."""
    opened = {name: _opened(events, _threads(pid)) for name, events in _EVENTS.items()}
    try:
        _control(opened, _ENABLE)
        act()
        _control(opened, _DISABLE)
        values = {name: [_value(file) for file in files] for name, files in opened.items() if files}
        return {name: sum(each) for name, each in values.items() if None not in each}
    finally:
        for file in [file for files in opened.values() for file in files]:
            os.close(file)


def _threads(pid: int) -> "list[int]":
    """Empty where the process is gone: whoever speaks to it next finds out."""
    try:
        return [int(each.name) for each in Path(f"/proc/{pid}/task").iterdir()]
    except OSError:
        return []


def _opened(events: "list[tuple[int, int]]", threads: "list[int]") -> "list[int]":
    """A descriptor for each event and thread; none where one of them cannot be had."""
    files: "list[int]" = []
    for kind, config in events:
        for thread in threads:
            file = _open(kind, config, thread)
            if file < 0:
                for other in files:
                    os.close(other)
                return []
            files.append(file)
    return files


def _open(kind: int, config: int, thread: int) -> int:
    if _CALL is None:
        return -1
    size = struct.calcsize(_ATTRIBUTES)
    attributes = struct.pack(_ATTRIBUTES, kind, size, config, 0, 0, _WITH_TIMES, _DISABLED | _USER_ONLY, *[0] * 12)
    return ctypes.CDLL(None, use_errno=True).syscall(_CALL, attributes, thread, -1, -1, 8)  # closed on exec


def _control(opened: "dict[str, list[int]]", request: int) -> None:
    libc = ctypes.CDLL(None)
    for file in [file for files in opened.values() for file in files]:
        libc.ioctl(file, request, 0)


def _value(file: int) -> "float | None":
    """The count, scaled up where the event had to share the processor's counters with others; None where it never got one."""
    count, enabled, running = struct.unpack("QQQ", os.read(file, 24))
    if running == 0:
        return None if enabled else 0.0
    return count * enabled / running
