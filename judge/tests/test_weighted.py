"""The weighted time over shapes, and the interval of a ratio of two such times."""

import math
import random
import unittest

from judge.oracle.timing import intervals, weighted

_WEIGHTS = [5.0, 1.0, 0.25]
_BASELINE, _SPEEDUPS = [10.0, 200.0, 3000.0], [3.0, 1.1, 0.9]


class Weighted(unittest.TestCase):
    def test_the_ratio_is_that_of_the_weighted_sums(self):
        found = weighted.ratio(_WEIGHTS, [_time([us] * 10) for us in _BASELINE], [_exact(each) for each in _SPEEDUPS])
        over = sum(weight * us for weight, us in zip(_WEIGHTS, _BASELINE))
        under = sum(weight * us / each for weight, us, each in zip(_WEIGHTS, _BASELINE, _SPEEDUPS))
        self.assertAlmostEqual(found["median"], over / under)
        self.assertAlmostEqual(found["low"], found["high"])

    def test_the_time_is_the_mean_by_weight(self):
        found = weighted.time(_WEIGHTS, [_time([us] * 10) for us in _BASELINE])
        self.assertAlmostEqual(found["medianUs"], (50 + 200 + 750) / 6.25)

    def test_the_interval_covers_the_true_ratio_about_as_often_as_it_says(self):
        source, hits, trials = random.Random(7), 0, 400
        over = sum(weight * us for weight, us in zip(_WEIGHTS, _BASELINE))
        truth = over / sum(weight * us / each for weight, us, each in zip(_WEIGHTS, _BASELINE, _SPEEDUPS))
        for _trial in range(trials):
            times, ratios = [], []
            for us, speedup in zip(_BASELINE, _SPEEDUPS):
                base = [[us * math.exp(source.gauss(0, 0.05)) for _call in range(2)] for _block in range(6)]
                own = [[us / speedup * math.exp(source.gauss(0, 0.05)) for _call in range(2)] for _block in range(6)]
                times.append(_time([call for block in base for call in block]))
                ratios.append(intervals.ratio(list(zip(base, own))))
            found = weighted.ratio(_WEIGHTS, times, ratios)
            hits += found["low"] <= truth <= found["high"]
        self.assertGreater(hits / trials, 0.92)


def _time(us: "list[float]") -> dict:
    return intervals.time([each / 1e6 for each in us])


def _exact(value: float) -> dict:
    return {"median": value, "low": value, "high": value, "samples": 6}


if __name__ == "__main__":
    unittest.main()
