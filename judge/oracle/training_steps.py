"""Checks the training mode of references whose answer depends on buffers that each call changes, such as running statistics or a queue.

All other checks judge such tasks in eval mode. Here reference and candidate make calls in training mode, one after the other from an equal state.
All outputs must agree, and the buffers after the last call. Public calls come first, then hidden ones: one on each distribution, in a random order.
"""

import contextlib
import random
from collections.abc import Iterator

from judge.oracle.hidden_groups import TRAINING_MODE, as_hidden
from judge.oracle.numerics import tolerance
from judge.oracle.numerics.tensors import finite, same, secret_seed
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task import parameters
from judge.oracle.task.admission import Admission
from judge.oracle.task.budgets import in_truncated_tf32, with_truncated
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.reference import Reference
from judge.oracle.task.states import ILL_CONDITIONED
from judge.protocol.errors import Failure

_PUBLIC_CALLS = 3
_MOST_BYTES = 1 << 30  # of the inputs of all calls: further ones are left out
_LOOKS = 2  # sequences that must work before a state is decided
_random = random.SystemRandom()


class TrainingSteps:
    """The states from which a task is judged in training mode. None if its answers do not depend on earlier calls, or if it cannot be judged so."""

    def __init__(self, reference: Reference, admission: Admission, states: "list[int]"):
        self._reference, self._admission = reference, admission
        self.states = [which for which in states if reference.trains_in_steps and reference.decisions.once(f"steps from {which}", lambda: self._works(which))]

    def check_public(self, client: RunnerClient) -> None:
        """Raises Failure if calls on public inputs differ. Afterwards reference and candidate are in eval mode with the second state."""
        with _training(client):
            for which in self.states[:1]:
                self._check(client, self._drawn([self._admission.timed] * _PUBLIC_CALLS), which)

    def check_hidden(self, client: RunnerClient) -> None:
        """Raises Failure if hidden calls differ. Afterwards reference and candidate are in eval mode with the second state."""
        with _training(client):
            for which in self.states:
                try:
                    self._check(client, self._hidden(), which)
                except Failure as failure:
                    raise as_hidden(failure, TRAINING_MODE) from failure

    def _hidden(self) -> "list[Inputs]":
        return self._drawn(_random.sample([*self._admission.draws], len(self._admission.draws)))

    def _drawn(self, distributions: "list[str]") -> "list[Inputs]":
        found, room = list[Inputs](), _MOST_BYTES
        for each in distributions:
            found.append(self._reference.draw(secret_seed(), each))
            room -= sum(tensor.numel() * tensor.element_size() for tensor in found[-1])
            if room < 0:
                break
        return found

    def _works(self, which: int) -> bool:
        """Whether the reference can be judged from this state on, in several sequences."""
        return all(self._answers(self._hidden(), which) is not None for _look in range(_LOOKS))

    def _answers(self, sequence: "list[Inputs]", which: int) -> "tuple[list, list, list] | None":
        """What eager gives, what fp64 gives, and the errors that count as eager's. None if the reference refuses this state or these inputs, or
        if one rounding of the inputs decides the answer."""
        reference, state = self._reference, self._reference.states[which]
        try:
            if parameters.may_index(state, reference.states[1]) and not self._accepts_on_cpu(sequence[0], which):
                return None
            eager, exact = (reference.in_training(sequence, state, in_fp64) for in_fp64 in (False, True))
            moved = reference.in_training(sequence, state, True, "both ways")
            coarse = in_truncated_tf32(reference, sequence[0], lambda: reference.in_training(sequence, state, True))
        except Exception as error:
            reference.take_refusal(error)
            return None
        own = tolerance.widest(with_truncated(eager, exact, coarse), tolerance.eager_errors(moved, exact))
        decided = all(same(one, other) for one, other in zip(exact, moved) if not one.is_floating_point())
        return (eager, exact, own) if decided and finite(eager) and finite(exact) and max(each.rms for each in own) < ILL_CONDITIONED else None

    def _accepts_on_cpu(self, inputs: Inputs, which: int) -> bool:
        reference = self._reference
        reference.set_mode(True)
        try:
            with reference.holding(reference.states[which]):
                return reference.accepts_on_cpu(inputs)
        finally:
            reference.set_mode(reference.trains)

    def _check(self, client: RunnerClient, sequence: "list[Inputs]", which: int) -> None:
        answers = self._answers(sequence, which)
        if answers is None:
            return  # this draw, not those that decided
        (eager, exact, budgets), own = answers, parameters.buffers(self._reference.model)
        client.reload(which)
        found = [output for inputs in sequence for output in client.answered(inputs)]
        found += client.left([], own, eager[len(found) :])
        outputs = [f"{name} of call {call + 1}" for call in range(len(sequence)) for name in self._reference.output_names]
        names = [*outputs, *(f"the buffer {name} after {len(sequence)} calls" for name in own)]
        judgement = tolerance.judge(found, exact, tolerance.deciding(eager), budgets, names)
        if judgement.problem:
            problem = f"in training mode, where each call changes the buffers, {judgement.problem}"
            raise Failure(status="precision_violation" if judgement.imprecise else "wrong", inputs="public", problem=problem)


@contextlib.contextmanager
def _training(client: RunnerClient) -> "Iterator[None]":
    client.train(True)
    try:
        yield
    finally:
        client.train(False)
        client.reload(1)
