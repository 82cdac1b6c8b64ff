"""The capture of a module's calls: tasks that draw such inputs, and one clear error for what cannot be captured."""

import json
import os
import subprocess
import tempfile
import textwrap
import unittest
from pathlib import Path

import torch

from judge.capture.problem import Problem
from judge.capture.standalone import Source, global_names
from judge.capture.tensor_values import TensorRecord
from judge.oracle.task import task_file
from judge.oracle.task.names import of_arguments
from judge.oracle.task.reference import Reference
from judge.tests.support import PYTHON, ROOT

_HELPER = """
    import math
    from dataclasses import dataclass

    import torch
    import torch.nn.functional as F
    from torch import nn

    SCALE = math.sqrt(2)
    ACTS = {"gelu": F.gelu, "relu": F.relu}

    @dataclass
    class Config:
        hidden: int = 16
        act: str = "gelu"

    def gate(x, n: "Unknown"):
        return x * n * SCALE

    class Base(nn.Module):
        pass

    class Block(Base):
        def __init__(self, config, norm=nn.LayerNorm, *, eps=1e-5):
            super().__init__()
            self.norm = norm(config.hidden, eps=eps)
            self.lin = nn.Linear(config.hidden, config.hidden)
            self.act = ACTS[config.act]
            self.register_buffer("offset", torch.arange(config.hidden).float())
            self.drop = nn.Dropout(0.1)
            self.lift = getattr(config, "lift", 0.0)

        def forward(self, x, mask=None, ids=None, bias=None, *, scale=1.0):
            y = gate(self.drop(self.act(self.lin(self.norm(x))) + self.offset), 3) + self.lift
            if mask is not None:
                y = y.masked_fill(~mask[..., None], 0)
            y = y + ids[..., None]
            return {"y": y * scale, "s": y.sum(-1)}, None
"""
_CALLS = """
    import sys
    import torch
    from helper import Block, Config

    x = "a global that forward does not use"
    config = Config(hidden=16)
    config.lift = 0.25  # an attribute that the constructor does not set
    model = torch.nn.ModuleList(Block(config, eps=1e-6) for _ in range(2)).eval()
    for turn in range(int(sys.argv[1])):
        rows = 8 if turn % 3 else 4
        for block in model:
            block(torch.randn(5, rows, 16).transpose(0, 1), ids=torch.randint(2, 9, (rows, 5)), mask=torch.rand(rows, 5) < 0.7, scale=0.5)
    print("done")
"""


def capture(script: str, module: str, *args: str, helper: str = _HELPER, options: "tuple[str, ...]" = ()) -> dict:
    """Runs the capture of a script in a folder of its own. Returns its result."""
    found = captured_together(script, [module], *args, helper=helper, options=options)
    return found[0] if isinstance(found, list) else found


