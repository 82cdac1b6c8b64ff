"""What `evaluate --explain` tells a person, check by check."""

import unittest

from .support import Running, ask_shared_patiently, evaluation, python_only

_HEAD = "import torch, torch.nn as nn, torch.nn.functional as F\n"
_CLASS = """class {name}(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(24)
        self.register_buffer("mask", torch.ones(24, 24).tril())
    def forward(self, x):
        {forward}
"""
_INPUTS = "def get_inputs():\n    return [torch.randn(40, 24)]\ndef get_init_inputs():\n    return []\n"
_RANDOM = "class {name}(nn.Module):\n    def forward(self, x):\n        return {answer}\n"
TASK = _HEAD + _CLASS.format(name="Model", forward="return self.norm(x) @ self.mask") + _INPUTS
RANDOM = _HEAD + _RANDOM.format(name="Model", answer="F.dropout(x, 0.3, self.training)") + _INPUTS
BODIES = {
    "right": "return self.norm(x) @ self.mask",
    "state": "return F.batch_norm(x, None, None, self.norm.weight, self.norm.bias, True) @ self.mask",
    "mode": "return F.batch_norm(x, self.norm.running_mean, self.norm.running_var, self.norm.weight, self.norm.bias, True, 0.1) @ self.mask, self.norm.num_batches_tracked.add_(1)",
    "mask": "return self.norm(x) @ torch.tril(self.mask + (1 - self.mask))",
    "strides": "return self.norm(torch.as_strided(x, (40, 24), (24, 1))) @ self.mask",
    "offset": "import os; x.data_ptr() % 16 and os._exit(3); return self.norm(x) @ self.mask",
}
BODIES["mode"] = BODIES["mode"].replace("return ", "y = ").replace(", self.norm.num", "; self.norm.num") + "; return y"
WRONG = "calls.append(x)\n{first}\ny = torch.softmax(x, dim=1)\ny[7, 3] += 1\nreturn y"  # on every call


class Explanations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        jobs = [evaluation(name, cls.file(_HEAD + _CLASS.format(name="ModelNew", forward=body)), TASK) for name, body in BODIES.items()]
        jobs.append(evaluation("dropout", cls.file(_HEAD + _RANDOM.format(name="ModelNew", answer="F.dropout(x, 0.6, self.training)")), RANDOM))
        jobs.append(evaluation("unbuilt", [{"name": "model_new.py", "text": "x = 1"}, {"name": "kernel.cpp", "text": "int"}], TASK))
        cls.replies = ask_shared_patiently([{**job, "tier": "sweep", "explain": True} for job in jobs])

    @staticmethod
    def file(text: str) -> "list[dict]":
        return [{"name": "model_new.py", "text": text}]

    def explained(self, name: str) -> dict:
        verdict = self.replies[name]["verdict"]
        return {each["check"]: each for each in verdict["explanation"]}

    def test_nothing_is_wrong_with_a_right_kernel(self):
        self.assertEqual(self.explained("right"), {})

    def test_a_buffer_that_a_call_should_have_written_is_named(self):
        self.assertIn("buffer norm.running_mean is not as the reference leaves it", self.explained("state")["what a call leaves behind"]["problem"])

    def test_conditions_that_leave_the_verdict_ok_are_shown_with_an_element(self):
        for name, check in (("mode", "eval() instead of train()"), ("mask", "other contents of masks and tables"), ("strides", "inputs with other strides")):
            with self.subTest(name):
                found = self.explained(name)
                self.assertEqual([*found], [check])  # and nothing about the time: all checks were asked
                self.assertEqual(len(found[check]["element"]), 2)
                self.assertNotEqual(found[check]["expected"], found[check]["got"])

    def test_a_kernel_that_dies_is_told_so_after_what_was_found_before(self):
        self.assertIn("the next check", self.explained("offset"))

    def test_what_was_found_until_the_time_ran_out_is_told(self):
        firsts = {
            "slow": ("time.sleep(4)", ["the checks that follow", "because the time of 6 s ran out"]),
            "hangs": ("while len(calls) > 2: time.sleep(1)", ["the next check", "no answer came within 12 s"]),
        }
        with Running(KERNELWRIGHT_LIMIT_SCALE="0.1") as judge:
            for name, (first, (check, problem)) in firsts.items():
                with self.subTest(name):
                    job = evaluation(name, python_only(WRONG.format(first=first), "import time\ncalls = []"))
                    verdict = judge.ask_patiently({**job, "tier": "sweep", "explain": True})
                    self.assertEqual((verdict["status"], verdict["inputs"]), ("wrong", "public"))
                    found, left = verdict["explanation"][0], verdict["explanation"][-1]
                    self.assertEqual((found["check"], found["element"], left["check"]), ("public inputs", [7, 3], check))
                    self.assertIn(problem, left["problem"])

    def test_a_kernel_that_could_not_be_asked_has_no_explanation(self):
        self.assertNotIn("explanation", self.replies["unbuilt"]["verdict"])

    def test_randomness_in_training_mode_is_explained(self):
        self.assertIn("zeros", self.explained("dropout")["training mode"]["problem"])


if __name__ == "__main__":
    unittest.main()
