"""One special check of a task: its secret draw, its tolerances, and the right answers on its inputs."""

from collections.abc import Callable
from dataclasses import dataclass, field

import torch

from judge.oracle.numerics import row_tolerance
from judge.oracle.numerics.row_tolerance import RowTolerance
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.operator_domain import Undefined
from judge.oracle.task.reference import Reference
from judge.protocol.messages import HiddenGroup

ROWS: HiddenGroup = "special rows"
ARGUMENTS: HiddenGroup = "other arguments"
AGAIN = " again"  # in the name of a check that is made once more: each draw records the places of its own check
_TINY_WIDENED = 10.0  # multiplies the relative tolerance of rare rows, which include tiny inputs
_ARGUMENTS_WIDENED = 0.1  # of varied arguments: the floats are ordinary there, and a loss changes little when a quarter of the labels does
_Answers = tuple["list[torch.Tensor]", "list[torch.Tensor]"]  # what eager gives, and what fp64 gives


@dataclass
class Check:
    """One secret draw of special inputs. `places[i]` lists the rows that hold `kinds[i]`. `rows` is the length of the first dimension.

    `effects`: what the call leaves in inputs and buffers is judged beside the outputs.
    """

    name: str
    group: HiddenGroup
    kinds: "list[str]"
    tied: "list[str]"  # the kinds that put values where the answer jumps
    places: "list[list[int]]"
    rows: int
    unproven: bool
    effects: bool
    seed: int = 0
    tolerances: "list[RowTolerance]" = field(default_factory=list)
    answers: "_Answers | None" = None  # None if they are too large to keep
    again: "Callable[[], Check | None]" = lambda: None  # makes the same check with a new draw
    changes: "list[tuple[int, str]]" = field(default_factory=list)  # of arguments: the place of each, and the kind of its variant
    beyond: "list[str]" = field(default_factory=list)  # names of the integers that leave their domain
    rare: "list[str]" = field(default_factory=list)  # names of the integers whose values are rare ones beyond their domain
    held: "Callable[[bool], Check | None]" = lambda _above: None  # makes a check of such integers that stay in their domain; False: values above it may stay
    inside: "Check | None" = None  # such a check without rare values; on a GPU without values above a domain, too

    @property
    def examined_as(self) -> str:
        """The name under which the check was examined: that of its group for arguments, else its own."""
        return ARGUMENTS if self.group == ARGUMENTS else self.name


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


def measured(reference: Reference, check: Check, finite_only: bool, leaves: bool = False) -> torch.Tensor:
    """Derives the check's tolerances from the reference. Returns the judged rows: bool, shape [rows]. Raises Undefined.

    `leaves`: integers of this draw may be out of range as indices, though those of earlier draws were not.
    """
    inputs = reference.draw(check.seed, check.name)
    if leaves and not reference.accepts_on_cpu(inputs):
        raise Undefined("the reference refuses these values")
    reference.expect_defined(inputs)
    if check.group == ROWS:
        reference.expect_inside(inputs)
    eager, exact = expected(reference, check, inputs)
    check.answers = (eager, exact) if reference.kept.fits([*eager, *exact]) else None
    ties = [row for kind, own in zip(check.kinds, check.places) if kind in check.tied for row in own]
    widened = _ARGUMENTS_WIDENED if check.group == ARGUMENTS else _TINY_WIDENED if check.unproven else 1.0
    check.tolerances = row_tolerance.tolerances(eager, exact, _disturbed(reference, check, inputs, exact), check.rows, widened, ties)
    each_judged = torch.stack([each.judged for each in check.tolerances])
    judged = each_judged.all(0) if check.rows > 1 else each_judged.any(0)  # where rows mix, each output is judged for itself
    if finite_only:
        judged &= row_tolerance.judged_rows(eager, exact, check.rows)
    for each in check.tolerances:
        each.allowed[~judged] = torch.nan
    return judged.cpu()


def _disturbed(reference: Reference, check: Check, inputs: Inputs, exact: "list[torch.Tensor]") -> "list[torch.Tensor]":
    """The exact outputs for inputs that differ by one rounding. Returns `exact` if the reference refuses them."""
    try:
        return answer_of(reference, check)(inputs, "towards zero")
    except Exception as error:
        reference.take_refusal(error)
        return exact
