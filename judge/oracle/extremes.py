"""Checks that a candidate stays finite where large parameters meet special inputs, such as two inputs that hold the same values.

Each alone may leave a sum of exponentials within its type. Together they overflow it in a kernel without the maximum. Answers are often
tiny or cancel there, so that errors say little. Therefore only NaN and infinity count, where eager and fp64 are finite throughout.
"""

from dataclasses import dataclass

import torch

from judge.oracle.numerics.tensors import finite, secret_seed
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task import special_rows
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.operator_domain import Undefined
from judge.oracle.task.reference import Reference
from judge.oracle.task.structure import is_pattern

GROWN = 4  # the state with larger parameters
_LOOKS = 2  # draws on which the reference must be finite before a kind is decided


@dataclass
class Extreme:
    """A secret draw of one kind of special inputs, for the grown parameters."""

    kind: str
    seed: int

    @property
    def name(self) -> str:
        """The name of its draws in the reference."""
        return f"grown parameters: {self.kind}"


def extremes(reference: Reference) -> "list[Extreme]":
    """The draws to check. None in fp16, whose range an honest kernel's sums may leave, and none without a grown state."""
    inputs = reference.draw()
    own = [tuple(tensor.shape) for tensor in inputs if tensor.is_floating_point() and not is_pattern(tensor)]
    if not own or not reference.states[GROWN] or reference.dtype == torch.float16:
        return []
    kinds = ["grown", *([special_rows.TWICE] if len(set(own)) < len(own) else [])]
    found = [Extreme(kind, secret_seed()) for kind in kinds]
    with reference.holding(reference.states[GROWN]):
        return [each for each in found if _takes(reference, each)]


def _takes(reference: Reference, extreme: Extreme) -> bool:
    def filled(inputs: Inputs) -> Inputs:
        return inputs.with_tensors(special_rows.filled(extreme.kind, inputs))

    reference.variations[extreme.name] = filled
    decided = reference.decisions.once(extreme.name, lambda: all(_is_finite(reference, extreme.name, secret_seed()) for _look in range(_LOOKS)))
    return decided and _is_finite(reference, extreme.name, extreme.seed)


def _is_finite(reference: Reference, name: str, seed: int) -> bool:
    inputs = reference.draw(seed, name)
    try:
        reference.expect_defined(inputs)
        return finite(reference.eager(inputs)) and finite(reference.exact(inputs))
    except Undefined:
        return False
    except Exception as error:
        reference.take_refusal(error)
        return False


def overflowing(reference: Reference, client: RunnerClient, found: "list[Extreme]") -> "list[str]":
    """The kinds on which the candidate gives NaN or infinity. The candidate must hold the grown parameters. Raises Failure and Gone."""
    return [each.kind for each in found if not finite(client.answered(reference.kept.inputs(each.seed, each.name)))]
