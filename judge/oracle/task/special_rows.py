"""Special rows: inputs that often expose kernel bugs, such as zeros or a large offset. Eager PyTorch handles them.

Each kind turns drawn values into special ones of the same shape and dtype. `planted` puts several kinds into one draw, each into separate
rows. `filled` gives a whole draw one kind, for references whose rows mix. `special_checks` finds out which kinds the reference accepts.
"""

from typing import Callable

import torch

_OFFSET = {torch.float32: 2000.0, torch.bfloat16: 8.0, torch.float16: 32.0}  # in standard deviations: a 16-bit type would round away the spread beside a larger offset
_DOMINANT = {torch.float32: 1e4, torch.bfloat16: 1e4, torch.float16: 500.0}
_LARGE = 100.0


def _spread(values: torch.Tensor) -> float:
    finite = values[torch.isfinite(values)].double()
    found = float(finite.std(unbiased=False)) if finite.numel() else 0.0
    return found or 1.0


def _zeros(values: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(values)


def _constant(values: torch.Tensor) -> torch.Tensor:
    """Every row repeats one value."""
    return values.reshape(len(values), -1)[:, :1].expand(-1, values[0].numel()).reshape(values.shape).clone()


def _offset(values: torch.Tensor) -> torch.Tensor:
    """A mean that is large compared with the spread."""
    return values + _OFFSET[values.dtype] * _spread(values)


def _hundred(values: torch.Tensor) -> torch.Tensor:
    return ((torch.rand_like(values) * 2 - 1) * _LARGE).to(values.dtype)


def _plus(values: torch.Tensor) -> torch.Tensor:
    return torch.rand_like(values) + _LARGE


def _minus(values: torch.Tensor) -> torch.Tensor:
    return -torch.rand_like(values) - _LARGE


def _binary(values: torch.Tensor) -> torch.Tensor:
    return torch.randint(0, 2, values.shape, device=values.device).to(values.dtype)


def _sparse(values: torch.Tensor) -> torch.Tensor:
    """Half of the elements are exact zeros."""
    return values * torch.randint(0, 2, values.shape, device=values.device).to(values.dtype)


def _cancelling(values: torch.Tensor) -> torch.Tensor:
    """The second half of a row is the negative of the first, plus a hundredth of the drawn values."""
    flat = values.reshape(len(values), -1)
    half = flat.shape[1] // 2
    large = torch.randn_like(flat) * (_LARGE * _spread(values))
    if half:
        large[:, half : 2 * half] = -large[:, :half]
    return (large + flat * 0.01).reshape(values.shape).to(values.dtype)


def _dominant(values: torch.Tensor) -> torch.Tensor:
    """One element of each row is far larger than the others."""
    flat = values.clone().reshape(len(values), -1)
    at = torch.randint(0, flat.shape[1], (len(flat), 1), device=values.device)
    return flat.scatter(1, at, _DOMINANT[values.dtype] * _spread(values)).reshape(values.shape)


def _halves(values: torch.Tensor) -> torch.Tensor:
    """Integers plus 0.5. Rounding rules differ there."""
    return torch.randint(-8, 8, values.shape, device=values.device).to(values.dtype) + 0.5


def _tiny(values: torch.Tensor) -> torch.Tensor:
    return values * 1e-4


def _with(value: float) -> "Callable[[torch.Tensor], torch.Tensor]":
    def put(values: torch.Tensor) -> torch.Tensor:
        flat = values.clone().reshape(len(values), -1)
        at = torch.randint(0, flat.shape[1], (len(flat), 1), device=values.device)
        return flat.scatter(1, at, value).reshape(values.shape)

    return put


def _overflow(values: torch.Tensor) -> torch.Tensor:
    """Magnitudes up to half of the dtype's maximum."""
    return (torch.rand_like(values) - 0.5) * torch.finfo(values.dtype).max


# A failure on these kinds makes the verdict `wrong`. Kinds in INSIDE keep inputs within 0 to 1 if they were.
INSIDE: "dict[str, Callable]" = {"constant": _constant, "zeros": _zeros, "binary": _binary, "sparse": _sparse}
OUTSIDE: "dict[str, Callable]" = {
    "hundred": _hundred, "plus": _plus, "minus": _minus, "offset": _offset, "cancelling": _cancelling, "dominant": _dominant, "halves": _halves,
}  # fmt: skip
# A failure on these kinds leaves the verdict `ok`. The verdict then lists the kind.
UNPROVEN: "dict[str, Callable]" = {"nan": _with(float("nan")), "inf": _with(float("inf")), "negative inf": _with(float("-inf")), "overflow": _overflow, "tiny": _tiny}
TWICE = "twice"  # inputs of equal shape hold the same values
_KINDS = {**INSIDE, **OUTSIDE, **UNPROVEN, TWICE: lambda values: values}


def exact_ties(kind: str) -> bool:
    """Whether a kind puts values on discontinuities on purpose. A disturbed input then shows nothing about conditioning."""
    return kind == "halves"


def filled(kind: str, tensors: "list[torch.Tensor]") -> "list[torch.Tensor]":
    """All float inputs filled with one kind. Uses torch's global generator."""
    found = [_KINDS[kind](tensor if tensor.dim() else tensor[None]).reshape(tensor.shape) if _varies(tensor) else tensor for tensor in tensors]
    return _twice(found) if kind == TWICE else found


def planted(kinds: "list[str]", tensors: "list[torch.Tensor]", rows: int) -> "tuple[list[torch.Tensor], list[list[int]]]":
    """Plants each kind into its own rows of the inputs whose first dimension is `rows`. Uses torch's global generator.

    Returns (tensors, rows of each kind). In half of a kind's rows all inputs are special, in the other half one input only.
    """
    order = torch.randperm(rows).tolist()
    places = [order[at :: len(kinds)] for at in range(len(kinds))]
    chosen = [at for at, tensor in enumerate(tensors) if _varies(tensor) and tensor.dim() and len(tensor) == rows]
    found = list(tensors)
    for at in chosen:
        found[at] = tensors[at].clone()
    for kind, own in zip(kinds, places):
        every, single = (own[: -(-len(own) // 2)], own[-(-len(own) // 2) :]) if len(chosen) > 1 and kind != TWICE else (own, [])
        for turn, at in enumerate(chosen):
            _put(found, tensors, at, [*every, *single[turn :: len(chosen)]], kind, chosen)
    return found, places


def _put(found: "list[torch.Tensor]", tensors: "list[torch.Tensor]", at: int, own: "list[int]", kind: str, chosen: "list[int]") -> None:
    if not own:
        return
    index = torch.tensor(own, device=tensors[at].device)
    source = next(other for other in chosen if tensors[other].shape == tensors[at].shape) if kind == TWICE else at
    found[at].index_copy_(0, index, _KINDS[kind](tensors[source].index_select(0, index)))


def _twice(tensors: "list[torch.Tensor]") -> "list[torch.Tensor]":
    return [next(other for other in tensors if _varies(other) and other.shape == tensor.shape).clone() if _varies(tensor) else tensor for tensor in tensors]


def _varies(tensor: torch.Tensor) -> bool:
    return tensor.is_floating_point() and tensor.numel() > 0 and not is_pattern(tensor)


def is_pattern(tensor: torch.Tensor) -> bool:
    """Whether a tensor of several elements has at most two distinct values: a mask, labels of two classes, or a placeholder."""
    if tensor.numel() < 2:
        return False
    return bool(((tensor == tensor.amin()) | (tensor == tensor.amax())).all())
