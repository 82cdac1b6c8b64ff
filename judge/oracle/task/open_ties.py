"""Accepts any order of equals where PyTorch leaves it open: `topk`, `sort` without `stable`, `kthvalue`, `median` and `mode`.

Equal are values that differ by less than the error that a right kernel may have; values that no rounding touches must be equal exactly.
An output that holds the chosen places themselves is right if it selects equal values, each once. Other elements that depend on the order
are open: they are not judged. `argmax`, `max` and a stable `sort` have one right order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from judge.oracle.numerics import tolerance
from judge.oracle.task.operator_trace import OperatorTrace
from judge.oracle.task.reference import Reference

_ORDERS = 8  # of equals to try: as they lie, reversed, and random ones
_CHOOSE = ("topk", "sort", "kthvalue", "median", "nanmedian", "mode")
_Run = Callable[[], "list[torch.Tensor]"]  # the reference in fp64


@dataclass
class _Choice:
    """One operator's choice along `dim`: the values to choose from, and the places that it chose."""

    name: str
    values: torch.Tensor
    chosen: torch.Tensor
    dim: int


class _Choices(OperatorTrace):
    """Collects the choices of one call. With `order`, equals are chosen in another order. `slack`: for each choice, how far equals may differ."""

    def __init__(self, order: "int | None" = None, slack: "list[torch.Tensor] | None" = None):
        super().__init__()
        self.found: "list[_Choice]" = []
        self._order, self._slack = order, slack or []

    def ran(self, func: Any, args: tuple, kwargs: "dict[str, Any]", out: Any) -> None:
        name = func._schema.name.removeprefix("aten::")
        given = {argument.name: value for argument, value in zip(func._schema.arguments, args)} | kwargs
        if name not in _CHOOSE or not isinstance(out, (tuple, list)) or given.get("stable"):
            return
        values = given["self"].detach()
        if not values.dim() or not values.numel():
            return
        choice = _Choice(name, values.clone(), out[1], given.get("dim", -1))
        if self._order is not None:
            out[1].copy_(self._otherwise(func, given, choice))
        self.found.append(choice)

    def _otherwise(self, func: Any, given: "dict[str, Any]", choice: _Choice) -> torch.Tensor:
        """The places that the operator chooses if equals lie in another order."""
        length, device = choice.values.shape[choice.dim], choice.values.device
        there = torch.arange(length, device=device)
        order = there if self._order == 0 else there.flip(0) if self._order == 1 else torch.randperm(length, device=device)
        values, at = choice.values, len(self.found)
        if at < len(self._slack) and values.is_floating_point() and choice.name != "mode" and self._order:
            values = values + self._slack[at] * (torch.rand_like(values) * 2 - 1)
        moved = values.index_select(choice.dim, order)
        if choice.name in ("topk", "sort"):
            descending = given.get("largest", True) if choice.name == "topk" else given.get("descending", False)
            places = moved.sort(dim=choice.dim, descending=descending, stable=True)[1].narrow(choice.dim, 0, choice.chosen.shape[choice.dim])
        else:
            places = func(**{**given, "self": moved})[1]
        return order[places]


def settled(reference: Reference, inputs: list, outputs: "list[torch.Tensor]", exact: "list[torch.Tensor]", run: _Run) -> "list[torch.Tensor]":
    """The outputs with fp64's own value wherever the order of equals decides and the candidate's choice is as good. `run` gives `exact` again."""
    with _Choices() as shipped:
        reference.eager(inputs)
    if not shipped.found:
        return outputs
    with _Choices() as own:
        usual = run()
    slack = [_slack(*pair) for pair in zip(shipped.found, own.found)]
    direct = [next((at for at, choice in enumerate(own.found) if _is_same_tensor(output, choice.chosen)), None) for output in usual]
    is_open = [torch.zeros_like(truth, dtype=torch.bool) for truth in exact]
    for order in range(_ORDERS):
        with _Choices(order, slack):
            other = run()
        is_open = [each | (_bits(moved) != _bits(truth)) for each, moved, truth in zip(is_open, other, exact)]
    found = []
    for output, truth, each, choice in zip(outputs, exact, is_open, direct):
        as_good = each if choice is None else _selects_equals(own.found[choice], output, truth, slack[choice])
        found.append(torch.where(as_good, truth.to(output.dtype), output))
    return found


def _slack(shipped: _Choice, exact: _Choice) -> torch.Tensor:
    """How far equals may differ, by element: as far as a right kernel may err there. Zero if eager has no error, as on the inputs themselves."""
    if not exact.values.is_floating_point() or shipped.values.shape != exact.values.shape or shipped.values.double().equal(exact.values):
        return torch.zeros_like(exact.values)
    truth = exact.values.nan_to_num(0, 0, 0)
    scale = truth.abs() + truth.square().mean(exact.dim, keepdim=True).sqrt()
    off = (shipped.values.double() - exact.values).nan_to_num(0, 0, 0).abs() / scale.clamp(min=torch.finfo(torch.float64).tiny)
    return tolerance.worst_allowed(shipped.values.dtype, off.amax(exact.dim, keepdim=True)) * scale


def _selects_equals(choice: _Choice, output: torch.Tensor, truth: torch.Tensor, slack: torch.Tensor) -> torch.Tensor:
    """Where the output's places hold the values that were to be chosen, and no place twice: bool, shape of the output."""
    dim, single = choice.dim, choice.chosen.dim() < choice.values.dim()
    places, right = (each.unsqueeze(dim) if single else each for each in (output, truth))
    inside = (places >= 0) & (places < choice.values.shape[dim])
    places = places.clamp(0, choice.values.shape[dim] - 1)
    ordered = places.sort(dim)[0]
    apart = (ordered.narrow(dim, 1, ordered.shape[dim] - 1) != ordered.narrow(dim, 0, ordered.shape[dim] - 1)).all(dim, keepdim=True)
    got, wanted = choice.values.gather(dim, places), choice.values.gather(dim, right)
    near = ((got - wanted).abs() <= slack.gather(dim, places) + slack.gather(dim, right)) | (got == wanted) | (got.isnan() & wanted.isnan())
    found = inside & apart & near
    return found.squeeze(dim) if single else found


def _is_same_tensor(one: torch.Tensor, other: torch.Tensor) -> bool:
    return one.dtype == other.dtype and one.shape == other.shape and one.data_ptr() == other.data_ptr()


def _bits(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor in a form in which NaN equals itself."""
    return tensor.nan_to_num(1.25e300, 1.5e300, -1.5e300) if tensor.is_floating_point() else tensor
