"""What is made of samples: ratios that disturbances of a GPU's calls do not move, intervals, and what is told apart."""

import random
import unittest

from judge import stats


def _blocks(slower: float, seed: int) -> list:
    """Twelve blocks of two calls a side of 1200 us; every second call takes 50 us more, as an H200's switches between processes do."""
    draw = random.Random(seed)

    def calls(scale: float) -> "list[float]":
        return [scale * draw.uniform(1195, 1205) + draw.choice((0, 50)) for _ in range(2)]

    return [(calls(1.0), calls(slower)) for _ in range(12)]


class Ratios(unittest.TestCase):
    def test_calls_in_two_modes_are_the_same_as_others_in_two_modes(self):
        for seed in range(40):
            found = stats.ratio(_blocks(1.0, seed), paired=False)
            self.assertEqual(stats.comparison(found, 0.05), "same", (seed, found))

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
