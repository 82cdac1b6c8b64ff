"""A script's model: the ranking of its modules by time, and its measurement with kernels in another process than the clock."""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import textwrap
import unittest
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import torch

from judge.capture.settings import fingerprint
from judge.tests.support import PYTHON, ROOT
from judge.whole import __main__ as whole, timed
from judge.whole.arms import ArmProcess
from judge.whole.compared import compared, farthest, parity
from judge.whole.timed_inputs import SpotChecks, drawn, rotated

_MODEL = """
    import sys
    import torch
    from torch import nn

    class Shift(nn.Module):
        def __init__(self, by):
            super().__init__()
            self.by = by

        def forward(self, x):
            return x + self.by

    class Mlp(nn.Module):
        def __init__(self, width):
            super().__init__()
            self.layers = nn.ModuleList([nn.Linear(width, 4 * width), nn.Linear(4 * width, width)])

        def forward(self, x, *, scale=1.0):
            for layer in self.layers:
                x = layer(x).relu()
            return x * scale

    class Block(nn.Module):
        def __init__(self, by):
            super().__init__()
            self.shift, self.mlp = Shift(by), Mlp(64)

        def forward(self, x):
            return x + self.mlp(self.shift(x), scale=0.5)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.blocks = nn.ModuleList([Block(0.5), Block(0.5), Block(2.0)])

        def forward(self, x):
            for block in self.blocks:
                x = block(x)
            return x
"""
_CALLED_ONCE = """
    net = Net().eval()
    with torch.no_grad():
        net(torch.randn(32, 64))
"""


def written(folder: str, calls: str) -> None:
    Path(folder, "script.py").write_text(textwrap.dedent(_MODEL) + textwrap.dedent(calls))


