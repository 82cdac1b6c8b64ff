"""Timed chains call inputs of hidden distributions too: a shortcut for timed calls alone must be right on them."""

import unittest

from .support import RIGHT_HOWEVER_BUSY, ask_shared_patiently, evaluation, python_only

_GATED = """
import torch, torch.nn as nn
class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x) * torch.sigmoid(x) + 0.1 * x
def get_inputs():
    return [torch.rand(64, 256)]
def get_init_inputs():
    return []
"""
# It leaves the ReLU out in timed chains. The task's own inputs never need it.
_SETUP = """
import gc
kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
chain, timed = kind.chain, []
def chaining(self, message):
    timed.append(True)
    try:
        return chain(self, message)
    finally:
        timed.clear()
kind.chain = chaining
"""
# Each draw has a Python number of its own, here the length that counts.
_LENGTHS = """
import torch, torch.nn as nn
class Model(nn.Module):
    def forward(self, x, length):
        return torch.relu(x[:, :length]).sum(1) + length
def get_inputs():
    return [torch.randn(64, 256), int(torch.randint(64, 257, ()))]
def get_init_inputs():
    return []
"""
_OWN_LENGTH = "return x[:, :length].clamp_min(0).sum(1) + length"
_LAST_LENGTH = """
if timed: length = self.__dict__.setdefault("last", length)
return x[:, :length].clamp_min(0).sum(1) + length
"""
_RIGHT, _SHORT = "return torch.relu(x) * torch.sigmoid(x) + 0.1 * x", "return (x if timed else torch.relu(x)) * torch.sigmoid(x) + 0.1 * x"


class TimedDraws(unittest.TestCase):
    def test_a_shortcut_in_timed_chains_that_hidden_distributions_do_not_allow_is_unstable(self):
        replies = ask_shared_patiently([evaluation(name, python_only(body, _SETUP), _GATED) for name, body in (("right", _RIGHT), ("short", _SHORT))])
        self.assertIn(replies["right"]["verdict"]["status"], RIGHT_HOWEVER_BUSY)
        self.assertEqual(replies["short"]["verdict"]["status"], "unstable")

    def test_each_call_of_a_chain_gets_the_python_numbers_of_its_own_draw(self):
        bodies = {"own": _OWN_LENGTH, "last": _LAST_LENGTH}
        jobs = [evaluation(name, python_only(body, _SETUP, arguments="x, length"), _LENGTHS) for name, body in bodies.items()]
        replies = ask_shared_patiently(jobs)
        self.assertIn(replies["own"]["verdict"]["status"], RIGHT_HOWEVER_BUSY)
        self.assertEqual(replies["last"]["verdict"]["status"], "unstable")


if __name__ == "__main__":
    unittest.main()
