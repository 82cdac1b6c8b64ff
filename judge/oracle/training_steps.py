"""Checks the training mode of references whose answer depends on buffers that each call changes, such as running statistics or a queue.

All other checks judge such tasks in eval mode. Here reference and candidate make calls in training mode, one after the other from an equal state.
All outputs must agree, and the buffers after the last call. Public calls come first, then hidden ones: one on each distribution, in a random order.
"""

import contextlib
import random
from collections.abc import Iterator

from judge.oracle.hidden_groups import TRAINING_MODE, hidden_failure
from judge.oracle.numerics import tolerance
from judge.oracle.numerics.tensors import secret_seed
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task import parameters
from judge.oracle.task.admission import Admission
from judge.oracle.task.budgets import in_truncated_tf32, with_truncated
from judge.oracle.task.reference import Reference
from judge.protocol.errors import Failure

_PUBLIC_CALLS = 3
_random = random.SystemRandom()


def check_public_steps(reference: Reference, client: RunnerClient, admission: Admission) -> None:
    """Raises Failure if calls on public inputs differ. Afterwards reference and candidate are in eval mode with the second state."""
    with _training(client):
        _check(reference, client, [admission.timed] * _PUBLIC_CALLS, 1)


def check_hidden_steps(reference: Reference, client: RunnerClient, admission: Admission, states: "list[int]") -> None:
    """Raises Failure if hidden calls differ, from one of these states on. Afterwards both are in eval mode with the second state."""
    with _training(client):
        for which in states:
            try:
                _check(reference, client, _random.sample([*admission.draws], len(admission.draws)), which)
            except Failure as failure:
                raise hidden_failure(TRAINING_MODE, [], "precision_violation" if failure.fields["status"] == "precision_violation" else "wrong") from failure


@contextlib.contextmanager
def _training(client: RunnerClient) -> "Iterator[None]":
    client.train(True)
    try:
        yield
    finally:
        client.train(False)
        client.reload(1)


def _check(reference: Reference, client: RunnerClient, distributions: "list[str]", which: int) -> None:
    """Makes a call on a draw of each of `distributions`, from state number `which` on. Raises Failure."""
    sequence, state = [reference.draw(secret_seed(), each) for each in distributions], reference.states[which]
    client.reload(which)
    found = [output for inputs in sequence for output in client.answered(inputs)]
    eager, exact = (reference.in_training(sequence, state, in_fp64) for in_fp64 in (False, True))
    coarse = in_truncated_tf32(reference, sequence[0], lambda: reference.in_training(sequence, state, True))
    own = parameters.buffers(reference.model)
    with _only_buffers(reference, own):
        found += client.effects(eager[len(found) :])
    outputs = [f"{name} of call {call + 1}" for call in range(len(sequence)) for name in reference.output_names]
    names = [*outputs, *(f"the buffer {name} after {len(sequence)} calls" for name in own)]
    judgement = tolerance.judge(found, exact, tolerance.deciding(eager), with_truncated(eager, exact, coarse), names)
    if judgement.problem:
        problem = f"in training mode, where each call changes the buffers, {judgement.problem}"
        raise Failure(status="precision_violation" if judgement.imprecise else "wrong", inputs="public", problem=problem)


@contextlib.contextmanager
def _only_buffers(reference: Reference, names: "list[str]") -> "Iterator[None]":
    """Within it, these buffers are all that a call changes."""
    kept = reference.written, reference.updated
    reference.written, reference.updated = [], names
    try:
        yield
    finally:
        reference.written, reference.updated = kept
