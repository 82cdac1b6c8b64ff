"""Checks what chains of calls leave behind: in the inputs of a checked call, and in parameters and buffers after all calls.

A kernel could do this work in the first call after a load alone, or leave it out while it is timed. So each chain of a candidate begins with
known parameters and buffers, and the oracle follows some chains call by call.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import torch
from torch.utils._python_dispatch import _disable_current_modes

from judge.oracle import second_look
from judge.oracle.numerics import tolerance
from judge.oracle.numerics.tensors import finite, same, secret_seed, set_seed
from judge.oracle.numerics.tolerance import Errors, Judgement
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task import rounded_steps
from judge.oracle.task.budgets import in_truncated_tf32, own_errors, with_truncated
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.names import of_effects
from judge.oracle.task.reference import Reference
from judge.oracle.task.states import ILL_CONDITIONED
from judge.protocol.errors import Failure

FIRST_START = 1000  # the number under which a runner gets the start of chains of the first shape; those of other shapes follow
_SMALL_BYTES = 4 << 20  # of what calls update: more is not loaded before every chain
_LOOKS, _LOOK_CALLS = 2, 3  # sequences, and their calls, that the reference must take
_MOVED = 4  # disturbed runs of a sequence
_LATER_CALLS = 5  # the most calls on public inputs before the check
_PROBLEM = "right in single calls, but a call of a timed chain leaves other values in its inputs than the reference: write them in every call"
_PROBLEM_AFTER = "right at first, but later calls leave other parameters or buffers behind than the reference: change them in every call"
_random = random.SystemRandom()
Calls = Callable[[], Iterable[Inputs]]  # the inputs of calls in order, drawn again each time


class _Behind(Reference):
    """A reference for what calls leave behind. None of that is a gradient."""

    def __init__(self, reference: Reference):
        self.__dict__.update(reference.__dict__)

    def is_gradient(self, at: int) -> bool:
        return False


class _Left(_Behind):
    """A reference whose outputs are what a call leaves in the inputs that it writes."""

    def __init__(self, reference: Reference):
        super().__init__(reference)
        specs, names = reference.input_specs, of_effects(reference)
        self._outputs_before = len(reference.output_specs)
        self.output_specs, self.output_names = [specs[at] for at in reference.written], names[: len(reference.written)]

    def exact(self, tensors: list, disturbed=None) -> "list[torch.Tensor]":
        return self._of(self.exact_world(tensors, disturbed))

    def eager(self, tensors: list) -> "list[torch.Tensor]":
        return self._of(self.world(tensors))

    def _of(self, world: "list[torch.Tensor]") -> "list[torch.Tensor]":
        return world[self._outputs_before : self._outputs_before + len(self.written)]


class _Answers(NamedTuple):
    """The values that a sequence leaves behind, by eager and by fp64, and the errors that count as eager's."""

    eager: "list[torch.Tensor]"
    exact: "list[torch.Tensor]"
    budgets: "list[Errors]"


