"""The errors of the reference itself. A draw's budgets are multiples of them.

They are eager's own. On the TF32 track a kernel may round the operands of its products to TF32, or truncate them as tensor cores do. Truncation
errs in one direction, so its errors add up. They reach 2.6 times those of rounding on normal inputs, and 5.6 times on a few distinct values.
Therefore the errors of the reference with truncated operands count beside eager's.
"""

from collections.abc import Callable
from typing import Any

import torch

from judge.oracle.numerics import tolerance
from judge.oracle.numerics.tolerance import Errors
from judge.oracle.numerics.tensors import truncated
from judge.oracle.task.operator_trace import OperatorTrace
from judge.oracle.task.reference import Reference
from judge.oracle.task.rounded_steps import uses_doubles

_TF32_BITS = 10  # of the mantissa
_aten: Any = torch.ops.aten
_OPERANDS = {  # the places of the tensors that an operator multiplies
    _aten.mm: (0, 1),
    _aten.bmm: (0, 1),
    _aten.addmm: (1, 2),
    _aten.baddbmm: (1, 2),
    _aten.convolution: (0, 1),
    _aten.convolution_backward: (0, 1, 2),
}


class _TruncatedProducts(OperatorTrace):
    """While it is entered, the operands of matrix products and convolutions are truncated to TF32. A fused RNN or attention stays as it is."""

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple = (), kwargs: "dict[str, Any] | None" = None) -> Any:
        cut = _OPERANDS.get(func.overloadpacket, ())
        return func(*(truncated(each, _TF32_BITS) if at in cut else each for at, each in enumerate(args)), **(kwargs or {}))


def own_errors(reference: Reference, inputs: list, eager: "list[torch.Tensor]", exact: "list[torch.Tensor]") -> "list[Errors]":
    """The errors that count as eager's, per output. `eager`, `exact`: the outputs for `inputs` under the present state."""
    return with_truncated(eager, exact, in_truncated_tf32(reference, inputs, lambda: reference.exact(inputs)))


def with_truncated(eager: "list[torch.Tensor]", exact: "list[torch.Tensor]", coarse: "list[torch.Tensor]") -> "list[Errors]":
    """As `own_errors`. `coarse`: what `in_truncated_tf32` gives."""
    own = tolerance.eager_errors(eager, exact)
    held = [output.to(like.dtype) for output, like in zip(coarse, eager)]
    return tolerance.with_truncated(own, tolerance.eager_errors(held, exact)) if held else own


def in_truncated_tf32(reference: Reference, inputs: list, answer: "Callable[[], list[torch.Tensor]]") -> "list[torch.Tensor]":
    """The outputs of `answer`, the reference in fp64, with operands truncated to TF32. Empty on other tracks, and where eager computes in float64."""
    if not reference.allows_tf32 or reference.decisions.once("computes in float64", lambda: uses_doubles(reference, inputs)):
        return []
    with _TruncatedProducts():
        return answer()
