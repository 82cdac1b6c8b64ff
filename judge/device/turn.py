"""Whose turn it is on a device, among all judges of a host. Two that measure at once slow each other. Honest kernels then look dishonest."""

import contextlib
import fcntl
import os
import sys
import tempfile
import threading
from pathlib import Path

from judge.device.nvml import Gpu
from judge.protocol.messages import Target
from judge.protocol.timing_settings import CPU_AT_ONCE


class Turn:
    """A lock that one thread of one judge holds at a time. Use it as a context manager."""

    def __init__(self, device: "str | None" = None):
        """`device` names it for all judges of the host. Without a name the lock is this process's alone."""
        self._here, self._has_told = threading.Lock(), False
        self._file = None if device is None else _opened(Path(tempfile.gettempdir()) / f"kernelwright-turn-{device}")

    def __enter__(self) -> None:
        self._here.acquire()
        if self._file is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._tell()
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_error: object) -> None:
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        self._here.release()

    def _tell(self) -> None:
        """Says on stderr, once, why jobs take longer."""
        if not self._has_told:
            print("kernelwright judge: another judge measures on this device, so the two take turns", file=sys.stderr, flush=True)
        self._has_told = True


def turn_on(target: Target, visible: "str | None") -> Turn:
    """The turn on the CPU, or on the GPU with this name in CUDA_VISIBLE_DEVICES. Judges whose times do not matter need not wait for each other on a CPU."""
    if target == "cpu":
        return Turn(None if os.environ.get(CPU_AT_ONCE) == "1" else "cpu")
    return Turn(None if visible is None else Gpu(visible).uuid() or visible)


def _opened(path: Path) -> "int | None":
    """The file that all judges of the host lock. Another user may have made it. None where none can be opened: there is no turn among judges then."""
    for flags in (os.O_CREAT, 0):  # the system may refuse to open another user's file with O_CREAT
        with contextlib.suppress(OSError):
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | flags, 0o644)
            with contextlib.suppress(PermissionError):
                os.fchmod(file, 0o644)
            return file
    return None
