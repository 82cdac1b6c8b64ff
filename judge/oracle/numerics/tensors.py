"""Small functions on tensors, and secret random seeds. `tolerance` judges errors against a reference."""

import os

import torch


def same(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Bitwise equality. NaN equals itself."""
    bits = {1: torch.uint8, 2: torch.int16, 4: torch.int32}.get(one.element_size(), torch.int64)
    return torch.equal(one.contiguous().view(-1).view(bits), other.contiguous().view(-1).view(bits))


def finite(tensors: "list[torch.Tensor]") -> bool:
    """Whether all float tensors are free of NaN and infinity."""
    return all(bool(torch.isfinite(tensor).all()) for tensor in tensors if tensor.is_floating_point())


def rounded(tensor: torch.Tensor, mantissa_bits: int) -> torch.Tensor:
    """Rounds floats to the nearest value with `mantissa_bits` bits of mantissa. Keeps the dtype. Integers are unchanged."""
    if not tensor.is_floating_point():
        return tensor
    dropped = 23 - mantissa_bits
    bits = tensor.float().contiguous().view(torch.int32)
    return ((bits + (1 << (dropped - 1))) & -(1 << dropped)).view(torch.float32).to(tensor.dtype)


def secret_seed() -> int:
    """63 random bits from the operating system."""
    return int.from_bytes(os.urandom(8), "little") >> 1
