"""Scans a small checkout on the cpu target, as a real process. The test makes the checkout."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from judge.oracle.kernelbench.tasks import problem, problems
from judge.protocol.errors import Rejected

from .support import ROOT

TASK = """
import os, time, torch, torch.nn as nn
class Model(nn.Module):
    def forward(self, x):
        {body}
def get_inputs():
    return [torch.rand(64, 128)]
def get_init_inputs():
    return []
"""

BODIES = {
    "1_Softmax.py": "return torch.softmax(x, dim=1)",
    "2_Zero.py": "return torch.relu(x - 100) if x.min() >= 0 else torch.softmax(x, dim=1)",
    "10_Raises.py": "return x @ x",
    "11_Dies.py": "os._exit(3)",
    "12_Hangs.py": "time.sleep(60)",
    "13_DiesWhereHidden.py": "return torch.softmax(x, dim=1) if x.max() > 0 else os._exit(3)",
}


class Scan(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.checkout, cls.out = Path(cls.folder.name, "bench"), Path(cls.folder.name, "out")
        level = cls.checkout / "KernelBench" / "level1"
        level.mkdir(parents=True)
        for name, body in BODIES.items():
            (level / name).write_text(TASK.format(body=body))
        cls.first = cls.scan("--shard", "1/1", "--openings", "3")
        cls.rows = json.loads((cls.out / "scan.json").read_text())
        cls.report = (cls.out / "scan.md").read_text()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def scan(cls, *more: str) -> str:
        command = [sys.executable, "-m", "judge.scan", "--kernelbench", str(cls.checkout), "--levels", "1", "--target", "cpu", "--workers", "1", "--seconds", "1.5"]
        done = subprocess.run([*command, "--out", str(cls.out), *more], cwd=ROOT, capture_output=True, text=True, timeout=280, env=dict(os.environ))
        assert done.returncode == 0, done.stderr
        return done.stdout

    def shipped(self, name: str) -> dict:
        row = self.rows[name]
        self.assertEqual(row["status"], "examined", row)
        return row["rows"][0]

    def test_a_sound_task_is_judged_as_shipped(self):
        self.assertTrue(self.shipped("level1/1")["usable"])
        self.assertGreater(len(self.rows["level1/1"]["rows"]), 1)

    def test_a_task_whose_answer_is_zero_lists_the_trivial_answers_and_the_treatment(self):
        self.assertIn("zeros", self.shipped("level1/2")["vacuous"])
        self.assertRegex(self.report, r"level1/2 \| passes: zeros.* \| judges and times it on inputs of the kind `\w+`")

    def test_a_task_that_raises_dies_or_hangs_gets_a_row_and_the_scan_continues(self):
        self.assertEqual(self.rows["level1/10"]["status"], "rejected")
        self.assertEqual((self.rows["level1/11"]["status"], self.rows["level1/11"]["note"]), ("failed", "the process died"))
        self.assertEqual(self.rows["level1/12"]["status"], "timeout")

    def test_hidden_inputs_that_break_the_process_are_skipped(self):
        self.assertTrue(self.shipped("level1/13")["usable"])
        self.assertIn("breaks", " ".join(row["note"] for row in self.rows["level1/13"]["rows"]))

    def test_a_task_that_is_opened_again_is_admitted_in_the_same_way(self):
        self.assertEqual([(self.rows[name]["openings"], self.rows[name]["differing"]) for name in ("level1/1", "level1/2")], [(3, [])] * 2)
        self.assertIn("3 tasks were opened 9 times. Another admission than at first: none.", self.report)

    def test_the_report_counts_what_the_special_checks_vary(self):
        self.assertRegex(self.report, r"special rows: kinds \| [1-3] of 3, \d+ to \d+, median")

    def test_the_representative_subset_is_all_of_a_checkout_that_is_examined(self):
        with tempfile.TemporaryDirectory() as folder:
            self.scan("--subset", "representative", "--out", folder)
            self.assertEqual(sorted(json.loads(Path(folder, "scan.json").read_text())), ["level1/1"])

    def test_examined_tasks_are_skipped_on_the_next_run(self):
        self.assertIn("level1/1:", self.first)
        self.assertNotIn("level1/1:", self.scan())

    def test_after_the_time_limit_no_further_task_starts(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertNotIn("level1/1:", self.scan("--minutes", "0", "--out", folder))

    def test_a_checkout_without_the_level_or_task_is_rejected_with_a_remedy(self):
        self.assertEqual([each.number for each in problems(self.checkout, 1)], [1, 2, 10, 11, 12, 13])
        for ask in (lambda: problems(self.checkout, 2), lambda: problem(self.checkout, 1, 99)):
            with self.assertRaises(Rejected) as caught:
                ask()
            self.assertIn("KernelBench checkout", caught.exception.remedy)


if __name__ == "__main__":
    unittest.main()
