"""Simulates the coverage of the confidence intervals, for the plan of every tier, with and without interference and differing processes."""

import math
import os
import random
import unittest
from unittest import mock

from judge.oracle.timing import intervals
from judge.oracle.timing.compared import band_of, call_times_us
from judge.oracle.timing.measure import PLANS, plan_of
from judge.oracle.timing.samples import Samples
from judge.protocol.errors import Rejected

_TRIALS, _PAIR_TRIALS = 3000, 1500
# Per name: the fraction of disturbed chains, and the mean addition to their log time.
_DISTURBANCES = {"none": (0.0, 0.0), "many small": (0.3, 0.05), "few large": (0.05, 0.3)}
# Per name: the log time of one process of a program, and a disturbance.
_PROCESSES = {
    "equal": (lambda draw: 0.0, "few large"),
    "1 % apart": (lambda draw: draw.gauss(0, 0.01), "none"),
    "3 % apart": (lambda draw: draw.gauss(0, 0.03), "many small"),
    "fast or slow": (lambda draw: draw.choice((0.0, 0.02)), "few large"),
}


def _call(draw: random.Random, share: float, mean: float) -> float:
    more = draw.expovariate(1 / mean) if draw.random() < share else 0.0
    return math.exp(draw.gauss(0, 0.01) + more)


def _coverage(blocks: int, share: float, mean: float) -> float:
    """The percentage of simulated comparisons of equal kernels in which the interval contains 1."""
    draw, held = random.Random(blocks), 0
    for _ in range(_TRIALS):
        found = intervals.ratio([([_call(draw, share, mean) for _ in range(2)], [_call(draw, share, mean) for _ in range(2)]) for _ in range(blocks)])
        held += found["low"] <= 1 <= found["high"]
    return 100 * held / _TRIALS


def _pair_coverage(pairs: int, blocks: int, process, share: float, mean: float) -> float:
    """As `_coverage`, for pairs of processes that differ."""
    draw, held = random.Random(pairs), 0
    for _ in range(_PAIR_TRIALS):
        found = []
        for _pair in range(pairs):
            speeds = [math.exp(process(draw)) for _side in range(2)]
            found.append(intervals.middle([tuple([speed * _call(draw, share, mean) for _ in range(2)] for speed in speeds) for _block in range(blocks)]))
        whole = intervals.ratio_over(found)
        held += whole["low"] <= 1 <= whole["high"]
    return 100 * held / _PAIR_TRIALS


class CallTimes(unittest.TestCase):
    def test_are_those_of_every_chain_in_microseconds_ascending(self):
        rows = [[[3e-6, 1.23456789e-6], [9e-6]], [[2e-6], [8e-6]]]
        samples = Samples(rows, parts=[{}, {}], sets=[1, 1], paired=False, suspicion="", had_company=False)
        self.assertEqual(call_times_us([samples, samples], 0), [1.2346, 1.2346, 2.0, 2.0, 3.0, 3.0])


class Seconds(unittest.TestCase):
    def named(self, seconds: str, tier: str) -> float:
        with mock.patch.dict(os.environ, {"KERNELWRIGHT_SEARCH_SECONDS": seconds}):
            return plan_of("cpu", tier).seconds

    def test_a_setting_bounds_the_search_and_no_promotion(self):
        self.assertEqual([self.named("0.25", tier) for tier in ("search", "noise", "sweep", "promotion")], [0.25, 0.25, 0.5, 5.0])
        self.assertEqual(self.named("", "search"), 2.5)

    def test_what_is_no_number_of_seconds_is_refused(self):
        for seconds in ("abc", "nan", "inf", "0", "-1"):
            with self.subTest(seconds), self.assertRaisesRegex(Rejected, "which is no number of seconds"):
                self.named(seconds, "search")


