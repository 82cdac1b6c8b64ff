"""Special rows: inputs that often expose kernel bugs, such as zeros or a large offset. Eager PyTorch handles them.

Each kind turns drawn values into special ones of the same shape and dtype. `planted` puts several kinds into one draw, each into separate
rows. `filled` gives a whole draw one kind, for references whose rows mix. `special_checks` finds out which kinds the reference accepts.
Rows of one kind differ in their offset, width or scale: a fixed one may be the one value at which a wrong kernel is right.
"""

import math
from typing import Callable, NamedTuple

import torch

from judge.oracle.numerics import pieces
from judge.oracle.task.structure import Structure, crosses_rows, is_pattern, kept

_OFFSET = {torch.float64: 2000.0, torch.float32: 2000.0, torch.bfloat16: 8.0, torch.float16: 32.0}  # in standard deviations: a 16-bit type would round away the spread beside a larger offset
_DOMINANT = {torch.float64: 1e4, torch.float32: 1e4, torch.bfloat16: 1e4, torch.float16: 500.0}
_LARGE = 100.0
_GROWN = 200.0  # exp of it overflows in every type but fp64
_SCALES = {torch.float64: 3.0, torch.float32: 3.0, torch.bfloat16: 3.0, torch.float16: 1.5}  # decades up and down
_GRID_STEPS = 10  # the finest step is 1/512 to 1/1024 of the largest value
_MOST_DRAWN = 4096  # values of one source of boundaries


def _spread(values: torch.Tensor) -> float:
    """The standard deviation of the finite values; 1 if they are equal, or if there are none."""

    def summed(of: "Callable[[torch.Tensor], torch.Tensor]") -> float:
        return sum(float(of(part[torch.isfinite(part)].double()).sum()) for (part,) in pieces.flat(values))

    count = max(1.0, summed(torch.ones_like))
    mean = summed(lambda part: part) / count
    return math.sqrt(summed(lambda part: (part - mean).square()) / count) or 1.0


