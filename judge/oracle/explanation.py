"""Names for a person what is wrong on public inputs and on fresh draws: the check, the worst element, what was expected and what the candidate gave.

The server asks for one check at a time. Nothing found is then lost if the time or the candidate ends. It tells hidden values. Therefore only a
person's own command asks for it, never a search. It uses new seeds, and candidates are never judged on them.
"""

from collections.abc import Callable, Iterator

import torch

from judge.oracle import checks, extremes, second_look, special_failures
from judge.oracle.dropout import check_random
from judge.oracle.effects import check_effects
from judge.oracle.numerics.tensors import finite, secret_seed
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.admission import Admission, Draw
from judge.oracle.task.layouts import Layout
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import ARGUMENTS, Check, expected
from judge.oracle.unproven import in_other_mode, other_mode, other_state
from judge.protocol.errors import Failure, Gone, Rejected
from judge.protocol.messages import Explanation
from judge.protocol.oracle_messages import Explained, without_element

_Check = Callable[[], "Iterator[Explanation]"]  # makes a check, and gives its mismatches


def explained(reference: Reference, admission: Admission, draws: "checks.Draws", client: RunnerClient, at: int) -> Explained:
    """The mismatches of check number `at`, at most one per distribution and kind. If it cannot be made, the reason, and no check is left."""
    every = _checks(reference, admission, draws, client)
    found: "list[Explanation]" = []
    try:
        if at == 0:
            client.reload(1)
        for each in every[at]():
            found.append(each)
        return {"explanation": found, "left": len(every) - at - 1}
    except (Gone, Failure, Rejected) as ended:
        why = ended.why if isinstance(ended, Gone) else ended.problem if isinstance(ended, Failure) else ended.reason
        return {"explanation": [*found, without_element("the next check", why)], "left": 0}


def _checks(reference: Reference, admission: Admission, draws: "checks.Draws", client: RunnerClient) -> "list[_Check]":
    """All checks, in order: the public inputs come first, and what may kill the candidate comes last."""
    public, timed, steps, other = admission.draws[admission.timed][0], admission.timed, draws.steps, draws.other_mode
    found: "list[_Check]" = [lambda: _of_draw(reference, client, "public inputs", public)]
    found += [lambda name=name: _of_draw(reference, client, f"distribution {name}", checks.draw_under(reference, name, 1)) for name in admission.draws]
    found += [lambda: _of_effects(reference, client, checks.draw_under(reference, timed, 1))]
    found += [lambda check=check: _of_fresh(reference, client, check) for check in draws.special.checks]
    states = [which for which, _draw in draws.trained] + [checks.STRUCTURED] * bool(draws.structured)
    found += [lambda which=which: _of_state(reference, client, timed, which) for which in states]
    found += [lambda: _of_extremes(reference, draws, client)] * bool(draws.numbers or draws.extremes)
    if other:
        found += [lambda: _of_other_mode(reference, client, other)]
    if reference.trains_in_steps:
        found += [lambda: _refused("training mode", lambda: steps.check_public(client)), lambda: _refused("training mode", lambda: steps.check_hidden(client))]
    elif reference.eval:
        found += [lambda: _refused("training mode", lambda: check_random(reference, client, reference.draw(None, timed)))]
    return found + [lambda layout=layout: _of_layout(reference, client, layout, checks.draw_under(reference, timed, 1)) for layout in draws.layouts]


def _of_fresh(reference: Reference, client: RunnerClient, check: Check) -> "Iterator[Explanation]":
    """A special check, drawn again."""
    try:
        fresh = check.again()
    except Exception as error:  # in this draw, not in those that decided
        reference.take_refusal(error)
        return
    if fresh:
        yield from _of_check(reference, client, fresh)


def _of_state(reference: Reference, client: RunnerClient, timed: str, which: int) -> "Iterator[Explanation]":
    draw = checks.draw_under(reference, timed, which)
    with other_state(reference, client, which):
        yield from _of_draw(reference, client, "other contents of masks and tables" if which == checks.STRUCTURED else "other parameters", draw)


def _of_effects(reference: Reference, client: RunnerClient, draw: Draw) -> "Iterator[Explanation]":
    """What a call leaves in inputs and buffers."""
    client.reload(1)
    if not isinstance(_outputs(client, reference.draw(draw.seed, draw.distribution)), str):
        yield from _refused("what a call leaves behind", lambda: check_effects(reference, client, draw, 1))


def _of_extremes(reference: Reference, draws: "checks.Draws", client: RunnerClient) -> "Iterator[Explanation]":
    for extreme in draws.numbers:
        yield from _of_extreme(reference, client, extreme, f"another value of {extreme.name}")
    if not draws.extremes:
        return
    client.reload(extremes.GROWN)
    for extreme in draws.extremes:
        yield from _of_extreme(reference, client, extreme, f"larger parameters, inputs of kind {extreme.kind}")
    client.reload(1)