class Coverage(unittest.TestCase):
    def test_ratio_intervals_of_every_tier_cover_94_to_96_percent(self):
        scatter = 3 * math.sqrt(0.05 * 0.95 / _TRIALS) * 100
        for blocks in {blocks for plans in PLANS.values() for plan in plans.values() for blocks in (plan.least, plan.most)}:
            for name, (share, mean) in _DISTURBANCES.items():
                with self.subTest(f"{blocks} blocks, {name}"):
                    self.assertTrue(94 - scatter <= _coverage(blocks, share, mean) <= 96 + scatter, _coverage(blocks, share, mean))

    def test_intervals_of_promotion_cover_94_to_96_percent_though_processes_differ(self):
        scatter = 3 * math.sqrt(0.05 * 0.95 / _PAIR_TRIALS) * 100
        for plan in (plans["promotion"] for plans in PLANS.values()):
            for name, (process, disturbance) in _PROCESSES.items():
                with self.subTest(f"{plan.pairs} pairs, {name}"):
                    found = _pair_coverage(plan.pairs, plan.least, process, *_DISTURBANCES[disturbance])
                    self.assertTrue(94 - scatter <= found <= 96 + scatter, found)

    def test_a_block_of_a_pair_that_the_host_disturbs_does_not_count(self):
        calm = [([2e-3, 2.1e-3], [1e-3, 1.1e-3])] * 3
        self.assertAlmostEqual(intervals.middle([*calm, ([2e-3, 2e-3], [9e-3, 9e-3])]), 2)
        self.assertLess(intervals.ratio([*calm, ([2e-3, 2e-3], [9e-3, 9e-3])])["median"], 1.2)

    def test_one_pair_of_processes_would_not_cover_what_differs_between_processes(self):
        draw, held = random.Random(1), 0
        for _ in range(300):
            speed = math.exp(draw.gauss(0, 0.01) - draw.gauss(0, 0.01))
            found = intervals.ratio([([_call(draw, 0, 0)], [speed * _call(draw, 0, 0)]) for _ in range(30)])
            held += found["low"] <= 1 <= found["high"]
        self.assertLess(held, 0.6 * 300)

    def test_median_intervals_cover_at_least_95_percent(self):
        draw, held = random.Random(1), 0
        for _ in range(_TRIALS):
            found = intervals.time([draw.expovariate(1.0) for _ in range(24)])
            held += found["lowUs"] <= 1e6 * math.log(2) <= found["highUs"]
        self.assertGreaterEqual(100 * held / _TRIALS, 94.5)


class Quantiles(unittest.TestCase):
    def test_quantiles_of_students_t_match_the_published_tables(self):
        for freedom, value in ((1, 12.706), (2, 4.303), (4, 2.776), (11, 2.201), (29, 2.045)):
            self.assertAlmostEqual(intervals.t_quantile(freedom), value, places=3)


class Bands(unittest.TestCase):
    def test_at_promotion_the_noise_of_one_pair_of_baselines_does_not_count(self):
        noise = {"median": 1.05, "low": 1.0, "high": 1.1, "samples": 10}
        self.assertGreater(band_of("cuda", "search", noise), 0.1)
        self.assertEqual(band_of("cuda", "promotion", noise), 0.005)


class Comparisons(unittest.TestCase):
    def test_a_kernel_that_takes_an_eighth_longer_is_slower(self):
        draw = random.Random(1)
        found = intervals.ratio([([draw.uniform(0.99, 1.01) for _ in range(2)], [1.125 * draw.uniform(0.99, 1.01) for _ in range(2)]) for _ in range(12)])
        self.assertEqual(intervals.comparison(found, 0.05), "slower")
        self.assertAlmostEqual(found["median"], 1 / 1.125, delta=0.01)

    def test_an_interval_that_crosses_the_band_is_ambiguous(self):
        self.assertEqual(intervals.comparison({"low": 0.9, "high": 1.0}, 0.05), "ambiguous")
        self.assertEqual(intervals.comparison({"low": 1.1, "high": 1.2}, 0.05), "faster")


if __name__ == "__main__":
    unittest.main()
