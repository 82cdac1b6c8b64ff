"""Finds the rare conditions on which an accepted candidate is wrong. The verdict lists their names as `unproven`.

The conditions are:
- rare rows: NaN, infinity, magnitudes near overflow, tiny values;
- the other mode: eval() if the reference trains, else train();
- structured buffers with other contents;
- arguments with the same value in every draw.

These checks run last, because they may kill the candidate.
"""

from judge.oracle import checks
from judge.oracle.numerics import tolerance
from judge.oracle.numerics.tensors import finite
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.admission import Draw
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_checks import SpecialChecks
from judge.protocol.errors import Failure


def possible(reference: Reference, draws: "checks.Draws") -> "list[str]":
    """Every name that `unproven` may return for this task."""
    found = [kind for check in draws.special.checks if check.unproven for kind in check.kinds]
    found += ["buffers"] if reference.states[3] else []
    found += _other_mode(reference) if draws.other_mode else []
    return [*dict.fromkeys(map(_name, found)), *_arguments(draws.special)]


def unproven(reference: Reference, draws: "checks.Draws", client: RunnerClient, timed: Draw) -> "list[str]":
    """The conditions on which the candidate is wrong or raises. `timed` is a draw of the timed distribution. Raises Gone."""
    found: "list[str]" = []
    for check in draws.special.checks:
        if check.unproven:
            try:
                found += checks.failing_kinds(reference, client, check)
            except Failure:
                found += check.kinds
    if reference.states[3] and not _right_under_structure(reference, client, timed):
        found.append("buffers")
    if draws.other_mode and not _right_in_other_mode(reference, client, draws.other_mode):
        found += _other_mode(reference)
    return [*dict.fromkeys(map(_name, found)), *_arguments(draws.special)]


def differs_by_mode(reference: Reference, timed: "list[Draw]") -> "Draw | None":
    """A draw with the exact outputs of the other mode. None if the reference is not finite there, or gives the same outputs."""
    if reference.eval:
        return None  # training mode is judged by statistics
    found = [draw for draw in (_in_other_mode(reference, each) for each in timed) if draw]
    return next(iter(found), None) if reference.decisions.once("other mode", lambda: len(found) == len(timed)) else None


def _in_other_mode(reference: Reference, timed: Draw) -> "Draw | None":
    inputs = reference.draw(timed.seed, timed.distribution)
    before = reference.exact(inputs)
    reference.set_mode(not reference.trains)
    try:
        exact, eager = reference.exact(inputs), reference.eager(inputs)
        alike = [one.shape == other.shape and one.dtype == other.dtype for one, other in zip(exact, before)]
        differs = len(exact) == len(before) and all(alike) and any(not one.equal(other) for one, other in zip(exact, before))
        if not differs or not finite(eager) or not finite(exact):
            return None
        return Draw(timed.distribution, timed.seed, tolerance.eager_errors(eager, exact), None)
    except Exception as error:
        if "out of memory" in str(error):
            raise
        return None
    finally:
        reference.set_mode(reference.trains)
        reference.use(reference.states[1])


def _right_in_other_mode(reference: Reference, client: RunnerClient, draw: Draw) -> bool:
    client.train(not reference.trains)
    client.reload(1)
    reference.set_mode(not reference.trains)
    try:
        return _is_right(reference, client, draw)
    finally:
        reference.set_mode(reference.trains)
        reference.use(reference.states[1])
        client.train(reference.trains)
        client.reload(1)


def _right_under_structure(reference: Reference, client: RunnerClient, timed: Draw) -> bool:
    draw = checks.draw_under(reference, timed.distribution, 3)
    client.reload(3)
    reference.use(reference.states[3])
    try:
        return _is_right(reference, client, draw)
    finally:
        reference.use(reference.states[1])
        client.reload(1)


def _is_right(reference: Reference, client: RunnerClient, draw: Draw) -> bool:
    try:
        checks.judged(reference, client, draw)
        return True
    except Failure:
        return False


def _other_mode(reference: Reference) -> "list[str]":
    return ["eval" if reference.trains else "train"]


def _arguments(special: SpecialChecks) -> "list[str]":
    return [f"argument {name}" for name in special.same]


def _name(kind: str) -> str:
    return kind.removeprefix("negative ")
