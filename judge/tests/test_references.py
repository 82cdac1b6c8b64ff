"""Tasks that strain the judge: limited domains, lasting failures, dataclasses, unusual strides, and extremely short calls."""

import tempfile
import unittest
from pathlib import Path

from judge.oracle.timing import intervals

from .support import SOFTMAX, ask_shared_patiently, evaluation, on_task, python_only, sweep

RIGHT = "return torch.softmax(x, dim=1)"
POSITIVE_ONLY = SOFTMAX.replace("        return", "        if x.min() < 0: raise ValueError('negative')\n        return")
# Ends its process on inputs of one hidden distribution, as a device that fails there does.
DEADLY = SOFTMAX.replace("import torch,", "import os, torch,").replace("        return", "        if x.min() >= 0 and x.max() > 2.5: os._exit(3)\n        return")
# Ends its process on large values, but only when they are drawn once more for a timed chain.
DEADLY_LATER = SOFTMAX.replace("import torch,", "import os, traceback, torch,").replace(
    "        return", "        if x.abs().max() > 90 and any(frame.name == 'disguise' for frame in traceback.extract_stack()): os._exit(3)\n        return"
)
# Ends its process for one label, as an index out of range does on a device.
DEADLY_LABEL = """
import os, torch, torch.nn as nn, torch.nn.functional as F
class Model(nn.Module):
    def forward(self, x, labels):
        if bool((labels == -1).any()): os._exit(3)
        return F.cross_entropy(x, labels)
def get_inputs():
    return [torch.randn(64, 32), torch.randperm(64) % 32]  # each label in each draw: the value below them is always -1
"""
STRIDED = SOFTMAX.replace("dim=1)", "dim=1).t()")
DATACLASS = (
    "from __future__ import annotations\nimport dataclasses, typing\n@dataclasses.dataclass\nclass Shape:\n    rows: int\n    name: typing.ClassVar[str] = ''\n" + SOFTMAX
)
SHORT = SOFTMAX.replace("torch.softmax(x, dim=1)", "x").replace("128, 512", "1, 1")
# Fails forever, like a dead CUDA context, in the first process that makes more draws than opening the task needs.
LASTING = """
import os
draws, ill, draw = 0, not os.path.exists("FLAG"), get_inputs
def get_inputs():
    global draws
    draws += 1
    if ill and draws > 100:
        open("FLAG", "w").close()
        raise RuntimeError("dead")
    return draw()
"""


class References(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            lasting = SOFTMAX + LASTING.replace("FLAG", str(Path(folder, "flag")))
            cls.replies = ask_shared_patiently(
                [
                    evaluation("positive", python_only(RIGHT), POSITIVE_ONLY),
                    on_task("prepare", "deadly", DEADLY),
                    on_task("prepare", "deadly_later", DEADLY_LATER),
                    on_task("prepare", "deadly_label", DEADLY_LABEL),
                    sweep(evaluation("dataclass", python_only(RIGHT), DATACLASS)),
                    sweep(evaluation("strided", python_only(RIGHT + ".t()"), STRIDED)),
                    sweep(evaluation("contiguous", python_only(RIGHT + ".t().contiguous()"), STRIDED)),
                    evaluation("short", python_only("return x"), SHORT),
                    evaluation("lasting_1", python_only(RIGHT), lasting),
                    evaluation("lasting_2", python_only(RIGHT), lasting),
                ]
            )

    def ok(self, name: str) -> dict:
        reply = self.replies[name]
        self.assertEqual(reply.get("verdict", {}).get("status"), "ok", reply)
        return reply["verdict"]

    def _baselines(self, name: str) -> dict:
        reply = self.replies[name]
        self.assertIn("baselines", reply, reply)
        return reply["baselines"]

    def test_a_reference_that_refuses_centred_inputs_has_no_hidden_draw(self):
        self.ok("positive")

    def test_a_distribution_that_kills_the_reference_is_skipped(self):
        admission = {row["distribution"]: row for row in self._baselines("deadly")["admission"]}
        self.assertEqual([name for name, row in admission.items() if not row["usable"]], ["tripled"])
        self.assertEqual(admission["tripled"]["note"], "it ends the process of the reference, or breaks its device")

    def test_a_check_that_kills_the_reference_in_a_later_draw_is_skipped(self):
        kinds = self._baselines("deadly_later")["checks"]["specialRows"]
        self.assertEqual((kinds.get("constant"), kinds.get("grown")), ("", None))  # what stays in the range of the task's values, and what leaves it

    def test_a_label_that_kills_the_reference_is_left_out_alone(self):
        labels = self._baselines("deadly_label")["checks"]["arguments"]["labels"]
        self.assertIn("some -100", labels)
        self.assertIn("some 0", labels)
        self.assertNotIn("some -1", labels)

    def test_a_task_may_define_dataclasses_with_postponed_annotations(self):
        self.ok("dataclass")

    def test_an_output_may_have_the_references_strides_or_be_contiguous(self):
        self.ok("strided")
        self.ok("contiguous")

    def test_a_call_as_short_as_an_empty_one_takes_the_clocks_resolution(self):
        verdict = self.ok("short")
        self.assertGreater(min(verdict["candidate"]["lowUs"], verdict["baseline"]["lowUs"]), 0)
        self.assertTrue(0.1 < verdict["speedup"]["median"] < 10, verdict["speedup"])

    def test_the_clocks_resolution_is_the_spread_of_empty_calls_and_at_least_a_microsecond(self):
        self.assertEqual(intervals.resolution([1e-5] * 40), 1e-6)
        self.assertAlmostEqual(intervals.resolution([at * 1e-6 for at in range(101)]), 50e-6, delta=2e-6)

    def test_after_a_broken_answer_the_next_job_gets_a_fresh_oracle(self):
        replies = [self.replies["lasting_1"], self.replies["lasting_2"]]
        self.assertEqual(sorted(reply["kind"] for reply in replies), ["broken", "verdict"], replies)


if __name__ == "__main__":
    unittest.main()
