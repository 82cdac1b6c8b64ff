"""A task is admitted once: later openings, slow ones and those of other judges examine the same."""

import os
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from judge.oracle.service import Oracle
from judge.sandbox.paths import PACKAGE_PARENT
from judge.server.kept_decisions import DECIDING, KeptDecisions
from judge.sandbox.kept_files import files_of

from .support import own_cache

_HEAD = "import os, time, torch, torch.nn as nn\nclass Model(nn.Module):\n"
# Whether a draw overflows, and whether its labels show in the output, is a matter of chance.
CHANCY = _HEAD + """
    def forward(self, x, labels):
        return (x.abs().amax(1, keepdim=True) * 3e4).half().float() + torch.relu(labels.float().mean() - 3.5) + x.mean(1, keepdim=True)
def get_inputs():
    return [torch.randn(8, 64), torch.randint(0, 8, (8,))]
"""
SLOWED = _HEAD + """
    def forward(self, x, labels):
        if os.path.exists("{flag}"):
            time.sleep(0.01)
        return nn.functional.cross_entropy(x, labels, reduction="none")
def get_inputs():
    return [torch.randn(64, 8), torch.randint(0, 8, (64,))]
"""
TASK = {"name": "mine", "source": CHANCY}
HOST = {"torch": "2.13.0", "gpu": None, "cpu": "a cpu"}
MADE = {"broken": ["tripled"], "decisions": {"random": False}}


def opened(source: str, decided: "dict | None" = None) -> "tuple[dict, dict, list[str]]":
    """The facts, the decisions and the names of the checks of one opening."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "task.py"
        path.write_text(source)
        oracle = Oracle()
        for name in oracle.open("mine", str(path), "cpu", "fp32", 1, [], decided or {})["distributions"]:
            oracle.examine(name)
    return {"admission": oracle.admission.rows, **oracle.special.facts()}, oracle.decisions(), [check.name for check in oracle.special.checks]


class Openings(unittest.TestCase):
    def setUp(self):
        bound = mock.patch("judge.device.memory.resource.setrlimit")  # it would hold for all tests of this process
        bound.start()
        self.addCleanup(bound.stop)

    def test_later_openings_examine_what_the_first_one_decided(self):
        facts, decisions, checks = opened(CHANCY)
        for _opening in range(8):
            self.assertEqual(opened(CHANCY, decisions), (facts, decisions, checks))

    def test_without_kept_decisions_the_same_task_is_admitted_in_several_ways(self):
        self.assertGreater(len({str(opened(CHANCY)[0]) for _opening in range(12)}), 1)

    def test_a_slow_opening_skips_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            flag = Path(folder) / "slow"
            source = SLOWED.replace("{flag}", str(flag))
            fast = opened(source)
            flag.touch()
            self.assertEqual(opened(source), fast)


class Keeping(unittest.TestCase):
    def setUp(self):
        self.folder = own_cache(self) / "decisions"

    def test_decisions_come_back_for_the_same_question_alone(self):
        self.assertEqual(KeptDecisions(TASK, "cpu", "fp32", HOST).keep(MADE), MADE)
        self.assertEqual(KeptDecisions(TASK, "cpu", "fp32", HOST).read(), MADE)
        others = [(TASK, "cpu", "bf16", HOST), (TASK, "cuda", "fp32", HOST), (TASK, "cpu", "fp32", {**HOST, "torch": "2.14.0"}), ({**TASK, "source": ""}, "cpu", "fp32", HOST)]
        self.assertEqual([KeptDecisions(*other).read() for other in others], [None] * 4)

    def test_decisions_are_made_again_when_any_code_that_decides_changes(self):
        deciding = [path for path in (PACKAGE_PARENT / "judge" / "oracle").rglob("*.py") if re.search(r"decisions\.once\(|self\._once\(", path.read_text())]
        self.assertGreater(len(deciding), 4)
        self.assertEqual(set(deciding) - set(files_of(*DECIDING)), set())

    def test_the_first_judge_decides(self):
        KeptDecisions(TASK, "cpu", "fp32", HOST).keep(MADE)
        self.assertEqual(KeptDecisions(TASK, "cpu", "fp32", HOST).keep({"broken": [], "decisions": {}}), MADE)

    def test_what_ends_a_later_oracle_is_left_out_from_then_on(self):
        kept, more = KeptDecisions(TASK, "cpu", "fp32", HOST), {**MADE, "broken": ["extremes", "tripled"]}
        kept.keep(MADE)
        kept.leave_out_more({**more, "broken": ["extremes"]})
        self.assertEqual((KeptDecisions(TASK, "cpu", "fp32", HOST).read(), len([*self.folder.iterdir()])), (more, 1))

    def test_a_damaged_file_is_decided_again(self):
        KeptDecisions(TASK, "cpu", "fp32", HOST).keep(MADE)
        for path in self.folder.iterdir():
            path.write_text("{")
        self.assertIsNone(KeptDecisions(TASK, "cpu", "fp32", HOST).read())
        KeptDecisions(TASK, "cpu", "fp32", HOST).keep(MADE)
        self.assertEqual(KeptDecisions(TASK, "cpu", "fp32", HOST).read(), MADE)


if __name__ == "__main__":
    unittest.main()
