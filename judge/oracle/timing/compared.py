"""Compares a candidate with the baseline: over one measurement in the search, over pairs of fresh processes at promotion.

A pair is one process of the baseline and one of the candidate. Processes of the same program differ in speed. Only an interval over several
pairs holds this difference. One measurement does not show it, so the search has a noise band instead.
"""

from statistics import fmean
from typing import cast

from judge.oracle.timing import intervals
from judge.oracle.timing.samples import Samples, in_us
from judge.protocol.messages import Pair, Ratio, Target, Tier, Time
from judge.protocol.oracle_messages import Compared

_LEAST = {"cuda": {"sweep": 0.05, "search": 0.05, "promotion": 0.005}, "cpu": {"sweep": 0.1, "search": 0.1, "promotion": 0.05}}
_NOISE = {"cuda": 2.0, "cpu": 1.5}  # the noise band in multiples of the farther end of the A/A interval


def band_of(target: Target, tier: Tier, noise: Ratio) -> float:
    """The noise band as a natural logarithm: times within it count as equal. `noise`: the A/A Ratio of two processes of the baseline."""
    least = _LEAST[target][tier]
    return least if tier == "promotion" else max(least, _NOISE[target] * intervals.bound(noise))


def ratio_of(found: "list[Samples]", under: int = 1) -> Ratio:
    """The time of runner 0 divided by that of runner `under`. `found`: one measurement, or one for each pair."""
    return found[0].ratio(0, under) if len(found) == 1 else intervals.ratio_over([each.middle(0, under) for each in found])


def compared(speedup: Ratio, band: float) -> Compared:
    """{speedup, band, comparison} of a candidate against the baseline."""
    return {"speedup": speedup, "band": band, "comparison": intervals.comparison(speedup, band)}


def time_of(found: "list[Samples]", runner: int) -> Time:
    """The Time of a runner. `found` as in `ratio_of`."""
    if len(found) == 1:
        return found[0].time(runner)
    parts = [each.parts[runner] for each in found]
    means = {name: fmean(each[name] for each in parts) for name in parts[0] if all(name in each for each in parts)}
    return cast(Time, {**intervals.time_over([each.calls(runner) for each in found]), **in_us(means)})


def call_times_us(found: "list[Samples]", runner: int) -> "list[float]":
    """Microseconds per call of every timed chain, ascending, to five digits."""
    return sorted(_short(call) for each in found for call in each.calls(runner))


def pairs_of(found: "list[Samples]") -> "list[Pair]":
    """What each pair of processes showed, in order."""
    return [{"speedup": each.middle(0, 1), "candidateUs": _median_us(each, 1), "baselineUs": _median_us(each, 0)} for each in found]


def _median_us(found: Samples, runner: int) -> float:
    return found.time(runner)["medianUs"]


def _short(seconds: float) -> float:
    return float(f"{seconds * 1e6:.5g}")
