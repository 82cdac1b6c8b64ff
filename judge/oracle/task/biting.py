"""Reads the operators that the reference calls: which kinds of special rows can expose bugs, and at which values the operators change their rule.

An unknown operator selects all kinds.
"""

import re
from dataclasses import dataclass, field

import torch

from judge.oracle.task.operator_trace import OperatorTrace
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_rows import BOUNDARIES

_BITES = (
    (r"exp|softmax|sigmoid|tanh|gelu|silu|swish|softplus|mish|elu|erf|log_sigmoid|cross_entropy|nll_loss|attention|cosh|sinh", ("hundred", "plus", "minus", "grown", "opposed")),
    (r"var|std|norm|cdist|cosine", ("offset", "constant", "zeros", "scales")),
    (r"div|rsqrt|sqrt|log|reciprocal|cdist|cosine|pow|cross_entropy|kl_div", ("zeros", "binary", "scales")),
    (r"sum|mean|cumsum|avg|mm|conv|loss", ("dominant", "offset", "stretches")),
    (r"max|min|sort|topk|clamp|relu|threshold|hardtanh|hardswish|hardsigmoid|abs|sign", ("minus", "hundred")),
    (r"max|min|sort|topk|unique|mode|median|kthvalue|rank", ("repeats", "constant")),
    (r"(?<!soft)max|min|sort|topk|median|kthvalue", ("smooth",)),
    (r"round|floor|ceil|trunc|remainder|fmod|bucketize|histc|quantize", ("halves", "binary", "grid")),
    (r"prod|masked|where|nonzero|count", ("sparse",)),
    (r"sub|dist|cosine|loss|eq|ge|gt|le|lt", ("twice", "together")),
    (r"mm|linear|norm|cosine|acos|dist", ("aligned",)),
)
_SILENT = (
    r"view|reshape|permute|transpose|^t$|slice|select|expand|squeeze|unsqueeze|clone|copy|detach|cat|stack|split|chunk|^add|^mul|rsub|neg|empty|zeros|ones|full|fill"
    r"|arange|to|alias|as_strided|index|gather|scatter|embedding|flatten|constant|pad|unbind|narrow|lift|bernoulli|dropout|^set|contiguous|roll|flip|repeat|tril|triu|resize"
)
_COMPARES = r"^(eq|ne|ge|gt|le|lt|clamp|maximum|minimum|threshold|hard|softshrink|softplus|elu|leaky_relu|smooth_l1|huber|bucketize|searchsorted|histc|remainder|fmod|floor_divide)"
_JUMPS = (
    r"^(eq|ne|ge|gt|le|lt|sign|heaviside|round|floor|ceil|trunc|frac|remainder|fmod|bucketize|searchsorted|histc|.*quantize|_to_copy|to$"
    r"|arg|sort|topk|max|min|median|mode|kthvalue|unique|nonzero|one_hot)"
)
_SOLVES = r"^(_?linalg_(solve|inv|lu|det|slogdet|ldl)|lu_|inverse|det$|slogdet)"
_BY_DEFAULT = (  # bounds that an operator has without an argument
    (r"hardswish|hardsigmoid", (-3.0, 3.0)),
    (r"hardtanh", (-1.0, 1.0)),
    (r"hardshrink|softshrink", (-0.5, 0.5)),
    (r"smooth_l1|huber", (-1.0, 1.0)),
    (r"softplus", (20.0,)),
)
_PRODUCT = r"^(mul|square|pow)_?$"
_TABLE = 4096  # the most elements of a tensor that counts as a table of boundaries


@dataclass
class Trace:
    """The operators of one call: their names, and the values at which they compare, as numbers and as small tensors.

    `multiplied`: integer tensors are multiplied.
    """

    names: "set[str]" = field(default_factory=set)
    bounds: "set[float]" = field(default_factory=set)
    tables: "list[torch.Tensor]" = field(default_factory=list)
    multiplied: bool = False


class _Tracing(OperatorTrace):
    def __init__(self):
        super().__init__()
        self.found = Trace()

    def ran(self, func, args, kwargs, out):
        name = str(func).split(".")[1] if "." in str(func) else str(func)
        self.found.names.add(name)
        self.found.multiplied |= re.search(_PRODUCT, name) is not None and not out.is_floating_point() and out.dim() > 0
        if re.search(_COMPARES, name):
            self._note(name, [*args, *kwargs.values()])

    def _note(self, name: str, values: list) -> None:
        numbers = {float(value) for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)}
        self.found.bounds |= numbers | {bound for pattern, some in _BY_DEFAULT if re.search(pattern, name) for bound in some}
        for value in values:
            if isinstance(value, torch.Tensor) and value.is_floating_point() and value.dim() <= 1 and 0 < value.numel() <= _TABLE:
                self.found.tables.append(value.detach().reshape(-1).clone())


def traced(reference: Reference) -> Trace:
    """What one call of the reference runs."""
    tracing = _Tracing()
    with tracing:
        reference.eager(reference.draw())
    return tracing.found


def boundaries(reference: Reference, trace: Trace) -> "list[torch.Tensor]":
    """The values at which the reference's operators compare: one-dimensional tensors. Numbers that the track's dtype cannot hold are left out."""
    exact = sorted(each for each in trace.bounds if float(torch.tensor(each, dtype=reference.dtype)) == each)
    numbers = [torch.tensor(exact, dtype=reference.dtype, device=reference.device)] if exact else []
    compares = any(re.search(_COMPARES, name) for name in trace.names)
    state = [each.reshape(-1) for each in reference.states[1].values() if compares and each.is_floating_point() and 0 < each.numel() <= _TABLE]
    return [*numbers, *trace.tables, *state]


def jumps(trace: Trace) -> bool:
    """Whether the answer may jump where a value is exactly a tie, such as halfway between two whole numbers."""
    return any(re.search(_JUMPS, name) for name in trace.names)


def solves(trace: Trace) -> bool:
    """Whether the reference solves linear equations, inverts a matrix or takes its determinant."""
    return any(re.search(_SOLVES, name) for name in trace.names)


def biting(trace: Trace, kinds: "list[str]") -> "list[str]":
    """The `kinds` that can expose bugs in kernels for the reference's operators."""
    found, unknown = {BOUNDARIES}, False
    for name in trace.names:
        bites = [kind for pattern, some in _BITES if re.search(pattern, name) for kind in some]
        found |= set(bites)
        unknown = unknown or not (bites or re.search(_SILENT, name))
    return [kind for kind in kinds if unknown or kind in found]
