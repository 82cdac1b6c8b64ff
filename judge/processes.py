"""Stops a runner and all that it started while others are timed, and finds what it started."""

import contextlib
import os
import signal

from .remains import processes_of


class Suspension:
    """The processes of one runner: its own, and those of its user where it has one."""

    def __init__(self, pid: int, uid: "int | None"):
        self._pid, self._uid = pid, uid
        self.seen = {pid}

    def look(self) -> "set[int]":
        """Processes that were not there at the last look."""
        found = self._all()
        new, self.seen = found - self.seen, found
        return new

    def stop(self) -> None:
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        for pid in self.seen:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    def _all(self) -> "set[int]":
        if self._uid is None:
            return {self._pid}
        return {self._pid, *processes_of(self._uid)}
