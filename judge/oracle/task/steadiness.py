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
_MOVED = 1e-5  # an answer depends on buffers that calls change if other calls move it by more than this fraction: sums in another order do not
_CALLS_BETWEEN = 3  # on inputs three times as large: with a momentum of 0.01 a running variance grows by a quarter
Buffers = dict[str, torch.Tensor]


def varies(reference: "Reference", tensors: "list[torch.Tensor]", outputs: "list[torch.Tensor]", kept: Buffers) -> bool:
    """Whether a call on the same input can answer otherwise than by `outputs`: at once, or after calls on other inputs. Such calls are undone: the
    buffers are `kept` again."""
    if differ(outputs, reference.eager(tensors)):
        return True
    if reference.upstream is not None or not _changed(reference, kept):
        return False
    try:
        for _call in range(_CALLS_BETWEEN):
            reference.eager(reference.draw(distribution="tripled"))
        return differ(outputs, reference.eager(tensors), _MOVED if reference.dtype in (torch.float32, torch.float64) else _RANDOM)
    except Exception as error:
        reference.take_refusal(error)
        return False
    finally:
        _restore(reference, kept)


def takes_steps(reference: "Reference", tensors: "list[torch.Tensor]", kept: Buffers) -> bool:
    """Whether an answer that varies depends on buffers alone, all of which a state holds."""
    return repeats(reference, tensors, kept) and set(_changed(reference, kept)) <= set(reference.model.state_dict())


def repeats(reference: "Reference", tensors: "list[torch.Tensor]", kept: Buffers) -> bool:
    """Whether two calls with the buffers `kept` answer alike. An answer that varies then depends on buffers, and not on chance."""
    answers = []
    for _look in range(2):
        _restore(reference, kept)
        answers.append(reference.eager(tensors))
    return not differ(*answers)


def _written(reference: "Reference", tensors: "list[torch.Tensor]") -> "list[str]":
    """The parameters that a call writes in place."""
    before = {name: parameter._version for name, parameter in reference.model.named_parameters()}
    reference.eager(tensors)
    return [name for name, parameter in reference.model.named_parameters() if parameter._version != before[name]]


def _changed(reference: "Reference", kept: Buffers) -> "list[str]":
    return [name for name, buffer in _lasting(reference, kept) if not same(buffer, kept[name])]


def _restore(reference: "Reference", kept: Buffers) -> None:
    for name, buffer in _lasting(reference, kept):
        buffer.copy_(kept[name])


def _lasting(reference: "Reference", kept: Buffers) -> "list[tuple[str, torch.Tensor]]":
    """The buffers that were there before, with their shapes: a call can make new ones."""
    return [(name, buffer) for name, buffer in reference.model.named_buffers() if name in kept and buffer.shape == kept[name].shape]


def differ(one: "list[torch.Tensor]", other: "list[torch.Tensor]", share: float = _RANDOM) -> bool:
    """Whether the outputs of two calls on one input differ by more than this share of an output's RMS."""
    for left, right in zip(one, other):
        spread = sum(float((part.double() - again.double()).nan_to_num(0, 0, 0).square().sum()) for part, again in pieces.flat(left, right))
        if math.sqrt(spread / max(1, left.numel())) > share * math.sqrt(pieces.square_mean(left)):
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


def unsteady(reference: "Reference", tensors: "list[torch.Tensor]", kept: Buffers) -> Rejected:
    """Why the same input gives other outputs in each call: parameters that a call writes, buffers, if a call with those of `kept` repeats its
    answer, else randomness."""
    reason = "the reference gives different outputs for the same input, even in eval mode"
    written = _written(reference, tensors)
    changed = [*written, *_changed(reference, kept)]
    if not changed or not (written or repeats(reference, tensors, kept)):
        return Rejected(reason, "remove the randomness, or the state that Model keeps between calls")
    names = ", ".join(changed)
    reason += f": its answer depends on {names}, which every call changes. The judge checks and times single calls, in any order"
    remedy = f"make {names} an argument of Model.forward, and return the new value or write it into the argument in place: the judge checks both"
    return Rejected(reason, remedy)
