"""Promotion with real processes on the cpu target: each of several fresh processes of a candidate is held to the same rules."""

import unittest

from judge.oracle.timing.measure import PLANS
from judge.tests.support import RIGHT_HOWEVER_BUSY, SOFTMAX_CPP, ask_shared_patiently, evaluation, python_only, with_native

_PAIRS = PLANS["cpu"]["promotion"].pairs
# What a process compiles is there for the next one. Therefore a candidate can tell that it is not the first.
_NOT_FIRST = """
import os, pathlib
mark = pathlib.Path(os.environ["TORCH_EXTENSIONS_DIR"], "mark")
is_later = mark.exists()
mark.parent.mkdir(exist_ok=True)
mark.write_text("")
calls = last = 0
"""
_STALE = """
global calls, last
calls += 1
if calls < 12 or not is_later:
    last = torch.softmax(x, dim=1)
return last.clone()
"""
_WRONG = "return torch.softmax(x, dim=1) * (2 if is_later else 1)"
_TELLS = """
if is_later:
    raise RuntimeError("the inputs were 42")
return torch.softmax(x, dim=1)
"""


class Promotion(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        candidates = {
            "honest": with_native("kernel.cpp", SOFTMAX_CPP),
            "stale": python_only(_STALE, _NOT_FIRST),
            "wrong": python_only(_WRONG, _NOT_FIRST),
            "tells": python_only(_TELLS, _NOT_FIRST),
        }
        replies = ask_shared_patiently([{**evaluation(name, files), "tier": "promotion"} for name, files in candidates.items()])
        cls.verdicts = {name: reply["verdict"] for name, reply in replies.items()}

    def test_an_honest_kernel_is_timed_in_pairs_of_fresh_processes(self):
        verdict = self.verdicts["honest"]
        self.assertIn(verdict["status"], RIGHT_HOWEVER_BUSY, verdict)
        if verdict["status"] == "ok":
            self.assertEqual((len(verdict["pairs"]), verdict["speedup"]["samples"]), (_PAIRS, _PAIRS))
            self.assertTrue({"open", "start", "correctness", "timing", "profile"} <= set(verdict["seconds"]))
            self.assertEqual(len(verdict["callTimes"]["candidate"]), _PAIRS * 2 * PLANS["cpu"]["promotion"].most)

    def test_a_later_process_that_gives_stale_results_when_it_is_timed_fails(self):
        self.assertEqual(self.verdicts["stale"]["status"], "unstable")

    def test_a_later_process_that_is_wrong_fails(self):
        self.assertEqual(self.verdicts["wrong"]["status"], "unstable")

    def test_a_later_process_tells_nothing_of_hidden_inputs(self):
        self.assertEqual(self.verdicts["tells"]["status"], "crashed")
        self.assertNotIn("inputs were", str(self.verdicts["tells"]))


if __name__ == "__main__":
    unittest.main()
