"""Checks what a call leaves in inputs, parameters and buffers. A candidate may also change what the reference leaves alone."""

import contextlib
from collections.abc import Iterator

import torch

from judge.oracle.numerics import tolerance
from judge.oracle.numerics.tensors import same
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


class _Changed(list):
    """The effects that a call of the reference changes. The list holds all tensors of eager, then all of fp64, then all with truncated operands.

    `places`: which of the effects they are. The others stay as the state was loaded.
    """

    def __init__(self, tensors: "list[torch.Tensor]", places: "list[int]"):
        super().__init__(tensors)
        self.places = places


def _check_effects(reference: Reference, client: RunnerClient, draw: Draw, which: int) -> None:
    names = of_effects(reference)
    if not names:
        return
    changed = reference.kept.once(("effects", draw.seed, which, reference.model.training), lambda: _changed(reference, draw, which))
    count = len(changed.places)
    eager, exact, coarse = (dict(zip(changed.places, changed[at * count : (at + 1) * count])) for at in range(3))
    shipped = [eager[at] if at in eager else own for at, own in enumerate(_loaded(reference, which))]
    for at, (name, got, own) in enumerate(zip(names, client.effects(shipped), shipped)):
        if at not in eager and same(got, own):
            continue
        truth = exact.get(at, own)
        [budget] = with_truncated([own], [truth], [coarse[at]] if at in coarse else [])
        found = tolerance.judge([got], [truth], tolerance.deciding([own]), [budget])
        if found.problem:
            problem = f"after the call, {name} is not as the reference leaves it. {found.problem.replace('the output', name)}"
            raise Failure(status="wrong", inputs="public", problem=problem)


def _changed(reference: Reference, draw: Draw, which: int) -> _Changed:
    """What a call of the reference under state number `which` changes. Inputs that it writes always count as changed."""
    inputs, outputs = reference.kept.inputs(draw.seed, draw.distribution), len(reference.output_specs)

    def exact() -> "list[torch.Tensor]":
        return reference.exact_world(inputs)[outputs:]

    with reference.holding(reference.states[which]):
        shipped, truth = reference.world(inputs)[outputs:], exact()
        coarse = in_truncated_tf32(reference, inputs, exact)
    before = _loaded(reference, which)
    places = [at for at in range(len(shipped)) if at < len(reference.written) or not (same(shipped[at], before[at]) and same(truth[at], before[at].to(truth[at].dtype)))]
    return _Changed([each[at] for each in (shipped, truth, coarse) if each for at in places], places)


def _loaded(reference: Reference, which: int) -> "list[torch.Tensor]":
    """The tensors in the order of the effects, before a call under state number `which`. Empty tensors stand for the inputs."""
    state = reference.states[which]
    return [torch.empty(0) for _input in reference.written] + [state[name] for name in reference.updated]


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
