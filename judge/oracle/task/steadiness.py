"""Whether a reference gives one answer for one input, and why it does not."""

import math
from typing import TYPE_CHECKING

import torch

from judge.oracle.numerics import pieces
from judge.oracle.numerics.tensors import same
from judge.protocol.errors import Rejected

if TYPE_CHECKING:
    from judge.oracle.task.reference import Reference

_RANDOM = 1e-3  # a reference is random if two runs differ by more than this fraction of the output's RMS


def differ(one: "list[torch.Tensor]", other: "list[torch.Tensor]") -> bool:
    """Whether the outputs of two calls on one input differ by more than rounding."""
    for left, right in zip(one, other):
        spread = sum(float((part.double() - again.double()).nan_to_num(0, 0, 0).square().sum()) for part, again in pieces.flat(left, right))
        if math.sqrt(spread / max(1, left.numel())) > _RANDOM * math.sqrt(pieces.square_mean(left)):
            return True
    return False


def expect_sizes(outputs: "list[torch.Tensor]", others: "list[torch.Tensor]") -> None:
    """Raises Rejected if two inputs of one shape give outputs of different sizes."""
    one, other = ([list(output.shape) for output in each] for each in (outputs, others))
    if one == other:
        return
    reason = f"the sizes of the outputs depend on the values of the inputs: {one}, then {other}. The judge compares outputs of one size"
    remedy = "return tensors of the largest possible size, filled up with a fixed value, and the number of valid elements as a further output"
    raise Rejected(reason, remedy)


def unsteady(reference: "Reference", tensors: "list[torch.Tensor]", kept: "dict[str, torch.Tensor]") -> Rejected:
    """Why the same input gives other outputs in each call: buffers, if a call with those of `kept` repeats its answer, else randomness."""
    reason = "the reference gives different outputs for the same input, even in eval mode"
    changed = [name for name, buffer in reference.model.named_buffers() if not same(buffer, kept[name])]
    answers = []
    for _look in range(2):
        for name, buffer in reference.model.named_buffers():
            buffer.copy_(kept[name])
        answers.append(reference.eager(tensors))
    if not changed or differ(*answers):
        return Rejected(reason, "remove the randomness, or the state that Model keeps between calls")
    names = ", ".join(changed)
    reason += f": its answer depends on {names}, which every call changes. The judge checks and times single calls, in any order"
    remedy = f"make {names} an argument of Model.forward, and return the new value or write it into the argument in place: the judge checks both"
    return Rejected(reason, remedy)