def ranked(calls: str) -> dict:
    """The ranking of a script that defines the model and makes these calls."""
    with tempfile.TemporaryDirectory() as folder:
        written(folder, calls)
        command = [PYTHON, str(ROOT / "judge" / "capture" / "rank.py"), "--result", "result.json", "script.py"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return json.loads(Path(folder, "result.json").read_text())


class Ranking(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = ranked(_CALLED_ONCE)["model"]
        cls.rows = {row["path"]: row for row in cls.model["modules"]}

    def test_a_module_is_named_as_capture_takes_it(self):
        self.assertEqual((self.rows[""]["name"], self.rows["blocks.0.mlp"]["name"]), ("net", "net.blocks.0.mlp"))
        self.assertEqual(self.rows["blocks.1.shift"]["class"], "__main__.Shift")

    def test_the_only_call_is_repeated_and_its_first_time_left_out(self):
        self.assertEqual((self.model["calls"], self.model["call"]), (1, 0))
        self.assertEqual({row["calls"] for row in self.rows.values()}, {3})

    def test_modules_share_a_fingerprint_if_their_settings_are_equal(self):
        groups = [self.rows[f"blocks.{at}.shift"]["settings"] for at in range(3)]
        self.assertEqual((groups[0] == groups[1], groups[0] == groups[2]), (True, False))
        self.assertEqual(len({self.rows[f"blocks.{at}.mlp"]["settings"] for at in range(3)}), 1)
        self.assertNotEqual(self.rows["blocks.0.mlp.layers.0"]["settings"], self.rows["blocks.0.mlp.layers.1"]["settings"])

    def test_a_list_of_modules_adds_no_height_and_is_no_row(self):
        self.assertEqual([self.rows[path]["height"] for path in ("blocks.0.shift", "blocks.0.mlp", "blocks.0", "")], [0, 1, 2, 3])
        self.assertNotIn("blocks", self.rows)

    def test_own_times_add_up_to_the_model_and_no_part_exceeds_the_whole(self):
        self.assertAlmostEqual(sum(row["ownSeconds"] for row in self.rows.values()), self.model["seconds"], delta=0.01 * self.model["seconds"])
        for path, row in self.rows.items():
            parts = [other["seconds"] for name, other in self.rows.items() if name != path and name.startswith(f"{path}.")]
            self.assertLessEqual(max(parts, default=0.0), row["seconds"])

    def test_the_call_to_measure_is_the_first_of_the_most_frequent_kind(self):
        model = ranked("""
            net = Net()
            loss = nn.MSELoss()
            for rows in (8, 16, 16):
                x = torch.randn(rows, 64)
                loss(net(x), x).backward()
        """)["model"]
        self.assertEqual((model["class"], model["calls"], model["call"], model["gradients"], model["trains"]), ("__main__.Net", 3, 1, True, True))
        self.assertGreater(model["otherSeconds"], 0)

    def test_gradients_by_autograd_grad_are_training_too(self):
        model = ranked("""
            net = Net()
            torch.autograd.grad(net(torch.randn(8, 64)).sum(), list(net.parameters()))
        """)["model"]
        self.assertEqual((model["gradients"], model["trains"]), (True, True))

    def test_autograd_without_a_backward_pass_is_told_apart_from_training(self):
        model = ranked("Net()(torch.randn(8, 64))")["model"]
        self.assertEqual((model["gradients"], model["trains"]), (True, False))

    def test_a_script_that_fails_or_calls_nothing_gives_one_reason(self):
        wrong_inputs = ("Net()(torch.randn(3, 5))", r"script\.py raised RuntimeError: .*\(line 21\)")
        for calls, reason in (wrong_inputs, ("print(1)", "the script calls no module"), ("sys.exit(3)", "ended with exit code 3")):
            with self.subTest(calls=calls):
                self.assertRegex(ranked(calls)["problem"]["reason"], reason)


class Fingerprints(unittest.TestCase):
    def test_attributes_nested_settings_shapes_and_parts_count_and_values_and_modes_do_not(self):
        class Config:
            def __init__(self, heads):
                self.heads = heads

        class Part(torch.nn.Module):
            def __init__(self, heads=2, width=4, inside=None):
                super().__init__()
                self.config, self.weight, self.inside = Config(heads), torch.nn.Parameter(torch.randn(width)), inside

        first = fingerprint(Part())
        self.assertEqual((fingerprint(Part()), fingerprint(Part().eval())), (first, first))
        others = [Part(heads=4), Part(width=8), Part(inside=torch.nn.Dropout(0.1)), Part(inside=torch.nn.Dropout(0.2)), Part().half()]
        self.assertEqual(len({first, *map(fingerprint, others)}), 6)


_KERNEL = """
import torch

class ModelNew(torch.nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by = by

    def forward(self, x):
        return torch.add(x, self.by + OFF)
"""
_RIGHT = _KERNEL.replace("OFF", "0.0")

_KEEPS = """
import torch

_kept = {}

class ModelNew(torch.nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by, self.calls = by, 0

    def forward(self, x):
        self.calls += 1
        if self.calls < 8:
            return x + self.by
        if x.data_ptr() not in _kept:
            _kept[x.data_ptr()] = x + self.by
        return _kept[x.data_ptr()]
"""


def packaged(folder: str, kernel: str, calls: str) -> Path:
    """Writes the script, and a package with a kernel for two of its modules."""
    written(folder, calls)
    package = Path(folder, "script_kernels")
    package.mkdir()
    space: dict = {"__name__": "script"}
    exec(textwrap.dedent(_MODEL), space)
    table = [
        {
            "kernel": "shift_kernel",
            "task": "shift_task",
            "paths": ["blocks.0.shift", "blocks.1.shift"],
            "fingerprints": [fingerprint(space["Shift"](0.5))],
            "arguments": ["x"],
            "proven": [{"kernel": "shift_kernel", "device": "cpu", "inputs": [[[32, 64], "float32"]], "values": ["torch.Tensor"]}],
        }
    ]
    templates = ROOT / "src" / "tools" / "export"
    text = (templates / "apply.py.txt").read_text().replace("#MODULES", f"_MODULES = {table!r}")
    (package / "__init__.py").write_text(text.replace("#DISPATCH", (templates / "dispatch.py.txt").read_text()))
    shutil.copy(ROOT / "judge" / "capture" / "settings.py", package)
    (package / "shift_task.py").write_text("def get_init_inputs():\n    return [0.5]\n")
    (package / "shift_kernel.py").write_text(kernel)
    return package


def measured(kernel: str = _RIGHT, calls: str = _CALLED_ONCE) -> dict:
    """The model measured with a kernel for two of its modules."""
    with tempfile.TemporaryDirectory() as folder:
        package = packaged(folder, kernel, calls)
        command = [PYTHON, str(ROOT / "judge" / "whole" / "__main__.py"), "--result", "result.json", "--order", "0", "--call", "0"]
        done = subprocess.run([*command, "--package", str(package), "script.py"], cwd=folder, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
        return json.loads(Path(folder, "result.json").read_text())


def measured_briefly(kernel: str = _RIGHT, calls: str = _CALLED_ONCE) -> dict:
    """As `measured`, for tests that look at no time: one turn of each round, and torch.compile leaves the model as it is. Saves 15 s."""
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.object(timed, "_MOST_TURNS", 1),
        mock.patch.dict(os.environ, {"TORCHDYNAMO_DISABLE": "1"}),
    ):
        package = packaged(folder, kernel, calls)
        return whole.measured(argparse.Namespace(order=0, call=0, package=str(package), script=str(Path(folder, "script.py")), args=[]))


class Asked(ArmProcess):
    """A process of the model that keeps what it was asked."""

    def ask(self, name, *given):
        self.__dict__.setdefault("asked", []).append((name, *given))
        return super().ask(name, *given)


@contextlib.contextmanager
def begun(kernel: str = _RIGHT, calls: str = _CALLED_ONCE) -> "Iterator[tuple[list[Asked], str]]":
    """Two processes at their call, one of the model as it is and one with the kernel. They exchange tensors in the folder."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        about = ["--order", "0", "--call", "0", "--package", str(packaged(folder, kernel, calls))]
        processes = []
        for arm in ("original", "ours"):
            processes.append(Asked(arm, about, str(Path(folder, "script.py")), [], str(Path(folder, "call.pt"))))
            stack.callback(processes[-1].end)
            processes[-1].start()
        yield processes, folder


def compared_outputs(kernel: str, calls: str = _CALLED_ONCE) -> "list[dict]":
    """The rows of the table of outputs, one timed call included, without the times."""
    with begun(kernel, calls) as (processes, folder):
        files = drawn(processes[0], folder)
        rows = parity(*processes, folder, files[0])
        checks = SpotChecks(*processes, folder, rotated(processes, files))
        processes[1].ask("fill", 0)
        processes[1].ask("run", 0, 1)
        checks.check(0, 0)
        return [*rows, *checks.rows()]


class Measurement(unittest.TestCase):
    def test_ratios_outputs_and_counts_of_a_right_kernel(self):
        found = measured()["measured"]
        self.assertEqual((found["device"], found["gradients"], found["training"]), ("cpu", False, False))
        self.assertLess(found["ratios"]["original/ours"]["low"], found["ratios"]["original/ours"]["high"])
        self.assertEqual(set(found["times"]), {"original", "ours"} | ({"compile"} if not found["compileNote"] else set()))
        self.assertEqual([row["problem"] for row in found["parity"]], ["", "", ""])
        self.assertEqual([row["inputs"] for row in found["parity"]], ["the script's inputs", "its inputs, shuffled", "4 timed calls"])
        self.assertLess(found["parity"][0]["originalExact"], 1e-5)
        self.assertEqual([(row["path"], row["kernel"] > 0, row["original"]) for row in found["answered"]], [("blocks.0.shift", True, 0), ("blocks.1.shift", True, 0)])

    def test_only_the_process_without_kernels_gets_the_seed_of_shuffled_inputs(self):
        with begun() as (processes, folder):
            files = drawn(processes[0], folder)
            rows = parity(*processes, folder, files[0])
            self.assertEqual(rotated(processes, files), files)
            numbers = [[each for question in process.asked for each in question if type(each) is int and each > len(files)] for process in processes]
        self.assertEqual([row["problem"] for row in rows], ["", ""])
        self.assertEqual([len(each) for each in numbers], [len(files), 0])

    def test_a_wrong_kernel_is_told(self):
        self.assertEqual([row["problem"] for row in compared_outputs(_KERNEL.replace("OFF", "0.1"))], ["the outputs differ"] * 3)

    def test_a_kernel_that_keeps_results_by_the_address_of_their_input_is_told(self):
        found = measured_briefly(_KEEPS)
        self.assertEqual([row["problem"] for row in found["parity"]], ["", "", "the outputs differ"])

    def test_timed_outputs_of_a_random_model_are_not_compared(self):
        calls = "net = nn.Sequential(nn.Dropout(0.5), Net())\nwith torch.no_grad():\n    net(torch.randn(32, 64))"
        self.assertEqual([row["inputs"] for row in compared_outputs(_RIGHT, calls)], ["the script's inputs", "its inputs, shuffled"])

    def test_a_forward_kernel_leaves_calls_that_need_gradients_to_the_module(self):
        found = measured_briefly(calls="Net()(torch.randn(32, 64)).sum().backward()")
        self.assertTrue(found["gradients"])
        self.assertEqual([row["problem"] for row in found["parity"]], ["", "", ""])
        [first, second] = found["answered"]  # nothing before the first one has parameters
        self.assertEqual((first["kernel"] > 0, first["original"], second["kernel"], second["original"] > 0), (True, 0, 0, True))


class Comparison(unittest.TestCase):
    def test_outputs_of_other_shapes_or_dtypes_differ(self):
        right = [torch.ones(3)]
        self.assertEqual(compared([torch.ones(4)], right, None), "the outputs have other shapes")
        self.assertEqual(compared([torch.ones(3).half()], right, None), "the outputs have other dtypes")

    def test_nan_is_where_the_original_has_it_and_infinities_have_its_sign(self):
        for name, left, right in (
            ("a new NaN", [1.0, 1.0, torch.nan], [1.0, 1.0, 1.0]),
            ("an infinity for a NaN", [1.0, torch.inf], [1.0, torch.nan]),
            ("a NaN for an infinity", [1.0, torch.nan], [1.0, torch.inf]),
            ("the other sign", [1.0, -torch.inf], [1.0, torch.inf]),
        ):
            with self.subTest(name):
                self.assertEqual(compared([torch.tensor(left)], [torch.tensor(right)], None), "the outputs differ in NaN or infinity")
                self.assertEqual(farthest([torch.tensor(left)], [torch.tensor(right)]), (None, None))
        alike = torch.tensor([1.0, torch.nan, torch.inf, -torch.inf])
        self.assertEqual(compared([alike], [alike.clone()], None), "")

    def test_each_dtype_has_its_tolerance_and_other_dtypes_must_be_equal(self):
        for dtype, within, beyond in (
            (torch.float64, 1 + 0.9e-6, 1 + 1.1e-6),
            (torch.float32, 1.0009, 1.0011),
            (torch.bfloat16, 1.04, 1.07),
            (torch.float16, 1.04, 1.06),
            (torch.complex64, 1.0006, 1.0022),
            (torch.float8_e4m3fn, 1.0, 1.125),
            (torch.int64, 2**60, 2**60 + 1),
            (torch.bool, True, False),
        ):
            with self.subTest(dtype):
                original = torch.tensor([within if dtype in (torch.int64, torch.bool) else 1.0]).to(dtype)
                said = [compared([torch.tensor([value]).to(dtype)], [original], None) for value in (within, beyond)]
                self.assertEqual(said, ["", "the outputs differ"])

    def test_the_original_s_own_rounding_is_allowed_per_tensor_and_no_more(self):
        exact = [torch.zeros(2).double(), torch.ones(2).double()]
        theirs = [torch.tensor([0.0, 0.1]), torch.ones(2)]
        other_way = [torch.tensor([0.0, -0.1]), torch.ones(2)]
        self.assertEqual((compared(other_way, theirs, exact), compared(other_way, theirs, None)), ("", "the outputs differ"))
        self.assertEqual(compared([torch.tensor([0.0, -0.3]), torch.ones(2)], theirs, exact), "the outputs differ")
        self.assertEqual(compared([theirs[0], torch.ones(2) * 1.05], theirs, exact), "the outputs differ")  # the second tensor of the original is exact
        self.assertEqual(compared(other_way, theirs, [torch.tensor([0.0, torch.inf]).double(), exact[1]]), "the outputs differ")  # it says nothing of rounding

    def test_the_figures_are_those_of_the_relatively_farthest_tensor(self):
        self.assertEqual(farthest([torch.tensor([3.0]), torch.tensor([102.0])], [torch.tensor([2.0]), torch.tensor([100.0])]), (1.0, 2.0))


if __name__ == "__main__":
    unittest.main()
