"""Hidden checks in the disguise of timed calls.

A candidate can know that it is timed, as from its caller or from the number of its calls. All timed inputs are drawn alike: a mask may be the
same in each of them, and no value is unusual. Therefore some chains hold fresh draws of the hidden checks in the place of some inputs. Their
time does not count. Whatever tells these chains from the timed ones, a candidate must find it in the inputs.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import torch

from judge.oracle import second_look, special_failures
from judge.oracle.chain_effects import ChainEffects
from judge.oracle.shapes import Shape
from judge.oracle.task.admission import Admission, Draw
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import Check, expected
from judge.oracle.task.task_code import lacks_memory
from judge.oracle.timing.measure import Disguised
from judge.protocol.errors import Failure

_Made = TypeVar("_Made")
_PROBLEM = (
    "right on hidden inputs in single calls, but wrong on such inputs in a timed chain: do in every call the same work, and assume nothing of the "
    "inputs that earlier calls had"
)


def disguised(shape: Shape, name: str, checked: "list[Check]") -> "list[Disguised]":
    """New secret draws of what was examined under `name`: a hidden distribution of the shape, or a group of its special checks `checked`. No
    candidate has met them in a check.

    Checks with other Python numbers than the task draws are left out: a candidate would tell such calls apart. So is what the memory is too short
    for.
    """
    reference, admission = shape.reference, shape.admission
    if name in admission.draws and name != admission.timed:
        return [_of_draw(reference, draw, shape.effects) for draw in _made(reference, lambda: _drawn(reference, admission, name))]
    own = [check for check in checked if check.examined_as == name and not check.unproven]
    return [_of_check(reference, again, shape.effects) for check in own for again in _made(reference, lambda check=check: _again(reference, check))]


def _has_own_numbers(reference: Reference, check: Check) -> bool:
    """Whether the draw has the Python numbers that the task itself draws with its seed."""
    return reference.draw(check.seed, check.name).skeleton == reference.draw(check.seed).skeleton


def _made(reference: Reference, make: "Callable[[], list[_Made]]") -> "list[_Made]":
    """What `make` gives. Nothing if the reference refuses this draw, although it took those that decided, or if memory is short."""
    try:
        return make()
    except Exception as error:
        if not lacks_memory(error):
            reference.take_refusal(error)
    if reference.device == "cuda":
        torch.cuda.empty_cache()
    return []


def _drawn(reference: Reference, admission: Admission, name: str) -> "list[Draw]":
    """A new draw of a distribution. It keeps the exact outputs if there is room."""
    return [replace(draw, exact=reference.kept.held(draw.exact)) for draw in admission.drawn(name)[:1]]


def _again(reference: Reference, check: Check) -> "list[Check]":
    """The check with a new draw. It keeps the right answers if there is room."""
    found = check.held(True) if check.beyond else check.again()  # a candidate may refuse integers beyond their domain
    if found and found.answers and not reference.kept.has_room([*found.answers[0], *found.answers[1]]):
        found.answers = None
    return [found] if found and _has_own_numbers(reference, found) else []


def _of_draw(reference: Reference, draw: Draw, effects: ChainEffects) -> Disguised:
    def judge(inputs: Inputs, outputs: list, left: list) -> None:
        if second_look.judge_draw(reference, draw, inputs, outputs).problem:
            raise Failure(status="unstable", problem=_PROBLEM)
        effects.check_inputs(inputs, left)

    return Disguised(lambda: reference.draw(draw.seed, draw.distribution), judge)


def _of_check(reference: Reference, check: Check, effects: ChainEffects) -> Disguised:
    def judge(inputs: Inputs, outputs: list, left: list) -> None:
        eager, exact = expected(reference, check, inputs)
        found = [*outputs, *(left if check.effects and effects.writes_steadily else [])]
        failing = special_failures.failing_rows(reference, check, inputs, found + eager[len(found) :], (eager, exact))
        if bool(failing.any()):
            raise Failure(status="unstable", problem=_PROBLEM)

    return Disguised(lambda: reference.draw(check.seed, check.name), judge)
