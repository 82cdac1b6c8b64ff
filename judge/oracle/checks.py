"""The correctness checks before timing: right outputs on public and hidden inputs, in every order and state.

Feedback on public inputs says where and how outputs differ. Feedback on hidden inputs names only the group of checks.
"""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import torch

from judge.oracle import crossed, extremes, second_look, without_gradients
from judge.oracle.dropout import check_random
from judge.oracle.effects import check_effects
from judge.oracle.hidden_groups import DISTRIBUTION, PARAMETERS, as_hidden, hidden_failure
from judge.oracle.numerics.tensors import same, secret_seed
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.special_failures import check_special
from judge.oracle.task.admission import Admission, Draw
from judge.oracle.task.budgets import own_errors
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.layouts import layouts
from judge.oracle.task.partial_loads import FIRST_PART, halves_of
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import ARGUMENTS
from judge.oracle.task.special_checks import SpecialChecks
from judge.oracle.task.states import State
from judge.oracle.training_steps import TrainingSteps
from judge.protocol.errors import Failure, Gone, contract
from judge.protocol.messages import HiddenGroup
from judge.protocol.oracle_messages import Checked

if TYPE_CHECKING:
    from judge.oracle.shapes import Shape, Shapes

TRAINED = (2, 4, 5)  # the states that training may leave
COPIED = 2  # the one of them that is copied into the parameters, as an optimizer does; `load_state_dict` loads the others
STRUCTURED = 3  # the state with other structured buffers


def draw_under(reference: Reference, distribution: str, which: int) -> Draw:
    """A new secret draw with its exact outputs under state number `which`. The reference then has its second state again."""
    return draw_with(reference, distribution, reference.states[which])


def draw_with(reference: Reference, distribution: str, state: State) -> Draw:
    """As `draw_under`, for a state that has no number."""
    seed = secret_seed()
    with reference.holding(state):
        inputs = reference.draw(seed, distribution)
        exact = reference.exact(inputs)
        budgets = own_errors(reference, inputs, reference.eager(inputs), exact)
    return Draw(distribution, seed, budgets, reference.kept.held(exact), state)


class Draws:
    """The draws of one task beside those of its distributions. Every candidate is checked on them."""

    def __init__(self, reference: Reference, admission: Admission, special: SpecialChecks, extreme: extremes.Extremes):
        self.timed = admission.draws[admission.timed][0]
        self.first = draw_under(reference, admission.timed, 0)
        self.trained = [(which, draw_under(reference, admission.timed, which)) for which in TRAINED if reference.states[which]]
        self.steps = TrainingSteps(reference, admission, [1, *(which for which, _draw in self.trained)])
        self.extremes, self.numbers = extreme.grown, extreme.of_numbers
        self.halves = [(each, draw_with(reference, admission.timed, each.between)) for each in halves_of(reference)]
        self.special = special
        self.structured = draw_under(reference, admission.timed, STRUCTURED) if reference.states[STRUCTURED] else None
        self.layouts = layouts(reference)
        self.other_mode: "Draw | None" = None  # see `unproven`


def check(reference: Reference, admission: Admission, draws: Draws, client: RunnerClient, hidden_draws: int, shapes: "Shapes") -> Checked:
    """Runs all checks on the first shape, and those of `shapes` on the others. Raises Failure, and Gone if the runner dies.

    Returns errorShare (the largest error divided by its budget), publicErrorShare (the same on public inputs), checked (number of calls) and deterministic (outputs repeat bit by bit).
    """
    public, share = admission.draws[admission.timed], 0.0
    if reference.states[0]:
        share = judged(reference, client, draws.first)
        check_effects(reference, client, draws.first, 0)
        share = max(share, shapes.check_first(client))
        client.reload(copied=True)
    try:
        own, outputs = _called(reference, client, public[0], keep=True)
    except Failure as failure:
        raise after_reload(failure) if reference.states[0] else failure
    if not reference.states[0]:
        check_effects(reference, client, public[0], 1)
    repeated, deterministic = _pair(reference, client, public, outputs)
    del outputs  # the next checks need its memory
    share = max(share, own, repeated, _consumed(reference, client, public[0]), crossed.check(reference, client, public), without_gradients.check(reference, client, public[0]), shapes.check_public(client))
    shapes.all[0].effects.check_public(client, shapes.all[0].draw)
    told = share  # agents may read it: no hidden input was seen so far
    if reference.trains_in_steps:
        draws.steps.check_public(client)
    elif reference.eval:
        check_random(reference, client, reference.kept.inputs(public[0].seed, public[0].distribution))
    hidden = [draw for draws in admission.draws.values() for draw in draws[:hidden_draws] if draw is not public[0]]
    special = [each for each in draws.special.checks if not each.unproven]
    with _in_secret(client):
        for draw in hidden:
            share = max(share, judged_hidden(reference, client, draw))
        for each in special:
            check_special(reference, client, each)
        _check_extremes(reference, client, draws.numbers)
        _check_halves(reference, client, draws)  # under the second state until here
        share = max(share, _judged_trained(reference, client, draws))
        if draws.halves or draws.trained:
            client.reload(1)
        if reference.trains_in_steps:
            draws.steps.check_hidden(client)
        share = max(share, shapes.check_hidden(client, hidden_draws, hidden_draws > 1))
    checked = shapes.calls(hidden_draws, hidden_draws > 1) + 4 + bool(reference.states[0]) + len(hidden) + len(special) + len(draws.trained) + len(draws.extremes) + len(draws.numbers) + 2 * len(draws.halves) + crossed.calls(reference) + without_gradients.calls(reference)
    return {"errorShare": share, "publicErrorShare": told, "checked": checked, "deterministic": deterministic}


