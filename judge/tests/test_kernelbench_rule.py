"""The KernelBench rule on literal tensors. evals/judge/agreement compares it with KernelBench's own evaluator."""

import unittest

import torch

from judge.oracle.kernelbench import rule as rule


class KernelBenchRule(unittest.TestCase):
    def test_the_trials_seeds_are_those_that_a_candidate_can_recompute(self):
        torch.manual_seed(42)
        self.assertEqual(rule.trial_seeds(), [torch.randint(0, 2**32 - 1, (1,)).item() for _ in range(5)])
        self.assertEqual(rule.trial_seeds(2), rule.trial_seeds()[:2])

    def test_drawing_the_seeds_leaves_torchs_own_generator_alone(self):
        torch.manual_seed(7)
        first = torch.rand(1)
        torch.manual_seed(7)
        rule.trial_seeds()
        self.assertEqual(first, torch.rand(1))

    def test_the_absolute_term_lets_zeros_pass_for_small_outputs(self):
        small = torch.full((4,), 9e-5)
        self.assertTrue(rule.accepts(small, torch.zeros(4), "fp32"))
        self.assertFalse(rule.accepts(small * 2, torch.zeros(4), "fp32"))
        self.assertTrue(rule.accepts(small * 100, torch.zeros(4), "bf16"))

    def test_the_relative_term_is_taken_of_the_candidates_output(self):
        one, more = torch.tensor([1.0]), torch.tensor([1.0201])
        self.assertTrue(rule.accepts(one, more, "bf16"))
        self.assertFalse(rule.accepts(more, one, "bf16"))

    def test_shape_dtype_and_nan_do_not_pass(self):
        ones = torch.ones(2, 2)
        for name, output in {"shape": torch.ones(4), "dtype": ones.double(), "nan": ones * float("nan")}.items():
            with self.subTest(name):
                self.assertFalse(rule.accepts(ones, output, "fp32"))

    def test_one_failed_trial_is_incorrect_and_the_largest_difference_is_named(self):
        ones = torch.ones(3)
        one_of_two = {"correct": False, "passed": 1, "trials": 2, "maxDifference": 0.5}
        trials = [rule.trial([ones], [ones], "fp32"), rule.trial([ones], [ones + 0.5], "fp32")]
        self.assertEqual(rule.verdict(trials), one_of_two)
        self.assertEqual(rule.verdict([rule.trial([ones, ones], [ones, ones], "fp32")]), {"correct": True, "passed": 1, "trials": 1, "maxDifference": 0.0})
        self.assertFalse(rule.verdict([rule.trial([ones, ones], [ones, ones + 1], "fp32")])["correct"])

    def test_a_difference_that_is_not_finite_is_none(self):
        ones = torch.ones(3)
        for name, output in {"shape": torch.ones(4), "nan": ones * float("nan"), "infinite": ones / 0}.items():
            with self.subTest(name):
                self.assertIsNone(rule.verdict([rule.trial([ones], [output], "fp32")])["maxDifference"])

    def test_times_are_means_of_three_digits_and_speedups_above_10_are_flagged(self):
        self.assertEqual(rule.statistics([1.0, 2.0, 4.0]), {"mean": 2.33, "std": 1.25, "min": 1.0, "max": 4.0, "trials": 3})
        self.assertEqual(rule.timed([1.0, 1.0], [10.0, 10.0]), {"meanMs": 1.0, "speedup": 10.0, "flagged": False})
        self.assertTrue(rule.timed([1.0], [10.1])["flagged"])
        self.assertIsNone(rule.timed([0.0], [1.0])["speedup"])


if __name__ == "__main__":
    unittest.main()