def captured_together(script: str, modules: "list[str]", *args: str, helper: str = _HELPER, options: "tuple[str, ...]" = ()) -> "list[dict] | dict":
    """The results of a capture of several modules: one for each, or the problem of the script."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "script.py").write_text(textwrap.dedent(script))
        Path(folder, "helper.py").write_text(textwrap.dedent(helper))
        program = str(ROOT / "judge" / "capture" / "__main__.py")
        named = [word for module in modules for word in ("--module", module)]
        command = [PYTHON, program, *named, "--result", "result.json", *options, "script.py", *args]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return json.loads(Path(folder, "result.json").read_text())


def drawn(*tensors: torch.Tensor) -> "tuple[torch.Tensor, str]":
    """A tensor drawn like the recorded ones, and its expression."""
    record = TensorRecord(tensors[0])
    for tensor in tensors:
        record.add(tensor)
    expression = record.expression()
    return eval(expression, {"torch": torch}), expression  # noqa: S307


class DrawnInputs(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)

    def test_a_draw_has_the_recorded_shape_dtype_and_strides(self):
        base = torch.randn(6, 8, 4)
        for tensor in (base, base.transpose(0, 1), base[:, ::2], base.half(), base[:1].expand(6, 8, 4), torch.empty(0, 3), torch.tensor(2.5)):
            made, expression = drawn(tensor)
            self.assertEqual((made.shape, made.dtype, made.stride()), (tensor.shape, tensor.dtype, tensor.stride()), expression)

    def test_floats_keep_mean_deviation_domain_zeros_and_infinities(self):
        rand = torch.rand(4000)
        for name, tensor in {"normal": torch.randn(4000) * 3 + 1, "uniform": rand * 2 + 5, "relu": torch.randn(4000).relu(), "positive": rand.log().neg() + 1e-3}.items():
            made, expression = drawn(tensor)
            self.assertLess(abs(float(made.mean() - tensor.mean())), 0.15 * float(tensor.std()), f"{name}: {expression}")
            self.assertLess(abs(float(made.std() / tensor.std()) - 1), 0.15, f"{name}: {expression}")
            self.assertLess(abs(float((made == 0).float().mean() - (tensor == 0).float().mean())), 0.05, f"{name}: {expression}")
            if name in ("uniform", "positive"):
                self.assertGreaterEqual(float(made.min()), 0.999 * float(tensor.min()), expression)
        causal = torch.zeros(1, 7, 7).masked_fill(torch.ones(7, 7).tril() == 0, -torch.inf)
        self.assertTrue(torch.equal(drawn(causal)[0], causal))

    def test_masks_keep_their_share_or_their_structure(self):
        made, _expression = drawn(torch.rand(100, 100) < 0.3)
        self.assertLess(abs(float(made.float().mean()) - 0.3), 0.03)
        for side in ("tril", "triu"):
            causal = getattr(torch.ones(9, 12, dtype=torch.bool), side)(2)
            self.assertTrue(torch.equal(drawn(causal)[0], causal))
        made, expression = drawn(torch.arange(10) < torch.tensor([[3], [7]]), torch.arange(10) < torch.tensor([[9], [2]]))
        self.assertTrue(torch.equal(made, made.sort(-1, descending=True)[0]) and 2 <= int(made.sum(-1).min()) and int(made.sum(-1).max()) <= 9, expression)

    def test_integers_keep_their_range_or_their_structure(self):
        made, expression = drawn(torch.randint(5, 9, (500,), dtype=torch.int32), torch.randint(2, 4, (500,), dtype=torch.int32))
        self.assertEqual((int(made.min()), int(made.max()), made.dtype), (2, 8, torch.int32), expression)
        counting = torch.arange(3, 11).expand(4, 8).contiguous()
        self.assertTrue(torch.equal(drawn(counting)[0], counting))
        made, _expression = drawn(torch.tensor([0, 5, 9, 30]))
        self.assertEqual((int(made[0]), int(made[-1]), bool((made.diff() >= 0).all())), (0, 30, True))
        made, _expression = drawn(torch.randperm(50))
        self.assertTrue(torch.equal(made.sort()[0], torch.arange(50)))

    def test_the_expression_holds_no_recorded_tensor(self):
        self.assertLess(len(drawn(torch.randn(1000))[1]), 100)


class Sources(unittest.TestCase):
    def test_global_names_are_those_that_no_scope_binds_and_no_annotation_uses(self):
        text = "class A(Base):\n    size = SIZE\n    def f(self, x: Hidden, y=DEFAULT) -> Other:\n        x = g(x)\n        z = [i + OFFSET for i in x]\n        return z, self.size, size\n"
        self.assertEqual(global_names(text), ["Base", "DEFAULT", "OFFSET", "SIZE", "g", "size"])


    def test_two_things_with_one_name_are_refused(self):
        source = Source(lambda _value: None)
        source.name_of(torch.nn.Linear)
        with self.assertRaisesRegex(Problem, "two different things are called Linear"):
            source.name_of(type("Linear", (), {"__module__": "collections"}))


class CapturedTasks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = capture(_CALLS, "helper.Block", "6")

    def test_the_facts_count_calls_objects_and_workloads(self):
        facts = self.result["facts"]
        self.assertEqual((facts["class"], facts["calls"], facts["instances"], facts["workloads"]), ("helper.Block", 12, 2, 2))

    def test_the_judge_opens_the_task_with_its_keywords_masks_integers_and_dict_outputs(self):
        reference = Reference("captured", self.result["task"], "cpu", "fp32")
        self.assertEqual(reference.input_specs, [[[8, 5, 16], "float32"], [[8, 5], "bool"], [[8, 5], "int64"]])
        self.assertEqual(of_arguments(reference), ["x", "mask", "ids", "scale"])
        self.assertEqual([list(reference.draw(1)[0].stride()), len(reference.output_specs)], [[16, 128, 1], 2])
        self.assertFalse(reference.trains)
        self.assertEqual(int(reference.draw(2)[2].min()), 2)

    def test_workloads_carry_their_share_of_the_calls(self):
        rows = task_file.load("captured", self.result["task"]).get_workloads()
        self.assertEqual([round(row["weight"], 3) for row in rows], [0.667, 0.333])
        self.assertEqual([list(row["inputs"]()[0].shape) for row in rows], [[8, 5, 16], [4, 5, 16]])
        self.assertEqual([(row.name, row.weight) for row in Reference("captured", self.result["task"], "cpu", "fp32").rows], [(row["name"], row["weight"]) for row in rows])

    def test_workloads_of_the_same_shapes_have_different_names(self):
        script = """
            import torch
            class Double(torch.nn.Module):
                def forward(self, x):
                    return x * 2
            double = Double()
            for x in (torch.randn(3, 4), torch.randint(0, 9, (3, 4)), torch.randn(3, 4)):
                double(x)
        """
        rows = Reference("captured", capture(script, "Double")["task"], "cpu", "fp32").rows
        self.assertEqual([row.name for row in rows], ["3x4 (1)", "3x4 (2)"])

    def test_a_module_object_of_the_script_and_an_early_end_are_captured(self):
        found = capture(_CALLS, "model.1", "1000000", options=("--calls", "5"))
        self.assertEqual((found["facts"]["calls"], found["facts"]["instances"]), (5, 1))

    def test_an_interrupted_script_leaves_no_traceback(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "script.py").write_text("import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\nsignal.raise_signal(signal.SIGINT)\n")
            command = [PYTHON, str(ROOT / "judge" / "capture" / "__main__.py"), "--module", "model", "--result", "result.json", "script.py"]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
            self.assertEqual((done.returncode, os.listdir(folder)), (130, ["script.py"]))
            self.assertNotIn("Traceback", done.stderr)

    def test_modules_are_captured_from_one_run_of_the_script(self):
        script = """
            import pathlib, torch
            runs = pathlib.Path("runs")
            runs.write_text(runs.read_text() + "again" if runs.exists() else "once")
            model = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.Tanh())
            model(torch.randn(2, 4))
            if runs.read_text() != "once": raise ValueError("a second run")
        """
        linear, lost, tanh = captured_together(script, ["model.0", "model.7", "model.1"])
        self.assertEqual((linear["facts"]["class"].split(".")[-1], tanh["facts"]["class"].split(".")[-1]), ("Linear", "Tanh"))
        self.assertRegex(lost["problem"]["reason"], "never calls a module model.7")

    def test_the_proof_of_a_module_is_no_call_of_another_one(self):
        script = """
            import torch
            class Block(torch.nn.Module):
                def __init__(self):
                    super().__init__()
                    self.first = torch.nn.Linear(4, 4)
                def forward(self, x):
                    return self.first(x)
            class Net(torch.nn.Module):
                def __init__(self):
                    super().__init__()
                    self.block, self.first = Block(), torch.nn.Linear(4, 3)
                def forward(self, x):
                    return self.first(self.block(x))
            def main():
                Net()(torch.randn(2, 4))
            main()
        """
        block, first = captured_together(script, ["block", "first"])
        self.assertEqual([found["facts"]["calls"] for found in (block, first)], [1, 1])
        self.assertEqual(first["facts"]["otherKinds"], 0)

    def test_stored_tensors_are_those_of_the_first_calls(self):
        with tempfile.TemporaryDirectory() as folder:
            data = str(Path(folder, "task.pt"))
            capture(_CALLS, "helper.Block", "3", options=("--data", data))
            kept = torch.load(data)
        self.assertEqual([list(one["arguments"][0].shape) for one in kept["workloads"]], [[8, 5, 16], [4, 5, 16]])
        self.assertEqual(len(kept["state"]), 5)

    def test_a_class_named_Model_with_keywords_keeps_its_supers(self):
        script = """
            import torch
            class Model(torch.nn.Module):
                def __init__(self, width, *, times):
                    super(Model, self).__init__()
                    self.weight, self.times = torch.nn.Parameter(torch.randn(width)), times
                def forward(self, x, *, shift):
                    return x * self.weight * self.times + shift
            model = Model(4, times=2)
            model(torch.randn(3, 4), shift=torch.randn(4))
        """
        found = capture(script, "Model")
        self.assertIn("class Model(CapturedModel)", found["task"])

    _RANDOM = """
        import random
        import torch
        class Dropped(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = torch.nn.Parameter(torch.ones(64))
                self.drop = torch.nn.Dropout(0.5)
            def forward(self, x):
                return self.drop(x * self.weight) * random.random()
        model = Dropped().to(DEVICE).train()
        for _ in range(3):
            model(torch.randn(32, 64, device=DEVICE))
    """

    def test_a_module_that_draws_random_numbers_is_rebuilt_with_the_same_ones(self):
        found = capture(self._RANDOM.replace("DEVICE", "'cpu'"), "Dropped")
        self.assertIn("class Dropped", found.get("task", str(found)))

    @unittest.skipUnless(torch.cuda.is_available(), "no GPU")
    def test_dropout_on_a_gpu_draws_from_the_generator_of_the_gpu(self):
        found = capture(self._RANDOM.replace("DEVICE", "'cuda'"), "Dropped")
        self.assertIn("class Dropped", found.get("task", str(found)))


class Refusals(unittest.TestCase):
    _MODULE = """
        import torch
        class Scale(torch.nn.Module):
            def __init__(self, by=1.0, lock=None):
                super().__init__()
                self.by = by
            def forward(self, x, cache=None):
                return x * self.by
    """

    def problem(self, rest: str, module: str = "Scale", *args: str) -> str:
        script = textwrap.dedent(self._MODULE) + textwrap.dedent(rest)
        found = capture(script, module, *args)
        self.assertIn("problem", found)
        return f"{found['problem']['reason']} -> {found['problem']['remedy']}"

    def test_a_script_that_raises_is_named_with_its_line(self):
        self.assertRegex(self.problem("\nraise ValueError('no data')\n"), r"script.py raised ValueError: no data \(line \d+\) -> run it alone")

    def test_a_script_that_needs_arguments_says_where_they_go(self):
        self.assertRegex(self.problem("import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('size')\nparser.parse_args()\n"), "exit code 2 -> .* -- ARGS")

    def test_a_module_that_is_never_called_is_answered_with_those_that_are(self):
        self.assertRegex(self.problem("torch.nn.Linear(2, 2)(torch.randn(1, 2))\n"), "never calls a module Scale -> .*torch.nn.modules.linear.Linear")

    def test_an_init_argument_that_cannot_be_written_is_named(self):
        self.assertRegex(self.problem("import threading\nScale(2.0, threading.Lock())(torch.randn(3))\n"), "rebuilt from its init arguments: init argument lock is a _thread.lock")

    def test_a_module_that_was_changed_after_its_construction_is_refused(self):
        self.assertRegex(self.problem("scale = Scale(2.0)\nscale.by = 3.0\nscale(torch.randn(3))\n"), "another output than in the script .* changed after its construction")

    def test_an_argument_that_a_task_cannot_pass_is_named(self):
        self.assertRegex(self.problem("Scale()(torch.randn(3), cache=object())\n"), "every call of Scale gets a builtins.object")

    def test_a_class_inside_a_function_is_refused(self):
        rest = "def main():\n    class Inner(torch.nn.Module):\n        def forward(self, x):\n            return x\n    Inner()(torch.randn(2))\nmain()\n"
        self.assertRegex(self.problem(rest, "main.<locals>.Inner"), "defined inside a function")


if __name__ == "__main__":
    unittest.main()
