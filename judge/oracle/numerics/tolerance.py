"""Judges outputs against fp64, with an error budget derived from eager PyTorch's own error. Pure functions on tensors.

A candidate passes if each output stays within two budgets: one for the RMS error, one for the worst element.
"""

import math
from dataclasses import dataclass

import torch

from judge.oracle.numerics import huge_values, pieces
from judge.oracle.numerics.error_metrics import Errors, Measured, finite_errors, measured, usual_of

# Honest alternatives (another reduction order, split-K, a compiled graph) reach two to three times eager's RMS error. Single elements
# scatter more, hence 16. The floors in roundoffs serve outputs on which eager is almost exact, such as an elementwise operation.
RMS_OF_EAGER, RMS_ROUNDOFFS = 3, 32
WORST_OF_EAGER, WORST_ROUNDOFFS = 16, 64
# The error of operands truncated to TF32 is computed. The rest covers other orders of sums. Operands in bf16 err 1.7 times as much or more.
TIMES_TRUNCATED = 1.25
# In 16-bit types such floors would be an eighth of the output. An honest kernel computes in fp32 and rounds its output.
# This adds about two roundings to eager's own error. One rounding has an RMS of 0.4 roundoffs.
_HALF = (torch.bfloat16, torch.float16)
HALF_RMS_OF_EAGER, HALF_RMS_ROUNDOFFS = 2, 1
HALF_WORST_OF_EAGER, HALF_WORST_ROUNDOFFS = 8, 4
# Inputs and parameters that are off by up to 4 roundoffs of fp32 (`disturbance`) change an output. Eight times this change is what 32 roundoffs
# would cause, and any output of fp32 may be off by as many. More than 2 % counts as a bug all the same.
TIMES_DISTURBED = 8
_CANCELS = 2.0**20  # eager's error, as a multiple of the gradient. A gradient that is zero but for roundings has about 2^29, and 2^44 in bf16
_FAR = 2  # an error of this multiple of its budget is above it in whatever order its squares are added
_ROUNDING = 0.02  # smaller relative errors look like lower precision, larger ones like a bug
# On normal inputs, fp32 products exceed their least RMS budget 150 times with operands rounded to TF32, 400 times with truncated ones, and 1200
# times in bf16. Other orders of sums in fp32 stay far below. A variance divided by 255 instead of 256 is 1000 times the budget. So from here on
# the size of an error tells operands from a formula no more.
_FORMULA = 100


@dataclass
class Judgement:
    """`share`: the largest error divided by its budget. `problem`: the message, empty on success. `imprecise`: the error looks like rounding."""

    share: float
    problem: str
    imprecise: bool = False


def errors(output: torch.Tensor, exact: torch.Tensor) -> Errors:
    """The errors of a float output over the elements with a finite reference. Zero for an empty output."""
    found = finite_errors(output, exact) or measured(output, exact, math.inf)
    return Errors(found.rms, found.worst, found.usual_rms, found.usual_worst)


def eager_errors(eager: list, exact: list) -> "list[Errors]":
    """The errors of eager's outputs, in order. Zero for integer outputs."""
    return [errors(shipped, truth) if shipped.is_floating_point() else Errors(0, 0) for shipped, truth in zip(eager, exact)]


def with_truncated(eager: "list[Errors]", truncated: "list[Errors]") -> "list[Errors]":
    """Eager's errors, raised until the RMS budget holds TIMES_TRUNCATED times the error of operands that are truncated to TF32."""
    share = TIMES_TRUNCATED / RMS_OF_EAGER
    return widest(eager, [Errors(share * each.rms, share * each.worst, share * each.usual_rms, share * each.usual_worst) for each in truncated])


def amplified(disturbed: list, exact: list) -> "list[Errors]":
    """The errors whose budgets hold TIMES_DISTURBED times the effect of disturbed inputs and parameters, twice that for the largest error.

    Both are outputs in fp64. On the tracks of TF32 and 16 bits the result is far below the budgets.
    """

    def whole(error: float) -> float:
        return min(TIMES_DISTURBED * error, _ROUNDING) / RMS_OF_EAGER

    def largest(error: float) -> float:
        return min(2 * TIMES_DISTURBED * error, _ROUNDING) / WORST_OF_EAGER

    found = eager_errors(disturbed, exact)
    return [Errors(whole(each.rms), largest(each.worst), whole(each.usual_rms), largest(each.usual_worst)) for each in found]


def deciding(eager: list) -> list:
    """Eager's integer outputs, which decide beside fp64. None for float outputs."""
    return [None if output.is_floating_point() else output for output in eager]


def widest(one: "list[Errors]", other: "list[Errors]") -> "list[Errors]":
    """The larger errors of two draws, output by output. `one` may be empty."""
    return [_larger(a, b) for a, b in zip(one, other)] if one else other


