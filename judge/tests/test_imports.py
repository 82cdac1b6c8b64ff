"""The judge obeys its import rules, and the check finds each planted violation."""

import re
import unittest

from judge.tests.imports import judge_sources, violations

# module, a line in it, a part of the complaint
_PLANTED = [
    ("judge.runner.worker", "from judge.oracle.service import Oracle", "runner imports runner and wire alone"),
    ("judge.runner.worker", "from judge.protocol import errors", "runner imports runner and wire alone"),
    ("judge.runner.worker", "import numpy", "standard library and torch alone"),
    ("judge.oracle.checks", "from judge.runner import trace", "nobody imports the untrusted runner"),
    ("judge.sandbox.workdir", "from judge.runner.worker import Runner", "nobody imports the untrusted runner"),
    ("judge.wire.packets", "from judge.protocol import limits", "wire imports wire alone"),
    ("judge.wire.packets", "import torch", "inside functions"),
    ("judge.protocol.jobs", "import torch", "protocol never imports torch"),
    ("judge.protocol.jobs", "from judge.wire import packets", "protocol imports protocol alone"),
    ("judge.server.judge", "import torch", "server never imports torch"),
    ("judge.server.judge", "def f():\n    import torch", "server never imports torch"),
    ("judge.server.judge", "from judge.oracle.numerics import tensors", "server must not import oracle"),
    ("judge.sandbox.launch", "from judge import oracle", "sandbox must not import oracle"),
    ("judge.build.compiler", "from triton import language", "build never imports triton"),
    ("judge.build.compiler", "from judge.profile import ncu", "build must not import profile"),
    ("judge.oracle.service", "from judge.server.judge import Judge", "oracle must not import server"),
    ("judge.oracle.runner_link.claims", "from judge.build.demangle import demangled", "oracle must not import build"),
    ("judge.oracle.numerics.tensors", "from judge.oracle.task.reference import Reference", "lowest folder"),
    ("judge.oracle.numerics.tensors", "from ..task import reference", "lowest folder"),
    ("judge.oracle.timing.measure", "from judge.wire.packets import Channel", "through oracle.runner_link alone"),
    ("judge.device.topology", "from judge.tests import support", "only tests import tests"),
]
_ALLOWED = [
    ("judge.wire.tensor_layout", "def f():\n    import torch"),
    ("judge.runner.worker", "import torch\nfrom judge.wire import packets"),
    ("judge.oracle.runner_link.rpc", "from judge.wire.packets import Channel"),
    ("judge.server.judge", "from judge.sandbox import launch"),
    ("judge.scan.worker", "import torch\nfrom judge.oracle.service import Oracle"),
]


class Imports(unittest.TestCase):
    def test_the_judge_keeps_its_rules(self):
        sources = judge_sources()
        self.assertGreater(len(sources), 80)
        self.assertEqual(violations(sources), [])

    def test_each_planted_violation_is_found(self):
        for module, source, complaint in _PLANTED:
            with self.subTest(module=module, source=source):
                [found] = violations({module: source})
                self.assertIn(complaint, found)

    def test_imports_that_the_rules_allow_pass(self):
        self.assertEqual([violations({module: source}) for module, source in _ALLOWED], [[]] * len(_ALLOWED))

    def test_each_native_library_and_each_shared_fact_has_one_home(self):
        homes = {
            r"CDLL\(None": "judge.sandbox.libc",
            r'CDLL\("libcuda\.so': "judge.wire.cuda_driver",
            r"libnvidia-ml": "judge.device.nvml",
            r"thread_siblings_list": "judge.device.topology",
            r"L2_cache_size\", 64": "judge.device.memory",
            r"-ffast-math": "judge.build.gxx",
            r"\.SOCK_SEQPACKET": "judge.wire.packets",
            r"PACKET_BYTES = ": "judge.wire.packets",
        }
        scripts = ("judge.sandbox.probe",)  # holds the text of a program that another process runs
        for pattern, home in homes.items():
            with self.subTest(pattern=pattern):
                self.assertEqual([module for module, source in judge_sources().items() if re.search(pattern, source) and module not in scripts], [home])


if __name__ == "__main__":
    unittest.main()
