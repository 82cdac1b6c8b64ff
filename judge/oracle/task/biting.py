"""Selects the kinds of special rows that can expose bugs, from the operators that the reference calls. An unknown operator selects all kinds."""

import re

from judge.oracle.task.operator_trace import OperatorTrace
from judge.oracle.task.reference import Reference

_BITES = (
    (r"exp|softmax|sigmoid|tanh|gelu|silu|swish|softplus|mish|elu|erf|log_sigmoid|cross_entropy|nll_loss|attention|cosh|sinh", ("hundred", "plus", "minus")),
    (r"var|std|norm|cdist|cosine", ("offset", "constant", "zeros")),
    (r"div|rsqrt|sqrt|log|reciprocal|cdist|cosine|pow|cross_entropy|kl_div", ("zeros", "binary")),
    (r"sum|mean|cumsum|avg|mm|conv|loss", ("dominant", "offset")),
    (r"max|min|sort|topk|clamp|relu|threshold|hardtanh|hardswish|hardsigmoid|abs|sign", ("minus", "hundred")),
    (r"round|floor|ceil|trunc|remainder|fmod|bucketize|histc|quantize", ("halves", "binary")),
    (r"prod|masked|where|nonzero|count", ("sparse",)),
    (r"sub|dist|cosine|loss|eq|ge|gt|le|lt", ("twice",)),
)
_SILENT = (
    r"view|reshape|permute|transpose|^t$|slice|select|expand|squeeze|unsqueeze|clone|copy|detach|cat|stack|split|chunk|^add|^mul|rsub|neg|empty|zeros|ones|full|fill"
    r"|arange|to|alias|as_strided|index|gather|scatter|embedding|flatten|constant|pad|unbind|narrow|lift|bernoulli|dropout|^set|contiguous|roll|flip|repeat|tril|triu|resize"
)


class _Operators(OperatorTrace):
    def __init__(self):
        super().__init__()
        self.names: "set[str]" = set()

    def ran(self, func, args, kwargs, out):
        self.names.add(str(func).split(".")[1] if "." in str(func) else str(func))


def operators(reference: Reference) -> "set[str]":
    """The names of the operators that one call of the reference runs."""
    trace = _Operators()
    with trace:
        reference.eager(reference.draw())
    return trace.names


def biting(reference: Reference, kinds: "list[str]") -> "list[str]":
    """The `kinds` that can expose bugs in kernels for the reference's operators."""
    found, unknown = set(), False
    for name in operators(reference):
        bites = [kind for pattern, some in _BITES if re.search(pattern, name) for kind in some]
        found |= set(bites)
        unknown = unknown or not (bites or re.search(_SILENT, name))
    return [kind for kind in kinds if unknown or kind in found]
