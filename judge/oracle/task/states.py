"""Finds the states of parameters and buffers under which a task is judged. `parameters` makes them; the reference decides which it works with."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import torch

from judge.oracle.numerics.tensors import finite, same, secret_seed
from judge.oracle.numerics.tolerance import conditioning, eager_errors
from judge.oracle.task import parameters
from judge.oracle.task.decisions import TRIES
from judge.oracle.task.operator_domain import Undefined

if TYPE_CHECKING:
    from judge.oracle.task.reference import Reference

ILL_CONDITIONED = 1e-2  # eager's own RMS error, as a share of the output's RMS
State = dict[str, torch.Tensor]


def states_of(reference: "Reference") -> "list[State]":
    """The secret states, in the order of `parameters`. One that the reference does not work with is empty. Uses torch's global generator."""
    shipped = {name: tensor.clone() for name, tensor in reference.model.state_dict().items()}
    torch.manual_seed(secret_seed())
    if not shipped:
        return [{} for _state in range(6)]
    first, second = _first_two(reference, shipped)
    return [first, second, _trained(reference, shipped, second), _restructured(reference, shipped, second), _grown(reference, second), _lowered(reference, shipped, second)]


def _first_two(reference: "Reference", shipped: State) -> "list[State]":
    """The first and the second state. Both are the shipped parameters if the reference is not finite with others."""

    def made() -> "list[State]":
        reference.use(shipped)
        first = parameters.first_state(reference.model)
        return [first, parameters.second_state(reference.model, first)]

    def works(states: "list[State]") -> bool:
        return all(works_with(reference, each, finite_only=True) for each in states)

    varied = reference.decisions.once("first states", lambda: all(works(made()) for _look in range(parameters.LOOKS)))
    for _try in range(TRIES if varied else 0):
        states = made()
        if works(states):
            return states
    return [shipped, shipped]


def _trained(reference: "Reference", shipped: State, second: State) -> State:
    def works(state: State) -> bool:
        return works_with(reference, state, since=second)

    plan = reference.decisions.once("third state", lambda: parameters.trained_plan(reference.model, shipped, second, works))
    return _working(reference, lambda: parameters.third_state(reference.model, shipped, second, plan), second) if plan["most"] or plan.get("dense") or plan["filled"] else {}


def _restructured(reference: "Reference", shipped: State, second: State) -> State:
    def works(state: State) -> bool:
        return works_with(reference, state, since=second)

    structured = parameters.structured(reference.model, shipped)
    plan = reference.decisions.once("other buffers", lambda: parameters.restructured_plan(second, structured, works))
    return _working(reference, lambda: parameters.restructured_state(second, plan), second) if plan else {}


def same_buffers(reference: "Reference") -> "list[str]":
    """The buffers that hold the same values in every state, because the reference works with no others."""
    [first, *others] = [state for state in reference.states if state] or [{}]
    return [name for name in parameters.buffers(reference.model) if all(same(first[name], other[name]) for other in others)]


def _grown(reference: "Reference", second: State) -> State:
    """Empty also if the parameters are too large to keep once more."""
    own = parameters.grown_names(reference.model, second)

    def made(factor: float) -> State:
        return parameters.grown_state(second, own, factor)

    def fitting() -> "float | None":
        if not own or sum(second[name].numel() * second[name].element_size() for name in own) > parameters.MOST_GROWN_BYTES:
            return None
        return next((factor for factor in parameters.GROWN if works_with(reference, made(factor))), None)

    factor = reference.decisions.once("grown state", fitting)
    return _working(reference, lambda: made(factor), second) if factor else {}


def _lowered(reference: "Reference", shipped: State, second: State) -> State:
    own = parameters.lowered_names(shipped)

    def made() -> State:
        return parameters.lowered_state(second, own)

    works = own and reference.decisions.once("lowered state", lambda: all(works_with(reference, made()) for _look in range(parameters.LOOKS)))
    return _working(reference, made, second) if works else {}


def _working(reference: "Reference", made: "Callable[[], State]", since: State) -> State:
    """The first of several new states that the reference works with. Empty if it works with none. `since`: see `works_with`."""
    for _try in range(TRIES):
        state = made()
        if works_with(reference, state, since=since):
            return state
    return {}


def works_with(reference: "Reference", values: State, finite_only: bool = False, since: "State | None" = None) -> bool:
    """Whether the reference is finite with these parameters. Unless `finite_only`, it must also be well conditioned.

    `since`: a state that works. Integers that differ from it may be out of range as indices. They are tried on the CPU first.
    """
    reference.use(values)
    inputs = reference.draw()
    try:
        if since and parameters.may_index(values, since) and not reference.accepts_on_cpu(inputs):
            return False
        reference.expect_defined(inputs)
        eager = reference.eager(inputs)
    except Undefined:
        return False
    except Exception as error:
        reference.take_refusal(error)
        if finite_only:
            raise
        return False
    if finite_only or not finite(eager):
        return finite(eager)
    exact = reference.exact(inputs)
    return finite(exact) and conditioning(eager_errors(eager, exact), reference.forward_outputs) < ILL_CONDITIONED
