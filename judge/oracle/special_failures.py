"""Judges the outputs of a candidate on the special checks, row by row.

A candidate that fails a check of integers may be right as long as they stay in their domain (see `integer_domain`).
"""

import torch

from judge.oracle.hidden_groups import hidden_failure
from judge.oracle.numerics import row_tolerance
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task import open_ties, rounded_steps
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import ARGUMENTS, Check, answer_of, expected
from judge.protocol.errors import Failure, Gone


def failing_kinds(reference: Reference, client: RunnerClient, check: Check) -> "list[str]":
    """Lists the kinds of a check on which the candidate is wrong. Raises Failure if the candidate breaks its contract or raises, and Gone."""
    inputs = reference.kept.inputs(check.seed, check.name)
    if check.effects and reference.updated:
        client.reload(1)  # every call changes the buffers
    outputs = client.answered(inputs)
    if check.effects or check.answers:
        eager, exact = expected(reference, check, inputs)
        outputs = outputs + client.effects(eager[len(outputs) :]) if check.effects else outputs
    else:
        exact = reference.exact(inputs)
        floats = all(output.is_floating_point() for output in outputs)
        eager = exact if floats and not check.unproven else reference.eager(inputs)
    failing = failing_rows(reference, check, inputs, outputs, (eager, exact))
    return [kind for kind, own in zip(check.kinds, check.places) if bool(failing[torch.tensor(own)].any())]


def failing_rows(reference: Reference, check: Check, inputs: list, outputs: "list[torch.Tensor]", answers: "tuple[list, list]") -> torch.Tensor:
    """The judged rows of a check that are wrong: bool, shape [rows], on the CPU. `answers`: what eager gives, and what fp64 gives."""
    eager, exact = answers
    found = row_tolerance.failing_rows(outputs, exact, eager, check.tolerances).cpu()
    if not bool(found.any()) or (check.unproven and _is_beyond_rounding(check, found, outputs, answers)):
        return found

    def answer() -> "list[torch.Tensor]":
        return answer_of(reference, check)(inputs)

    def wrong(outputs: "list[torch.Tensor]", right: "list[torch.Tensor]") -> "list[torch.Tensor]":
        return row_tolerance.wrong_elements(outputs, right, eager, check.tolerances)

    settled = open_ties.settled(reference, inputs, outputs, exact, answer)
    if bool(row_tolerance.failing_rows(settled, exact, eager, check.tolerances).any()):
        settled = rounded_steps.settled(reference, inputs, settled, exact, answer, wrong)
    return row_tolerance.failing_rows(settled, exact, eager, check.tolerances).cpu()


def _is_beyond_rounding(check: Check, failing: torch.Tensor, outputs: "list[torch.Tensor]", answers: "tuple[list, list]") -> bool:
    """Whether each failing kind has NaN where eager and fp64 have none, or the reverse. No rounding and no order of equals explains that."""
    lost, rows = torch.zeros_like(failing), failing.nonzero()[:, 0]
    for output, shipped, truth in zip(outputs, *answers):
        if output.is_floating_point():
            got, usual, exact = (each.reshape(len(failing), -1).index_select(0, rows.to(each.device)) for each in (output, shipped, truth))
            agreed = (exact.isnan() == usual.isnan()) & (exact.isinf() == usual.isinf())
            lost[rows] |= (agreed & (got.isnan() != exact.isnan())).any(1).cpu()
    return all(bool(lost[own].any()) or not bool(failing[own].any()) for own in map(torch.tensor, check.places))


def check_special(reference: Reference, client: RunnerClient, check: Check) -> None:
    """Raises Failure (wrong). The message names only the group of the check, or the varied arguments.

    Rare values of integers are left to `unproven`, because they may end the candidate. So are values above a domain on a GPU: an error there is
    the end of it.
    """
    if check.inside:
        return check_special(reference, client, check.inside)
    if check.rare:
        return
    failure = hidden_failure(check.group, check.kinds if check.group == ARGUMENTS else [])
    try:
        try:
            failing, cause = bool(failing_kinds(reference, client, check)), None
        except Failure as ended:
            failing, cause = True, ended
        if failing and not _is_right_when_held(reference, client, check, raised=cause is not None and cause.fields["status"] == "crashed"):
            raise failure from cause
    except Gone as gone:
        raise Gone(gone.name, gone.why, hidden=True) from gone


def _is_right_when_held(reference: Reference, client: RunnerClient, check: Check, raised: bool) -> bool:
    """Whether the candidate, which fails the check, is right when integers stay in their domains. Their names are then unproven.

    `raised`: it raised an error, and a caller sees that it refuses the values. Only then values above a domain may be the reason.
    """
    found = check.held(raised) if check.beyond else None
    try:
        if found is None or failing_kinds(reference, client, found):
            return False
    except Failure:
        return False
    client.beyond += found.kinds
    return True
