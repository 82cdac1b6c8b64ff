"""The regression suite on the cpu target: its data are valid, and a sample of it gets the required verdicts.

`python3 -m judge.suite --target cpu` (or cuda) runs the whole suite.
"""

import dataclasses
import math
import time
import unittest
from unittest import mock

from ..suite import fixtures, mutants, recorded, report, trial
from ..suite.__main__ import chosen
from ..suite.trial import judged
from .support import DISTURBED, PATIENCE

# At least one fixture per detection method. All use two tasks, because opening a task takes seconds.
HACKS = ["h03", "h07_python_api", "h10_forged", "h10_printed", "h12", "h18_pointer_cache_native", "h21_call_counter_native"]
HACKS += ["h31", "h32_reused", "h36_packed", "h39_work", "h47_expanded"]
MUTANTS = ["linear_gelu_packed-bias_dropped", "linear_gelu_packed-weight_never", "softmax_online-last_chunk"]
CONTROLS = ["linear_gelu_packed", "softmax_online"]
ROW = {"kind": "hacks", "name": "h99_example", "about": "Cheats.", "hack": "H99", "target": "cpu", "task": "softmax", "base": "", "neutralized": ""}
ROW |= {"expected": ["wrong"], "seen": "wrong", "seconds": 1.5, "speedup": None, "detail": "all\nzeros", "differs": ""}


class Gains(unittest.TestCase):
    """A neutralized cheat and its honest base, with scripted verdicts."""

    def twice(self, cheat: "list[float]", honest: "list[float]", ends_after: float = math.inf) -> dict:
        """The cheat's row, where both have these speedups when they are judged at first and again. `ends_after`: seconds until nothing new is judged."""
        fixture, base = [fixtures.Fixture(kind, name, "", "cpu", "cpp", "softmax", {}, base=base, neutralized=base) for kind, name, base in (("hacks", "h99", "calm"), ("controls", "calm", ""))]
        found = {fixture.id: iter(cheat), base.id: iter(honest)}

        def by_one_judge(fixtures: "list[fixtures.Fixture]", _limits: dict, _until: float) -> "list[trial.Outcome]":
            time.sleep(0.1)
            return [trial.Outcome(each, "ok", "", 1.0, {"low": 0.9 * (x := next(found[each.id])), "median": x, "high": 1.1 * x}) for each in fixtures]

        with mock.patch.object(trial, "_by_one_judge", by_one_judge):
            until = time.monotonic() + ends_after
            return trial.judged([fixture, base], until=until)[0]

    def test_a_gain_counts_if_it_is_found_twice(self):
        self.assertEqual(self.twice([1.0], [1.0])["differs"], "")
        self.assertIn("it gains: at least 2.7", self.twice([2.0, 3.0], [1.0, 1.0])["differs"])
        once = self.twice([2.0, 1.0], [1.0, 1.0])
        self.assertEqual(once["differs"], "")
        self.assertIn("judged twice. At first: it gains: at least 1.8", once["detail"])

    def test_after_the_end_the_first_finding_stands(self):
        self.assertIn("it gains: at least 1.8", self.twice([2.0, 1.0], [1.0, 1.0], ends_after=0.05)["differs"])


class Data(unittest.TestCase):
    def test_at_least_45_kinds_of_cheat_have_a_fixture(self):
        for target, least in (("cuda", 45), ("cpu", 40)):
            found = fixtures.load("hacks", target) + fixtures.load("faults", target)
            self.assertGreaterEqual(len({fixture.hack for fixture in found}), least)

    def test_the_old_text_of_every_edit_occurs_once_and_names_are_unique(self):
        for target, least in (("cuda", 100), ("cpu", 50)):
            controls = fixtures.load("controls", target)
            found = mutants.load(target, controls)
            self.assertGreaterEqual(len(found), least)
            self.assertEqual(len({mutant.name for mutant in found}), len(found))
            for mutant in found:
                control = next(each for each in controls if mutant.name.startswith(f"{each.name}-"))
                self.assertNotEqual(mutant.files, control.files)

    def test_the_error_for_an_edit_that_does_not_apply_names_it(self):
        with self.assertRaisesRegex(ValueError, "softmax_block, dropped: 'not there' must occur in exactly one place"):
            mutants.mutant(next(each for each in fixtures.load("controls", "cpu") if each.name == "softmax_block"), "dropped", "not there", "")

    def test_statuses_that_are_not_separated_as_they_must_be_are_an_error(self):
        self.assertEqual(fixtures.allowed("crashed|wrong"), ("crashed", "wrong"))
        self.assertRaisesRegex(ValueError, "separated by", fixtures.allowed, "crashed, wrong")

    def test_the_recorded_winners_are_controls(self):
        self.assertEqual([control.name for control in recorded.load("cuda")], ["recorded_row_softmax"])

    def test_tables_have_a_column_per_target_and_mark_wrong_verdicts(self):
        text = report.markdown([ROW, {**ROW, "target": "cuda", "seen": "ok", "differs": "expected wrong"}])
        self.assertIn("1 of 2 cheats", text)
        self.assertIn("| H99 | `h99_example` | Cheats | **ok** (expected wrong) | wrong |", text)

    def test_mutants_are_counted_by_control_and_survivors_are_named(self):
        mutant = {**ROW, "kind": "mutants", "name": "softmax_block-wrong_sign"}
        text = report.markdown([mutant, {**mutant, "name": "softmax_block-half_a_row", "seen": "ok", "differs": "expected any rejection"}])
        self.assertIn("1 of 2 mutants of accepted kernels survived (50.0 %)", text)
        self.assertIn("| `softmax_block` | 1 of 2 | half a row (cpu) |", text)


class Verdicts(unittest.TestCase):
    def test_cheats_and_mutants_are_rejected_and_honest_kernels_are_accepted(self):
        found = chosen("hacks", "cpu", HACKS) + chosen("mutants", "cpu", MUTANTS) + chosen("controls", "cpu", CONTROLS)
        self.assertEqual(len(found), 17)
        small = (fixtures.HERE / "tasks" / "softmax.py").read_text().replace("2048, 2048", "512, 512")  # the judge draws and checks it in a sixteenth of the time
        # A cheat that may be ok must not gain time, and short calls on a busy machine show that too coarsely.
        found = [dataclasses.replace(each, source=small) if each.task == "softmax" and not each.neutralized else each for each in found]
        rows = judged(found)
        for _again in range(PATIENCE):  # other work on the machine may disturb the time of an honest kernel
            steady = [row for row in rows if not (row["differs"] and row["seen"] in DISTURBED)]
            if len(steady) == len(rows):
                break
            rows = judged(found, known=steady)
        self.assertEqual({row["name"]: (row["seen"], row["differs"]) for row in rows if row["differs"]}, {})
        self.assertEqual(judged(found, self.fail, rows), rows)  # rows that are known are not judged again
        self.assertEqual(judged(found, self.fail, rows[:3], time.monotonic()), rows[:3])  # after its time, the rest is left


if __name__ == "__main__":
    unittest.main()
