"""The processor's own counters of another process, by perf_event_open: what a runner did during one call, seen from outside.

The kernel counts for the oracle, so the runner cannot forge the counts. Virtual machines often lack hardware events: an event that cannot
be opened is absent. Only user code counts.
"""

import os
import platform
import struct
from pathlib import Path

from judge.sandbox import libc

_CALL = {"x86_64": 298, "aarch64": 241}.get(platform.machine())
_HARDWARE, _SOFTWARE, _CACHE = 0, 1, 3
_READ_MISS, _WRITE = 1 << 16, 1 << 8
_L1D, _LAST_LEVEL = 0, 2
# field of the protocol's Processor -> the events to add
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
    """Counts over all threads of a process while `act()` ran, by the names of the protocol's Processor. An event without a counter is absent."""
    opened = {name: _opened(events, _threads(pid)) for name, events in _EVENTS.items()}
    try:
        _control(opened, _ENABLE)
        act()
        _control(opened, _DISABLE)
        values = {name: [_value(file) for file in files] for name, files in opened.items() if files}
        known = {name: [each for each in found if each is not None] for name, found in values.items()}
        return {name: sum(each) for name, each in known.items() if len(each) == len(values[name])}
    finally:
        for file in [file for files in opened.values() for file in files]:
            os.close(file)


def _threads(pid: int) -> "list[int]":
    """The thread ids of the process. Empty if it has ended; the next request to it will notice."""
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
    return libc.syscall(_CALL, attributes, thread, -1, -1, 8)  # closed on exec


def _control(opened: "dict[str, list[int]]", request: int) -> None:
    for file in [file for files in opened.values() for file in files]:
        libc.LIBC.ioctl(file, request, 0)


def _value(file: int) -> "float | None":
    """The count, scaled up where the event had to share the processor's counters with others; None where it never got one."""
    count, enabled, running = struct.unpack("QQQ", os.read(file, 24))
    if running == 0:
        return None if enabled else 0.0
    return count * enabled / running
