"""Combines the times of a task's shapes: the weighted time of one call, and the ratio of two weighted times.

The ratio is sum(w b) / sum(w c), with the weights w, the baseline's times b and the candidate's times c.
"""

import math
from collections.abc import Sequence
from typing import cast

from judge.protocol.messages import Ratio, Time


def shares(weights: "Sequence[float]", us: "Sequence[float]") -> "list[float]":
    """The share of each shape in the weighted time."""
    whole = sum(weight * each for weight, each in zip(weights, us))
    return [weight * each / whole for weight, each in zip(weights, us)]


def time(weights: "Sequence[float]", times: "Sequence[Time]") -> Time:
    """The mean time of a call by weight. Its interval combines those of the shapes, which are independent."""
    whole = sum(weights)
    center = sum(weight * each["medianUs"] for weight, each in zip(weights, times)) / whole
    parts = shares(weights, [each["medianUs"] for each in times])
    reach = math.hypot(*(part * _reach(each["lowUs"], each["highUs"]) for part, each in zip(parts, times)))
    found = {"medianUs": center, "lowUs": center * math.exp(-reach), "highUs": center * math.exp(reach), "samples": sum(each["samples"] for each in times)}
    for part in ("launchUs", "deviceUs"):
        if all(part in each for each in times):
            found[part] = sum(weight * cast(float, each.get(part)) for weight, each in zip(weights, times)) / whole
    return cast(Time, found)


def ratio(weights: "Sequence[float]", over: "Sequence[Time]", ratios: "Sequence[Ratio]") -> Ratio:
    """The ratio of two weighted times, from the ratio of each shape and the numerator's times `over`.

    A ratio's error counts by the shape's share in the denominator's time, and an error of `over` by the difference of the two shares.
    """
    above = shares(weights, [each["medianUs"] for each in over])
    center = speedup(weights, over, [each["median"] for each in ratios])
    below = [part / each["median"] * center for part, each in zip(above, ratios)]
    errors = [part * _reach(each["low"], each["high"]) for part, each in zip(below, ratios)]
    errors += [(up - down) * _reach(each["lowUs"], each["highUs"]) for up, down, each in zip(above, below, over)]
    reach = math.hypot(*errors)
    return {"median": center, "low": center * math.exp(-reach), "high": center * math.exp(reach), "samples": min(each["samples"] for each in ratios)}


def speedup(weights: "Sequence[float]", over: "Sequence[Time]", speedups: "Sequence[float]") -> float:
    """As `ratio`, without an interval."""
    return 1 / sum(part / each for part, each in zip(shares(weights, [each["medianUs"] for each in over]), speedups))


def _reach(low: float, high: float) -> float:
    """Half of an interval, in logarithms."""
    return math.log(high / low) / 2
