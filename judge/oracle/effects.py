"""Checks what a call leaves in inputs, parameters and buffers. A candidate may also change what the reference leaves alone."""

import contextlib
from collections.abc import Iterator

import torch

from judge.oracle.numerics import tolerance
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.admission import Draw
from judge.oracle.task.budgets import in_truncated_tf32, with_truncated
from judge.oracle.task.names import of_effects
from judge.oracle.task.reference import Reference
from judge.protocol.errors import Failure

_WHOLE_BYTES = 64 << 20  # the largest state that is compared as a whole


def check_effects(reference: Reference, client: RunnerClient, draw: Draw, which: int) -> None:
    """Raises Failure (wrong) if the last call left other inputs, parameters or buffers behind than the reference does.

    The call must be the first one since the state was loaded.
    """
    with _whole_state(reference):
        _check_effects(reference, client, draw, which)


def _check_effects(reference: Reference, client: RunnerClient, draw: Draw, which: int) -> None:
    names = of_effects(reference)
    if not names:
        return
    expected = reference.kept.once(("effects", draw.seed, which, reference.model.training), lambda: _effects(reference, draw, which))
    eager, exact, coarse = (expected[at : at + len(names)] for at in range(0, 3 * len(names), len(names)))
    budgets = with_truncated(eager, exact, coarse)
    for name, got, truth, shipped, budget in zip(names, client.effects(eager), exact, eager, budgets):
        found = tolerance.judge([got], [truth], tolerance.deciding([shipped]), [budget])
        if found.problem:
            problem = f"after the call, {name} is not as the reference leaves it. {found.problem.replace('the output', name)}"
            raise Failure(status="wrong", inputs="public", problem=problem)


def _effects(reference: Reference, draw: Draw, which: int) -> "list[torch.Tensor]":
    """Inputs and buffers after a call of the reference under state number `which`: of eager, of fp64, then with truncated operands."""
    inputs, outputs = reference.kept.inputs(draw.seed, draw.distribution), len(reference.output_specs)

    def exact() -> "list[torch.Tensor]":
        return reference.exact_world(inputs)[outputs:]

    with reference.holding(reference.states[which]):
        return reference.world(inputs)[outputs:] + exact() + in_truncated_tf32(reference, inputs, exact)


@contextlib.contextmanager
def _whole_state(reference: Reference) -> "Iterator[None]":
    """Within it, all parameters and buffers count as updated, unless they are large."""
    kept, state = reference.updated, reference.model.state_dict()
    if sum(tensor.numel() * tensor.element_size() for tensor in state.values()) <= _WHOLE_BYTES:
        reference.updated = [name for name, tensor in state.items() if tensor.numel()]
    try:
        yield
    finally:
        reference.updated = kept
