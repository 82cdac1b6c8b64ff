"""The catalogue of library calls. Each entry writes calls for the form of a task; `agreement` finds out which of them gives the task's answer.

F.kl_div and F.l1_loss are left out. They consist of several operators, and eager is as fast.
"""

import math
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import NamedTuple

from judge.oracle.library.form import Form, Operand

_Calls = Iterator[str]


class Entry(NamedTuple):
    """`needs`: operators. Every reference of this kind runs one of them. `calls`: the calls that fit a form, the likeliest first.

    `setup`: lines of the program before its class. `tunes`: the call runs the operators of eager, and `setup` makes them faster on CUDA.
    """

    name: str
    needs: str
    calls: "Callable[[Form], _Calls]"
    setup: str = ""
    tunes: bool = False


def _pointwise(*texts: str) -> "Callable[[Form], _Calls]":
    """Calls on one tensor that keep its shape. `{x}` is the tensor, `{dim}` a dimension that the reference names."""

    def calls(form: Form) -> _Calls:
        if len(form.inputs) == 1 and not form.held and form.inputs[0].shape == form.shape:
            for text in texts:
                for dim in form.dimensions if "{dim}" in text else [0]:
                    yield text.format(x=form.inputs[0].text, dim=dim)

    return calls


def _logsumexp(form: Form) -> _Calls:
    if len(form.inputs) == 1 and not form.held:
        [x] = form.inputs
        for dim in form.dimensions:
            for keepdim in (False, True):
                if form.shape == x.shape[:dim] + [1] * keepdim + x.shape[dim + 1 :]:
                    yield f"torch.logsumexp({x.text}, {dim}, {keepdim})"


def _scaled(form: Form, count: int, fits: "Callable[[Operand], bool]") -> "Iterator[tuple[str, str]]":
    """The texts of weight and bias of a normalization, in either order. None stands for one that the task lacks."""
    given = [*form.held, *form.inputs[1:]]
    if len(given) <= count and all(map(fits, given)):
        for each in permutations([*(one.text for one in given), *["None"] * (2 - len(given))]):
            yield each[0], each[1]


def _layer_norm(form: Form) -> _Calls:
    x = form.inputs[0]
    for rank in range(1, len(x.shape) + 1) if x.shape == form.shape else ():
        last = x.shape[-rank:]
        for weight, bias in _scaled(form, 2, lambda one: one.shape == last):
            for epsilon in form.epsilons:
                yield f"F.layer_norm({x.text}, {x.text}.shape[-{rank}:], {weight}, {bias}, {epsilon!r})"


def _rms_norm(form: Form) -> _Calls:
    x = form.inputs[0]
    for rank in range(1, len(x.shape) + 1) if x.shape == form.shape else ():
        last = x.shape[-rank:]
        for weight in dict.fromkeys(weight for weight, bias in _scaled(form, 1, lambda one: one.shape == last) if bias == "None" or not form.held):
            for epsilon in form.epsilons:
                yield f"F.rms_norm({x.text}, {x.text}.shape[-{rank}:], {weight}, {epsilon!r})"


def _group_norm(form: Form) -> _Calls:
    x = form.inputs[0]
    if len(x.shape) < 3 or x.shape != form.shape:
        return
    channels = x.shape[1]
    groups = [each for each in dict.fromkeys([*form.integers, channels]) if 0 < each <= channels and channels % each == 0]
    for weight, bias in _scaled(form, 2, lambda one: math.prod(one.shape) == channels == max(one.shape, default=1)):
        flat = [text if text == "None" else f"{text}.flatten()" for text in (weight, bias)]
        for count in groups:
            for epsilon in form.epsilons:
                yield f"F.group_norm({x.text}, {count}, {flat[0]}, {flat[1]}, {epsilon!r})"


def _batch_norm(form: Form) -> _Calls:
    """In eval mode. The state has weight and bias, if they are there, before mean and variance."""
    x = form.inputs[0]
    if len(form.inputs) == 1 and len(form.held) in (2, 4) and x.shape == form.shape and all(one.shape == x.shape[1:2] for one in form.held):
        *scaled, mean, variance = [one.text for one in form.held]
        weight, bias = scaled or ["None", "None"]
        for epsilon in form.epsilons:
            yield f"F.batch_norm({x.text}, {mean}, {variance}, {weight}, {bias}, False, 0.0, {epsilon!r})"