@contextlib.contextmanager
def _in_secret(client: RunnerClient) -> "Iterator[None]":
    """From here on the candidate has seen hidden inputs: neither an error nor its death tells what it says, whatever it is asked."""
    client.rpc.knows_hidden = True
    try:
        yield
    except Gone as gone:
        raise Gone(gone.name, gone.why, hidden=True, shape=gone.shape) from gone


def check_again(reference: Reference, admission: Admission, draws: Draws, client: RunnerClient) -> None:
    """The first calls of a further process of a candidate that passed `check`; its state is then the one that is timed.

    Raises Failure (unstable), and Gone if the runner dies. The message has no numbers: the candidate has seen hidden inputs.
    """
    public = admission.draws[admission.timed][0]
    try:
        if reference.states[0]:
            judged(reference, client, draws.first)
            client.reload(copied=True)
        judged(reference, client, public)
    except Failure as failure:
        if failure.fields["status"] not in ("wrong", "precision_violation"):
            raise
        raise Failure(status="unstable", problem="right in one process, but wrong in a fresh one: a race, work left undone, or state kept elsewhere") from failure


def _judged_trained(reference: Reference, client: RunnerClient, draws: Draws) -> float:
    """Judges one call under each of the states that training may leave, and the extremes under theirs."""
    share = 0.0
    for which, draw in draws.trained:
        client.reload(which, copied=which == COPIED)
        share = max(share, judged_hidden(reference, client, draw, PARAMETERS))
        _check_hidden_effects(reference, client, draw, which)
        if which == extremes.GROWN:
            _check_extremes(reference, client, draws.extremes)
    return share


def _check_halves(reference: Reference, client: RunnerClient, draws: Draws) -> None:
    """Judges one call after each load of a part of the state. Each part is loaded when a call has seen the rest. Raises Failure (wrong), and Gone.

    The last call before must be one under the second state.
    """
    for at, (halves, draw) in enumerate(draws.halves):
        client.reload(FIRST_PART + 2 * at, halves.first, copied=True)
        _check_load(reference, client, draw)
        client.reload(FIRST_PART + 2 * at + 1, halves.second, copied=True)
        _check_load(reference, client, draws.timed if halves.to == 1 else draws.first)


def _check_load(reference: Reference, client: RunnerClient, draw: Draw) -> None:
    """Raises Failure (wrong) if a call does not use what was loaded. Stale values are wrong; other draws show how precise a kernel is."""
    try:
        judged_hidden(reference, client, draw, PARAMETERS)
    except Failure as failure:
        if failure.fields["status"] != "precision_violation":
            raise


def _check_extremes(reference: Reference, client: RunnerClient, found: "list[extremes.Extreme]") -> None:
    """Raises Failure (wrong) if the candidate overflows. It must hold the grown parameters, if they are meant."""
    for each in found:
        failure = hidden_failure(ARGUMENTS, [each.number[0].name]) if each.number else hidden_failure(PARAMETERS, [])
        try:
            overflows = extremes.overflows(reference, client, each)
        except Failure as cause:
            raise failure from cause
        except Gone as gone:
            raise Gone(gone.name, gone.why, hidden=True) from gone
        if overflows:
            raise failure


def _check_hidden_effects(reference: Reference, client: RunnerClient, draw: Draw, which: int) -> None:
    try:
        check_effects(reference, client, draw, which)
    except Failure as failure:
        raise hidden_failure(PARAMETERS, []) from failure


def recheck(admission: Admission, inputs: list, exact: list, outputs: list, reference: Reference, worst: "list[float]") -> None:
    """Judges a call that comes after the checks. Raises Failure: unstable, or a precision violation. Stores the largest errorShare in `worst[0]`."""
    budgets = admission.draws[admission.timed][0].budgets
    found = second_look.judge(reference, inputs, outputs, exact, budgets)
    if found.problem:
        # The messages have no numbers: a candidate could reveal hidden inputs through its outputs.
        if found.imprecise:
            raise Failure(status="precision_violation", inputs="public", problem="precise enough at first, but too imprecise in a later call on like inputs")
        raise Failure(status="unstable", problem="right at first, but wrong in a later call: a race, work left undone, or state kept between calls")
    worst[0] = max(worst[0], found.share)


