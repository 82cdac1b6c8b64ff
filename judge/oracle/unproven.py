"""Finds the rare conditions on which an accepted candidate is wrong. The verdict lists their names as `unproven`.

The conditions are:
- rare rows: NaN, infinity, magnitudes near overflow, tiny values;
- the other mode: eval() if the reference trains, else train();
- structured buffers with other contents;
- inputs with other strides, or at an offset that is not aligned;
- structured floats without their structure, and integers beyond their domain;
- arguments and buffers with the same value in every draw and state.

These checks run last, because they may kill the candidate or its device: after a misaligned load, every later request to its process fails.
The names of a condition after which the candidate cannot be restored, and of all later ones, are unproven.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace

from judge.oracle import checks, special_failures
from judge.oracle.effects import check_effects
from judge.oracle.hidden_groups import hidden_failure
from judge.oracle.numerics.tensors import finite
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.admission import Draw
from judge.oracle.task.budgets import own_errors
from judge.oracle.task.layouts import Layout
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import ARGUMENTS, Check
from judge.protocol.errors import Failure, Gone, Rejected


def possible(reference: Reference, draws: "checks.Draws") -> "list[str]":
    """Every name that `unproven` may return for this task."""
    found = [name for names, _finds in _conditions(reference, draws) for name in names]
    return [*dict.fromkeys([*draws.special.bounded(), *found]), *draws.special.unvaried()]


def unproven(reference: Reference, draws: "checks.Draws", client: RunnerClient, rare: bool = True) -> "tuple[list[str], Gone | None]":
    """The conditions on which the candidate is wrong or raises, and its end if it dies meanwhile or cannot be restored. Raises Failure (wrong) for
    what only a GPU leaves until now. Not `rare`: only that is checked.
    """
    found = list(client.beyond)  # since the checks before timing
    conditions = _conditions(reference, draws) if rare else _above_domains(reference, draws)
    if rare or conditions:
        client.reload(1)
        conditions.append(([], _still_answers))
    for at, (_names, finds) in enumerate(conditions):
        try:
            found += finds(client)
        except (Gone, Failure) as ended:
            if isinstance(ended, Failure) and ended.fields["status"] == "wrong":
                raise
            found += [name for rest, _finds in conditions[at:] for name in rest]
            gone = ended if isinstance(ended, Gone) else Gone("candidate", ended.problem)
            return [*dict.fromkeys(found), *draws.special.unvaried()], gone
    return [*dict.fromkeys(found), *draws.special.unvaried()], None


_Finds = Callable[[RunnerClient], "list[str]"]


def _conditions(reference: Reference, draws: "checks.Draws") -> "list[tuple[list[str], _Finds]]":
    """(names, the check that returns those that fail), in order. The first ones kill least."""
    found: "list[tuple[list[str], _Finds]]" = []
    other_mode, structured, timed = draws.other_mode, draws.structured, draws.timed

    def add(name: str, is_right: "Callable[[RunnerClient], bool]") -> None:
        found.append(([name], lambda client: [] if is_right(client) else [name]))

    if other_mode:
        add("eval" if reference.trains else "train", lambda client: _right_in_other_mode(reference, client, other_mode))
    if reference.trains_in_steps and not draws.steps.states:
        found.append((["train"], lambda _client: ["train"]))
    values: "list[tuple[list[str], _Finds]]" = []  # of arguments; integers may lead a candidate out of its tensors

    def add_layouts(shifted: bool) -> None:
        for layout in draws.layouts:
            if bool(layout.shift) == shifted:
                add(layout.name, lambda client, layout=layout: _right_as_laid_out(reference, client, timed, layout))

    for check in draws.special.checks:
        if check.rare:
            values.append((check.rare, lambda client, check=check: wrong_on_rare_values(reference, client, check)))
        elif check.unproven and not check.inside:
            own = ([_name(kind) for kind in check.kinds], lambda client, check=check: _failing_rows(reference, client, check))
            (values if check.group == ARGUMENTS else found).append(own)
    if structured:
        add("buffers", lambda client: _right_under_structure(reference, client, structured))
    add_layouts(shifted=False)
    found += _above_domains(reference, draws) + values  # an index out of range may end a GPU, and a misaligned load does
    add_layouts(shifted=True)
    return found


def _above_domains(reference: Reference, draws: "checks.Draws") -> "list[tuple[list[str], _Finds]]":
    """Integers above their domains, on a GPU: the conditions that can reject a candidate."""
    checked = [check for check in draws.special.checks if check.inside and not check.rare]
    return [(check.beyond, lambda client, check=check: refused_above_domain(reference, client, check)) for check in checked]


def _right_as_laid_out(reference: Reference, client: RunnerClient, draw: Draw, layout: Layout) -> bool:
    """Whether the candidate is right on inputs of this layout."""
    client.reload(1)
    try:
        with reference.rearranged(layout.strides, layout.shift):
            checks.judged(reference, client, draw)
            check_effects(reference, client, draw, 1)
        return True
    except (Failure, Rejected):  # Rejected: the memory does not suffice for this layout
        return False


def _still_answers(client: RunnerClient) -> "list[str]":
    """No name. Raises Failure or Gone if the last condition has ended the runner or its device."""
    client.expect_answer()
    return []


def _failing_rows(reference: Reference, client: RunnerClient, check: Check) -> "list[str]":
    try:
        return [_name(kind) for kind in special_failures.failing_kinds(reference, client, check)]
    except Failure:
        return [_name(kind) for kind in check.kinds]


def wrong_on_rare_values(reference: Reference, client: RunnerClient, check: Check) -> "list[str]":
    """The names of the integers of a check if the candidate is wrong on its rare values."""
    try:
        return check.rare if special_failures.failing_kinds(reference, client, check) else []
    except Failure:
        return check.rare


def refused_above_domain(reference: Reference, client: RunnerClient, check: Check) -> "list[str]":
    """The names of the integers of a check above their domains if the candidate raises an error for them. Raises Failure if it is wrong instead."""
    try:
        failing = special_failures.failing_kinds(reference, client, check)
    except Failure as ended:
        if ended.fields["status"] == "crashed":
            return check.beyond
        failing = check.kinds
    if failing:
        raise hidden_failure(check.group, check.kinds)
    return []


def draw_in_other_mode(reference: Reference, timed: "list[Draw]") -> "Draw | None":
    """A draw with the exact outputs of the other mode, which a candidate may tell apart even if the reference does not. None if the reference is
    not finite there, or gives outputs of another form."""
    if reference.eval:
        return None  # training mode is judged by statistics
    found = [draw for draw in (in_other_mode(reference, each) for each in timed) if draw]
    if not reference.decisions.once("both modes", lambda: len(found) == len(timed)) or not found:
        return None
    return replace(found[0], exact=reference.kept.held(found[0].exact))


def in_other_mode(reference: Reference, timed: Draw) -> "Draw | None":
    """The draw with the exact outputs of the other mode. None if the reference is not finite there, or gives outputs of another form."""
    inputs = reference.draw(timed.seed, timed.distribution)
    before = reference.eager(inputs)
    reference.use(reference.states[1])  # a call may have updated the buffers, which the other mode reads
    reference.set_mode(not reference.trains)
    try:
        exact, eager = reference.exact(inputs), reference.eager(inputs)
        alike = len(eager) == len(before) and all(one.shape == other.shape and one.dtype == other.dtype for one, other in zip(eager, before))
        if not alike or not finite(eager) or not finite(exact):
            return None
        return Draw(timed.distribution, timed.seed, own_errors(reference, inputs, eager, exact), exact)
    except Exception as error:
        reference.take_refusal(error)
        return None
    finally:
        reference.set_mode(reference.trains)
        reference.use(reference.states[1])


@contextlib.contextmanager
def other_mode(reference: Reference, client: RunnerClient) -> "Iterator[None]":
    """Within it, reference and runner are in the mode in which the task does not run, with the second state."""
    client.train(not reference.trains)
    client.reload(1)
    reference.use(reference.states[1])
    reference.set_mode(not reference.trains)
    try:
        yield
    finally:
        reference.set_mode(reference.trains)
        reference.use(reference.states[1])
        client.train(reference.trains)
        client.reload(1)


@contextlib.contextmanager
def other_state(reference: Reference, client: RunnerClient, which: int) -> "Iterator[None]":
    """Within it, reference and runner have state number `which`, then the second one again."""
    client.reload(which, copied=which == checks.COPIED)
    try:
        with reference.holding(reference.states[which]):
            yield
    finally:
        client.reload(1)


def _right_in_other_mode(reference: Reference, client: RunnerClient, draw: Draw) -> bool:
    with other_mode(reference, client):
        return _is_right(reference, client, draw, lambda: check_effects(reference, client, draw, 1))


def _right_under_structure(reference: Reference, client: RunnerClient, draw: Draw) -> bool:
    with other_state(reference, client, checks.STRUCTURED):
        return _is_right(reference, client, draw)


def _is_right(reference: Reference, client: RunnerClient, draw: Draw, further: "Callable[[], None]" = lambda: None) -> bool:
    """`further` raises Failure if more than the outputs is wrong."""
    try:
        checks.judged(reference, client, draw)
        further()
        return True
    except Failure:
        return False


def _name(kind: str) -> str:
    return kind.removeprefix("negative ")
