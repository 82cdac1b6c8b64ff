"""Medians and their bootstrap intervals. Standard library only; the resampling is seeded, so equal samples give equal intervals."""

import math
import random
from statistics import fmean, median, quantiles

_RESAMPLES = 1000
_LEAST_RESOLUTION = 1e-6  # seconds
_FASTEST = 6  # the part of a GPU's calls that a ratio rests on is one in so many
_STEADY = math.log(1.3)  # disturbances of a GPU move a median by less


def resolution(empty: "list[float]") -> float:
    """The shortest time in seconds that the clock can tell from an empty call: the spread of empty calls, p75 - p25."""
    quarters = quantiles(empty, n=4)
    return max(_LEAST_RESOLUTION, quarters[-1] - quarters[0])


def quarter(samples: "list[float]") -> float:
    """The first quartile: messages are now and then held up, never sped up."""
    return sorted(samples)[len(samples) // 4]


def slow(samples: "list[float]") -> float:
    """What nine in ten samples do not exceed."""
    return sorted(samples)[int(0.9 * (len(samples) - 1))]


def fastest(calls: "list[float]") -> float:
    """The mean of the fastest sixth, of three calls at least: what a ratio rests on, on a GPU."""
    return fmean(sorted(calls)[: max(3, len(calls) // _FASTEST)])


def time(seconds: "list[float]") -> dict:
    """A Time of the protocol from calls in seconds."""
    samples = [second * 1e6 for second in seconds]
    low, high = _interval(samples)
    return {"medianUs": median(samples), "lowUs": low, "highUs": high, "samples": len(samples)}


def ratio(blocks: "list[tuple[list[float], list[float]]]", paired: bool) -> dict:
    """A Ratio of the protocol from blocks of times over and under the line, with a 95 % bootstrap interval over blocks.

    `paired`: the median of the blocks' own ratios, for a CPU, whose neighbours slow everything for a while. Else the ratio
    of the means of the fastest sixth of all calls, for a GPU, where what disturbs a call only ever adds to it: up to 0.4 ms to one
    chain of 1.4 ms in four, on a busy host to more than half. Where the medians say much less, most calls are not that fast, and they decide.
    """
    is_steady = _log_ratio(blocks, fastest) - _log_ratio(blocks, median) < _STEADY
    summary = fastest if is_steady else median
    estimate = _median_of_ratios if paired else lambda sample: _log_ratio(sample, summary)
    draw = random.Random(20)
    logs = sorted(estimate(draw.choices(blocks, k=len(blocks))) for _ in range(_RESAMPLES))
    low, high = logs[int(0.025 * _RESAMPLES)], logs[int(0.975 * _RESAMPLES)]
    return {"median": math.exp(estimate(blocks)), "low": math.exp(low), "high": math.exp(high), "samples": len(blocks)}


def bound(found: dict) -> float:
    """How far from 1 a Ratio's interval reaches, as a log."""
    return max(abs(math.log(found["low"])), abs(math.log(found["high"])))


def comparison(found: dict, band: float) -> str:
    """`faster`, `slower`, `same` or `ambiguous`: where a Ratio's interval lies with regard to a noise band around 1 (a log)."""
    low, high = math.log(found["low"]), math.log(found["high"])
    if low > band:
        return "faster"
    if high < -band:
        return "slower"
    return "same" if -band <= low and high <= band else "ambiguous"


def _median_of_ratios(blocks: list) -> float:
    return median(sum(map(math.log, over)) / len(over) - sum(map(math.log, under)) / len(under) for over, under in blocks)


def _log_ratio(blocks: list, summary) -> float:
    over, under = [[call for block in blocks for call in block[side]] for side in (0, 1)]
    return math.log(summary(over) / summary(under))


def _interval(samples: "list[float]") -> "tuple[float, float]":
    """The 95 % percentile bootstrap interval of the median."""
    draw = random.Random(20)
    medians = sorted(median(draw.choices(samples, k=len(samples))) for _ in range(_RESAMPLES))
    return medians[int(0.025 * _RESAMPLES)], medians[int(0.975 * _RESAMPLES)]
