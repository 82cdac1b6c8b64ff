"""A candidate does nothing before its turn. It therefore cannot slow down the baselines of other candidates."""

import contextlib
import os
import unittest

from judge.device.access import Device
from judge.protocol.errors import Failure
from judge.sandbox.runner_process import RunnerProcess

from .support import PATIENCE, python_only

TICKS = """
import threading, time
def tick():
    with open("ticks", "w") as file:
        while True:
            print("tick", file=file, flush=True)
            time.sleep(0.005)
threading.Thread(target=tick, daemon=True).start()
"""
CPU = Device("cpu")
HOST = {"threads": 1, "memoryBytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")}
LONGEST = 60.0


class Waiting(unittest.TestCase):
    @contextlib.contextmanager
    def started(self):
        files = {file["name"]: file["text"] for file in python_only("return x", TICKS)}
        runner = RunnerProcess("candidate", files, ("model_new", "ModelNew"), "fp32", CPU, HOST)
        try:
            runner.ready(LONGEST)
            yield runner, lambda: len(runner.folder.read("ticks", 1 << 20))
        finally:
            runner.close()

    def test_a_runner_stopped_at_its_start_becomes_ready_only_after_it_is_resumed(self):
        files = {file["name"]: file["text"] for file in python_only("return x")}
        for _attempt in range(PATIENCE):
            with contextlib.closing(RunnerProcess("candidate", files, ("model_new", "ModelNew"), "fp32", CPU, HOST)) as runner:
                runner.stop()
                try:
                    runner.ready(1.0)  # it was so before it was stopped: other work delayed the stop
                except Failure:
                    runner.go_on()
                    runner.ready(LONGEST)
                    return
        self.fail("every stopped runner became ready")

    def test_no_candidate_code_has_run_when_the_runner_is_ready(self):
        with self.started() as (_runner, ticks):
            self.assertEqual(ticks(), 0)


if __name__ == "__main__":
    unittest.main()
