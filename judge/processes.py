"""Stops a runner and all that it started while others are timed, keeps those that are timed to the same core, and finds
what a runner started."""

import contextlib
import os
import signal
import zlib
from pathlib import Path

from .cgroup import Group
from .remains import processes_of

_LEAST_CORES = 4
_ROUNDS = 10


@contextlib.contextmanager
def placed(suspensions: list, device: str):
    """All stopped, to be let go one at a time. On CUDA each on the same core when it runs, the clock on another: which
    core a process happens to be on changes the time of a short call by a tenth."""
    before = os.sched_getaffinity(0)
    clock, runner = _two_cores(before) if device == "cuda" else (before, before)
    for each in suspensions:
        each.look()
        each.keep_to(runner)
        each.stop()
    os.sched_setaffinity(0, clock)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
        for each in suspensions:
            each.keep_to(before)
            each.go_on()


def _two_cores(allowed: "set[int]") -> "tuple[set[int], set[int]]":
    """Two physical cores that other devices' oracles hardly choose as well; all of them where there are few."""
    cores: "list[set[int]]" = []
    for cpu in sorted(allowed):
        siblings = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
        text = siblings.read_text() if siblings.exists() else str(cpu)
        if not any(cpu in core for core in cores):
            ends = [part.split("-") for part in text.strip().split(",")]
            cores.append({each for part in ends for each in range(int(part[0]), int(part[-1]) + 1)} & allowed)
    if len(cores) < _LEAST_CORES:
        return allowed, allowed
    at = 2 * (zlib.crc32(os.environ.get("CUDA_VISIBLE_DEVICES", "").encode()) % (len(cores) // 2))
    return cores[at], cores[at + 1]


class Suspension:
    """The processes of one runner: its control group, else those of its user, else it alone."""

    def __init__(self, pid: int, uid: "int | None", group: "str | None"):
        self.pid, self._uid, self._group = pid, uid, Group(Path(group)) if group else None
        self.seen, self._stopped, self._strays = {pid}, set(), set()

    def look(self) -> "set[int]":
        """Processes that were not there at the last look, gone again or not."""
        found = self._all()
        new, self.seen, self._strays = (found - self.seen) | self._strays, found, set()
        return new

    def keep_to(self, cpus: "set[int]") -> None:
        """Lets its main thread run on these only."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.sched_setaffinity(self.pid, cpus)

    def stop(self) -> None:
        self._signal({self.pid}, signal.SIGSTOP)  # at once: without a group, to look for others takes milliseconds
        self._stopped = set()
        for _ in range(_ROUNDS):  # a process may fork while others are being stopped
            new = self._all() - self._stopped
            if not new:
                break
            self._signal(new, signal.SIGSTOP)
            self._stopped |= new
        self._strays |= self._stopped - self.seen

    def go_on(self) -> None:
        self._signal(self._stopped, signal.SIGCONT)

    def _signal(self, processes: "set[int]", number: int) -> None:
        for pid in processes:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    def _all(self) -> "set[int]":
        if self._group:
            return {self.pid, *self._group.processes()}  # a fork enters its group a little later
        return {self.pid, *(processes_of(self._uid) if self._uid is not None else ())}