def _of_extreme(reference: Reference, client: RunnerClient, extreme: extremes.Extreme, name: str) -> "Iterator[Explanation]":
    outputs = _outputs(client, reference.draw(None, extreme.name))
    if isinstance(outputs, str) or not finite(outputs):
        yield without_element(name, outputs if isinstance(outputs, str) else "the outputs hold NaN or infinity, where the reference is finite")


def _of_other_mode(reference: Reference, client: RunnerClient, checked: Draw) -> "Iterator[Explanation]":
    draw = in_other_mode(reference, Draw(checked.distribution, secret_seed(), [], None))
    if draw:
        with other_mode(reference, client):
            yield from _of_draw(reference, client, "eval() instead of train()" if reference.trains else "train() instead of eval()", draw)


def _of_layout(reference: Reference, client: RunnerClient, layout: Layout, draw: Draw) -> "Iterator[Explanation]":
    client.reload(1)
    name = "inputs with other strides" if layout.name == "strides" else "inputs that begin one element behind an aligned address"
    with reference.rearranged(layout.strides, layout.shift):
        yield from _of_draw(reference, client, name, draw)


def _refused(name: str, check: "Callable[[], None]") -> "Iterator[Explanation]":
    """What a check says that finds no single element."""
    try:
        check()
    except Failure as failure:
        yield without_element(name, failure.problem)


def _of_draw(reference: Reference, client: RunnerClient, name: str, draw: Draw) -> "Iterator[Explanation]":
    inputs = reference.draw(draw.seed, draw.distribution)
    exact = draw.exact or reference.exact(inputs)
    outputs = _outputs(client, inputs)
    if isinstance(outputs, str):
        yield without_element(name, outputs)
    else:
        eager = reference.eager(inputs)
        if second_look.judge(reference, inputs, outputs, exact, draw.budgets).problem:
            yield _worst(name, outputs, exact, eager, None)


def _of_check(reference: Reference, client: RunnerClient, check: Check) -> "Iterator[Explanation]":
    inputs = reference.draw(check.seed, check.name)
    names = [f"{', '.join(check.kinds)} (other values)"] if check.group == ARGUMENTS else [f"rows of kind {kind}" for kind in check.kinds]
    if check.effects and reference.updated:
        client.reload(1)
    outputs = _outputs(client, inputs)
    if isinstance(outputs, str):
        yield without_element(", ".join(names), outputs)
        return
    eager, exact = expected(reference, check, inputs)
    if check.effects:
        outputs = outputs + client.effects(eager[len(outputs) :])
    failing = special_failures.failing_rows(reference, check, inputs, outputs, (eager, exact))
    for name, own in zip(names, check.places):
        rows = torch.tensor(own)[failing[torch.tensor(own)]]
        if len(rows):
            yield _worst(name, outputs, exact, eager, int(rows[0]) if check.rows > 1 else None)


def _outputs(client: RunnerClient, inputs: "list[torch.Tensor]") -> "list[torch.Tensor] | str":
    """The candidate's outputs, or why there are none."""
    try:
        return client.answered(inputs)
    except Failure as failure:
        return failure.problem


def _worst(name: str, outputs: list, exact: list, eager: list, row: "int | None") -> Explanation:
    """The element with the largest error, where eager and fp64 agree on NaN and infinity. `row`: only there."""
    found = []
    for output, truth, usual in zip(outputs, exact, eager):
        error = _errors(output.double(), truth.double(), usual.double())
        if row is not None:
            error[torch.arange(len(error), device=error.device) != row] = -1.0
        at = int(error.argmax()) if error.numel() else 0
        found.append((float(error.reshape(-1)[at]) if error.numel() else -1.0, at, output, truth))
    _error, at, output, truth = max(found, key=lambda each: each[0])
    place = [int(each) for each in torch.unravel_index(torch.tensor(at), output.shape)]
    return {"check": name, "element": place, "expected": _number(truth, at), "got": _number(output, at), "problem": ""}


def _errors(output: torch.Tensor, truth: torch.Tensor, usual: torch.Tensor) -> torch.Tensor:
    error = (output - truth).abs().masked_fill(output == truth, 0.0)
    error = torch.where(torch.isnan(output) & torch.isnan(truth), 0.0, error.nan_to_num(torch.inf, torch.inf))
    agreed = (torch.isnan(truth) == torch.isnan(usual)) & (torch.isinf(truth) == torch.isinf(usual))
    return torch.where(agreed, error, -1.0)


def _number(tensor: torch.Tensor, at: int) -> str:
    value = tensor.reshape(-1)[at].item()
    return f"{value:.6g}" if isinstance(value, float) else str(value)
