"""What is made of samples: ratios that disturbances of a GPU's calls do not move, intervals, and what is told apart."""

import random
import unittest

from judge import limits, stats
from judge.samples import Measured, Samples, joined, slower
from judge.settling import settled

_ALIKE = {"median": 1.0, "low": 1.0, "high": 1.0}


def _blocks(slower: float, seed: int) -> list:
    """Twelve blocks of two calls a side of 1200 us; every second call takes 50 us more, as an H200's switches between processes do."""
    draw = random.Random(seed)

    def calls(scale: float) -> "list[float]":
        return [scale * draw.uniform(1195, 1205) + draw.choice((0, 50)) for _ in range(2)]

    return [(calls(1.0), calls(slower)) for _ in range(12)]


def _disturbed(slower: float, seed: int, blocks: int, share: float) -> list:
    """Blocks of two chains a side of 1.4 ms, of which so large a share takes up to 0.4 ms more, as on an H200 whose host is busy."""
    draw = random.Random(seed)

    def calls(scale: float) -> "list[float]":
        return [scale * draw.gauss(1425, 10) + (draw.uniform(50, 450) if draw.random() < share else 0) for _ in range(2)]

    return [(calls(1.0), calls(slower)) for _ in range(blocks)]


def _samples(cheat, every: int, blocks: int) -> Samples:
    """A baseline and a candidate of 1 ms; the candidate's every so-many-th call is what `cheat` makes of an honest one."""
    draw, rows, at = random.Random(5), [], 0

    def honest() -> Measured:
        return Measured(draw.uniform(1.00e-3, 1.06e-3), draw.choice((1e-4, 1.5e-4)), draw.uniform(5e-5, 7e-5), 1e-4, draw.uniform(3e-4, 5e-4))

    for _ in range(blocks):
        block = [[honest(), honest()], []]
        for _ in range(2):
            at += 1
            block[1].append(cheat(honest()) if at % every == 0 else honest())
        rows.append(block)
    return Samples(rows, sets=1, empty=2e-5, least=1e-6, busy=3e-4, checked=0, paired=False)


class HiddenWork(unittest.TestCase):
    def test_work_that_is_done_early_or_left_for_later_now_and_then_gains_nothing(self):
        cheats = {"early": lambda call: call._replace(called=3e-5, woken=call.woken + 1e-3), "late": lambda call: call._replace(called=3e-5, given=call.given + 1e-3)}
        cheats["during the flush"] = lambda call: call._replace(called=3e-5, flushed=call.flushed + 1.2e-3)
        cheats["while inputs are put"] = lambda call: call._replace(called=3e-5, put=call.put + 1.2e-3)
        for name, cheat in cheats.items():
            for every in (2, 3, 5, 6, 8, 10):
                for blocks in (12, 20, 60):
                    with self.subTest(f"{name}, one in {every}, {blocks} blocks"):
                        self.assertLess(_samples(cheat, every, blocks).ratio(0, 1)["low"], 1.05)

    def test_a_part_of_the_work_that_is_left_for_the_hand_over_gains_nothing_where_hand_overs_scatter_by_more(self):
        draw = random.Random(7)

        def call(left: float = 0.0) -> Measured:
            called, given = [1.42e-3 + draw.gauss(0, 1e-5), 1.6e-3 + draw.gauss(0, 2e-5)]
            called, given = [each + (draw.uniform(5e-5, 4e-4) if draw.random() < 0.5 else 0.0) for each in (called, given)]
            return Measured(called - left, 1.5e-3, given + left, 1e-4, 2.8e-3)

        for left in (0.0, 1e-4, 2e-4, 3e-4):
            for every in (1, 2, 4):
                rows = [[[call(), call()], [call(left if (2 * block + at) % every == 0 else 0.0) for at in range(2)]] for block in range(20)]
                with self.subTest(f"{left} s in one call of {every}"):
                    self.assertLess(Samples(rows, 64, 6e-5, 1e-6, 1.0, 0, paired=False).ratio(0, 1)["low"], 1.05)

    def test_of_two_measurements_the_one_with_less_gain_is_told(self):
        fast, honest = [_samples(lambda call: call._replace(called=call.called / 2), every, 12) for every in (1, 1000)]
        for pair in ((fast, honest), (honest, fast)):
            self.assertIs(slower(*pair), honest)

    def test_two_measurements_as_one_are_surer_than_each(self):
        one, other = [_samples(lambda call: call, 1, blocks) for blocks in (5, 7)]
        found, both = one.compared("cuda", "search", _ALIKE)["speedup"], joined(one, other).compared("cuda", "search", _ALIKE)
        self.assertEqual((both["speedup"]["samples"], both["comparison"], both["band"]), (12, "same", 0.05))
        self.assertLess(both["speedup"]["high"] - both["speedup"]["low"], found["high"] - found["low"])

    def test_honest_calls_are_the_same(self):
        found = _samples(lambda call: call, 1, 12).ratio(0, 1)
        self.assertEqual(stats.comparison(found, 0.05), "same", found)


