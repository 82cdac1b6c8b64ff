"""Tests of the measurement of the judge's clock without a GPU: its kernels, its plain processes, and its lanes."""

import threading
import unittest

from evals.judge import lanes
from evals.judge.accuracy import compared
from evals.judge.honest import kernels
from evals.judge.wire import LineChild

_TASK = "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return x + 1\ndef get_inputs():\n    return [torch.rand(64, 64)]\n"
_SLOWER = "import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        for _ in range(40):\n            y = x + 1\n        return y\n"


class Kernels(unittest.TestCase):
    def test_there_are_thirty_under_different_names_in_the_first_twelve_tasks(self):
        names = [kernel.name for group in kernels("cuda")[:12] for kernel in group]
        self.assertGreaterEqual(len(set(names)), 30)

    def test_each_group_has_one_task_whose_source_is_valid(self):
        for group in kernels("cuda"):
            self.assertEqual(len({(kernel.source, kernel.precision) for kernel in group}), 1)
            compile(group[0].source, group[0].task, "exec")

    def test_the_cpu_gets_kernels_in_plain_torch_alone(self):
        found = [kernel for group in kernels("cpu") for kernel in group]
        self.assertTrue(found)
        self.assertEqual([kernel.name for kernel in found if set(kernel.files) != {"model_new.py"} or "triton" in kernel.files["model_new.py"]], [])

    def test_candidates_that_share_a_name_with_a_size_have_that_size(self):
        sources = {group[0].task: group[0].source for group in kernels("cuda")}
        self.assertIn("torch.randn(32768, 2048)", sources["softmax_256MB"])
        self.assertIn("torch.rand(8192, 8192)", sources["matmul_bf16_8192"])


class Agreement(unittest.TestCase):
    def row(self, ours: float, chained: float) -> dict:
        return {"judge": {"candidate": {"medianUs": ours}}, "truth": {"candidate": {"chainedUs": chained}}}

    def test_a_time_agrees_within_three_percent_and_three_microseconds(self):
        for ours, chained, within in ((13.2, 10, True), (13.4, 10, False), (1032, 1000, True), (1034, 1000, False), (966, 1000, False)):
            self.assertEqual(compared(self.row(ours, chained), "candidate")["within"], within, (ours, chained))

    def test_a_kernel_without_a_verdict_or_a_plain_time_is_not_compared(self):
        self.assertIsNone(compared({"judge": {"candidate": None}, "truth": {"candidate": {"chainedUs": 1.0}}}, "candidate"))
        self.assertIsNone(compared({"judge": {"candidate": {"medianUs": 1.0}}, "truth": {"error": "it crashed"}}, "candidate"))


class PlainProcess(unittest.TestCase):
    def request(self, model: str) -> dict:
        return {"task": _TASK, "precision": "fp32", "target": "cpu", "files": {"model_new.py": model}}

    def test_it_times_both_sides_and_survives_a_candidate_that_ends_its_process(self):
        with LineChild("evals.judge.truth", {}) as plain:
            ended = plain.ask(self.request("import os\nos._exit(3)\n"))[0]
            found = plain.ask(self.request(_SLOWER))[0]
        self.assertIn("without an answer", ended["error"])
        self.assertEqual(found["difference"], 0.0)
        self.assertGreater(found["candidate"]["chainedUs"], 4 * found["eager"]["chainedUs"])
        self.assertEqual((found["eager"]["calls"], found["eager"]["sets"]), (64, 64))


class Lanes(unittest.TestCase):
    def test_several_lanes_take_each_item_once(self):
        taken, both = [], threading.Barrier(2, timeout=30)

        def act(lane, work):
            both.wait()
            taken.extend((lane.gpu, item) for item in work)

        cpus = lanes.lanes("cpu")[0].cpus
        lanes.side_by_side([lanes.Lane("0", cpus), lanes.Lane("1", cpus)], range(100), 60, act)
        self.assertEqual(sorted(item for _gpu, item in taken), list(range(100)))

    def test_nothing_begins_after_the_seconds_are_over(self):
        self.assertEqual(list(lanes.Work([1, 2], seconds=0)), [])

    def test_an_error_in_a_lane_reaches_the_caller(self):
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            lanes.side_by_side(lanes.lanes("cpu"), [0], 60, lambda _lane, work: [1 // item for item in work])


if __name__ == "__main__":
    unittest.main()
