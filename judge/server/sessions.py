"""The open task sessions: a few per device, because each holds inputs, outputs and runners in memory."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from judge.device.access import Device
from judge.protocol.errors import Rejected
from judge.protocol.messages import EvaluateJob, GatesJob, Host, Precision, PrepareJob, SeriesJob, Target, Task
from judge.server.task_session import TaskSession

_OPEN: "dict[Target, int]" = {"cuda": 2, "cpu": 4}  # to open a task again takes longer than to judge a kernel of it: 18 to 28 s and 10 s on two cores

_Result = TypeVar("_Result")


class _Key(NamedTuple):
    device: Device
    precision: Precision
    name: str
    source: str


class Sessions:
    """Lends the session of a task. The least recently used session of a device gives way."""

    def __init__(self) -> None:
        self._kept: "OrderedDict[_Key, TaskSession]" = OrderedDict()
        self._lock = threading.Lock()

    def holds(self, job: "PrepareJob | EvaluateJob | SeriesJob | GatesJob", device: Device) -> bool:
        """Whether the job's task is open on the device."""
        return _key(job["task"], job["precision"], device) in self._kept

    def with_room(self, job: "PrepareJob | EvaluateJob", device: Device, act: "Callable[[bool], _Result]") -> "_Result":
        """What `act(False)` gives, or `act(True)` if memory runs short after the task was open. `act` passes its argument to `of`, as `alone`."""
        try:
            return act(False)
        except Rejected as rejected:
            if not rejected.lacks_memory or not self.holds(job, device):
                raise
        return act(True)

    def of(self, job: "PrepareJob | EvaluateJob", device: Device, host: Host, alone: bool = False) -> TaskSession:
        """The session of the job's task, opened if need be. Call it while holding `device.measuring`. Raises Rejected and Broken.

        `alone`: all sessions of the device end first, also that of the task, whose oracle may hold memory in small parts.
        """
        if alone:
            self._end(device)
        key = _key(job["task"], job["precision"], device)
        with self._lock:
            kept = self._kept.pop(key, None)
            old = [] if kept is not None and kept.alive else [other for other in self._kept if other.device is device]
            ended = [self._kept.pop(other) for other in old[: max(0, len(old) - _OPEN[device.target] + 1)]]
        if kept is None or not kept.alive:
            for session in [*ended, *([kept] if kept is not None else [])]:
                session.close()  # baseline runners outlive a dead oracle
            kept = self._opened(job, device, host)
        with self._lock:
            self._kept[key] = kept
        return kept

    def _opened(self, job: "PrepareJob | EvaluateJob", device: Device, host: Host) -> TaskSession:
        """A new session. If the device has too little memory for it, the device's other sessions give way. Raises Rejected and Broken."""
        try:
            return TaskSession(job["task"], job["precision"], device, host)
        except Rejected as rejected:
            if not rejected.lacks_memory:
                raise
            if not self._end(device):
                raise
        return TaskSession(job["task"], job["precision"], device, host)

    def _end(self, device: Device) -> bool:
        """Ends the sessions of a device. Returns whether there were any."""
        with self._lock:
            ended = [self._kept.pop(key) for key in list(self._kept) if key.device is device]
        for session in ended:
            session.close()
        return bool(ended)

    def close(self) -> None:
        """Ends all sessions."""
        for session in list(self._kept.values()):
            session.close()


def _key(task: Task, precision: Precision, device: Device) -> _Key:
    return _Key(device, precision, task["name"], task["source"])