def recheck_chained(shape: "Shape", inputs: Inputs, outputs: list, left: list, worst: "list[float]") -> None:
    """As `recheck`, for a call of a timed chain. `left`: see `RunnerClient.written`."""
    recheck(shape.admission, inputs, shape.reference.exact(inputs), outputs, shape.reference, worst)
    shape.effects.check_inputs(inputs, left)


def check_strays(client: RunnerClient) -> None:
    """Raises Failure (policy_violation) if the runner started processes while it was timed."""
    strays = client.suspension.look()
    if strays:
        raise Failure(status="policy_violation", problem="the candidate started processes while it was timed; do all work in forward's own process")


def judged_hidden(reference: Reference, client: RunnerClient, draw: Draw, group: HiddenGroup = DISTRIBUTION) -> float:
    """Like `judged`, but the Failure reveals nothing that the candidate saw or printed."""
    try:
        return judged(reference, client, draw)
    except Failure as failure:
        raise as_hidden(failure, group) from failure
    except Gone as gone:
        raise Gone(gone.name, gone.why, hidden=True) from gone


def judged(reference: Reference, client: RunnerClient, draw: Draw) -> float:
    """Makes one call on a draw. Returns its error divided by its budget. Raises Failure if the outputs are wrong, and Gone."""
    return _called(reference, client, draw)[0]


def _called(reference: Reference, client: RunnerClient, draw: Draw, keep: bool = False) -> "tuple[float, list[torch.Tensor]]":
    """As `judged`, with the outputs. `keep`: see `RunnerClient.answered`."""
    inputs = reference.kept.inputs(draw.seed, draw.distribution)
    outputs = client.answered(inputs, keep)
    return compared(reference, draw, inputs, outputs), outputs


def compared(reference: Reference, draw: Draw, inputs: list, outputs: "list[torch.Tensor]") -> float:
    """Judges the outputs of one call on the inputs of a draw. Returns their error divided by its budget. Raises Failure if they are wrong."""
    found = second_look.judge_draw(reference, draw, inputs, outputs)
    if found.problem:
        status = "precision_violation" if found.imprecise else "wrong"
        raise Failure(status=status, inputs="public", problem=found.problem)
    return found.share


def _pair(reference: Reference, client: RunnerClient, draws: "list[Draw]", before: "list[torch.Tensor]") -> "tuple[float, bool]":
    """Calls on the second draw while the outputs of the first one, `before`, stay alive, then repeats the first draw.

    Returns the largest errorShare, and whether the repeated outputs are equal bit by bit. Raises Failure if an output buffer was reused.
    """
    one, other = draws
    inputs = reference.kept.inputs(other.seed, other.distribution)
    client.put([inputs], keep=True, late=False)
    client.call(keep=True)
    share = compared(reference, other, inputs, client.outputs(client.give(first=1)[1], [inputs])[0])
    unchanged = all(map(same, before, client.outputs(client.give()[1], [inputs])[0]))
    if not unchanged and not reference.writes_inputs and not any(reference.aliases):
        raise contract("an output changed when forward was called again: return a new tensor from each call, not a buffer that is used again")
    inputs = reference.kept.inputs(one.seed, one.distribution)
    again = client.answered(inputs)
    share = max(share, compared(reference, one, inputs, again))
    return share, all(map(same, before, again))


def _consumed(reference: Reference, client: RunnerClient, draw: Draw) -> float:
    """Makes one call between a producer and a consumer on the current stream, without other synchronization. Returns its errorShare."""
    inputs = reference.kept.inputs(draw.seed, draw.distribution)
    client.put([inputs], late=False)
    client.consume()
    outputs = client.outputs(client.give()[1], [inputs])[0]
    try:
        return compared(reference, draw, inputs, outputs)
    except Failure as failure:
        problem = (
            "right when the device is synchronized before and after the call, wrong without: the work is not ordered with the current stream. "
            "Launch on the current stream, join other streams with events, and leave nothing to threads. " + failure.problem
        )
        raise Failure(status="timing_disagrees", problem=problem) from failure


def after_reload(failure: Failure) -> Failure:
    """The failure of a call that came after another state was loaded: outputs that are wrong only then are told so."""
    if failure.fields.get("status") not in ("wrong", "precision_violation"):
        return failure
    problem = (
        "right at first, wrong after other parameters were loaded in place (by load_state_dict, or by copies into them, as an optimizer does): "
        f"do not keep values derived from parameters, or renew them when a parameter's _version changes. {failure.problem}"
    )
    return Failure(status="unstable", problem=problem)
