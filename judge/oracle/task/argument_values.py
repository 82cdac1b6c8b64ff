"""Other values of an argument: each function makes them from its present ones. They use torch's global generator."""

from typing import Callable

import torch

_MANTISSA_BITS = 24  # of fp32, the hidden one counted
_PRODUCT = 1 << 17  # the product of two such numbers needs more than 32 bits, that of three fewer than 64


def other_offsets(value: torch.Tensor) -> torch.Tensor:
    """Rising offsets with other inner values."""
    inner = torch.randint(0, int(value[-1]) + 1, (value.numel() - 2,), device=value.device).sort()[0]
    return torch.cat([value[:1], inner.to(value.dtype), value[-1:]])


def empty_segments(value: torch.Tensor) -> torch.Tensor:
    """Every second segment is empty; first and last offset stay."""
    found = value.clone()
    found[2:-1:2] = found[1:-2:2]
    return found


def one_other_offset(value: torch.Tensor) -> torch.Tensor:
    """One inner offset moves between its neighbours."""
    found = value.clone()
    if len(found) > 2:
        at = int(torch.randint(1, len(found) - 1, ()))
        found[at] = torch.randint(int(found[at - 1]), int(found[at + 1]) + 1, ())
    return found


def one_changed(value: torch.Tensor, change: Callable) -> torch.Tensor:
    """One element becomes `change` of it. A kernel that looks at some elements alone to recognise a usual tensor does not see it."""
    found = value.clone().contiguous()
    at = int(torch.randint(0, found.numel(), ()))
    found.view(-1)[at] = change(found.view(-1)[at])
    return found


def two_swapped(value: torch.Tensor) -> torch.Tensor:
    """Two elements that differ change places. The values stay those of the task, such as a permutation."""
    found = value.flatten().clone()
    one = int(torch.randint(0, found.numel(), ()))
    others = (found != found[one]).nonzero()[:, 0]
    if len(others):
        other = int(others[int(torch.randint(0, len(others), ()))])
        found[[one, other]] = found[[other, one]]
    return found.view_as(value)


def permuted(value: torch.Tensor) -> torch.Tensor:
    """The elements in another order."""
    return value.flatten()[torch.randperm(value.numel(), device=value.device)].view_as(value)


def pattern(value: torch.Tensor) -> torch.Tensor:
    """A random mask over half of the elements. Shape of `value`, bool."""
    return torch.rand(value.shape, device=value.device) < 0.5


def scaled(value: torch.Tensor) -> torch.Tensor:
    """The values times a power of two, most often the same one for arguments of one unit, such as pixels. Their order and ratios stay."""
    largest = max(1, int(value.abs().amax()))
    return value << max(1, (_PRODUCT // largest).bit_length())


def wide(value: torch.Tensor) -> torch.Tensor:
    """The values times a power of two, with random bits below, so that the largest needs more bits than fp32's mantissa has."""
    more = max(0, _MANTISSA_BITS + 2 - int(value.abs().amax()).bit_length())
    return (value << more) + torch.randint_like(value, 1 << more)


def one_alone(value: torch.Tensor, low: "torch.Tensor | bool", high: "torch.Tensor | bool") -> torch.Tensor:
    """`low`, but for one element in a corner of each slice along the first dimension; of a vector, one element in all."""
    found = torch.zeros(value.shape, dtype=value.dtype, device=value.device)
    slices = found.view(value.shape[0] if value.dim() > 1 else 1, -1)
    slices[:] = low
    slices[:, -int(torch.randint(0, 2, ()))] = high
    return found


def some(value: torch.Tensor) -> torch.Tensor:
    """A random mask over a quarter to three quarters of the elements, at least one. Shape of `value`, bool."""
    share = float(torch.rand(()) / 2 + 0.25)
    chosen = torch.rand(value.shape, device=value.device) < share
    chosen.view(-1)[int(torch.randint(0, value.numel(), ()))] = True
    return chosen


def shared_out(value: torch.Tensor, numbers: "list[int]") -> torch.Tensor:
    """Each number at random places, at as many as keep their value."""
    order, found = torch.randperm(value.numel(), device=value.device), value.flatten().clone()
    for at, number in enumerate(numbers):
        found[order[at :: len(numbers) + 1]] = number
    return found.view_as(value)


def empty_row(value: torch.Tensor, low: "torch.Tensor | bool" = False) -> torch.Tensor:
    """Fills the first row along the last dimension with `low`."""
    found = value.clone().contiguous()
    found.view(-1, found.shape[-1] if found.dim() else 1)[0] = low
    return found
