"""One special check of a task: its secret draw, its tolerances, and the right answers on its inputs."""

from collections.abc import Callable
from dataclasses import dataclass, field

import torch

from judge.oracle.numerics.row_tolerance import RowTolerance
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.reference import Reference
from judge.protocol.messages import HiddenGroup

ROWS: HiddenGroup = "special rows"
ARGUMENTS: HiddenGroup = "other arguments"
AGAIN = " again"  # in the name of a check that is made once more: each draw records the places of its own check
_Answers = tuple["list[torch.Tensor]", "list[torch.Tensor]"]  # what eager gives, and what fp64 gives


@dataclass
class Check:
    """One secret draw of special inputs. `places[i]` lists the rows that hold `kinds[i]`. `rows` is the length of the first dimension.

    `effects`: what the call leaves in inputs and buffers is judged beside the outputs.
    """

    name: str
    group: HiddenGroup
    kinds: "list[str]"
    places: "list[list[int]]"
    rows: int
    unproven: bool
    effects: bool
    seed: int = 0
    tolerances: "list[RowTolerance]" = field(default_factory=list)
    answers: "_Answers | None" = None  # None if they are too large to keep
    again: "Callable[[], Check | None]" = lambda: None  # makes the same check with a new draw


def answer_of(reference: Reference, check: Check) -> Callable:
    """The function of the reference that answers in fp64 on the inputs of a check."""
    return reference.exact_world if check.effects else reference.exact


def expected(reference: Reference, check: Check, inputs: Inputs) -> _Answers:
    """(what eager gives, what fp64 gives) on the inputs of a check: outputs, and with `check.effects` also what the call leaves behind."""
    if check.answers:
        return check.answers
    if not check.effects:
        return reference.eager(inputs), reference.exact(inputs)
    if reference.updated:
        reference.use(reference.states[1])  # every call changes the buffers
    return reference.world(inputs), reference.exact_world(inputs)
