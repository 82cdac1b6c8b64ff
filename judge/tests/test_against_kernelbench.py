"""Tests of evals/judge without a GPU: the candidates, their files, and the comparison of verdicts."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from evals.judge import noise, theirs
from evals.judge.agreement import _agree
from evals.judge.bundles import HONEST
from evals.judge.cases import CASES
from evals.judge.forms import export, load_inline
from evals.judge.report import Record, table
from judge.oracle.kernelbench.tasks import REPRESENTATIVE

from .support import ROOT


class AgainstKernelBench(unittest.TestCase):
    def test_every_candidate_is_for_a_task_of_the_representative_subset(self):
        for bundle in [*HONEST.values(), *(case.bundle for case in CASES)]:
            self.assertIn(bundle.number, REPRESENTATIVE[bundle.level])

    def test_there_are_thirty_candidates_of_all_kinds_under_different_names(self):
        self.assertGreaterEqual(len({case.bundle.name for case in CASES}), 30)
        self.assertEqual({case.kind for case in CASES}, {"right", "slow", "wrong", "cheating"})

    def test_a_disagreement_that_is_expected_is_explained(self):
        for case in CASES:
            if ("ok" in case.ours) != case.theirs:
                self.assertTrue(case.why, case.bundle.name)

    def test_every_generated_file_is_valid_python_and_imports_nothing_of_the_judge(self):
        for bundle in [*HONEST.values(), *(case.bundle for case in CASES)]:
            for form in (load_inline, export):
                text = form(bundle)
                compile(text, bundle.name, "exec")
                self.assertNotIn("from kernel import", text)

    def test_a_binding_takes_tensors_and_passes_pointers_and_the_current_stream(self):
        text = load_inline(HONEST["level1_40"])
        self.assertIn("void call_layer_norm(torch::Tensor x,", text)
        self.assertIn("partial.data_ptr<double>(), y.data_ptr<float>(), (int64_t)rows, (int64_t)width, (float)eps, c10::cuda::getCurrentCUDAStream()", text)

    def test_an_edit_of_a_text_that_is_not_there_is_refused(self):
        with self.assertRaisesRegex(ValueError, "0 times"):
            HONEST["level1_40"].edited("x", (("kernel.cu", "no such text", ""),))

    def test_an_evaluation_that_ends_without_a_verdict_says_how(self):
        with tempfile.TemporaryDirectory() as empty:
            found = theirs.evaluate(Path(empty), "", "", "cuda")
        self.assertEqual((found["compiled"], found["correct"]), (None, False))
        self.assertRegex(found["note"], "no verdict: it exited with status 1")

    def test_speedups_far_apart_disagree_although_both_accept(self):
        honest, fast = {"accepted": True, "speedup": 1.0}, {"accepted": True, "speedup": 40.0}
        self.assertTrue(_agree(honest, honest))
        self.assertFalse(_agree(honest, fast))
        self.assertFalse(_agree(honest, {"accepted": False, "speedup": None}))

    def test_an_interrupted_measurement_continues_where_it_stopped(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "new", "rows.json")
            Record(file).keep("a", {"wallS": 1.0})
            self.assertEqual(Record(file).rows, {"a": {"wallS": 1.0}})

    def test_a_table_shows_three_digits_and_a_dash_for_a_missing_value(self):
        self.assertEqual(table(["a", "b"], [[1.23456, None]]).splitlines()[-1], "| 1.23 | – |")

    def test_the_slow_candidate_works_on_more_rows_and_returns_the_same(self):
        import torch

        size = noise.Size(100, 3, 1)
        spaces = [{}, {}, {}]
        for space, text in zip(spaces, (size.task(), size.same(), size.slow("cpu"))):
            exec(text, space)
        self.assertIn("x[: 102]", size.slow("cpu"))
        (x,) = spaces[0]["get_inputs"]()
        self.assertGreaterEqual(x.shape[0], 102)
        expected = spaces[0]["Model"]()(x)
        for space in spaces[1:]:
            self.assertTrue(torch.equal(space["ModelNew"]()(x), expected))

    def test_each_command_says_what_it_does(self):
        for command in ("throughput", "agreement", "noise", "accuracy", "causes", "winners", "scaling", "workloads"):
            done = subprocess.run([sys.executable, "-m", f"evals.judge.{command}", "--help"], cwd=ROOT, capture_output=True, text=True, timeout=60)
            self.assertIn("--json FILE", done.stdout)


if __name__ == "__main__":
    unittest.main()
