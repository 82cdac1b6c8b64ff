"""The results of interleaved timing: seconds per call, intervals and ratios. `measure` makes the measurements."""

import math
from dataclasses import dataclass, field
from statistics import median
from typing import cast

from judge.oracle.timing import intervals
from judge.protocol.messages import Ratio, Tier, Time
from judge.protocol.oracle_messages import Compared

# The noise band (least, factor): differences within it count as equal. It is `least`, or `factor` times the A/A difference of two eager
# processes if that is larger. Search and sweep use the far end of the A/A interval. Promotion takes more blocks and uses the A/A median.
_BANDS = {"cuda": {"sweep": (0.05, 2.0), "search": (0.05, 2.0), "promotion": (0.005, 1.0)}, "cpu": {"sweep": (0.1, 1.5), "search": (0.1, 1.5), "promotion": (0.05, 1.0)}}


def slower(one: "Samples", other: "Samples") -> "Samples":
    """The measurement in which the candidate (runner 1) was slower relative to its baseline."""
    return min(one, other, key=lambda each: each.ratio(0, 1)["median"])


@dataclass(frozen=True)
class Samples:
    """`rows[block][runner]`: seconds per call, including all charges. Runner 0 is the baseline, runner 1 the candidate.

    Per runner: `parts` of a single call (see `charges`), and the number of input `sets`. `suspicion`: the sign of hidden work, or "".
    `had_company`: the device was busy while the candidate's calls were prepared. `checked`: the number of calls with checked outputs.
    `overheads`: the overhead of empty chains.
    """

    rows: "list[list[list[float]]]"
    parts: "list[dict]"
    sets: "list[int]"
    paired: bool
    suspicion: str
    had_company: bool
    checked: int = 0
    overheads: dict = field(default_factory=dict)

    def calls(self, runner: int) -> "list[float]":
        """All seconds per call of a runner."""
        return [call for block in self.rows for call in block[runner]]

    def time(self, runner: int) -> Time:
        """A Time of the protocol, with the parts of a single call if it was measured."""
        parts = {f"{name}Us": 1e6 * seconds for name, seconds in self.parts[runner].items()}
        return cast(Time, {**intervals.time(self.calls(runner)), **parts})

    def call_times_us(self, runner: int) -> "list[float]":
        """Microseconds per call of every timed chain, ascending, to five digits."""
        return sorted(float(f"{call * 1e6:.5g}") for call in self.calls(runner))

    def fastest_us(self, runner: int) -> float:
        """Microseconds per call: the median on a CPU, the mean of the fastest sixth on a GPU."""
        calls = self.calls(runner)
        return 1e6 * (median(calls) if self.paired else intervals.fastest(calls))

    def ratio(self, over: int, under: int) -> Ratio:
        """The time of runner `over` divided by that of runner `under`: a Ratio of the protocol."""
        return intervals.ratio([(block[over], block[under]) for block in self.rows])

    def compared(self, target: str, tier: Tier, noise: Ratio) -> Compared:
        """{speedup, band, comparison} of runner 1 against runner 0. `noise` is the A/A Ratio of two eager processes."""
        speedup = self.ratio(0, 1)
        least, times = _BANDS[target][tier]
        band = max(least, times * (abs(math.log(noise["median"])) if tier == "promotion" else intervals.bound(noise)))
        return {"speedup": speedup, "band": band, "comparison": intervals.comparison(speedup, band)}
