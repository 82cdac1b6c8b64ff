"""Candidates that break things. Each gets its verdict within the time limit, leaves nothing behind, and harms no other candidate.

The candidates are in judge/suite/faults. Their docstrings state the required verdicts. Only the suite runs those for a GPU.
"""

import ast
import json
import os
import re
import time
import unittest
from pathlib import Path

from judge.suite.fixtures import allowed

from .support import PATIENCE, RIGHT_HOWEVER_BUSY, ROOT, Running, evaluation, processes, python_only, sweep

FAULTS = ROOT / "judge" / "suite" / "faults"
HONEST = python_only("return torch.softmax(x, dim=1)")
SLOW = {"ignores_signals", "stops_itself", "hangs_up"}  # they show nothing new here; the suite runs them
LONGEST = 30.0  # seconds: the limit of a stage, here 7.2, with the start before and the end after it, on a busy machine


def fixtures() -> "dict[str, tuple[str, set[str]]]":
    """The sources of the faults for the cpu target, and their allowed statuses."""
    found = {}
    for path in sorted(FAULTS.glob("*.py")):
        said = dict(re.findall(r"^([\w-]+): (.+)$", ast.get_docstring(ast.parse(path.read_text())), re.M))
        if "cpu" in said["targets"] and path.stem not in SLOW:
            found[path.stem] = path.read_text(), set(allowed(said["expect"]))
    return found


@unittest.skipUnless(os.geteuid() == 0, "a judge that is not root cannot find everything that a candidate starts")
class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # The limits are a twentieth here, so a busy machine may time any of them out.
        cls.expected = {name: {*states, "timeout", *(RIGHT_HOWEVER_BUSY if "ok" in states else ())} for name, (_text, states) in fixtures().items()}
        jobs = [evaluation(name, [{"name": "model_new.py", "text": text}]) for name, (text, _states) in fixtures().items()]
        jobs = [job for at, job in enumerate(jobs) for job in ([job, sweep(evaluation(f"honest{at}", HONEST))] if at % 6 == 5 else [job])]
        with Running(KERNELWRIGHT_LIMIT_SCALE="0.06", KERNELWRIGHT_MEMORY_SHARE="0.1") as judge:
            for job in jobs:
                judge.send(job)
            replies = [json.loads(judge.process.stdout.readline()) for _ in jobs]
            cls.verdicts = {reply["id"]: reply.get("verdict", reply) for reply in replies}
            for name in [name for name, verdict in cls.verdicts.items() if name not in cls.expected and verdict.get("status") == "timeout"]:
                cls.verdicts[name] = judge.ask_patiently(sweep(evaluation(name, HONEST)))
            loop = next(job for job in jobs if job["id"] == "endless_loop")
            for at in range(PATIENCE):
                if cls.verdicts["endless_loop"].get("stage") == "correctness":
                    break
                cls.verdicts["endless_loop"] = judge.ask({**loop, "id": f"endless_loop-{at}"})  # a busy machine exceeded an earlier limit
            cls.left = untrusted(judge.process.pid)
        cls.pid = judge.process.pid

    def test_each_ends_in_its_verdict(self):
        for name, states in self.expected.items():
            with self.subTest(name):
                self.assertIn(self.verdicts[name].get("status"), states, self.verdicts[name])

    def test_none_takes_longer_than_its_limits(self):
        for name in self.expected:
            with self.subTest(name):
                spent = self.verdicts[name]["seconds"]
                self.assertLess(sum(spent.values()) - spent.get("open", 0.0), LONGEST)  # the judge opens the task without the candidate

    def test_a_candidate_that_hangs_is_killed_at_the_limit_of_its_stage(self):
        verdict = self.verdicts["endless_loop"]
        self.assertEqual((verdict["status"], verdict["stage"]), ("timeout", "correctness"), verdict)
        self.assertLessEqual(verdict["limitSeconds"], 7.2)  # of the stage, at this scale

    def test_honest_candidates_between_or_after_them_are_judged_ok(self):
        for name in self.verdicts.keys() - self.expected.keys():
            with self.subTest(name):
                self.assertIn(self.verdicts[name].get("status"), RIGHT_HOWEVER_BUSY, self.verdicts[name])

    def test_they_leave_no_processes_files_or_shared_memory(self):
        self.assertLessEqual(len(self.left), 1, self.left)  # the eager baseline is there to stay
        self.assertEqual(list(Path("/dev/shm").glob("left-*")), [])
        until = time.monotonic() + 60  # the judge and its fork servers all remove leftovers
        while time.monotonic() < until and (processes(self.pid) or list(Path("/tmp").glob(f"kernelwright-judge-{self.pid}-*"))):
            time.sleep(0.1)
        self.assertEqual(processes(self.pid), set())
        self.assertEqual(list(Path("/tmp").glob(f"kernelwright-judge-{self.pid}-*")), [])

    def test_the_verdict_names_memory_as_the_reason(self):
        verdict = self.verdicts["memory_bomb_aside"]
        if verdict["status"] == "timeout":
            self.skipTest("the machine was too busy for the memory to be filled within the limits")
        self.assertRegex(verdict["problem"], r"its processes held [\d.]+ GiB of memory; [\d.]+ GiB are allowed")


@unittest.skipUnless(os.geteuid() == 0, "without a user of its own, an orphan cannot be found")
class Killed(unittest.TestCase):
    def test_a_killed_judge_leaves_no_processes_orphans_or_folders(self):
        orphans = (FAULTS / "leaves_a_grandchild.py").read_text().replace("return torch", "time.sleep(600)\n        return torch")
        judge = Running()
        judge.send(evaluation("orphans", [{"name": "model_new.py", "text": orphans}]))
        self.until(lambda: len(untrusted(judge.process.pid)) >= 3, judge)
        judge.process.kill()
        self.until(lambda: not processes(judge.process.pid), judge)
        self.until(lambda: not list(Path("/tmp").glob(f"kernelwright-judge-{judge.process.pid}-*")), judge)
        judge.__exit__()

    def until(self, condition, judge: Running) -> None:
        deadline = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), deadline, processes(judge.process.pid))
            time.sleep(0.1)


def untrusted(judge: int) -> "list[str]":
    """Processes of a judge that run as users other than the judge's."""
    found = []
    for line in processes(judge):
        try:
            if "\nUid:\t0" not in Path(f"/proc/{line.split()[0]}/status").read_text():
                found.append(line)
        except OSError:
            pass
    return found


if __name__ == "__main__":
    unittest.main()
