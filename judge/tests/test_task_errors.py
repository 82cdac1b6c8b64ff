"""Messages about tasks that cannot be loaded and about missing headers. Also the count of memory that forks share."""

import os
import signal
import unittest

from judge.oracle.task import task_file
from judge.oracle.task.reference import Reference
from judge.protocol.diagnostics import first_errors
from judge.protocol.errors import Rejected
from judge.sandbox.watchdog import _proportional, _resident


class Messages(unittest.TestCase):
    def rejected(self, source: str) -> str:
        with self.assertRaises(Rejected) as caught:
            task_file.load("mine", source)
        return caught.exception.reason

    def test_an_import_error_has_its_type_and_line(self):
        self.assertEqual(self.rejected("import math\n\nraise RuntimeError('boom')\n"), "mine could not be imported: RuntimeError: boom (line 3 of the task file)")
        self.assertEqual(
            self.rejected("import math\nimport mypkg_not_there\n"),
            "mine could not be imported: ModuleNotFoundError: No module named 'mypkg_not_there' (line 2 of the task file)",
        )

    def test_a_task_that_imports_what_is_not_there_is_told_to_stand_alone(self):
        with self.assertRaises(Rejected) as caught:
            task_file.load("mine", "import mypkg_not_there\n")
        self.assertIn("a task stands alone", caught.exception.remedy)

    def test_inputs_of_another_shape_in_each_draw_are_named(self):
        source = "import torch\n\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return x * 2\n\n"
        source += "rows = iter(range(1, 99))\n\ndef get_inputs():\n    return [torch.rand(next(rows), 8)]\n"
        with self.assertRaises(Rejected) as caught:
            Reference("mine", source, "cpu", "fp32").draw()
        self.assertEqual(caught.exception.reason, "the inputs have another shape each time: [[1, 8]], then [[2, 8]]")
        self.assertIn("declare further ones with get_workloads", caught.exception.remedy)

    def test_outputs_whose_sizes_depend_on_values_are_named(self):
        source = "import torch\n\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return x[x > 0]\n\n"
        source += "counts = iter(range(1, 99))\n\ndef get_inputs():\n    return [(torch.arange(99) < next(counts)).float() - 0.5]\n"  # one more value above zero in each draw
        with self.assertRaises(Rejected) as caught:
            Reference("mine", source, "cpu", "fp32")
        self.assertRegex(caught.exception.reason, r"sizes of the outputs depend on the values of the inputs: \[\[\d+\]\], then")
        self.assertIn("number of valid elements", caught.exception.remedy)

    def test_state_between_calls_is_named_and_randomness_is_not_called_state(self):
        source = "import torch\n\nclass Model(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.register_buffer('calls', torch.zeros(()))\n"
        source += "    def forward(self, x):\n        self.calls += 1\n        return x * {}\n\ndef get_inputs():\n    return [torch.randn(8, 8)]\n"
        for factor, steady in (("self.calls", True), ("torch.rand(())", False)):
            with self.assertRaises(Rejected) as caught:
                Reference("mine", source.format(factor), "cpu", "fp32")
            self.assertEqual("depends on calls, which every call changes" in caught.exception.reason, steady)
            self.assertEqual("make calls an argument of Model.forward" in caught.exception.remedy, steady)

    def test_a_parameter_that_every_call_writes_is_named(self):
        source = "import torch\n\nclass Model(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.weight = torch.nn.Parameter(torch.ones(8))\n"
        source += "    @torch.no_grad()\n    def forward(self, x):\n        self.weight += x.mean(0)\n        return x * self.weight\n\ndef get_inputs():\n    return [torch.randn(8, 8)]\n"
        with self.assertRaises(Rejected) as caught:
            Reference("mine", source, "cpu", "fp32")
        self.assertIn("depends on weight, which every call changes", caught.exception.reason)

    def test_a_syntax_error_has_its_line(self):
        self.assertRegex(self.rejected("class Model:\n    pass\n\ndef f(:\n"), r"^mine could not be imported: SyntaxError: .*\(line 4 of the task file\)$")

    def test_missing_headers_name_their_package(self):
        said = "main.cpp:1:10: fatal error: torch/extension.h: No such file or directory\n    1 | #include <torch/extension.h>"
        self.assertIn("apt install libtorch-dev", first_errors(said))
        self.assertNotIn("apt install", first_errors("main.cpp:1:1: error: expected unqualified-id"))


class SharedMemory(unittest.TestCase):
    def test_pages_that_forks_share_count_once(self):
        held = bytearray(os.urandom(1 << 20)) * 64
        forks = [self.fork() for _ in range(4)]
        try:
            alone, together = sum(map(_resident, forks)), sum(map(_proportional, forks))
            self.assertGreater(alone, 4 * len(held))
            self.assertLess(together, alone / 3)  # four of the five processes share each page
        finally:
            for pid in forks:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)

    def fork(self) -> int:
        pid = os.fork()
        if pid == 0:
            signal.pause()
        return pid
