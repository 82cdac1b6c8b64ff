"""A view is another shape of an open task: it has its own calls, and shares everything else."""

import unittest
from types import SimpleNamespace

import torch

from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.reference import Reference

_TASK = """
import torch, torch.nn as nn
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(8)
    def forward(self, x, scale):
        return self.norm(x) * scale
def get_inputs():
    return [torch.randn(16, 8), 2]
def tall():
    return [torch.randn(40, 8).t().contiguous().t(), 3]
def refused():
    return [torch.randn(16, 9), 2]
"""


class Views(unittest.TestCase):
    def setUp(self):
        self.reference = Reference("norm", _TASK, "cpu", "fp32")
        self.view = self.reference.view("tall", self.reference.module.tall)

    def test_a_view_has_its_own_calls(self):
        self.assertEqual((self.reference.input_specs, self.view.input_specs), ([[[16, 8], "float32"]], [[[40, 8], "float32"]]))
        self.assertEqual((self.view.output_specs, self.view.input_strides), ([[[40, 8], "float32"]], [[1, 40]]))
        self.assertEqual(self.view.input_skeleton, {"list": [{"tensor": 0}, {"value": 3}]})
        self.assertEqual(self.reference.input_skeleton, {"list": [{"tensor": 0}, {"value": 2}]})
        self.assertEqual(self.view.updated, self.reference.updated)

    def test_a_view_shares_parameters_and_buffers(self):
        inputs = self.view.draw(1)
        before = self.view.exact(inputs)[0]
        self.reference.use(self.reference.states[2])
        self.assertFalse(torch.allclose(before, self.view.exact(inputs)[0]))
        self.reference.use(self.reference.states[1])
        self.assertTrue(torch.allclose(before, self.view.exact(inputs)[0]))

    def test_a_view_leaves_the_parameters_as_they_were(self):
        second = self.reference.states[1]
        found = self.reference.model.state_dict()
        self.assertTrue(all(bool((found[name] == tensor).all()) for name, tensor in second.items()))

    def test_decisions_about_a_view_have_its_name(self):
        self.view.decisions.once("layout", lambda: True)
        self.assertEqual((self.reference.decisions.made["tall: layout"], "layout" in self.reference.decisions.made), (True, False))

    def test_a_view_that_the_reference_refuses_raises_its_error(self):
        with self.assertRaises(RuntimeError):
            self.reference.view("refused", self.reference.module.refused)


class Turning(unittest.TestCase):
    def test_a_runner_that_turns_to_another_shape_plans_its_chains_anew(self):
        client, mapped = RunnerClient.__new__(RunnerClient), []
        client.map = mapped.append
        client._reference, client.warm_ups = SimpleNamespace(), 3
        own = client._reference
        client.turn(own)
        self.assertEqual((client.warm_ups, mapped), (3, []))
        client.turn(SimpleNamespace())
        self.assertEqual((client.warm_ups, mapped), (None, [1]))


if __name__ == "__main__":
    unittest.main()
