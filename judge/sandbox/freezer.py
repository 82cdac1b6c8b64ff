"""Freezes a control group (version 2), and waits until the kernel reports it as frozen.

A frozen process runs nothing, and only SIGKILL wakes it. A thread inside a long system call freezes when that call ends. On a busy host,
threads also wait for a core before they freeze. The group's processor time distinguishes the two cases.
"""

import contextlib
import errno
import os
import subprocess
import time
from pathlib import Path

_AWAKE_SECONDS, _NAP_SECONDS = 3e-4, 1e-4  # an idle group freezes within 0.1 ms: longer waits give up the core
_GRACE_SECONDS = 0.01  # longer than the scheduler's tick, at which the kernel books the time of a thread that runs on
_PATIENCE_SECONDS, _TRIAL_SECONDS = 10.0, 5.0
_FILES = (("cgroup.freeze", os.O_WRONLY), ("cgroup.events", os.O_RDONLY), ("cpu.stat", os.O_RDONLY))
_MOST_BYTES = 1024  # of such a file


class NotFrozen(Exception):
    """The group did not freeze within the limit. `seconds` is that limit."""

    def __init__(self, seconds: float):
        super().__init__(f"its processes did not freeze within {seconds:g} s")
        self.seconds = seconds


class Freezer:
    """The freezer of one control group. It keeps the group's files open: thawing happens while a clock runs."""

    def __init__(self, group: Path):
        self._order, self._events, self._usage = [os.open(group / name, flags | os.O_CLOEXEC) for name, flags in _FILES]

    def freeze(self, seconds: float = _PATIENCE_SECONDS) -> float:
        """Freezes the group and waits until the kernel reports it. Returns the processor seconds that the group used after the order, counted
        from 10 ms after it. Raises NotFrozen after `seconds`."""
        self._write(b"1")
        started, booked = time.monotonic(), None
        while not self.is_still:
            passed = time.monotonic() - started
            if passed > seconds:
                raise NotFrozen(seconds)
            if booked is None and passed > _GRACE_SECONDS:
                booked = self.processor_seconds()
            if passed > _AWAKE_SECONDS:
                time.sleep(_NAP_SECONDS)
        return 0.0 if booked is None else self.processor_seconds() - booked

    def thaw(self) -> float:
        """Lets the group run again. It returns at once, with the processor seconds that this took. Others can make the kernel work here."""
        started = time.thread_time()
        self._write(b"0")
        return time.thread_time() - started

    def has_caught_one(self, seconds: float) -> bool:
        """Whether a process enters the frozen group within `seconds` and is frozen too."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            said = self._read(self._events)
            if b"populated 1" in said and b"frozen 1" in said:
                return True
            time.sleep(_NAP_SECONDS)
        return False

    @property
    def is_still(self) -> bool:
        """Whether all processes of the group are frozen or have ended."""
        said = self._read(self._events)
        return b"frozen 1" in said or b"populated 1" not in said

    def processor_seconds(self) -> float:
        """Processor time that the group has used so far."""
        fields = self._read(self._usage).split()
        return int(fields[1]) / 1e6 if fields[:1] == [b"usage_usec"] else 0.0

    def close(self) -> None:
        """Closes the files. The group keeps its state."""
        for file in (self._order, self._events, self._usage):
            os.close(file)

    def _write(self, text: bytes) -> None:
        with _unless_removed():
            os.pwrite(self._order, text, 0)

    def _read(self, file: int) -> bytes:
        with _unless_removed():
            return os.pread(file, _MOST_BYTES, 0)
        return b""


@contextlib.contextmanager
def _unless_removed():
    """A group that has been removed holds no processes: its files answer ENODEV."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.ENODEV:
            raise


def works(group: Path, entry: Path) -> bool:
    """Whether a process that enters the frozen group stands still until the group is thawed. The group must be empty."""
    try:
        freezer = Freezer(group)
    except OSError:  # an older kernel, or one without a freezer
        return False
    with contextlib.closing(freezer):
        try:
            freezer.freeze(_TRIAL_SECONDS)
            with subprocess.Popen(["/bin/sh", "-c", 'echo 0 > "$0"', str(entry)], stderr=subprocess.DEVNULL) as trial:
                stood = freezer.has_caught_one(_TRIAL_SECONDS) and trial.poll() is None
                freezer.thaw()
                return stood and trial.wait(_TRIAL_SECONDS) == 0
        except (OSError, NotFrozen, subprocess.TimeoutExpired):
            return False
        finally:
            freezer.thaw()
