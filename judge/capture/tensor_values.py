"""Records a tensor argument's properties, and writes the Python expression that draws such a tensor."""

import math
from typing import Any

import torch

_STRUCTURED_ZEROS = 0.02  # a larger share of zeros is drawn as zeros
_UNIFORM = 0.1  # relative deviation of the variance from a uniform one that still counts as uniform
_ENOUGH = 64  # values that can show a uniform distribution


class TensorRecord:
    """Shape, dtype, strides and value statistics of a tensor argument over several calls. It keeps no values."""

    def __init__(self, tensor: torch.Tensor):
        self.shape, self.dtype, self.strides = tuple(tensor.shape), tensor.dtype, tuple(tensor.stride())
        self.is_contiguous = tensor.is_contiguous()
        self.count = self.regular = 0  # all elements; those that are neither zero nor infinite nor NaN
        self.negative_infinite = self.positive_infinite = 0
        self.total = self.squares = 0.0
        self.low: "float | int | None" = None
        self.high: "float | int | None" = None
        self.zeros = 0
        self.pattern: "tuple | None" = None

    @property
    def signature(self) -> tuple:
        """Two tensors with equal signatures are of one workload."""
        return (self.shape, str(self.dtype), self.strides)

    def add(self, tensor: torch.Tensor) -> None:
        """Adds the values of one call. Does not use a random generator."""
        tensor = tensor.detach()
        if tensor.is_complex():
            tensor = torch.view_as_real(tensor)
        pattern = _pattern(tensor)
        self.pattern = pattern if self.count == 0 or self.pattern == pattern else _joined(self.pattern, pattern)
        self.count += tensor.numel()
        if tensor.numel() == 0:
            return
        wide = tensor.double() if tensor.is_floating_point() else tensor.long()
        if tensor.is_floating_point():
            self.negative_infinite += int((wide == -math.inf).sum())
            self.positive_infinite += int((wide == math.inf).sum())
            wide = wide[torch.isfinite(wide)]
        self.zeros += int((wide == 0).sum())
        if tensor.is_floating_point():
            wide = wide[wide != 0]
        if wide.numel() == 0:
            return
        self.regular += wide.numel()
        floats = wide.double()
        self.total += float(floats.sum())
        self.squares += float(floats.square().sum())
        low, high = wide.min().item(), wide.max().item()
        self.low = low if self.low is None else min(self.low, low)
        self.high = high if self.high is None else max(self.high, high)

    @property
    def mean(self) -> float:
        """The mean of the regular elements."""
        return self.total / max(1, self.regular)

    @property
    def spread(self) -> float:
        """The standard deviation of the regular elements."""
        return math.sqrt(max(0.0, self.squares / max(1, self.regular) - self.mean**2))

    def expression(self) -> str:
        """A Python expression that draws a tensor like the recorded ones, with torch's global generator."""
        expanded = [1 if stride == 0 and length > 1 else length for length, stride in zip(self.shape, self.strides)]
        is_expanded = expanded != list(self.shape)
        drawn = self._drawn(tuple(expanded))
        if is_expanded:
            return f"{drawn}.expand({_dimensions(self.shape)})"
        if self.is_contiguous or not self._is_dense():
            return drawn
        return f"torch.empty_strided({self.shape!r}, {self.strides!r}, dtype={self.dtype}).copy_({drawn})"

    def _is_dense(self) -> bool:
        """Whether no two elements share memory, and the strides can be drawn."""
        extent = 1
        for stride, length in sorted((stride, length) for stride, length in zip(self.strides, self.shape) if length > 1):
            if stride < extent:
                return False
            extent = stride * (length - 1) + extent
        return True

    def _drawn(self, shape: tuple) -> str:
        if math.prod(shape) == 0:
            return f"torch.empty({shape!r}, dtype={self.dtype})"
        if self.dtype == torch.bool:
            return self._mask(shape)
        if self.dtype.is_complex:
            return f"torch.randn({shape!r}, dtype={self.dtype}).mul({_short(math.sqrt(2) * max(self.spread, 1e-30))})"
        return self._floats(shape) if self.dtype.is_floating_point else self._integers(shape)

    def _mask(self, shape: tuple) -> str:
        share = 1 - self.zeros / self.count
        if share in (0.0, 1.0):
            return f"torch.{'ones' if share else 'zeros'}({shape!r}, dtype=torch.bool)"
        kind, *more = self.pattern or ("share",)
        if kind == "triangle":
            return f"torch.ones({shape!r}, dtype=torch.bool).{more[0]}({more[1]})"
        if kind == "prefix":
            column = shape[:-1] + (1,)
            return f"(torch.arange({shape[-1]}) < torch.randint({more[0]}, {more[1] + 1}, {column!r}))"
        return f"(torch.rand({shape!r}) < {_short(share)})"

    def _integers(self, shape: tuple) -> str:
        low, high = int(self.low or 0), int(self.high or 0)
        typed = "" if self.dtype == torch.int64 else f", dtype={self.dtype}"
        kind, *more = self.pattern or ("range",)
        if low == high:
            return f"torch.full({shape!r}, {low}, dtype={self.dtype})"
        if kind == "counting":
            found = f"torch.arange({more[0]}, {more[0] + shape[-1]}{typed})"
            return found if len(shape) == 1 else f"{found}.expand({_dimensions(shape)}).contiguous()"
        if kind == "offsets":
            inner = f"torch.randint({low}, {high + 1}, ({shape[0] - 2},)).sort()[0]"
            return f"torch.cat([torch.tensor([{low}]), {inner}, torch.tensor([{high}])]).to({self.dtype})"
        if kind == "permutation":
            return f"torch.rand({shape!r}).argsort(-1){'' if self.dtype == torch.int64 else f'.to({self.dtype})'}"
        return f"torch.randint({low}, {high + 1}, {shape!r}{typed})"

    def _floats(self, shape: tuple) -> str:
        typed = "" if self.dtype == torch.float32 else f".to({self.dtype})"
        if self.low is None or (self.low == self.high and self.zeros in (0, self.count)):
            value = self.low or 0.0
            found = f"torch.full({shape!r}, {value!r})" if value else f"torch.zeros({shape!r})"
        else:
            found = self._spread_values(shape)
            share = self.zeros / self.count
            if share > _STRUCTURED_ZEROS:
                found = f"({found} * (torch.rand({shape!r}) >= {_short(share)}))"
        return self._with_infinities(found, shape) + typed

    def _spread_values(self, shape: tuple) -> str:
        low, high, mean, spread = float(self.low or 0), float(self.high or 0), self.mean, self.spread
        if low == high:
            return f"torch.full({shape!r}, {low!r})"
        even = (high - low) ** 2 / 12
        if self.regular >= _ENOUGH and abs(spread**2 - even) < _UNIFORM * even and abs(mean - (low + high) / 2) < _UNIFORM * (high - low):
            return f"torch.empty({shape!r}).uniform_({_short(low)}, {_short(high)})"
        if low > 0 or high < 0:  # a domain, such as that of a logarithm or a variance: lognormal with the recorded mean and deviation
            width = math.log1p((spread / mean) ** 2)
            sign = "" if low > 0 else ".neg()"
            return f"torch.empty({shape!r}).log_normal_({_short(math.log(abs(mean)) - width / 2)}, {_short(math.sqrt(width))}){sign}.clamp({_short(low)}, {_short(high)})"
        shift = "" if abs(mean) < 0.01 * spread else f".add({_short(mean)})"
        return f"torch.randn({shape!r}).mul({_short(spread)}){shift}"

    def _with_infinities(self, found: str, shape: tuple) -> str:
        for sign, infinite in (("-", self.negative_infinite), ("", self.positive_infinite)):
            if not infinite:
                continue
            kind, *more = self.pattern or ("share",)
            if kind == "triangle":
                where = f"torch.ones({shape!r}, dtype=torch.bool).{more[0]}({more[1]}).logical_not()"
            else:
                where = f"torch.rand({shape!r}) < {_short(infinite / self.count)}"
            found = f"{found}.masked_fill({where}, float('{sign}inf'))"
        return found