class ChainEffects:
    """Checks the values that chains of calls leave behind, for one shape. `number`: the place of the shape."""

    def __init__(self, reference: Reference, number: int):
        self._reference, self._number = reference, FIRST_START + number
        self._start = {name: reference.states[1][name] for name in reference.updated}
        self.is_small = sum(tensor.numel() * tensor.element_size() for tensor in self._start.values()) <= _SMALL_BYTES
        self._left = _Left(reference) if reference.written and reference.decisions.once("steady writes", lambda: _writes_steadily(reference)) else None
        self.follows = bool(reference.updated) and reference.decisions.once("follows", self._can_follow)

    def check_inputs(self, inputs: Inputs, left: "list[torch.Tensor]") -> None:
        """Raises Failure (unstable) if a call of a chain left something else than `left` should be in the inputs that it writes. Checks nothing if it is
        unknown, or if the reference does not decide it."""
        if self._left is None or not left:
            return
        exact = self._left.exact(inputs)
        if second_look.judge(self._left, inputs, left, exact, [Errors(0, 0)] * len(left)).problem:
            eager = self._left.eager(inputs)
            if _decides(eager, exact, own_errors(self._left, inputs, eager, exact)):
                raise Failure(status="unstable", problem=_PROBLEM)

    @property
    def writes_steadily(self) -> bool:
        """Whether calls write inputs, and what they write does not depend on earlier calls."""
        return self._left is not None

    def begin(self, client: RunnerClient) -> None:
        """Gives a runner the parameters and buffers from which a chain begins. It needs `follows`."""
        client.reload(self._number, self._start, copied=True)

    def check(self, client: RunnerClient, calls: Calls, has_warm_ups: bool) -> None:
        """Raises Failure (unstable) if a chain of these calls left other parameters or buffers behind. `has_warm_ups`: several calls had the same
        inputs. Nothing is checked if the first of them changed these."""
        if not (has_warm_ups and self._reference.written) and self._judge(client, calls).problem:
            raise Failure(status="unstable", problem=_PROBLEM_AFTER)

    def _judge(self, client: RunnerClient, calls: Calls) -> Judgement:
        """Judges what these calls left in parameters and buffers. They must be the first ones since `begin`."""
        reference, names = self._reference, of_effects(self._reference)[len(self._reference.written) :]
        got = client.left([], reference.updated, list(self._start.values()))
        exact = self._by(calls, True)
        quick = tolerance.judge(got, exact, [None] * len(got), [Errors(0, 0)] * len(got), names)
        if not quick.problem:
            return quick
        answers = self._answers(calls, exact)
        if answers is None:
            return Judgement(0.0, "")
        shipped = tolerance.deciding(answers.eager)
        found = tolerance.judge(got, exact, shipped, answers.budgets, names)
        if not found.problem:
            return found

        def wrong(outputs: "list[torch.Tensor]", right: "list[torch.Tensor]") -> "list[torch.Tensor]":
            return [tolerance.wrong_elements(*each) for each in zip(outputs, right, answers.budgets)]

        settled = rounded_steps.settled(_Behind(reference), next(iter(calls())), got, exact, lambda: self._by(calls, True), wrong)
        again = tolerance.judge(settled, exact, shipped, answers.budgets, names)
        return found if again.problem else again

    def check_public(self, client: RunnerClient, draw: "Callable[[], Inputs]") -> None:
        """Makes a secret number of calls on inputs that may be told. Raises Failure (wrong) if they leave other parameters or buffers behind."""
        if not self.follows:
            return
        sequence = [draw() for _call in range(_random.randint(2, _LATER_CALLS))]
        self.begin(client)
        for inputs in sequence:
            client.answered(inputs)
        found = self._judge(client, lambda: sequence)
        if found.problem:
            problem = f"after {len(sequence)} calls, parameters or buffers are not as the reference leaves them: each call must change them. {found.problem}"
            raise Failure(status="wrong", inputs="public", problem=problem)

    def _by(self, calls: Calls, exact: bool, disturbed=None) -> "list[torch.Tensor]":
        return self._reference.left_by(self._drawn(calls), self._reference.states[1], [*self._start], exact, disturbed)

    def _drawn(self, calls: Calls) -> "Iterator[Inputs]":
        """The inputs, drawn without the errors that a run of the reference may have. Each run has random numbers of its own for these errors."""
        drawn = iter(calls())
        while True:
            with _disable_current_modes():
                inputs = next(drawn, None)
                set_seed(secret_seed(), self._reference.device)
            if inputs is None:
                return
            yield inputs

    def _answers(self, calls: Calls, exact: "list[torch.Tensor]", moved_runs: int = _MOVED) -> "_Answers | None":
        """Uses `moved_runs` disturbed runs. None if the reference does not decide what is left, because of an overflow or a rounding."""
        eager = self._by(calls, False)
        coarse = in_truncated_tf32(self._reference, next(iter(calls())), lambda: self._by(calls, True))
        budgets = with_truncated(eager, exact, coarse)
        for _run in range(moved_runs):
            moved = self._by(calls, True, "both ways")
            budgets = tolerance.widest(budgets, tolerance.eager_errors(moved, exact))
            if not all(same(one, other) for one, other in zip(exact, moved) if not one.is_floating_point()):
                return None
        return _Answers(eager, exact, budgets) if _decides(eager, exact, budgets) else None

    def _can_follow(self) -> bool:
        """Whether the reference decides what sequences leave behind."""
        try:
            return all(self._is_decided([self._reference.draw() for _call in range(_LOOK_CALLS)]) for _look in range(_LOOKS))
        except Exception as error:
            self._reference.take_refusal(error)
            return False

    def _is_decided(self, sequence: "list[Inputs]") -> bool:
        return self._answers(lambda: sequence, self._by(lambda: sequence, True), 1) is not None


def _decides(eager: "list[torch.Tensor]", exact: "list[torch.Tensor]", errors: "list[Errors]") -> bool:
    """Whether the reference is finite and well conditioned in what it leaves."""
    return finite(eager) and finite(exact) and max((each.rms for each in errors), default=0.0) < ILL_CONDITIONED


def _writes_steadily(reference: Reference) -> bool:
    """Whether what a call leaves in its inputs does not depend on parameters and buffers that earlier calls have changed."""
    if not reference.updated:
        return True
    left = _Left(reference)
    inputs = reference.draw()
    before = left.eager(inputs)
    for _call in range(_LOOK_CALLS):
        reference.eager(reference.draw())
    after = left.eager(inputs)
    reference.use(reference.states[1])
    return all(map(same, before, after))
