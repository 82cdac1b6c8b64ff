"""Hidden inputs: what a draw of the task's own inputs is turned into, so that nothing special about them can be relied on.

Zeros that the task puts into its inputs stay (masks, triangles), symmetric matrices stay symmetric, integers stay as
they are. Whether the reference can work with the result is for `admission` to say.
"""

import torch

SHIPPED = "shipped"
_STRUCTURED_ZEROS = 0.1  # a tensor with more zeros than this share has them on purpose


def _normal(tensor: torch.Tensor) -> torch.Tensor:
    return torch.randn_like(tensor) * _spread(tensor)


def _heavy(tensor: torch.Tensor) -> torch.Tensor:
    """Tails of a lognormal times a normal: one element in a thousand is some twenty times the usual."""
    return torch.randn_like(tensor) * torch.exp(torch.randn_like(tensor)).clamp(max=100) * _spread(tensor)


def _integers(tensor: torch.Tensor) -> torch.Tensor:
    return torch.randint(-4, 5, tensor.shape, device=tensor.device).to(tensor.dtype)


def _ties(tensor: torch.Tensor) -> torch.Tensor:
    """Eight values only, so that maxima, sorts and thresholds meet equals."""
    step = _spread(tensor) / 2
    return torch.randint(-4, 4, tensor.shape, device=tensor.device).to(tensor.dtype) * step


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


def changed(name: str, tensor: torch.Tensor) -> torch.Tensor:
    """A float tensor of the named distribution in the shape, scale and structure of `tensor`; uses torch's global generator."""
    if name == SHIPPED or tensor.numel() == 0:
        return tensor
    found = _CHANGES[name](tensor)
    if is_symmetric(tensor):
        found = (found.triu() + found.triu(1).transpose(-1, -2)).contiguous()
    zeros = tensor == 0
    return found.masked_fill(zeros, 0) if float(zeros.float().mean()) > _STRUCTURED_ZEROS else found


def is_symmetric(tensor: torch.Tensor) -> bool:
    """Whether its matrices equal their transposes and are not constant."""
    square = tensor.dim() >= 2 and tensor.shape[-1] == tensor.shape[-2] > 1
    return square and bool(torch.equal(tensor, tensor.transpose(-1, -2))) and bool((tensor != tensor.flatten()[0]).any())


def _spread(tensor: torch.Tensor) -> torch.Tensor:
    """The standard deviation, or 1 where there is none; a scalar tensor of the same dtype."""
    found = tensor.float().std(unbiased=False)
    return torch.where(found > 0, found, torch.ones_like(found)).to(tensor.dtype)
