"""The gates of an exported operator run confined, and a process that does not come to their end passes none that it did not name."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from judge.device.access import Device
from judge.protocol import limits
from judge.server.gates import gates_of

HOST = {"torch": "2.13.0", "gpu": None, "cpu": "a cpu", "threads": 1, "memoryBytes": 8 << 30}
ONE = 'print(json.dumps({"name": "parity", "what": "as the original", "outcome": "passed", "detail": ""}), flush=True)\n'
END = 'print(json.dumps({"ran": 1}), flush=True)\n'


def told(body: str, package: str = "mine_op") -> dict:
    """The answer to a job whose package has these tests."""
    files = [{"name": "__init__.py", "text": ""}, {"name": "tests.py", "text": f"import json, os, sys, time\n{body}"}]
    task = {"name": "mine", "source": "class Model: ..."}
    job = {"protocol": 3, "id": "gates-1", "kind": "gates", "task": task, "target": "cpu", "precision": "fp32", "package": package, "files": files}
    return gates_of(job, Device("cpu"), HOST)


class Gates(unittest.TestCase):
    def test_each_line_is_a_gate_and_other_output_is_none(self):
        found = told(f'print("building …")\n{ONE}print("[1, 2]")\n{END}')
        self.assertEqual(found, {"kind": "gates", "gates": [{"name": "parity", "what": "as the original", "outcome": "passed", "detail": ""}], "problem": ""})

    def test_a_process_that_ends_early_is_a_problem_whatever_it_has_passed(self):
        for body, words in (
            (f"{ONE}os.abort()\n", "died of SIGABRT, after parity"),
            (f"{ONE}sys.exit(0)\n", "ended early, after parity"),
            (f"{ONE}{END}sys.exit(7)\n", "ended with status 7"),
            ("raise ImportError('no torch here')\n", "ended early: ImportError: no torch here"),
            (f"{END}", "ended early"),
        ):
            with self.subTest(body=body):
                self.assertIn(words, told(body)["problem"])

    def test_a_process_without_end_is_stopped(self):
        for seconds in (3.0, 12.0, 48.0):  # on a busy machine the process has not begun after the first limits
            with mock.patch.object(limits, "GATES", seconds):
                problem = told(f"{ONE}time.sleep(600)\n")["problem"]
            self.assertIn(f"took longer than {seconds:g} s", problem)
            if "after" in problem:
                break
        self.assertIn(f"took longer than {seconds:g} s, after parity", problem)

    def test_texts_are_short_and_gates_are_few(self):
        found = told(f'{ONE.replace(chr(34) + chr(34), "9999 * " + chr(34) + "x" + chr(34))}for _ in range(999):\n    {ONE}')
        self.assertEqual((len(found["gates"][0]["detail"]), len(found["gates"])), (500, 64))

    @unittest.skipIf(os.geteuid() != 0, "only root gives each process a user of its own")
    def test_the_tests_are_confined_as_a_candidate_is(self):
        with tempfile.TemporaryDirectory() as place:
            secret = Path(place, "secret")
            secret.write_text("the judge's own")
            reach = f'try:\n    open("{secret}").read(); reached = "passed"\nexcept OSError:\n    reached = "failed"\n'
            line = 'print(json.dumps({"name": "reads", "what": str(os.getuid()), "outcome": reached, "detail": ""}), flush=True)\n'
            [gate] = told(reach + line + END)["gates"]
        self.assertEqual((gate["outcome"], gate["what"] == "0"), ("failed", False))


if __name__ == "__main__":
    unittest.main()