def _cross_entropy(form: Form) -> _Calls:
    if len(form.inputs) == 2 and not form.held:
        logits, classes = form.inputs
        if classes.dtype == "int64" and classes.shape == logits.shape[:1] + logits.shape[2:]:
            for reduction in form.reductions:
                yield f"F.cross_entropy({logits.text}, {classes.text}, reduction={reduction!r})"


def _loss(text: str, known: "float | None" = None) -> "Callable[[Form], _Calls]":
    """A loss of two tensors of one shape. `{more}` is the reduction, `{number}` a number of the reference, but not `known`: there another entry is the same."""

    def calls(form: Form) -> _Calls:
        if len(form.inputs) == 2 and not form.held and form.inputs[0].shape == form.inputs[1].shape:
            numbers = [each for each in dict.fromkeys([*form.floats, 1.0]) if each > 0 and each != known]
            for reduction in form.reductions:
                for number in numbers if "{number}" in text else [0]:
                    yield text.format(x=form.inputs[0].text, y=form.inputs[1].text, number=number, more=f"reduction={reduction!r}")

    return calls


def _matmul(form: Form) -> _Calls:
    if len(form.inputs) == 2 and not form.held:
        for one in _turned(form.inputs[0]):
            for other in _turned(form.inputs[1]):
                if [*one.shape[:-1], other.shape[-1]] == form.shape and one.shape[-1] == other.shape[-2]:
                    yield f"torch.matmul({one.text}, {other.text})"


def _turned(operand: Operand) -> "list[Operand]":
    """The matrices of an operand as they are, and transposed. Empty for a vector."""
    if len(operand.shape) < 2:
        return []
    return [operand, Operand(f"{operand.text}.mT", [*operand.shape[:-2], operand.shape[-1], operand.shape[-2]], operand.dtype)]


def _linear(text: str) -> "Callable[[Form], _Calls]":
    """Products of an input with a matrix, and a bias. `{flat}`: the input as a matrix. `{shape}`: what gives the result its shape again."""

    def calls(form: Form) -> _Calls:
        x, given = form.inputs[0], [*form.held, *form.inputs[1:]]
        biases = [one for one in given if one.shape == form.shape[-1:]]
        matrices = [one for one in given if len(one.shape) == 2]
        if len(x.shape) < 2 or len(given) != 2 or len(biases) != 1 or len(matrices) != 1:
            return
        flat, shape = (x.text, "") if len(x.shape) == 2 else (f"{x.text}.flatten(0, -2)", f".unflatten(0, {x.text}.shape[:-1])")
        for matrix in _turned(matrices[0]):
            if matrix.shape == [x.shape[-1], *form.shape[-1:]]:
                turned = matrix.text[:-3] if matrix.text.endswith(".mT") else f"{matrix.text}.mT"
                yield text.format(x=x.text, weight=turned, matrix=matrix.text, bias=biases[0].text, flat=flat, shape=shape)

    return calls


def _attention(form: Form) -> _Calls:
    """Of queries, keys and values of three or four dimensions. A mask may be a further input or buffer."""
    given = [*form.inputs, *form.held]
    query, masks = given[0], given[3:]
    rank = len(query.shape)
    if len(form.inputs) < 3 or rank not in (3, 4) or any(len(one.shape) != rank for one in given[:3]):
        return
    default = 1 / math.sqrt(query.shape[-1])
    scales = [each for number in form.floats if number > 0 for each in (number, 1 / number) if not math.isclose(each, default, rel_tol=1e-6)]
    for before, after, tokens in (("", "", 2), (".transpose(1, 2)", ".transpose(1, 2)", 1)) if rank == 4 else ((".unsqueeze(1)", ".squeeze(1)", 1),):
        for more in _maskings(masks, [one.shape[tokens] for one in given[:2]]):
            for scale in ["", *(f", scale={each!r}" for each in dict.fromkeys([*scales, 1.0]))]:
                tensors = ", ".join(f"{one.text}{before}" for one in given[:3])
                yield f"F.scaled_dot_product_attention({tensors}{more}{scale}){after}"


