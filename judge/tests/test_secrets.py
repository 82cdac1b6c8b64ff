"""Hostile candidates look for the task, the oracle and the network, and defer their work. All of them fail."""

import os
import unittest

from .support import RIGHT_HOWEVER_BUSY, ask_shared, evaluation, python_only, sweep

SNOOP = """
import glob, os, socket, sys
found = []
for name in ("task", "reference", "judge.oracle", "judge.server", "judge.protocol"):
    try:
        __import__(name); found.append("import " + name)
    except ImportError:
        pass
here = os.path.dirname(os.getcwd())
for folder, _, names in os.walk(here):
    found += [os.path.join(folder, n) for n in names if n in ("task.py", "reference.py")]
try:
    processes = [pid for pid in os.listdir("/proc") if pid.isdigit()]
except PermissionError:  # so it guesses
    processes = range(max(1, os.getppid() - 300), os.getppid() + 300)
for pid in processes:
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

DEFERRED = "finish()\ny = torch.empty_like(x)\nLater(y, x)\nreturn y"
# Its thread works at the hand-over or at the next call, never earlier, however busy the machine is.
LATER = """
import threading
class Later(threading.Thread):
    def __init__(self, y, x):
        super().__init__(); self.y, self.x = y, x
        done.clear(); self.start()
    def run(self):
        wanted.wait(); self.y.copy_(torch.softmax(self.x, dim=1)); done.set()
wanted, done = threading.Event(), threading.Event()
done.set()
def finish():
    wanted.set(); done.wait(); wanted.clear()
import sys
runner = sys.modules["__main__"]
give = runner.Runner.give
runner.Runner.give = lambda self, message: (finish(), give(self, message))[1]
"""
# Hands over slowly after the chains of the first measurement only. The warm-up calls of the second measurement end it.
SLOW_AT_FIRST = """
import sys, time
Runner, seen = sys.modules["__main__"].Runner, {"chains": "not yet"}
chain, call, give = Runner.chain, Runner.call, Runner.give
def chaining(self, message):
    seen["chains"] = "of the first measurement" if seen["chains"] == "not yet" and not message["empty"] else seen["chains"]
    return chain(self, message)
def calling(self, message):
    seen["chains"] = "measured" if seen["chains"] == "of the first measurement" else seen["chains"]
    return call(self, message)
def giving(self, message):
    time.sleep(0.05 * (seen["chains"] == "of the first measurement"))
    return give(self, message)
Runner.chain, Runner.call, Runner.give = chaining, calling, giving
"""


class Secrets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        snoop = python_only("if found: raise RuntimeError('found ' + ', '.join(found))\nreturn torch.softmax(x, dim=1)", SNOOP)
        deferred = python_only(DEFERRED, LATER)
        doubted = evaluation("doubted", python_only("return torch.softmax(x, dim=1)", SLOW_AT_FIRST))
        cls.replies = ask_shared([sweep(evaluation("snoop", snoop)), evaluation("deferred", deferred), doubted])

    def test_a_candidate_finds_neither_task_nor_oracle_nor_network(self):
        if os.geteuid() != 0:
            self.skipTest("a judge that is not root cannot give runners a user of their own")
        verdict = self.replies["snoop"]["verdict"]
        self.assertIn(verdict["status"], RIGHT_HOWEVER_BUSY, verdict)

    def test_work_hidden_in_the_hand_over_is_caught_even_when_the_runner_is_patched(self):
        verdict = self.replies["deferred"]["verdict"]
        self.assertEqual(verdict["status"], "timing_disagrees", verdict)
        self.assertIn("not ordered with the current stream", verdict["problem"])

    def test_a_suspicious_candidate_is_measured_again_and_its_verdict_says_so(self):
        verdict = self.replies["doubted"]["verdict"]
        self.assertIn(verdict["status"], ("ok", "timing_disagrees"))  # a busy machine may look as bad the second time
        self.assertTrue(verdict.get("timedTwice", verdict["status"] != "ok"), verdict)


if __name__ == "__main__":
    unittest.main()
