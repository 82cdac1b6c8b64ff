"""Judges outputs, and looks twice at a failure.

The budget of a draw comes from other draws. Where this draw cancels more, as a sum near zero does, eager's own error on it counts too.
Other parameters may amplify each rounding on the way, as those of a recurrent network do. There an error also counts as right if
inputs and parameters would cause it that are off by a few roundoffs (`tolerance.amplified`).
At a jump of the reference an honest kernel may land on the other side. Examples are a value that lies on a rounding boundary but for one
roundoff, and an argmax over two almost equal values. The exact function then gives either answer for inputs that differ by one rounding. Each
wrong element must be such an answer. An exact tie has one right answer, unless PyTorch leaves the order of equals open (see `open_ties`).
"""

from collections.abc import Callable

import torch

from judge.oracle.numerics import tolerance
from judge.oracle.numerics.tolerance import Errors, Judgement
from judge.oracle.task import open_ties, parameters, rounded_steps
from judge.oracle.task.admission import Draw
from judge.oracle.task.budgets import own_errors
from judge.oracle.task.disturbance import Disturbed
from judge.oracle.task.reference import Reference
from judge.oracle.task.states import ILL_CONDITIONED, State
from judge.oracle.task.task_code import lacks_memory

_MOST_SHARE = 0.01  # of an output's elements that may lie at a jump
_LOOKS: "tuple[Disturbed, ...]" = ("hardly",) * 8 + ("both ways",) * 8  # disturbed runs of the exact function


def judge(reference: Reference, inputs: list, outputs: "list[torch.Tensor]", exact: "list[torch.Tensor]", budgets: "list[Errors]", shipped: "Callable[[], list[torch.Tensor]] | None" = None) -> Judgement:
    """Like `tolerance.judge`. Elements at a jump count as right if they are near the answer for inputs that differ by one rounding.

    `shipped` gives eager's outputs if they are kept.
    """
    floats = all(dtype.startswith(("float", "bfloat")) for _shape, dtype in reference.output_specs)
    eager = [None] * len(outputs) if floats else tolerance.deciding(shipped() if shipped else reference.eager(inputs))
    found = tolerance.judge(outputs, exact, eager, budgets, reference.output_names)
    if not found.problem:
        return found
    budgets = tolerance.widest(budgets, _own_errors(reference, inputs, exact))
    here = tolerance.judge(outputs, exact, eager, budgets)
    if not here.problem:
        return here
    outputs = open_ties.settled(reference, inputs, outputs, exact, lambda: reference.exact(inputs))
    chosen = tolerance.judge(outputs, exact, eager, budgets)
    if not chosen.problem:
        return chosen

    def wrong(outputs: "list[torch.Tensor]", right: "list[torch.Tensor]") -> "list[torch.Tensor]":
        return [tolerance.wrong_elements(*each) for each in zip(outputs, right, budgets)]

    off = wrong(outputs, exact)
    if all(float(each.float().mean()) <= _MOST_SHARE for each in off if each.numel()) and any(bool(each.any()) for each in off):
        outputs = _settled(reference, inputs, outputs, exact, budgets, off)

    def unsettled(outputs: "list[torch.Tensor]", right: "list[torch.Tensor]") -> "list[torch.Tensor]":
        whole = [reference.is_gradient(at) and tolerance.cancels(budget) for at, budget in enumerate(budgets)]
        return [torch.ones_like(each) if is_whole else each for is_whole, each in zip(whole, wrong(outputs, right))]

    outputs = rounded_steps.settled(reference, inputs, outputs, exact, lambda: reference.exact(inputs), unsettled)
    again = tolerance.judge(outputs, exact, eager, budgets)
    return found if again.problem else again


def judge_draw(reference: Reference, draw: Draw, inputs: list, outputs: "list[torch.Tensor]") -> Judgement:
    """Like `judge`, on the inputs of a draw and under its state. An error that only amplified roundings explain has a share of 1."""
    key = "eager", draw.seed, draw.distribution, reference.model.training

    def shipped() -> "list[torch.Tensor]":
        return reference.kept.once(key, lambda: reference.eager(inputs))

    with reference.holding(draw.state):
        exact = draw.exact or reference.exact(inputs)
        found = judge(reference, inputs, outputs, exact, draw.budgets, shipped)
    if not found.imprecise or not draw.state or draw.state is reference.states[1]:
        return found
    if draw.amplified is None:
        draw.amplified = _amplified(reference, draw.state, inputs, exact)
    with reference.holding(draw.state):
        again = judge(reference, inputs, outputs, exact, tolerance.widest(draw.budgets, draw.amplified), shipped)
    return found if again.problem else Judgement(1.0, "")


def _amplified(reference: Reference, state: State, inputs: list, exact: "list[torch.Tensor]") -> "list[Errors]":
    """The errors whose budgets hold amplified roundings. Zero if the reference refuses nearby parameters, or if memory is short."""
    try:
        with reference.holding(parameters.nearby(reference.model, state)):
            moved = reference.exact(inputs, "both ways")
        return tolerance.amplified(moved, exact)
    except Exception as error:
        if not lacks_memory(error):
            reference.take_refusal(error)
        return [Errors(0, 0) for _output in exact]


def _own_errors(reference: Reference, inputs: list, exact: "list[torch.Tensor]") -> "list[Errors]":
    """Eager's errors on this draw; none where they show that eager itself is not to be trusted."""
    found = own_errors(reference, inputs, reference.eager(inputs), exact)
    return [each if each.rms < ILL_CONDITIONED else Errors(0, 0) for each in found]


def _settled(reference: Reference, inputs: list, outputs: list, exact: list, budgets: "list[Errors]", off: "list[torch.Tensor]") -> "list[torch.Tensor]":
    """The outputs with the exact value at each wrong element that equals a disturbed answer."""
    found = [output.clone() for output in outputs]
    for disturbed in _LOOKS:
        try:
            moved = reference.exact(inputs, disturbed)
        except Exception as error:
            reference.take_refusal(error)
            return found
        for at, (output, truth, other, budget) in enumerate(zip(outputs, exact, moved, budgets)):
            if disturbed == "hardly":
                off[at] = off[at] & ~tolerance.wrong_elements(truth.to(output.dtype), other, budget)
            else:
                at_jump = off[at] & ~tolerance.wrong_elements(output, other, budget)
                found[at] = torch.where(at_jump, truth.to(output.dtype), found[at])
    return found
