"""Medians and their bootstrap intervals. Standard library only; the resampling is seeded, so equal samples give equal intervals."""

import math
import random
from statistics import median

_RESAMPLES = 1000
_LEAST_US = 0.01  # an empty-call correction can reach zero on the smallest models


def time(seconds: "list[float]") -> dict:
    """A Time of the protocol from calls in seconds."""
    samples = [max(_LEAST_US, second * 1e6) for second in seconds]
    low, high = _interval(samples)
    return {"medianUs": median(samples), "lowUs": low, "highUs": high, "samples": len(samples)}


def ratio(logs: "list[float]") -> dict:
    """A Ratio of the protocol from the blocks' log-ratios."""
    low, high = _interval(logs)
    return {"median": math.exp(median(logs)), "low": math.exp(low), "high": math.exp(high), "samples": len(logs)}


def log_ratio(over: "list[float]", under: "list[float]") -> float:
    """One block's sample: the mean log of the first times minus that of the second."""
    return _mean_log(over) - _mean_log(under)


def _mean_log(seconds: "list[float]") -> float:
    return sum(math.log(max(_LEAST_US * 1e-6, second)) for second in seconds) / len(seconds)


def _interval(samples: "list[float]") -> "tuple[float, float]":
    """The 95 % percentile bootstrap interval of the median."""
    draw = random.Random(20)
    medians = sorted(median(draw.choices(samples, k=len(samples))) for _ in range(_RESAMPLES))
    return medians[int(0.025 * _RESAMPLES)], medians[int(0.975 * _RESAMPLES)]
