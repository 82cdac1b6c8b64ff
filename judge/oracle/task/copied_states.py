"""Whether a state may be copied into the tensors of a model, as an optimizer does, instead of by `load_state_dict`.

Some models prepare something in a load hook, and some keep their state elsewhere. The reference shows whether both ways mean the same.
"""

from typing import TYPE_CHECKING

import torch

from judge.oracle.numerics.tensors import same
from judge.oracle.task import steadiness
from judge.wire.module_tensors import copy_into, tensors_of

if TYPE_CHECKING:
    from judge.oracle.task.reference import Reference


def takes_copies(reference: "Reference") -> bool:
    """Whether the reference has the same state, and answers alike, after its second state was copied into its tensors or loaded. Afterwards it
    has this state."""
    (first, second), model = reference.states[:2], reference.model
    own = tensors_of(model)
    if not second or any(name not in own or own[name].shape != value.shape for name, value in second.items()):
        return False
    inputs, answers = reference.draw(), []
    for load in (lambda: copy_into(tensors_of(model), second, torch), lambda: reference.use(second)):
        reference.use(first)
        reference.eager(inputs)  # a model may prepare something in its first call
        load()
        held = model.state_dict()
        if not all(same(held[name], value) for name, value in second.items()):
            break
        answers.append(reference.eager(inputs))
    reference.use(second)
    return len(answers) == 2 and not steadiness.differ(*answers)
