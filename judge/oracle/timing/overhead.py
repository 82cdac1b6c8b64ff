"""Measures the overhead of a chain of empty calls, which every timed chain contains. Each call gets its own late inputs. Only the trusted baseline's runner is used."""

import math
import time
import weakref
from dataclasses import dataclass
from statistics import median

from judge.oracle.runner_link.chains import Chain
from judge.oracle.runner_link.shared_buffers import SharedBuffers
from judge.oracle.timing import intervals

_KEPT = {"cuda": 0.0, "cpu": 60.0}  # seconds; on a CPU the flushes before the empty chains take longer than all other steps of a measurement
_THAW_SHARE, _THAW_SLACK = 3.0, 5e-5  # of the usual thaw, and processor seconds
_SINGLES, _ROWS, _CALLS = 20, 6, 32  # empty chains of one call; longer ones, and how many calls they have


@dataclass(frozen=True)
class Overhead:
    """The overhead of empty chains, in seconds.

    `single`: a chain of one call. `host`: its part until forward has returned. `held`: a chain of one call for which the device was held.
    `each_host`, `each_device`: the host and device time of each further call. `least`: the shortest time that the clock can tell from an empty chain.
    """

    single: float
    host: float
    held: float
    each_host: float
    each_device: float
    least: float

    def bounded(self, before: "Overhead") -> "Overhead":
        """This overhead, at most as large as `before`, which was measured without a candidate. A candidate could inflate it by leftover work."""
        parts = {part: min(getattr(self, part), getattr(before, part)) for part in ("single", "host", "held", "each_host", "each_device")}
        return Overhead(**parts, least=self.least)


class Overheads:
    """The overheads of a session, by the buffers of a process of eager. On a CPU an overhead counts for a minute.

    `first`: the one that was learned before a candidate existed. No later one exceeds it.
    `longest_thaw`: a chain of the baseline does not count beside a candidate if its thaw took more processor seconds: a candidate may have slowed it.
    """

    def __init__(self):
        self.first: "Overhead | None" = None
        self.longest_thaw = math.inf
        self._learned: "weakref.WeakKeyDictionary[SharedBuffers, tuple[float, Overhead]]" = weakref.WeakKeyDictionary()

    def of(self, buffers: SharedBuffers, target: str, cold) -> Overhead:
        """The overhead of a process of eager with these buffers, which hold the late inputs. `cold`: see `learned`."""
        at, found = self._learned.get(buffers, (-math.inf, None))
        if found is None or time.monotonic() - at > _KEPT[target]:
            found = learned(cold, target)
            self._learned[buffers] = time.monotonic(), found
        self.first = self.first or found
        return found.bounded(self.first)

    def saw_thaws(self, seconds: "list[float]") -> None:
        """Tells the processor seconds of thaws of the baseline that no candidate was beside. The first ones count."""
        if math.isinf(self.longest_thaw):
            self.longest_thaw = _THAW_SHARE * median(seconds) + _THAW_SLACK


def learned(cold, target: str) -> Overhead:
    """Measures the overhead. `cold(calls, held)` times an empty chain after a flush and a wake-up; on a CPU nothing is held."""
    ones = [cold(1, False) for _ in range(_SINGLES)]
    seconds = [chain.seconds for chain in ones]
    single, host = intervals.quarter(seconds), intervals.quarter([chain.host for chain in ones])
    least = intervals.resolution(seconds)
    more = _each(cold, ones, held=False)
    queued = [] if target == "cpu" else [cold(1, True) for _ in range(_ROWS)]
    if not queued or not all(chain.was_held for chain in queued):
        return Overhead(single, host, single, more, more, least)
    return Overhead(single, host, intervals.quarter([chain.seconds for chain in queued]), more, min(more, _each(cold, queued, held=True)), least)


def _each(cold, ones: "list[Chain]", held: bool) -> float:
    """Seconds of each further call. The fastest chains count: a slow host, or a device that sleeps at a low clock, would add to the difference."""
    return max(0.0, min(cold(_CALLS, held).seconds for _ in range(_ROWS)) - min(chain.seconds for chain in ones)) / (_CALLS - 1)
