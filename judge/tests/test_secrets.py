"""What a hostile candidate can find or do: it looks for the task, the oracle and the network, and defers its work."""

import os
import unittest

from .support import ask, evaluation, python_only

SNOOP = """
import glob, os, socket, sys
found = []
for name in ("task", "reference", "judge"):
    try:
        __import__(name); found.append("import " + name)
    except ImportError:
        pass
here = os.path.dirname(os.getcwd())
for folder, _, names in os.walk(here):
    found += [os.path.join(folder, n) for n in names if n in ("task.py", "reference.py")]
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        line = open(f"/proc/{pid}/cmdline").read()
        if "judge" in line and int(pid) != os.getpid():
            open(f"/proc/{pid}/mem", "rb"); found.append("memory of " + line)
    except OSError:
        pass
try:
    os.listdir(here); found.append("list " + here)
except OSError:
    pass
try:
    socket.create_connection(("127.0.0.1", 1), 1)
except ConnectionRefusedError:
    found.append("the host's network")
except OSError:
    pass
found += ["variable " + name for name in os.environ if name.startswith(("KERNELWRIGHT", "SECRET"))]
"""

DEFERRED = "gate.wait()\ny = torch.empty_like(x)\nLater(y, x)\nreturn y"
LATER = """
import threading, time
class Later(threading.Thread):
    def __init__(self, y, x):
        super().__init__(); self.y, self.x = y, x
        gate.clear(); self.start()
    def run(self):
        self.y.copy_(torch.softmax(self.x, dim=1)); time.sleep(0.05); gate.set()
gate = threading.Event()
gate.set()
import sys
runner = sys.modules["__main__"]
give = runner.Runner.give
runner.Runner.give = lambda self, message: (gate.wait(), give(self, message))[1]
"""


class Secrets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        snoop = python_only("if found: raise RuntimeError('found ' + ', '.join(found))\nreturn torch.softmax(x, dim=1)", SNOOP)
        deferred = python_only(DEFERRED, LATER)
        cls.replies = ask([evaluation("snoop", snoop), evaluation("deferred", deferred)], SECRET_OF_TEST="1")

    def test_a_candidate_finds_neither_task_nor_oracle_nor_network(self):
        if os.geteuid() != 0:
            self.skipTest("a judge that is not root cannot give runners a user of their own")
        verdict = self.replies["snoop"]["verdict"]
        self.assertEqual(verdict["status"], "ok", verdict)

    def test_work_hidden_in_the_hand_over_is_caught_even_when_the_runner_is_patched(self):
        verdict = self.replies["deferred"]["verdict"]
        self.assertEqual(verdict["status"], "timing_disagrees", verdict)
        self.assertIn("not ordered with the current stream", verdict["problem"])


if __name__ == "__main__":
    unittest.main()