def _larger(one: Errors, other: Errors) -> Errors:
    return Errors(max(one.rms, other.rms), max(one.worst, other.worst), max(one.usual_rms, other.usual_rms), max(one.usual_worst, other.usual_worst))


def cancels(eager: Errors) -> bool:
    """Whether a gradient is zero but for roundings, such as that of a bias before a batch norm. `rounded_steps` then bounds its error."""
    return eager.rms >= _CANCELS


def conditioning(budgets: "list[Errors]", forward: int) -> float:
    """Eager's largest RMS error. `forward`: how many outputs are no gradients. Leaves out gradients that are zero but for roundings: their error
    says nothing about the others."""
    return max((each.rms for at, each in enumerate(budgets) if at < forward or not cancels(each)), default=0.0)


def judge(outputs: list, exact: list, eager: list, budgets: "list[Errors]", names: "list[str] | None" = None) -> Judgement:
    """Compares outputs with `exact` (fp64, equal shapes). An integer output may also equal eager's, because argmax has ties. `names`: of the outputs."""
    share = 0.0
    for at, (output, truth, shipped, budget) in enumerate(zip(outputs, exact, eager, budgets)):
        name = names[at] if names else f"output {at}" if len(outputs) > 1 else "the output"
        if not output.is_floating_point():
            given = () if shipped is None else (shipped,)
            if any(bool(_differs(*part).any()) for part in pieces.flat(output, truth, *given)):
                wrong = _differs(output, truth, *given)
                first = int(wrong.reshape(-1).to(torch.uint8).argmax())
                found = Measured(worst_at=first, wrong=int(wrong.sum()), first_at=first)
                return Judgement(float("inf"), _describe(name, output, truth, found))
            continue
        found = _judge_float(name, output, truth, budget)
        share = max(share, found.share)
        if found.problem:
            return found
    return Judgement(share, "")


def _differs(output: torch.Tensor, truth: torch.Tensor, shipped: "torch.Tensor | None" = None) -> torch.Tensor:
    """The elements of an integer output that equal neither the exact ones nor eager's: bool, shape of `output`."""
    wrong = output != truth.to(output.dtype)
    return wrong if shipped is None else wrong & (output != shipped)


def passes(outputs: list, exact: list, eager: list, budgets: "list[Errors]") -> bool:
    """Whether `judge` finds no problem. For outputs that are far off, it takes a tenth of the time of `judge`, which also finds their wrong elements."""
    floats = [(output, truth, budget) for output, truth, budget in zip(outputs, exact, budgets) if output.is_floating_point()]
    return not any(_is_far(*each) for each in floats) and not judge(outputs, exact, eager, budgets).problem


def _is_far(output: torch.Tensor, truth: torch.Tensor, budget: Errors) -> bool:
    quick = finite_errors(output, truth)
    return quick is not None and max(_shares(output.dtype, quick, budget)) > _FAR


def wrong_elements(output: torch.Tensor, exact: torch.Tensor, budget: Errors) -> torch.Tensor:
    """The elements beyond the budget of one element: bool, shape of `output`. `budget`: eager's errors."""
    if not output.is_floating_point():
        return output != exact.to(output.dtype)
    scale, allowed = math.sqrt(pieces.square_mean(exact)), _allowed(output.dtype, budget)[1]
    usual, usual_allowed = usual_of(exact), _allowed(output.dtype, _of_usual(budget))[1]

    def wrong(part: torch.Tensor, given: torch.Tensor) -> torch.Tensor:
        truth = given.double()
        off = (part.double() - truth).abs()
        most = allowed * (truth.abs() + scale)
        if usual:
            most = torch.where(truth.abs() <= usual.limit, torch.minimum(most, usual_allowed * (truth.abs() + usual.scale)), most)
        return ~(off <= most) & ~(torch.isnan(part) & torch.isnan(truth)) & (part != truth)

    return torch.cat([wrong(*part) for part in pieces.flat(output, exact)]).reshape(output.shape)


def _allowed(dtype: torch.dtype, eager: Errors) -> "tuple[float, float]":
    """(RMS budget, worst-element budget) of an output of this dtype."""
    roundoff = torch.finfo(dtype).eps / 2
    if dtype in _HALF:
        return HALF_RMS_OF_EAGER * eager.rms + HALF_RMS_ROUNDOFFS * roundoff, HALF_WORST_OF_EAGER * eager.worst + HALF_WORST_ROUNDOFFS * roundoff
    return max(RMS_OF_EAGER * eager.rms, RMS_ROUNDOFFS * roundoff), max(WORST_OF_EAGER * eager.worst, WORST_ROUNDOFFS * roundoff)


def _of_usual(eager: Errors) -> Errors:
    """The errors that give the budgets of usual elements beside huge ones: never less than those of all elements."""
    return Errors(max(eager.rms, eager.usual_rms), max(eager.worst, eager.usual_worst))