def _zeros(values: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(values)


def _constant(values: torch.Tensor) -> torch.Tensor:
    """Every row repeats one value."""
    return values.reshape(len(values), -1)[:, :1].expand(-1, values[0].numel()).reshape(values.shape).clone()


def _by_row(values: torch.Tensor, low: float, high: float) -> torch.Tensor:
    """One random number per row, in float32, in a shape that broadcasts with `values`."""
    return (torch.rand(len(values), device=values.device) * (high - low) + low).reshape(-1, *[1] * (values.dim() - 1))


def _signs(values: torch.Tensor) -> torch.Tensor:
    """1 or -1 per row, in a shape that broadcasts with `values`."""
    return torch.where(_by_row(values, 0, 1) < 0.5, -1.0, 1.0)


def _far_off(values: torch.Tensor, most: float) -> torch.Tensor:
    """A large offset per row, of either sign, in a shape that broadcasts with `values`."""
    return most * _by_row(values, 0.5, 1) * _signs(values)


def _offset(values: torch.Tensor) -> torch.Tensor:
    """A mean that is large compared with the spread."""
    return (values.float() + _far_off(values, _OFFSET[values.dtype] * _spread(values))).to(values.dtype)


def _hundred(values: torch.Tensor) -> torch.Tensor:
    return ((torch.rand_like(values) * 2 - 1) * _LARGE).to(values.dtype)


def _plus(values: torch.Tensor) -> torch.Tensor:
    """Values from 100 on. Rows start between 100 and 200 and are up to 16 wide."""
    return (torch.rand_like(values).float() * _by_row(values, 0.5, 16) + _LARGE * _by_row(values, 1, 2)).to(values.dtype)


def _minus(values: torch.Tensor) -> torch.Tensor:
    return -_plus(values)


def _scales(values: torch.Tensor) -> torch.Tensor:
    """The drawn values, each row on a scale of its own."""
    decades = _SCALES[values.dtype]
    return (values.float() * 10.0 ** _by_row(values, -decades, decades)).to(values.dtype)


def _grown(values: torch.Tensor) -> torch.Tensor:
    """The drawn values, so large that the largest is 200. Signs, zeros and ratios stay."""
    most = values.nan_to_num(0, 0, 0).abs().max().float() if values.numel() else torch.tensor(1.0)
    return (values.float() * (_GROWN / most.clamp(min=1e-30))).to(values.dtype)


def _repeats(values: torch.Tensor) -> torch.Tensor:
    """Values of the row itself, drawn from half of its places: some occur twice or more, among many others."""
    flat = values.reshape(len(values), -1)
    return flat.gather(1, torch.randint(0, -(-flat.shape[1] // 2), flat.shape, device=values.device)).reshape(values.shape)


def _copies(values: torch.Tensor) -> torch.Tensor:
    """Rows that repeat a few of the drawn ones: at least two, and at most one of sixteen."""
    return values[torch.randint(0, max(2, -(-len(values) // 16)), (len(values),), device=values.device)] if len(values) > 1 else values.clone()


def _stretches(values: torch.Tensor) -> torch.Tensor:
    """The last dimension of each row consists of up to 16 stretches, from 1e-3 to 1 times the drawn values. About a quarter of them are zeros."""
    found = values.clone()
    lines = found if values.dim() > 1 else found[:, None]
    length = lines.shape[-1]
    ends = sorted(torch.randint(0, length + 1, (15,)).tolist())
    for first, last in zip([0, *ends], [*ends, length]):
        scale = torch.where(_by_row(lines, 0, 1) < 0.25, 0.0, 10.0 ** _by_row(lines, -3, 0))
        lines[..., first:last] *= scale.to(values.dtype)
    return found


def _smooth(values: torch.Tensor) -> torch.Tensor:
    """Neighbours in the last two dimensions of a row are alike: drawn values at some places, and straight lines between them."""
    found = values if values.dim() > 1 else values[:, None]
    for dim in range(max(1, found.dim() - 2), found.dim()):
        length = found.shape[dim]
        step = int(torch.randint(2, max(3, length // 4), ()))
        at = torch.arange(length, device=values.device)
        share = ((at % step) / step).to(values.dtype).reshape([-1] + [1] * (found.dim() - 1 - dim))
        before, after = (found.index_select(dim, place.clamp(max=length - 1)) for place in (at // step * step, (at // step + 1) * step))
        found = before + (after - before) * share
    return found.reshape(values.shape)


def _binary(values: torch.Tensor) -> torch.Tensor:
    return torch.randint(0, 2, values.shape, device=values.device, dtype=values.dtype)


def _sparse(values: torch.Tensor) -> torch.Tensor:
    """Half of the elements are exact zeros, of either sign as a product with a mask leaves them."""
    zeros = torch.where(torch.rand(values.shape, device=values.device) < 0.5, 0.0, -0.0).to(values.dtype)
    return torch.where(torch.rand(values.shape, device=values.device) < 0.5, zeros, values)


def _cancelling(values: torch.Tensor) -> torch.Tensor:
    """The second half of a row is the negative of the first, plus a hundredth of the drawn values."""
    flat = values.reshape(len(values), -1)
    half = flat.shape[1] // 2
    large = torch.randn_like(flat).mul_(_LARGE * _spread(values))
    if half:
        large[:, half : 2 * half] = -large[:, :half]
    return large.add_(flat * 0.01).reshape(values.shape)


def _dominant(values: torch.Tensor) -> torch.Tensor:
    """One element of each row is far larger than the others, or far below them."""
    flat = values.clone().reshape(len(values), -1)
    at = torch.randint(0, flat.shape[1], (len(flat), 1), device=values.device)
    large = (_signs(flat) * _DOMINANT[values.dtype] * _spread(values)).to(values.dtype)
    return flat.scatter(1, at, large).reshape(values.shape)


def _halves(values: torch.Tensor) -> torch.Tensor:
    """Odd multiples of 1/2, 1/4, … 1/512. Rounding rules differ there, also for steps of a power of two."""
    odd, steps = (torch.randint(*ends, values.shape, device=values.device, dtype=values.dtype) for ends in ((-8, 8), (0, 9)))
    return odd.add_(0.5).mul_(torch.pow(0.5, steps, out=steps))


def _grid(values: torch.Tensor) -> torch.Tensor:
    """The drawn values, each row rounded to multiples of a power of two of its own, as prices and pixels are. Products and quotients then tie exactly."""
    most = values.float().nan_to_num(0, 0, 0).abs().reshape(len(values), -1).amax(1).clamp(min=1e-30) if values.numel() else torch.ones(len(values), device=values.device)
    step = torch.exp2(most.log2().floor() - torch.randint(0, _GRID_STEPS, most.shape, device=values.device)).reshape(-1, *[1] * (values.dim() - 1))
    return ((values.float() / step).round() * step).to(values.dtype)


def _pivot(values: torch.Tensor) -> torch.Tensor:
    found = values.clone()
    found.view(len(found), -1)[:, 0] = 0
    return found


def _tiny(values: torch.Tensor) -> torch.Tensor:
    """Rows from 1e-4 down to 1e-12 of the drawn values."""
    return (values.float() * 10.0 ** _by_row(values, -12, -4)).to(values.dtype)


def _with(value: float) -> "Callable[[torch.Tensor], torch.Tensor]":
    """One element of each row becomes `value`. In every second row it is a whole line along a random dimension, as a reduction meets it."""

    def put(values: torch.Tensor) -> torch.Tensor:
        lines = int(torch.randint(1, values.dim(), ())) if values.dim() > 1 else 0
        chosen = torch.ones([len(values)] + [1] * (values.dim() - 1), dtype=torch.bool, device=values.device)
        is_line = (torch.arange(len(values), device=values.device) % 2 == 1).reshape(chosen.shape)
        for dim in range(1, values.dim()):
            length = values.shape[dim]
            here = torch.arange(length, device=values.device).reshape([-1 if each == dim else 1 for each in range(values.dim())])
            there = here == torch.randint(0, length, chosen.shape[:1], device=values.device).reshape([-1] + [1] * (values.dim() - 1))
            chosen = chosen & (there | is_line if dim == lines else there)
        return values.masked_fill(chosen, value)

    return put


def _overflow(values: torch.Tensor) -> torch.Tensor:
    """Magnitudes up to half of the dtype's maximum."""
    return (torch.rand_like(values) - 0.5) * torch.finfo(values.dtype).max


# A failure on these kinds makes the verdict `wrong`. Kinds in INSIDE keep inputs within 0 to 1 if they were.
INSIDE: "dict[str, Callable]" = {"constant": _constant, "zeros": _zeros, "binary": _binary, "sparse": _sparse, "repeats": _repeats, "stretches": _stretches, "smooth": _smooth, "grid": _grid}
OUTSIDE: "dict[str, Callable]" = {
    "hundred": _hundred, "plus": _plus, "minus": _minus, "offset": _offset, "cancelling": _cancelling, "dominant": _dominant, "halves": _halves,
    "scales": _scales, "grown": _grown,
}  # fmt: skip
# A failure on these kinds leaves the verdict `ok`. The verdict then lists the kind.
UNPROVEN: "dict[str, Callable]" = {"nan": _with(float("nan")), "inf": _with(float("inf")), "negative inf": _with(float("-inf")), "overflow": _overflow, "tiny": _tiny}
PIVOT = "pivot"  # of one input: a zero where an elimination without pivoting divides; a rare kind, for references that solve equations
TWICE = "twice"  # inputs of equal shape hold the same values
TOGETHER = "together"  # all inputs move by one large offset: what depends on their differences alone stays as it is
OPPOSED = "opposed"  # inputs lie far above and far below zero in turn: products of neighbours are large and negative, as scores of opposed vectors are
ALIGNED = "aligned"  # multiples of rows of the parameters, of either sign
BOUNDARIES = "boundaries"  # values at which the reference compares: bounds of its operators, and values of its other inputs and of its small tensors
_LINES = ("stretches", "smooth")  # kinds that change a row along its last dimensions: a vector is one row
COPIES = "copies"  # for references whose rows mix: an input has only a few different rows
_SHARED = (TWICE, TOGETHER, OPPOSED, BOUNDARIES)  # kinds of all inputs at once
_KINDS = {**INSIDE, **OUTSIDE, **UNPROVEN, PIVOT: _pivot, COPIES: _copies, TWICE: lambda values: values}
RARE = (*UNPROVEN, PIVOT)
_EXACT_TIES = ("halves", "grid")


class Sources(NamedTuple):
    """Where special values come from, beside the inputs: `bounds` for boundaries, one-dimensional, and `vectors`, the rows of matrices."""

    bounds: "list[torch.Tensor]"
    vectors: "list[torch.Tensor]"


_NO_SOURCES = Sources([], [])


def exact_ties(kind: str, jumps: bool) -> bool:
    """Whether a kind puts values on discontinuities on purpose. A disturbed input then shows nothing about conditioning.

    `jumps`: whether the reference has operators that jump at such values. Without them most kinds are ordinary values.
    """
    return kind == BOUNDARIES or (jumps and kind in _EXACT_TIES)


def filled(kind: str, tensors: "list[torch.Tensor]", structures: "list[Structure | None]", sources: Sources = _NO_SOURCES) -> "list[torch.Tensor]":
    """All float inputs filled with one kind, copies in the longest one alone. `structures`: of each input. Uses torch's global generator."""
    found, offset = list(tensors), _offsets(tensors, 1 if kind == TOGETHER else 0)
    longest = max((at for at, tensor in enumerate(tensors) if varies(tensor) and tensor.dim()), key=lambda at: len(tensors[at]), default=-1)
    for at, tensor in enumerate(tensors):
        if varies(tensor) and (kind != COPIES or at == longest):
            is_one_row = kind == PIVOT or tensor.dim() < (2 if kind in _LINES else 1)
            own = tensor[None] if is_one_row else tensor
            special = _moved(own, offset) if kind == TOGETHER else _of_kind(kind, own, tensors, at, sources)
            found[at] = kept(special.reshape(tensor.shape), tensor, None if kind in RARE else structures[at])
    return _twice(found, structures) if kind == TWICE else found


def planted(
    kinds: "list[str]", tensors: "list[torch.Tensor]", structures: "list[Structure | None]", rows: int, sources: Sources = _NO_SOURCES
) -> "tuple[list[torch.Tensor], list[list[int]]]":
    """Plants each kind into its own rows of the inputs whose first dimension is `rows`. `structures` as in `filled`. Uses torch's global generator.

    Returns (tensors, rows of each kind). In half of a kind's rows all inputs are special, in the other half one input only.
    """
    order = torch.randperm(rows).tolist()
    places = [order[at :: len(kinds)] for at in range(len(kinds))]
    chosen = [at for at, tensor in enumerate(tensors) if varies(tensor) and tensor.dim() and len(tensor) == rows]
    across = [at for at in chosen if crosses_rows(structures[at], tensors[at])]  # they get their structure when all kinds are planted
    found, offsets = list(tensors), _offsets(tensors, rows if TOGETHER in kinds else 0)
    for at in chosen:
        found[at] = tensors[at].clone()
    for kind, own in zip(kinds, places):
        every, single = ([], own) if kind == PIVOT else (own[: -(-len(own) // 2)], own[-(-len(own) // 2) :]) if len(chosen) > 1 and kind not in _SHARED else (own, [])
        for turn, at in enumerate(chosen):
            own_rows = [*every, *single[turn :: len(chosen)]]
            if own_rows:
                index = torch.tensor(own_rows, device=tensors[at].device)
                source = next(other for other in chosen if tensors[other].shape == tensors[at].shape) if kind == TWICE else at
                drawn, usual = tensors[source].index_select(0, index), tensors[at].index_select(0, index)
                special = _moved(drawn, offsets[index.cpu()]) if kind == TOGETHER else _of_kind(kind, drawn, tensors, at, sources)
                found[at].index_copy_(0, index, kept(special, usual, structures[at] if kind not in RARE and at not in across else None))
    return [kept(tensor, own, structures[at]) if at in across and kinds[0] not in RARE else tensor for at, (tensor, own) in enumerate(zip(found, tensors))], places


def _of_kind(kind: str, values: torch.Tensor, tensors: "list[torch.Tensor]", at: int, sources: Sources) -> torch.Tensor:
    """The values as one kind. They belong to input `at` of `tensors`."""
    if kind == OPPOSED:
        return _minus(values) if sum(varies(each) for each in tensors[:at]) % 2 else _plus(values)
    if kind == ALIGNED:
        return _aligned(values, [each for each in sources.vectors if each.shape[1] == values.shape[-1]])
    return of_boundaries(values, tensors, at, sources) if kind == BOUNDARIES else _KINDS[kind](values)


def of_boundaries(values: torch.Tensor, tensors: "list[torch.Tensor]", at: int, sources: Sources) -> torch.Tensor:
    """Values at which the reference compares, or which other inputs have, in the shape and dtype of `values`. They belong to input `at` of `tensors`."""
    others = [tensor.reshape(-1) for other, tensor in enumerate(tensors) if other != at and tensor.is_floating_point() and tensor.numel()]
    return _drawn_from([*sources.bounds, *others], values)


def _offsets(tensors: "list[torch.Tensor]", rows: int) -> torch.Tensor:
    """A large offset per row, on the CPU, which all inputs can hold beside their spread."""
    own = [tensor for tensor in tensors if varies(tensor)] if rows else []
    most = min((_OFFSET[tensor.dtype] * _spread(tensor) for tensor in own), default=0.0)
    return _far_off(torch.empty(rows), most)


def _moved(values: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
    """The values, each row off by its own number."""
    return (values.float() + offsets.to(values.device).reshape(-1, *[1] * (values.dim() - 1))).to(values.dtype)


def _aligned(values: torch.Tensor, vectors: "list[torch.Tensor]") -> torch.Tensor:
    """Rows of the matrices, with the length of the drawn ones and a random sign. The drawn ones if no matrix fits."""
    if not vectors:
        return values
    among = torch.cat([each.to(values.device, torch.float32) for each in vectors])
    flat = values.reshape(-1, values.shape[-1]).float()
    found = among[torch.randint(0, len(among), (len(flat),), device=values.device)]
    lengths = flat.norm(dim=1, keepdim=True) / found.norm(dim=1, keepdim=True).clamp(min=1e-30)
    return (found * lengths * _signs(flat)).to(values.dtype).reshape(values.shape)


def _drawn_from(sources: "list[torch.Tensor]", values: torch.Tensor) -> torch.Tensor:
    """Values of the sources, each source as often as the others, in the shape and dtype of `values`."""
    some = [source[torch.randint(0, len(source), (_MOST_DRAWN,), device=source.device)] if len(source) > _MOST_DRAWN else source for source in sources]
    found = values.clone(memory_format=torch.contiguous_format)
    for (part,) in pieces.flat(found):
        turns = torch.randint(0, max(1, len(sources)), part.shape, device=part.device)
        for at, source in enumerate(some):
            drawn = source.to(part.device, part.dtype)[torch.randint(0, len(source), part.shape, device=part.device)]
            part.copy_(torch.where(turns == at, drawn, part))
    return found


def _twice(tensors: "list[torch.Tensor]", structures: "list[Structure | None]") -> "list[torch.Tensor]":
    first = [next((other for other in tensors if varies(other) and other.shape == tensor.shape), tensor) for tensor in tensors]
    return [kept(other.clone(), tensor, own) if varies(tensor) else tensor for tensor, other, own in zip(tensors, first, structures)]


def varies(tensor: torch.Tensor) -> bool:
    """Whether an input takes special values: a float tensor, and no mask of two values."""
    return tensor.is_floating_point() and tensor.numel() > 0 and not is_pattern(tensor)
