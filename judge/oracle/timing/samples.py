"""The results of one interleaved timing: seconds per call, intervals and ratios. `measure` makes the measurements."""

from dataclasses import dataclass
from statistics import median
from typing import cast

from judge.oracle.timing import intervals
from judge.protocol.messages import Ratio, Time


def slower(one: "Samples", other: "Samples") -> "Samples":
    """The measurement in which the candidate (runner 1) was slower relative to its baseline."""
    return min(one, other, key=lambda each: each.ratio(0, 1)["median"])


@dataclass(frozen=True)
class Samples:
    """`rows[block][runner]`: seconds per call, including all charges. Runner 0 is the baseline, runner 1 the candidate.

    Per runner: `parts` of a call (see `charges`), and the number of input `sets`. `suspicion`: the sign of hidden work, or "".
    `had_company`: the device was busy while the candidate's calls were prepared. `checked`: the number of calls with checked outputs.
    """

    rows: "list[list[list[float]]]"
    parts: "list[dict]"
    sets: "list[int]"
    paired: bool
    suspicion: str
    had_company: bool
    checked: int = 0

    def calls(self, runner: int) -> "list[float]":
        """All seconds per call of a runner."""
        return [call for block in self.rows for call in block[runner]]

    def time(self, runner: int) -> Time:
        """A Time of the protocol, with the parts of a call on a GPU."""
        return cast(Time, {**intervals.time(self.calls(runner)), **in_us(self.parts[runner])})

    def fastest_us(self, runner: int) -> float:
        """Microseconds per call: the median on a CPU, the mean of the fastest sixth on a GPU."""
        calls = self.calls(runner)
        return 1e6 * (median(calls) if self.paired else intervals.fastest(calls))

    def ratio(self, over: int, under: int) -> Ratio:
        """The time of runner `over` divided by that of runner `under`: a Ratio of the protocol."""
        return intervals.ratio(self._sides(over, under))

    def middle(self, over: int, under: int) -> float:
        """As `ratio`, for one of several pairs of processes: the median over the blocks."""
        return intervals.middle(self._sides(over, under))

    def _sides(self, over: int, under: int) -> "list[tuple[list[float], list[float]]]":
        return [(block[over], block[under]) for block in self.rows]


def in_us(parts: "dict[str, float]") -> "dict[str, float]":
    """The parts of a call as a Time names them, in microseconds."""
    return {f"{name}Us": 1e6 * seconds for name, seconds in parts.items()}
