"""Measures the overhead of a chain of empty calls, which every timed chain contains. Each call gets its own late inputs. Only the trusted baseline's runner is used."""

from dataclasses import dataclass
from statistics import median

from judge.oracle.timing import intervals

_SINGLES, _ROWS, _CALLS = 20, 6, 32  # empty chains of one call; longer ones, and how many calls they have


@dataclass(frozen=True)
class Overhead:
    """The overhead of empty chains, in seconds.

    `single`: a chain of one call. `host`: its part until forward has returned. `each_host`, `each_device`: the host and device time of each
    further call. `least`: the shortest time that the clock can tell from an empty chain.
    """

    single: float
    host: float
    each_host: float
    each_device: float
    least: float

    def bounded(self, before: "Overhead") -> "Overhead":
        """This overhead, at most as large as `before`, which was measured without a candidate. A candidate could inflate it by leftover work."""
        parts = {part: min(getattr(self, part), getattr(before, part)) for part in ("single", "host", "each_host", "each_device")}
        return Overhead(**parts, least=self.least)


def learned(cold, target: str) -> Overhead:
    """Measures the overhead. `cold(calls, busy)` times an empty chain after a flush and a wake-up."""
    ones = [cold(1, False) for _ in range(_SINGLES)]
    seconds = [chain.seconds for chain in ones]
    single, host = intervals.quarter(seconds), intervals.quarter([chain.host for chain in ones])
    least = intervals.resolution(seconds)
    more = _each(cold, single, busy=False)
    return Overhead(single, host, more, more if target == "cpu" else min(more, _each(cold, None, busy=True)), least)


def _each(cold, single: "float | None", busy: bool) -> float:
    """Seconds of each further call."""
    first = median(cold(1, busy).seconds for _ in range(_ROWS)) if single is None else single
    return max(0.0, median(cold(_CALLS, busy).seconds for _ in range(_ROWS)) - first) / (_CALLS - 1)
