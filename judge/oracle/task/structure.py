"""The structure of a float input. Random values do not have it by chance, so it belongs to the task, and each hidden draw keeps it.

Kinds: symmetric matrices, those that are positive definite too, whole numbers such as counts, and lines that sum to 1 such as probabilities.
"""

import torch

_ALL_WHOLE = {torch.bfloat16: 128.0, torch.float16: 1024.0}  # from here on a type holds whole numbers alone
_SUMS_TO_ONE = {torch.float64: 1e-6, torch.float32: 1e-4, torch.bfloat16: 2e-2, torch.float16: 2e-3}  # a sum's distance from 1


def kept(found: torch.Tensor, own: torch.Tensor) -> torch.Tensor:
    """`found` with the structure of `own`, the task's own values in the same place. The first kind that fits decides.

    Both are float tensors of one shape and dtype, and no patterns, whose values a caller keeps apart.
    """
    if own.numel() == 0:
        return found
    if is_symmetric(own):
        return _as_positive_definite(as_symmetric(found), own)
    if _is_whole(own):
        return (found.abs() if bool((own >= 0).all()) else found).round()
    dim = _normalized(own)
    return found if dim is None else _as_normalized(found, own, dim)


def is_symmetric(tensor: torch.Tensor) -> bool:
    """Whether the matrices in the last two dimensions equal their transposes and are not constant."""
    square = tensor.dim() >= 2 and tensor.shape[-1] == tensor.shape[-2] > 1
    return square and bool(torch.equal(tensor, tensor.transpose(-1, -2))) and bool((tensor != tensor.flatten()[0]).any())


def is_pattern(tensor: torch.Tensor) -> bool:
    """Whether a tensor of several elements has at most two distinct values: a mask, labels of two classes, or a placeholder."""
    if tensor.numel() < 2:
        return False
    return bool(((tensor == tensor.amin()) | (tensor == tensor.amax())).all())


def _is_whole(own: torch.Tensor) -> bool:
    return bool((own == own.round()).all()) and float(own.abs().max()) < _ALL_WHOLE.get(own.dtype, torch.inf)


def _normalized(own: torch.Tensor) -> "int | None":
    """The dimension along which every line sums to 1 and no value is negative; the last such one."""
    if not bool((own >= 0).all()):
        return None
    near = _SUMS_TO_ONE[own.dtype]
    return next((dim for dim in reversed(range(own.dim())) if own.shape[dim] > 1 and bool(((own.double().sum(dim) - 1).abs() <= near).all())), None)


def _as_normalized(found: torch.Tensor, own: torch.Tensor, dim: int) -> torch.Tensor:
    """Lines of `found` without their signs, scaled to sum to 1. A line of zeros becomes the own one."""
    sizes = found.double().abs()
    sums = sizes.sum(dim, keepdim=True)
    return torch.where(sums > 0, sizes / sums, own.double()).to(own.dtype)


def as_symmetric(found: torch.Tensor) -> torch.Tensor:
    """The upper triangles of the matrices in the last two dimensions, mirrored."""
    return (found.triu() + found.triu(1).transpose(-1, -2)).contiguous()


def _as_positive_definite(found: torch.Tensor, own: torch.Tensor) -> torch.Tensor:
    """Matrices of `found`, if those of `own` are not all positive definite. Else each that is not becomes its square plus the own one."""
    if not bool(_are_positive_definite(own).all()):
        return found
    right = _are_positive_definite(found)[..., None, None]
    square = found.double() @ found.double() / found.shape[-1] + own.double()
    return torch.where(right, found, as_symmetric(square.to(own.dtype)))


def _are_positive_definite(matrices: torch.Tensor) -> torch.Tensor:
    """Whether a Cholesky decomposition exists: bool, without the last two dimensions."""
    return torch.linalg.cholesky_ex(matrices.double()).info == 0
