"""What a candidate can do before its turn: nothing, so that it cannot slow down what others are compared with."""

import contextlib
import os
import unittest

from judge.errors import Failure
from judge.lanes import Device
from judge.runner_process import RunnerProcess

from .support import python_only

TICKS = """
import threading, time
def tick():
    with open("ticks", "w") as file:
        while True:
            print("tick", file=file, flush=True)
            time.sleep(0.005)
threading.Thread(target=tick, daemon=True).start()
"""
JOB = {"target": "cpu", "precision": "fp32", "device": Device("cpu")}
HOST = {"threads": 1, "memoryBytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")}
LONGEST = 60.0


class Waiting(unittest.TestCase):
    @contextlib.contextmanager
    def started(self):
        files = {file["name"]: file["text"] for file in python_only("return x", TICKS)}
        runner = RunnerProcess("candidate", files, ("model_new", "ModelNew"), JOB, HOST)
        try:
            runner.ready(LONGEST)
            yield runner, lambda: len(runner.folder.read("ticks", 1 << 20))
        finally:
            runner.close()

    def test_one_that_is_told_to_stop_as_soon_as_it_is_started_opens_nothing_until_it_may_go_on(self):
        files = {file["name"]: file["text"] for file in python_only("return x")}
        runner = RunnerProcess("candidate", files, ("model_new", "ModelNew"), JOB, HOST)
        try:
            runner.stop()
            with self.assertRaises(Failure):
                runner.ready(1.0)
            runner.go_on()
            runner.ready(LONGEST)
        finally:
            runner.close()

    def test_nothing_of_it_has_run_when_it_is_ready(self):
        with self.started() as (_runner, ticks):
            self.assertEqual(ticks(), 0)


if __name__ == "__main__":
    unittest.main()
