"""Small functions on tensors, and secret random seeds. `tolerance` judges errors against a reference."""

import math
import os

import torch

from judge.sandbox.libc import same_bytes


def same(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Bitwise equality. NaN equals itself."""
    bits = {1: torch.uint8, 2: torch.int16, 4: torch.int32}.get(one.element_size(), torch.int64)
    flat, others = (each.contiguous().view(-1).view(bits) for each in (one, other))
    if flat.device.type == others.device.type == "cpu":  # in one thread: on a busy host, torch's threads wait for each other
        size, other_size = (each.numel() * each.element_size() for each in (flat, others))
        return size == other_size and same_bytes(flat.data_ptr(), others.data_ptr(), size)
    whole = flat.numel() * flat.element_size() // 8 * 8 // flat.element_size()  # in units of eight bytes, which takes half the time
    if others.numel() != flat.numel() or any(each.storage_offset() * each.element_size() % 8 for each in (flat, others)):
        return torch.equal(flat, others)
    return torch.equal(flat[:whole].view(torch.int64), others[:whole].view(torch.int64)) and torch.equal(flat[whole:], others[whole:])


def finite(tensors: "list[torch.Tensor]") -> bool:
    """Whether all float tensors are free of NaN and infinity."""
    return all(_is_finite(tensor) for tensor in tensors if tensor.is_floating_point() and tensor.numel())


def _is_finite(tensor: torch.Tensor) -> bool:
    low, high = torch.aminmax(tensor)  # both are NaN if one element is
    return math.isfinite(float(low)) and math.isfinite(float(high))


def rounded(tensor: torch.Tensor, mantissa_bits: int) -> torch.Tensor:
    """Rounds floats to the nearest value with `mantissa_bits` bits of mantissa. Keeps the dtype. Integers are unchanged."""
    return _cut(tensor, 23 - mantissa_bits, 1 << (22 - mantissa_bits))


def truncated(tensor: torch.Tensor, mantissa_bits: int) -> torch.Tensor:
    """Cuts floats to `mantissa_bits` bits of mantissa, towards zero. Keeps the dtype. Integers are unchanged."""
    return _cut(tensor, 23 - mantissa_bits, 0)


def _cut(tensor: torch.Tensor, dropped: int, added: int) -> torch.Tensor:
    """Adds to the bits of floats as fp32 numbers, then clears the last `dropped` ones."""
    if not tensor.is_floating_point():
        return tensor
    bits = tensor.float().contiguous().view(torch.int32)
    return (bits + added).bitwise_and_(-(1 << dropped)).view(torch.float32).to(tensor.dtype)


def set_seed(seed: int, device: str) -> None:
    """Sets the seed of torch's generators of the CPU and of `device`. `torch.manual_seed` asks all kinds of devices, which takes it 1.5 ms."""
    torch.default_generator.manual_seed(seed)
    if device == "cuda":
        torch.cuda.manual_seed_all(seed)


def secret_seed() -> int:
    """63 random bits from the operating system."""
    return int.from_bytes(os.urandom(8), "little") >> 1
