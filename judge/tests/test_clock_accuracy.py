"""Tests of the measurement of the judge's clock without a GPU: its kernels, its plain processes, and its lanes."""

import argparse
import math
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from evals.judge import causes, lanes, noise, winners
from evals.judge.accuracy import compared
from evals.judge.honest import kernels
from evals.judge.report import Record
from evals.judge.wire import LineChild

from .support import ROOT

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
        self.assertIn("torch.randn(8192, 8192)", sources["matmul_bf16_8192"])


class Agreement(unittest.TestCase):
    def row(self, ours: float, *chained: float, host: float = 1.0) -> dict:
        return {"judge": {"candidate": {"medianUs": ours}}, "truth": [{"candidate": {"chainedUs": each, "hostUs": host}} for each in chained]}

    def test_a_time_agrees_within_three_percent_and_three_microseconds(self):
        for ours, chained, within in ((13.2, 10, True), (13.4, 10, False), (1032, 1000, True), (1034, 1000, False), (966, 1000, False)):
            self.assertEqual(compared(self.row(ours, chained), "candidate")["within"], within, (ours, chained))

    def test_calls_that_wait_for_the_host_are_told(self):
        for host, by_host in ((100.0, True), (10.0, False)):
            self.assertEqual(compared(self.row(100, 100, host=host), "candidate")["byHost"], by_host)

    def test_the_device_part_is_held_against_calls_whose_launches_are_queued(self):
        for part, queued, agrees in ((10.0, 12.0, True), (100.0, 107.0, False)):
            row = self.row(120, 118)
            row["judge"]["candidate"]["deviceUs"], row["truth"][0]["candidate"]["queuedUs"] = part, queued
            self.assertEqual(compared(row, "candidate")["part"], (part, queued, agrees))
        self.assertIsNone(compared(self.row(120, 118), "candidate")["part"])

    def test_a_kernel_without_a_verdict_or_a_plain_time_is_not_compared(self):
        self.assertIsNone(compared({"judge": {"candidate": None}, "truth": [{"candidate": {"chainedUs": 1.0}}]}, "candidate"))
        self.assertIsNone(compared({"judge": {"candidate": {"medianUs": 1.0}}, "truth": [{"error": "it crashed"}]}, "candidate"))

    def test_the_median_of_plain_processes_counts_and_their_own_agreement_is_told(self):
        found = compared(self.row(330, 253, 333, 341), "candidate")
        self.assertEqual((found["chained"], found["low"], found["high"], found["within"]), (333, 253, 341, True))
        self.assertEqual(found["plain"], (0, 3))
        self.assertEqual(compared(self.row(10, 10, 11, 12), "candidate")["plain"], (3, 3))


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
        self.assertGreater(min(found["eager"][f"{name}Us"] for name in ("paced", "pinned", "alternating", "host")), 0)


class Causes(unittest.TestCase):
    def test_a_cause_is_the_difference_of_two_ways_without_their_empty_calls(self):
        ways = {way: {"wall": 10.0 * at + 5, "empty": 5.0} for at, way in enumerate(causes._WAYS)}
        row = {"truth": {"chainedUs": 60.0}, "ways": ways}
        found = {cause: causes._cause(row, *pair) for cause, pair in causes._CAUSES.items()}
        self.assertEqual(found["the device switches processes inside the window"], -10)
        self.assertEqual(found["the rest, against the device's events"], 10)

    def test_two_processes_try_every_way_on_a_cpu(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "evals.judge.causes", "--target", "cpu", "--rounds", "1", "--json", f"{folder}/causes.json"]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        for way in causes._WAYS:
            self.assertIn(f"| {way} |", done.stdout)


class Noise(unittest.TestCase):
    def row(self, comparison: str, median: float) -> dict:
        return {"comparison": comparison, "speedup": {"low": 0.99 * median, "median": median, "high": 1.01 * median}, "candidate": {"medianUs": 1.0}, "baseline": {"medianUs": median}}

    def test_the_rates_are_pooled_over_sizes_and_openings(self):
        rows = {f"{size}-same-promotion-{at}-0": self.row("faster" if (size, at) == ("1ms", 3) else "same", 1.02 if at == 3 else 1.0) for size in ("1ms", "20us") for at in range(5)}
        text = "\n".join(noise._report(rows))
        self.assertIn("was faster in 1, slower in 0 of 10. 8 of 10 intervals hold 1.", text)

    def test_wandering_is_shown_beside_the_claimed_intervals(self):
        sd, apart, half, held, *_times = noise._wander([self.row("faster", 1.5), self.row("faster", 2.5)])
        self.assertIsNone(apart)
        self.assertAlmostEqual(sd, 100 * math.log(2.5 / 1.5) / math.sqrt(2))
        self.assertAlmostEqual(half, 50 * math.log(1.01 / 0.99))
        self.assertEqual(held, "0 of 2")

    def test_pairs_of_fresh_processes_show_how_processes_differ(self):
        rows = [{"pairs": [{"speedup": math.exp(sign * 0.01)} for sign in (-1, 0, 1)]}, {"pairs": [{"speedup": 2.0}, {"speedup": 2.0}]}, {}]
        self.assertAlmostEqual(noise._pairs_apart(rows), 100 * math.sqrt(0.01**2 / 2))

    def test_each_opening_has_a_task_of_its_own_name_and_skips_what_was_judged(self):
        asked = argparse.Namespace(target="cpu", tier="promotion", repeats=1, slow=1)
        with tempfile.TemporaryDirectory() as folder:
            record = Record(Path(folder, "noise.json"))
            record.keep("1ms-same-promotion-0-0", {})
            first, second = noise._opening("1ms", 0, asked, record), noise._opening("1ms", 1, asked, record)
        self.assertEqual([job["id"] for job in first], ["1ms-slow-promotion-0-0"])
        self.assertEqual([job["id"] for job in second], ["1ms-same-promotion-1-0"])
        self.assertNotEqual(first[0]["task"]["name"], second[0]["task"]["name"])
        self.assertEqual(first[0]["task"]["source"], second[0]["task"]["source"])


class Winners(unittest.TestCase):
    def test_the_fastest_attempt_of_each_recorded_search_is_taken(self):
        found = winners.recorded(1)
        self.assertEqual([(each.name, each.speedup) for each in found][-1], ("depthwise_conv2d/r2b3", 3.84))
        self.assertTrue(all({"kernel.cu", "model_new.py"} == set(each.files) for each in found))

    def test_a_kept_run_gives_its_promoted_attempts_and_its_task(self):
        found = winners.promoted(ROOT / "docs" / "results" / "runs" / "row_softmax-cpu.tar.gz")
        self.assertEqual([each.name.split("/")[1] for each in found], ["r1b2", "r1b3", "r1b1"])
        self.assertIn("class Model", found[0].task["source"])
        self.assertEqual((found[0].job()["tier"], found[0].candidate["language"], round(found[0].speedup, 2)), ("promotion", "cpp", 5.33))

    def test_a_folder_without_a_run_is_refused(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(SystemExit, "holds no events.jsonl"):
            winners.promoted(Path(folder))


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
