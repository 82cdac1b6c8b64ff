"""Loads of a part of the state, in place: some parameters and buffers change, and the others do not.

A kernel may keep a value that it derived from two tensors, such as a weight times its scale. It may then renew the value only when one of them
changes. Loads of the whole state never show that. The tensors are numbered. Each binary digit of the numbers gets two loads, which take the
model from one state to another. The first one loads the tensors that have the digit, the second one the others. So for any two tensors, one
load changes the first and not the second.
"""

from typing import TYPE_CHECKING, NamedTuple

from judge.oracle.numerics.tensors import same
from judge.oracle.task import parameters
from judge.oracle.task.states import State, works_with

if TYPE_CHECKING:
    from judge.oracle.task.reference import Reference

FIRST_PART = 100  # the number under which a runner gets the first part; states of the reference have smaller ones


class Halves(NamedTuple):
    """Two loads that together go from one state to the state number `to`. `between`: the whole state after the first load."""

    first: State
    second: State
    between: State
    to: int


def halves_of(reference: "Reference") -> "list[Halves]":
    """The loads, in order. The first one starts from the second state. Empty for fewer than two tensors that differ, and for a large state."""
    one, other = reference.states[:2]
    if sum(tensor.numel() * tensor.element_size() for tensor in other.values()) > parameters.MOST_GROWN_BYTES:
        return []
    numbers = _numbers(reference)
    found: "list[Halves]" = []
    for digit in range(max(0, len(set(numbers.values())) - 1).bit_length()):
        start, to = (other, 0) if len(found) % 2 == 0 else (one, 1)
        first, second = ({name: reference.states[to][name] for name, number in numbers.items() if number >> digit & 1 == wanted} for wanted in (1, 0))
        between = {**start, **first}
        works = works_with(reference, between)
        if reference.decisions.once(f"part {digit} of the state", lambda: works) and works:
            found.append(Halves(first, second, between, to))
    reference.use(other)
    return found


def _numbers(reference: "Reference") -> "dict[str, int]":
    """The tensors that differ between the first two states, numbered. A tensor that is shared under several names has one number."""
    (one, other), own, found = reference.states[:2], reference.model.state_dict(), {}
    places: "dict[int, int]" = {}
    for name, tensor in other.items():
        if tensor.numel() and not same(one[name], tensor):
            found[name] = places.setdefault(own[name].data_ptr(), len(places))
    return found
