"""Hidden input distributions. Each transforms a draw of the task's own inputs, to catch kernels that rely on their special properties.

Structure is kept: the task's zeros (masks, triangles), integers, and what `structure` finds. `admission` finds out whether the reference
accepts the result.
"""

import torch

from judge.oracle.numerics import pieces
from judge.oracle.task.structure import Structure, as_symmetric, is_pattern, is_symmetric, kept

SHIPPED = "shipped"
_STRUCTURED_ZEROS = 0.1  # a larger fraction of zeros is structure, such as a mask


def _normal(tensor: torch.Tensor) -> torch.Tensor:
    return torch.randn_like(tensor).mul_(_spread(tensor))


def _heavy(tensor: torch.Tensor) -> torch.Tensor:
    """Lognormal times normal. One element in a thousand is about twenty times the usual size."""
    return torch.randn_like(tensor).mul_(torch.randn_like(tensor).exp_().clamp_(max=100)).mul_(_spread(tensor))


def _integers(tensor: torch.Tensor) -> torch.Tensor:
    return torch.randint(-4, 5, tensor.shape, device=tensor.device, dtype=tensor.dtype)


def _ties(tensor: torch.Tensor) -> torch.Tensor:
    """Eight distinct values. Maxima, sorts and thresholds then meet equal elements."""
    step = _spread(tensor) / 2
    return torch.randint(-4, 4, tensor.shape, device=tensor.device, dtype=tensor.dtype).mul_(step)


_CHANGES = {
    "flipped": lambda tensor: -tensor,
    "normal": _normal,
    "tripled": lambda tensor: tensor * 3,
    "heavy": _heavy,
    "small": lambda tensor: tensor * 0.01,
    "integers": _integers,
    "ties": _ties,
}
HIDDEN = tuple(_CHANGES)


def changed(name: str, tensor: torch.Tensor, structure: "Structure | None") -> torch.Tensor:
    """A float tensor of the distribution `name`, with the shape and scale of `tensor`, and with its structure. Uses torch's global generator."""
    if name == SHIPPED or tensor.numel() == 0:
        return tensor
    found = _CHANGES[name](tensor)
    if sum(int((part == 0).sum()) for (part,) in pieces.flat(tensor)) > _STRUCTURED_ZEROS * tensor.numel():
        found.masked_fill_(tensor == 0, 0)
    if not is_pattern(tensor):
        return kept(found, tensor, structure)
    return as_symmetric(found) if is_symmetric(tensor) else found


def _spread(tensor: torch.Tensor) -> torch.Tensor:
    """The standard deviation, or 1 if it is zero: a scalar tensor of the same dtype."""
    found = tensor.float().std(unbiased=False)
    return torch.where(found > 0, found, torch.ones_like(found)).to(tensor.dtype)
