"""Makes a call of a task with gradients whose forward pass asks for none, as when a trained model is used.

A candidate may take another way then, such as one that keeps nothing for backward. The gradients of the call come from a second pass.
"""

import torch

from judge.oracle import second_look
from judge.oracle.numerics.tensors import same
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.admission import Draw
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.reference import Reference
from judge.protocol.errors import Failure
from judge.wire.tensor_layout import pack, unpack

_PROBLEM = "right when gradients are asked for, wrong under torch.no_grad(): forward must give the same outputs if nobody asks for a gradient"


def calls(reference: Reference) -> int:
    """The number of calls that `check` makes, at most."""
    return 0 if reference.upstream is None else 1


def check(reference: Reference, client: RunnerClient, draw: Draw) -> float:
    """The errorShare of the call. 0 if the reference refuses it, or answers otherwise then. Raises Failure (wrong), and Gone."""
    if reference.upstream is None:
        return 0.0
    inputs = reference.kept.inputs(draw.seed, draw.distribution)
    if not _is_same(reference, inputs):
        return 0.0
    client.put([inputs], late=False)
    client.call_without_gradients()
    outputs = client.outputs(client.give()[1], [inputs])[0]
    found = second_look.judge_draw(reference, draw, inputs, outputs)
    if found.problem:
        raise Failure(status="wrong", inputs="public", problem=f"{_PROBLEM}. {found.problem}")
    return found.share


def _is_same(reference: Reference, inputs: Inputs) -> bool:
    """Whether the reference gives the same outputs without gradients."""
    outputs: list = []
    try:
        with torch.no_grad():
            pack(reference.model(*unpack(inputs.skeleton, [tensor.clone() for tensor in inputs])[:-1]), outputs)
    except Exception as error:
        reference.take_refusal(error)
        return False
    return all(map(same, outputs, reference.eager(inputs)))
