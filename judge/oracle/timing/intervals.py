"""Confidence intervals of medians and ratios. Standard library only."""

import functools
import math
from statistics import fmean, median, quantiles, stdev

from judge.protocol.messages import Ratio, Time
from judge.protocol.oracle_messages import Comparison

_STEPS = 400
_LEAST_RESOLUTION = 1e-6  # seconds
_FASTEST = 6  # one sixth of the calls counts as the fastest


def resolution(empty: "list[float]") -> float:
    """The shortest time in seconds that the clock can tell from an empty call: the spread of empty calls, p75 - p25."""
    quarters = quantiles(empty, n=4)
    return max(_LEAST_RESOLUTION, quarters[-1] - quarters[0])


def quarter(samples: "list[float]") -> float:
    """The first quartile. Interference only slows messages down."""
    return sorted(samples)[len(samples) // 4]


def slow(samples: "list[float]") -> float:
    """The 90th percentile."""
    return sorted(samples)[int(0.9 * (len(samples) - 1))]


def fastest(calls: "list[float]") -> float:
    """The mean of the fastest sixth, at least three calls. Interference only slows calls down."""
    return fmean(sorted(calls)[: max(3, len(calls) // _FASTEST)])


def time(seconds: "list[float]") -> Time:
    """A Time of the protocol, in microseconds: the median and its 95 % interval, from order statistics. `seconds`: one value per call."""
    samples = sorted(second * 1e6 for second in seconds)
    first = _outside(len(samples))
    return {"medianUs": median(samples), "lowUs": samples[first], "highUs": samples[-1 - first], "samples": len(samples)}


def time_over(processes: "list[list[float]]") -> Time:
    """As `time`, over several processes: the geometric mean of their medians, with a 95 % t interval. `processes`: seconds per call, each."""
    low, center, high = _t_interval([math.log(median(seconds) * 1e6) for seconds in processes])
    return {"medianUs": center, "lowUs": low, "highUs": high, "samples": sum(map(len, processes))}


def ratio(blocks: "list[tuple[list[float], list[float]]]") -> Ratio:
    """A Ratio of the protocol. Each block is (numerator times, denominator times). The 95 % t interval is over the blocks' log ratios.

    Interference only slows chains down, so the fastest time of each side of a block counts. The interval keeps its coverage with four or
    more blocks, disturbed or not (`judge.tests.test_intervals`). The number of blocks must not depend on their values.
    """
    return _ratio(_logs(blocks))


def middle(blocks: "list[tuple[list[float], list[float]]]") -> float:
    """What one of several pairs of processes shows: the median over its blocks, which are those of `ratio`. So a disturbed block of four hardly counts."""
    return math.exp(median(_logs(blocks)))


def ratio_over(pairs: "list[float]") -> Ratio:
    """A Ratio over pairs of processes, from the `middle` of each. Its 95 % t interval is over the pairs, so it holds what differs between processes."""
    return _ratio([math.log(pair) for pair in pairs])


def _logs(blocks: "list[tuple[list[float], list[float]]]") -> "list[float]":
    return [math.log(min(over) / min(under)) for over, under in blocks]


def _ratio(logs: "list[float]") -> Ratio:
    low, center, high = _t_interval(logs)
    return {"median": center, "low": low, "high": high, "samples": len(logs)}


def _t_interval(logs: "list[float]") -> "tuple[float, float, float]":
    """(low, mean, high) of a 95 % t interval over logarithms, as plain numbers."""
    center, reach = fmean(logs), t_quantile(len(logs) - 1) * stdev(logs) / math.sqrt(len(logs))
    return math.exp(center - reach), math.exp(center), math.exp(center + reach)


@functools.lru_cache(maxsize=None)
def t_quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's t with `freedom` degrees of freedom, to six digits."""
    low, high = 1.9, 13.0
    while high - low > 1e-7:
        middle = (low + high) / 2
        low, high = (middle, high) if _t_within(middle, freedom) < 0.95 else (low, middle)
    return high


def _t_within(reach: float, freedom: int) -> float:
    """The probability that Student's t lies between -reach and reach, by Simpson's rule."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    heights = [(1 + (reach * at / _STEPS) ** 2 / freedom) ** (-(freedom + 1) / 2) for at in range(_STEPS + 1)]
    return 2 * scale * reach / _STEPS / 3 * (heights[0] + heights[-1] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2]))


@functools.lru_cache(maxsize=None)
def _outside(samples: int) -> int:
    """The number of samples at either end outside the 95 % interval of the median. 0 for few samples."""
    below, count = 0.0, 0
    for at in range(samples // 2):
        below += math.comb(samples, at) / 2**samples
        count = at if below <= 0.025 else count
    return count


def bound(found: Ratio) -> float:
    """The largest distance of a Ratio's interval from 1, as a natural logarithm."""
    return max(abs(math.log(found["low"])), abs(math.log(found["high"])))


def comparison(found: Ratio, band: float) -> Comparison:
    """`faster`, `slower`, `same` or `ambiguous`: compares a Ratio's interval with the noise band around 1. `band` is a natural logarithm."""
    low, high = math.log(found["low"]), math.log(found["high"])
    if low > band:
        return "faster"
    if high < -band:
        return "slower"
    return "same" if -band <= low and high <= band else "ambiguous"
