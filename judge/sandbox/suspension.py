"""Stops a runner and its processes while others are timed, pins timed runners to a core, and finds processes that a runner started.

It uses the control group's freezer if there is one (`freezer`), otherwise signals. Signals are weaker: a thread inside a system call
continues, and the kernel or another process may continue a stopped process.
"""

import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path

from judge.device.topology import two_cores
from judge.sandbox.cgroup import Group
from judge.sandbox.freezer import Freezer, NotFrozen
from judge.sandbox.reaper import processes_of

_ROUNDS = 10
_MOST_LATE_SECONDS = 0.01  # of processor time, see `Freezer.freeze`: honest runners use 0 (docs/judge.md)


@contextlib.contextmanager
def placed(suspensions: list, device: str):
    """Stops all runners. The caller resumes one at a time. On CUDA all runners share one core, and the clock has another, because the choice of
    core changes the time of a short call by a tenth."""
    before = os.sched_getaffinity(0)
    clock, runner = two_cores(before) if device == "cuda" else (before, before)
    for each in suspensions:
        each.look()
        each.stop()
        each.keep_to(runner)
    os.sched_setaffinity(0, clock)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
        for each in suspensions:
            each.keep_to(before)
            each.go_on()


class Suspension:
    """The processes of one runner: its control group, else those of its user, else it alone."""

    def __init__(self, pid: int, uid: "int | None", group: "str | None", freezes: bool, fault: "Callable[[str], Exception]" = RuntimeError, trusted: bool = False):
        """`freezes`: the group has a freezer. `fault(problem)` is the exception to raise for a runner that does not stand still. A `trusted` one may
        end a system call first, such as the release of a large buffer: nobody gains by that."""
        self.pid, self._uid, self._group, self._fault = pid, uid, Group(Path(group)) if group else None, fault
        self._freezer = Freezer(Path(group)) if group and freezes else None
        self._trusted = trusted
        self.seen, self._stopped, self._strays = {pid}, set(), set()
        self.thawed = 0.0  # processor seconds of the last thaw; without a freezer 0

    def look(self) -> "set[int]":
        """The processes that are new since the last call, including those that have ended."""
        found = self._all()
        new, self.seen, self._strays = (found - self.seen) | self._strays, found, set()
        return new

    def keep_to(self, cpus: "set[int]") -> None:
        """Pins all threads to these cores. Call it while they are stopped, because a running one could start another."""
        for pid in self._all():
            for thread in _threads(pid):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.sched_setaffinity(thread, cpus)

    def stop(self) -> None:
        """Returns once all processes stand still, as far as can be told without a freezer. Raises `fault` where they do not, or where they
        have worked on after they were told to."""
        self._stopped = self._frozen() if self._freezer else self._signalled()
        self._strays |= self._stopped - self.seen

    def hold(self) -> None:
        """As `stop`, for a runner that has run the judge's own code alone: a driver that opens a device may finish that first."""
        if not self._freezer:
            self.stop()
            return
        with contextlib.suppress(NotFrozen):
            self._freezer.freeze()

    def go_on(self) -> None:
        """Lets all of them run."""
        if self._freezer:
            self.thawed = self._freezer.thaw()
        else:
            self._signal(self._stopped, signal.SIGCONT)

    def close(self) -> None:
        """Releases the runner, which may have ended."""
        if self._freezer:
            self._freezer.close()
            self._freezer = None

    def _frozen(self) -> "set[int]":
        try:
            late = self._freezer.freeze()
        except NotFrozen as error:
            raise self._fault(str(error)) from error
        if late > _MOST_LATE_SECONDS and not self._trusted:
            raise self._fault("its processes worked on after they were told to stand still; end all work before forward returns")
        return self._group.processes()

    def _signalled(self) -> "set[int]":
        self._signal({self.pid}, signal.SIGSTOP)  # at once: without a group, to look for others takes milliseconds
        stopped: "set[int]" = set()
        for _ in range(_ROUNDS):  # a process may fork while others are being stopped
            new = self._all() - stopped
            if not new:
                break
            self._signal(new, signal.SIGSTOP)
            stopped |= new
        return stopped

    def _signal(self, processes: "set[int]", number: int) -> None:
        for pid in processes:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    def _all(self) -> "set[int]":
        if self._group:
            return {self.pid, *self._group.processes()}  # a fork enters its group a little later
        return {self.pid, *(processes_of(self._uid) if self._uid is not None else ())}


def _threads(pid: int) -> "list[int]":
    with contextlib.suppress(OSError):  # it has ended
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    return []
