"""A chain of the baseline counts only if its thaw took as long as thaws before a candidate existed."""

import unittest
from types import SimpleNamespace

from judge.oracle.runner_link.chains import Chain
from judge.oracle.timing.charges import Measured
from judge.oracle.timing.measure import Stand
from judge.oracle.timing.overhead import Overheads
from judge.protocol.errors import Failure

USUAL, SLOW = 4e-5, 1e-2


class Thawed(Stand):
    """A stand whose chains begin with the given thaws, in order."""

    def __init__(self, thaws: "list[float]"):
        super().__init__(SimpleNamespace(shared=SimpleNamespace(sets=2, warm=[])), lambda seed: [], None, [])
        self.thaws, self.made = thaws, 0

    def _run(self, draws, calls, kept, cache, held=False, followed=False):
        self.made += 1
        return Measured(Chain(calls, 1e-3, 1e-3, self.thaws[(self.made - 1) % len(self.thaws)]), 0.0, 0.0, 0.0, 0.0, 0.0), []


class SlowThaws(unittest.TestCase):
    def setUp(self):
        self.overheads = Overheads()
        self.overheads.saw_thaws([USUAL, 0.8 * USUAL, 100 * USUAL])  # a host may interrupt one of them

    def measured(self, stand: Thawed) -> Measured:
        stand.longest_thaw = self.overheads.longest_thaw
        return stand.measure(2, None)

    def test_a_chain_after_a_slow_thaw_is_repeated(self):
        stand = Thawed([SLOW, SLOW, USUAL])
        self.assertEqual((self.measured(stand).chain.thawed, stand.made), (USUAL, 3))

    def test_usual_thaws_of_a_busy_host_count_at_once(self):
        for thaw in (0.0, USUAL, 3 * USUAL):
            stand = Thawed([thaw])
            self.measured(stand)
            self.assertEqual(stand.made, 1)

    def test_a_baseline_that_always_thaws_slowly_says_what_happened(self):
        with self.assertRaises(Failure) as caught:
            self.measured(Thawed([SLOW]))
        self.assertEqual(caught.exception.fields["status"], "timing_disagrees")
        self.assertIn("the kernel took longer to let the baseline's process go on", caught.exception.problem)

    def test_thaws_beside_a_candidate_do_not_change_what_is_usual(self):
        before = self.overheads.longest_thaw
        self.overheads.saw_thaws([SLOW] * 3)
        self.assertEqual(self.overheads.longest_thaw, before)

    def test_without_a_baseline_to_compare_with_every_chain_counts(self):
        self.assertEqual(Thawed([SLOW]).measure(2, None).chain.thawed, SLOW)


if __name__ == "__main__":
    unittest.main()
