"""A state is copied into the parameters as an optimizer does, so that no hook learns of it, where the reference takes that."""

import unittest

import torch

from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.reference import Reference
from judge.tests.test_round_trips import RealRunner
from judge.wire.module_tensors import tensors_of

PLAIN = """
import torch
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(16, 16))
        self.register_buffer("scale", torch.ones(16))
    def forward(self, x):
        return x @ self.weight * self.scale
def get_inputs():
    return [torch.randn(8, 16)]
"""
PREPARES = PLAIN.replace("torch.ones(16))", """torch.ones(16))
        self.register_load_state_dict_post_hook(Model.prepare)
        self.prepare()
    def prepare(self, _keys=None):
        self.__dict__["doubled"] = 2 * self.weight.detach()""").replace("x @ self.weight", "x @ self.doubled")
RENAMES = PLAIN.replace("torch.ones(16))", """torch.ones(16))
    def state_dict(self, *args, **more):
        return {f"old_{name}": tensor for name, tensor in super().state_dict(*args, **more).items()}
    def load_state_dict(self, state, strict=True):
        return super().load_state_dict({name[4:]: tensor for name, tensor in state.items()}, strict)""")
# It renews its copy of the weight whenever one of its own methods runs, apart from forward.
TOLD = """
import torch
from model_right import ModelNew as Right
class ModelNew(Right):
    def __init__(self):
        super().__init__()
        self.renew()
    def renew(self):
        self.__dict__["kept"] = self.weight.detach().clone()
    def state_dict(self, *args, **more):
        self.__dict__["kept"] = None
        return super().state_dict(*args, **more)
    def _load_from_state_dict(self, *args):
        super()._load_from_state_dict(*args)
        self.renew()
    def forward(self, x):
        if self.kept is None:
            self.renew()
        return x @ self.kept * self.scale
"""


class Copied(RealRunner):
    def test_a_plain_model_takes_copies(self):
        reference = Reference("task", PLAIN, "cpu", "fp32")
        self.assertTrue(reference.takes_copies)
        self.assertTrue(all(torch.equal(tensor, reference.states[1][name]) for name, tensor in reference.model.state_dict().items()))

    def test_a_model_that_prepares_something_in_a_load_hook_is_loaded(self):
        self.assertFalse(Reference("task", PREPARES, "cpu", "fp32").takes_copies)

    def test_a_model_with_other_names_in_its_state_is_loaded(self):
        self.assertFalse(Reference("task", RENAMES, "cpu", "fp32").takes_copies)

    def test_shared_and_nested_tensors_have_the_names_of_the_state(self):
        model = torch.nn.Sequential(torch.nn.BatchNorm1d(4), torch.nn.Linear(4, 4))
        model.append(model[1])
        found, state = tensors_of(model), model.state_dict()
        self.assertEqual(set(found), set(state))
        self.assertTrue(all(found[name].data_ptr() == state[name].data_ptr() for name in state))

    def test_no_code_of_a_candidate_learns_of_a_copy(self):
        reference, client = self.started(TOLD, PLAIN)
        for copied in (False, True):
            client.reload(0)
            self.answered_with(reference, client, weight=0, scale=0)
            client.reload(1, copied=copied)
            self.answered_with(reference, client, weight=0 if copied else 1, scale=1)

    def answered_with(self, reference: Reference, client: RunnerClient, weight: int, scale: int) -> None:
        """Expects an answer with the weight of one state and the scale of another one."""
        inputs, states = reference.draw(), reference.states
        torch.testing.assert_close(client.answered(inputs)[0], inputs[0] @ states[weight]["weight"] * states[scale]["scale"])


if __name__ == "__main__":
    unittest.main()