class Settling(unittest.TestCase):
    def settle(self, first: Samples, further: Samples, tier: str = "search", target: str = "cuda", seconds: float = 1.0) -> "tuple[dict, int]":
        """How a measurement compares that is followed by as many like `further` as are asked for; how many those were."""
        measured = []
        _told, compared = settled(first, lambda: measured.append(1) or further, target, tier, _ALIKE, seconds)
        return compared, len(measured)

    def test_what_is_sure_is_not_measured_on_and_what_stays_ambiguous_only_so_often(self):
        sure = _samples(lambda call: call, 1, 12)
        near = _samples(lambda call: call._replace(called=call.called / 1.05), 1, 12)
        self.assertEqual(self.settle(sure, sure)[1], 0)
        for tier, most in (("sweep", 0), ("search", 3), ("promotion", 2)):
            other = near if tier != "promotion" else _samples(lambda call: call._replace(called=call.called / 1.005), 1, 12)
            self.assertEqual(self.settle(other, other, tier)[1], most, tier)
        self.assertEqual(self.settle(near, near, target="cpu")[1], 0)
        self.assertEqual(self.settle(near, near, seconds=limits.TIMING)[1], 0)

    def test_a_further_measurement_settles_it(self):
        near, fast = [_samples(lambda call, by=by: call._replace(called=call.called / by), 1, 12) for by in (1.05, 1.5)]
        compared, count = self.settle(near, fast)
        self.assertEqual((compared["comparison"], compared["speedup"]["samples"], count), ("faster", 24, 1))

    def test_one_that_looks_like_hidden_work_settles_nothing(self):
        near = _samples(lambda call: call._replace(called=call.called / 1.05), 1, 12)
        for beside in ("woken", "given"):
            cheats = _samples(lambda call, beside=beside: call._replace(called=4e-4, **{beside: getattr(call, beside) + 6e-4}), 1, 12)
            compared, count = self.settle(near, cheats)
            self.assertEqual((compared["comparison"], compared["speedup"]["samples"], count), ("ambiguous", 12, 1), beside)


class Ratios(unittest.TestCase):
    def test_calls_in_two_modes_are_the_same_as_others_in_two_modes(self):
        for seed in range(40):
            found = stats.ratio(_blocks(1.0, seed), paired=False)
            self.assertEqual(stats.comparison(found, 0.05), "same", (seed, found))

    def test_chains_of_which_most_are_disturbed_are_the_same_and_two_per_cent_more_is_slower_at_promotion(self):
        for seed in range(20):
            self.assertEqual(stats.comparison(stats.ratio(_disturbed(1.0, seed, 20, 0.65), paired=False), 0.05), "same", seed)
            self.assertEqual(stats.comparison(stats.ratio(_disturbed(1.02, seed, 60, 0.65), paired=False), 0.005), "slower", seed)

    def test_a_candidate_that_is_fast_in_few_of_its_calls_is_told_by_its_median(self):
        for every, blocks in ((5, 20), (5, 60), (10, 20), (10, 60)):
            found = _samples(lambda call: call._replace(called=call.called / 2), every, blocks).ratio(0, 1)
            self.assertEqual(stats.comparison(found, 0.05), "same", (every, blocks, found))

    def test_an_eighth_more_is_slower_in_either_way_of_estimating(self):
        for paired in (False, True):
            found = stats.ratio(_blocks(1.125, 1), paired)
            self.assertEqual(stats.comparison(found, 0.05), "slower", found)
            self.assertAlmostEqual(found["median"], 1 / 1.125, delta=0.02)

    def test_equal_samples_give_equal_intervals(self):
        self.assertEqual(stats.ratio(_blocks(1.0, 3), False), stats.ratio(_blocks(1.0, 3), False))

    def test_an_interval_that_reaches_over_the_band_is_ambiguous(self):
        self.assertEqual(stats.comparison({"low": 0.9, "high": 1.0}, 0.05), "ambiguous")
        self.assertEqual(stats.comparison({"low": 1.1, "high": 1.2}, 0.05), "faster")


if __name__ == "__main__":
    unittest.main()