def _shares(dtype: torch.dtype, found: "Errors | Measured", eager: Errors) -> "tuple[float, float]":
    """(errors of all elements over their budgets, errors of usual elements over theirs)."""
    (rms, worst), (usual_rms, usual_worst) = _allowed(dtype, eager), _allowed(dtype, _of_usual(eager))
    return max(found.rms / rms, found.worst / worst), max(found.usual_rms / usual_rms, found.usual_worst / usual_worst)


def worst_allowed(dtype: torch.dtype, eager: torch.Tensor) -> torch.Tensor:
    """The budgets of one element of this dtype, for several of eager's worst errors."""
    roundoff = torch.finfo(dtype).eps / 2
    if dtype in _HALF:
        return HALF_WORST_OF_EAGER * eager + HALF_WORST_ROUNDOFFS * roundoff
    return (WORST_OF_EAGER * eager).clamp(min=WORST_ROUNDOFFS * roundoff)


def _judge_float(name: str, output: torch.Tensor, truth: torch.Tensor, budget: Errors) -> Judgement:
    quick = finite_errors(output, truth)
    share = max(_shares(output.dtype, quick, budget)) if quick else math.inf
    if share <= 1:
        return Judgement(share, "")
    budgets, usual_budgets = _allowed(output.dtype, budget), _allowed(output.dtype, _of_usual(budget))
    found = measured(output, truth, budgets[1], usual_budgets[1])
    if found.misplaced:
        return Judgement(float("inf"), _describe(name, output, truth, found))
    shares = _shares(output.dtype, found, budget)
    if max(shares) <= 1:
        return Judgement(max(shares), "")
    whole = shares[0] >= shares[1]
    rms, worst, (rms_budget, worst_budget) = (found.rms, found.worst, budgets) if whole else (found.usual_rms, found.usual_worst, usual_budgets)
    if found.wrong and (rms >= _ROUNDING or worst >= _ROUNDING):
        return Judgement(max(shares), _describe(name, output, truth, found))
    among = "" if whole else f" beside its huge elements, which are at least {huge_values.GAP:g} times as large as the others"
    problem = (
        f"{name} is too imprecise{among}: its RMS error is {rms:.3g} of the output's RMS, {rms / rms_budget:.3g} times the budget; "
        f"the worst element is off by {worst:.3g}, {worst / worst_budget:.3g} times the budget. "
        "Use more precise arithmetic, such as fp32 accumulation without lower-precision operands."
    )
    if max(shares) >= _FORMULA:
        problem = (
            f"{problem} An error of this size may also come from another formula: a constant factor, another eps, a biased instead of an unbiased "
            f"variance or the reverse. {_element('Worst', found.worst_at, output, truth)}"
        )
    return Judgement(max(shares), problem, imprecise=True)


def _describe(name: str, output: torch.Tensor, truth: torch.Tensor, found: Measured) -> str:
    """The message: how many elements are wrong, the worst and the first of them, and a likely cause."""
    count, total, worst, first = found.wrong, output.numel(), found.worst_at, found.first_at or 0
    parts = [f"{name}, shape {list(output.shape)}: {count} of {total} elements ({100 * count / total:.3g} %) are wrong."]
    parts += [_element("Worst", worst, output, truth), _element("First", first, output, truth)]
    return " ".join([*parts, *_looks(output, truth)])


def _element(which: str, index: int, output: torch.Tensor, truth: torch.Tensor) -> str:
    return f"{which} at {_at(index, output)}: expected {_number(truth, index)}, got {_number(output, index)}."


def _looks(output: torch.Tensor, truth: torch.Tensor) -> "list[str]":
    flat = output.reshape(-1)
    if output.is_floating_point() and bool(torch.isnan(flat).all()):
        return ["The output is all NaN: perhaps it is never written."]
    if output.is_floating_point() and bool(torch.isnan(flat).any()):
        return ["It holds NaN."]
    if bool((flat == 0).all()):
        return ["The output is all zeros: perhaps the kernel never ran or wrote elsewhere."]
    if flat.numel() > 1 and bool((flat == flat[0]).all()):
        return [f"Every element is {flat[0].item():.6g}."]
    square = output.dim() >= 2 and output.shape[-1] == output.shape[-2]
    if square and torch.allclose(output.transpose(-1, -2).double(), truth.double(), rtol=1e-3, atol=1e-5):
        return ["It is the transpose of what is expected."]
    return []


def _at(index: int, tensor: torch.Tensor) -> list:
    place = []
    for length in reversed(tensor.shape):
        index, rest = divmod(index, length)
        place.insert(0, rest)
    return place


def _number(tensor: torch.Tensor, index: int) -> str:
    value = tensor.reshape(-1)[index].item()
    return f"{value:.6g}" if isinstance(value, float) else str(value)