def _maskings(masks: "list[Operand]", lengths: "list[int]") -> "list[str]":
    """The arguments that mask an attention of these numbers of queries and keys."""
    if not masks:
        return ["", ", is_causal=True"]
    [mask, *others] = masks
    if others or mask.shape[-2:] != lengths:
        return []
    texts = [mask.text, f"~{mask.text}"] if mask.dtype == "bool" else [mask.text, f"{mask.text} != 0"]
    return [f", attn_mask={text}" for text in texts]


def _convolution(form: Form) -> _Calls:
    """The convolution that the reference runs."""
    texts = {tuple(one.shape): one.text for one in [*form.inputs[1:], *form.held]}
    if [each.operator for each in form.ran] == ["convolution"] and len(texts) == len(form.inputs) - 1 + len(form.held):
        _x, weight, bias, *numbers = form.ran[0].args
        operands = [texts.get(tuple(weight)), "None" if bias is None else texts.get(tuple(bias))]
        if all(operands) and len(texts) == 1 + (bias is not None):
            yield f"torch.convolution({form.inputs[0].text}, {operands[0]}, {operands[1]}, {', '.join(map(repr, numbers))})"


_PRODUCTS = "mm bmm addmm baddbmm mv dot mul"
_SUMS = "sum mean linalg_vector_norm norm"
_MOMENTS = "mean sum var std var_mean std_mean"

CATALOGUE = (
    Entry("F.softmax", "exp", _pointwise("F.softmax({x}, {dim})")),
    Entry("F.log_softmax", "exp _softmax logsumexp", _pointwise("F.log_softmax({x}, {dim})")),
    Entry("torch.logsumexp", "exp _log_softmax", _logsumexp),
    Entry("F.gelu", "erf tanh sigmoid", _pointwise("F.gelu({x})", "F.gelu({x}, approximate='tanh')")),
    Entry("F.silu", "sigmoid exp tanh", _pointwise("F.silu({x})")),
    Entry("torch.cumsum", f"{_PRODUCTS} add cat stack", _pointwise("torch.cumsum({x}, {dim})")),
    Entry("F.normalize", _SUMS, _pointwise("F.normalize({x}, 2.0, {dim})", "F.normalize({x}, 1.0, {dim})")),
    Entry("F.layer_norm", _MOMENTS, _layer_norm),
    Entry("F.rms_norm", "mean sum linalg_vector_norm", _rms_norm),
    Entry("F.group_norm", _MOMENTS, _group_norm),
    Entry("F.batch_norm", "rsqrt sqrt pow", _batch_norm),
    Entry("F.cross_entropy", "exp _log_softmax _softmax logsumexp", _cross_entropy),
    Entry("F.mse_loss", _SUMS + " pow mul", _loss("F.mse_loss({x}, {y}, {more})")),
    Entry("F.smooth_l1_loss", "abs", _loss("F.smooth_l1_loss({x}, {y}, {more}, beta={number})")),
    Entry("F.huber_loss", "abs", _loss("F.huber_loss({x}, {y}, {more}, delta={number})", known=1.0)),
    Entry("torch.matmul", _PRODUCTS, _matmul),
    Entry("F.linear", _PRODUCTS, _linear("F.linear({x}, {weight}, {bias})")),
    Entry("torch._addmm_activation, ReLU", "relu clamp_min clamp maximum", _linear("torch._addmm_activation({bias}, {flat}, {matrix}){shape}")),
    Entry("torch._addmm_activation, GELU", "gelu erf tanh", _linear("torch._addmm_activation({bias}, {flat}, {matrix}, use_gelu=True){shape}")),
    Entry("F.scaled_dot_product_attention", "_softmax exp", _attention),
    Entry("torch.convolution, cudnn.benchmark", "convolution", _convolution, setup="torch.backends.cudnn.benchmark = True\n", tunes=True),
)