def _dimensions(shape: tuple) -> str:
    return ", ".join(map(str, shape))


def _short(value: float) -> str:
    return f"{value:.6g}"


def _pattern(tensor: torch.Tensor) -> "tuple[Any, ...] | None":
    """The structure of a mask or of integers that a draw must keep. None: there is none."""
    if tensor.numel() < 2 or tensor.dim() == 0:
        return None
    if tensor.dtype == torch.bool:
        return _mask_pattern(tensor)
    if tensor.is_floating_point():
        infinite = torch.isinf(tensor)
        return _mask_pattern(~infinite) if bool(infinite.any()) else None
    return _integer_pattern(tensor)


def _mask_pattern(mask: torch.Tensor) -> "tuple[Any, ...] | None":
    if mask.dim() >= 2 and mask.shape[-1] > 1 and mask.shape[-2] > 1:
        ones = torch.ones_like(mask)
        first = mask.reshape(-1, mask.shape[-1])[0]
        diagonal = int(first.sum()) - 1
        for side, at in (("tril", diagonal), ("triu", mask.shape[-1] - 1 - diagonal)):
            if torch.equal(mask, getattr(ones, side)(at)) and not bool(mask.all()):
                return ("triangle", side, at)
    lengths = mask.long().sum(-1, keepdim=True)
    if torch.equal(mask, torch.arange(mask.shape[-1], device=mask.device) < lengths):
        return ("prefix", int(lengths.min()), int(lengths.max()))
    return None


def _integer_pattern(tensor: torch.Tensor) -> "tuple[Any, ...] | None":
    length = tensor.shape[-1]
    if length < 2:
        return None
    tensor, first = tensor.long(), int(tensor.flatten()[0])
    counting = torch.arange(length, device=tensor.device)
    if torch.equal(tensor, (counting + first).expand_as(tensor)):
        return ("counting", first)
    if torch.equal(tensor.sort(-1)[0], counting.expand_as(tensor)):
        return ("permutation",)
    steps = tensor.diff()
    if tensor.dim() == 1 and length > 2 and first == 0 and bool((steps >= 0).all()) and bool((steps > 0).any()):
        return ("offsets",)
    return None


def _joined(one: "tuple | None", other: "tuple | None") -> "tuple | None":
    """The structure that two calls share."""
    if one and other and one[0] == other[0] == "prefix":
        return ("prefix", min(one[1], other[1]), max(one[2], other[2]))
    return one if one == other else None
