"""The domain of an integer argument. The reference accepts values beyond it, but they mean something else there, or nothing.

Largest value: the largest of the task's draws if it is a length of an input or output, or one less. Positions and lengths are such integers.
No value twice in a row: if no draw has one, although random values of this range would, as with places to write to.
Padding behind: if one value below 0 stands at the end of rows alone.

A candidate may be right within the domain alone. The verdict is then `ok` and names the argument in two cases. Its values are `rare`, which
repeated ones and padding within a row are. Or the candidate raises an error for the values beyond. A wrong answer for values above the largest
stays wrong: no caller notices it. Values that mean what others do are checked apart (see `strays`).
"""

import random
from typing import NamedTuple

import torch

from judge.oracle.task.arguments import Argument, is_flags, value_of
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.reference import Reference

DRAWS = 4  # draws whose largest value counts
_BY_CHANCE = 10.0  # so many repeated values are expected of random draws that have none: a chance of one in 20,000
_MOST_DISTINCT = 1 << 16  # values of an argument
_PADDED = 4  # so many values below 0 tell that they are padding


class Domain(NamedTuple):
    """The largest value; the range of values that are distinct within each row (None: no such bound); whether values below 0 pad rows at their end
    alone."""

    largest: "int | None" = None
    distinct: "tuple[int, int] | None" = None
    padded: bool = False


ALL = Domain()


def lengths_of(reference: Reference) -> "set[int]":
    """The lengths of inputs and outputs."""
    return {length for shape, _dtype in [*reference.input_specs, *reference.output_specs] for length in shape}


def domain_of(reference: Reference, argument: Argument) -> Domain:
    """The domain of an argument."""
    if argument.tensor is None or argument.declared:
        return ALL
    draws = [value_of(reference.draw(), argument) for _look in range(DRAWS)]
    if draws[0].is_floating_point() or draws[0].dtype == torch.bool or not draws[0].numel() or is_flags(draws[0]):
        return ALL
    largest = max(int(each.amax()) for each in draws)
    return Domain(largest if lengths_of(reference) & {largest, largest + 1} else None, _distinct_within(draws), _are_padded(draws))


def _are_padded(draws: "list[torch.Tensor]") -> bool:
    """Whether one value below 0 stands at the end of rows, and no other one anywhere."""
    below = torch.cat([each[each < 0] for each in draws])
    if len(below) < _PADDED or len(below.unique()) > 1 or len(below) == sum(each.numel() for each in draws):
        return False
    return draws[0].dim() > 0 and draws[0].shape[-1] > 1 and not any(map(_is_padded_within, draws))


def _is_padded_within(value: torch.Tensor) -> bool:
    """Whether a row has another value behind one below 0."""
    return bool(((value[..., :-1] < 0) & (value[..., 1:] >= 0)).any())


def _distinct_within(draws: "list[torch.Tensor]") -> "tuple[int, int] | None":
    """The range of the draws if no row of them holds a value twice, though random ones would."""
    low, high = min(int(each.amin()) for each in draws), max(int(each.amax()) for each in draws)
    length = draws[0].shape[-1] if draws[0].dim() else 1
    expected = sum(each.numel() * (length - 1) for each in draws) / 2 / (high - low + 1)
    return (low, high) if draws[0].numel() <= _MOST_DISTINCT and expected >= _BY_CHANCE and not any(map(_repeats, draws)) else None


def _repeats(value: torch.Tensor) -> bool:
    """Whether a row holds a value twice."""
    ordered = value.reshape(-1, value.shape[-1]).sort(1)[0]
    return bool((ordered[:, 1:] == ordered[:, :-1]).any())


def beyond(inputs: Inputs, argument: Argument, domain: Domain) -> bool:
    """Whether the argument has values beyond the domain."""
    return is_rare(inputs, argument, domain) or (domain.largest is not None and int(value_of(inputs, argument).amax()) > domain.largest)


def is_rare(inputs: Inputs, argument: Argument, domain: Domain) -> bool:
    """Whether the argument has values beyond the domain on which a candidate may be wrong: its name is then unproven."""
    if domain.distinct is not None and _repeats(value_of(inputs, argument)):
        return True
    return domain.padded and _is_padded_within(value_of(inputs, argument))


def held(inputs: Inputs, argument: Argument, domain: Domain) -> Inputs:
    """The inputs, with the values of the argument held in the domain. Uses torch's global generator."""
    at, value = argument.tensor, value_of(inputs, argument)
    if domain.largest is not None:
        value = value.clamp(max=domain.largest)
    if domain.distinct is not None and _repeats(value):
        value = _distinct(value, *domain.distinct)
    if domain.padded:
        value = value.gather(-1, (value < 0).int().argsort(dim=-1, stable=True))
    return inputs.with_tensors([value if place == at else tensor for place, tensor in enumerate(inputs)])


def _distinct(value: torch.Tensor, low: int, high: int) -> torch.Tensor:
    """The value, with random ones of the range that its row lacks in the place of repeated ones."""
    chance = random.Random(int(torch.randint(0, 1 << 31, ())))
    rows = value.reshape(-1, value.shape[-1]).tolist()
    for row in rows:
        seen: "set[int]" = set()
        again = [at for at, number in enumerate(row) if number in seen or seen.add(number)]
        others = [number for number in chance.sample(range(low, high + 1), min(high - low + 1, 2 * len(row))) if number not in seen]
        for at, number in zip(again, others):
            row[at] = number
    return torch.tensor(rows, dtype=value.dtype, device=value.device).reshape(value.shape)
