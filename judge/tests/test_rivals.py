"""Alternative baselines are timed once per task, host and torch version, and their ratio to a candidate follows from two ratios."""

import unittest
from types import SimpleNamespace
from unittest import mock

from judge.protocol.errors import AlternativeLost
from judge.server.baseline_start import CHANGES
from judge.server.rivals import against, rivals_of

from .support import own_cache

TASK = {"name": "identity", "source": "class Model: ..."}
HOST = {"torch": "2.13.0", "gpu": {"name": "a gpu"}, "driver": "1", "cpu": "a cpu", "threads": 2}
TIME = {"medianUs": 10.0, "lowUs": 9.0, "highUs": 11.0, "samples": 24}
RATIO = {"median": 2.0, "low": 1.9, "high": 2.1, "samples": 12}


class Session:
    """A session that times what it is asked for, but not those in `fails`."""

    def __init__(self, *fails: str):
        self.fails, self.asked, self.lost_rivals = fails, [], {}

    def time_rivals(self, names: "list[str]") -> dict:
        self.asked.append(names)
        for name in names:
            if name in self.fails:
                raise AlternativeLost(name, "it hung")
        return {"times": {name: TIME for name in names}, "ratios": {name: RATIO for name in names}}


class Rivals(unittest.TestCase):
    def setUp(self):
        own_cache(self)

    def of(self, session: Session, wanted: "list[str]", target: str = "cuda", **host: str) -> "dict[str, dict]":
        found = rivals_of(session, TASK, "fp32", SimpleNamespace(target=target), {**HOST, **host}, wanted)
        self.assertEqual([each["name"] for each in found], wanted)
        return {each["name"]: each for each in found}

    def test_a_rival_is_timed_once_on_a_host(self):
        first, second, other = Session(), Session(), Session()
        self.of(first, ["compile", "tf32"])
        self.assertEqual(self.of(second, ["compile", "max-autotune", "tf32"])["compile"]["speedup"], RATIO)
        self.assertEqual((first.asked, second.asked), ([["compile", "tf32"]], [["max-autotune"]]))
        self.of(other, ["compile"], torch="2.14.0")
        self.assertEqual(other.asked, [["compile"]])

    def test_a_rival_that_starts_in_another_way_is_timed_again(self):
        self.of(Session(), ["compile"])
        with mock.patch.dict(CHANGES, {"compile": {**CHANGES["compile"], "tf32": True}}):
            self.of(again := Session(), ["compile"])
        self.of(same := Session(), ["compile"])
        self.assertEqual((again.asked, same.asked), ([["compile"]], []))

    def test_a_rival_that_fails_has_a_note_and_is_not_tried_again_in_this_session(self):
        session = Session("max-autotune")
        for _ in range(2):
            found = self.of(session, ["compile", "max-autotune"])
            self.assertEqual((found["compile"]["time"], found["max-autotune"]["time"], found["max-autotune"]["note"]), (TIME, None, "it hung"))
        self.assertEqual(session.asked, [["compile", "max-autotune"], ["compile"]])
        self.of(again := Session(), ["max-autotune"])
        self.assertEqual(again.asked, [["max-autotune"]])

    def test_a_rival_that_makes_no_sense_here_is_not_tried(self):
        session = Session()
        self.assertIn("TF32", self.of(session, ["tf32"], target="cpu")["tf32"]["note"])
        self.assertEqual(session.asked, [])


class Against(unittest.TestCase):
    def test_both_intervals_widen_the_ratio_to_a_candidate(self):
        rival = {"name": "compile", "time": TIME, "speedup": RATIO, "note": ""}
        found = against(rival, {"median": 3.0, "low": 2.9, "high": 3.1, "samples": 8})["speedup"]
        self.assertAlmostEqual(found["median"], 1.5)
        self.assertLess(found["low"], 1.5 * 1.9 / 2.0)
        self.assertGreater(found["low"], 1.5 * 1.9 / 2.0 * 2.9 / 3.0)
        self.assertIsNone(against({**rival, "speedup": None}, RATIO)["speedup"])


if __name__ == "__main__":
    unittest.main()
