"""Tasks whose answer in training mode depends on buffers that each call changes: timed in eval mode, and checked in training mode too."""

import unittest

from judge.oracle.task.decisions import Decisions
from judge.oracle.task.reference import Reference

from .support import RIGHT_HOWEVER_BUSY, ask_shared_patiently, evaluation

_STANDARDIZER = """
import torch, torch.nn as nn
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(()))
        self.register_buffer("mean", torch.zeros(64))
    def forward(self, x):
        if self.training:
            self.count += len(x)
            self.mean += (x.mean(0) - self.mean) * (len(x) / self.count)
        return x - self.mean
def get_inputs():
    return [torch.randn(256, 64)]
def get_init_inputs():
    return []
"""
# The queue is full after four calls, and the next batch begins anew.
_QUEUE = """
import torch, torch.nn as nn
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("queue", torch.randn(1000, 64))
        self.register_buffer("at", torch.zeros((), dtype=torch.int64))
    def forward(self, x):
        if self.training:
            self.queue[(self.at + torch.arange(256)) % 1000] = x
            self.at.copy_((self.at + 256) % 1000)
        return x @ self.queue.t()
def get_inputs():
    return [torch.randn(256, 64)]
def get_init_inputs():
    return []
"""
_SPLITS = """
        if self.training:
            at, first = int(self.at), min(256, 1000 - int(self.at))
            self.queue[at : at + first] = x[:first]
            self.queue[: 256 - first] = x[first:]
            self.at.fill_((at + 256) % 1000)
        return x @ self.queue.t()
"""
_STARTS_ANEW = """
        if self.training:
            at = int(self.at) if self.at + 256 <= 1000 else 0
            self.queue[at : at + 256] = x
            self.at.fill_((at + 256) % 1000)
        return x @ self.queue.t()
"""
_NORM = """
import torch, torch.nn as nn
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(64)
    def forward(self, x):
        return self.norm(x)
def get_inputs():
    return [torch.randn(256, 64)]
def get_init_inputs():
    return []
"""
_HONEST = """
        if self.training:
            self.count += len(x)
            self.mean.lerp_(x.mean(0), len(x) / self.count)
        return torch.sub(x, self.mean)
"""
_FIRST_ANSWERS = """
        y = torch.sub(x, self.mean)
        if self.training:
            self.count += len(x)
            self.mean.lerp_(x.mean(0), len(x) / self.count)
        return y
"""
_COUNTS_NOTHING = """
        if self.training:
            self.mean.lerp_(x.mean(0), len(x) / (self.count + len(x)))
        return torch.sub(x, self.mean)
"""


def _candidate(forward: str, task: str = _STANDARDIZER) -> "list[dict]":
    head = task[: task.index("    def forward")].replace("class Model(", "class ModelNew(")
    return [{"name": "model_new.py", "text": f"{head}    def forward(self, x):\n{forward}"}]


class TrainingSteps(unittest.TestCase):
    def test_a_reference_whose_running_mean_counts_is_told_from_one_that_only_keeps_it(self):
        for source, expected in ((_STANDARDIZER, (True, True)), (_NORM, (False, False))):
            reference = Reference("task", source, "cpu", "fp32", Decisions())
            self.assertEqual((reference.eval, reference.trains_in_steps), expected)

    def test_wrong_steps_are_found_and_honest_ones_are_not(self):
        bodies = {"honest": _HONEST, "first": _FIRST_ANSWERS, "count": _COUNTS_NOTHING}
        replies = ask_shared_patiently([evaluation(name, _candidate(body), _STANDARDIZER) for name, body in bodies.items()])
        self.assertIn(replies["honest"]["verdict"]["status"], RIGHT_HOWEVER_BUSY)
        for name in ("first", "count"):
            self.assertEqual(replies[name]["verdict"]["status"], "wrong", name)
            self.assertIn("in training mode, where each call changes the buffers", replies[name]["verdict"]["problem"])

    def test_a_queue_is_judged_near_its_end(self):
        replies = ask_shared_patiently([evaluation(name, _candidate(body, _QUEUE), _QUEUE) for name, body in (("splits", _SPLITS), ("anew", _STARTS_ANEW))])
        self.assertIn(replies["splits"]["verdict"]["status"], RIGHT_HOWEVER_BUSY)
        self.assertEqual(replies["anew"]["verdict"]["status"], "wrong")
        self.assertIn("in training mode", replies["anew"]["verdict"]["problem"])


if __name__ == "__main__":
    unittest.main()
