"""Needles: draws of the task's own inputs in which a few values of one float input are others.

A kernel may look at some values, or at the first row, and take a fast path if they are as usual. In all other hidden draws whole tensors or
whole rows change, so a few values tell them. Here at least 99 % of the values of one input and all other inputs stay as the task draws them.
Places and values are secret.

Some single values do not change an answer, such as a median. There a whole line gets other values. What a needle does is decided once (see
`decisions`).
"""

from collections.abc import Callable
from typing import Any

import torch

from judge.oracle.numerics import row_tolerance
from judge.oracle.numerics.tensors import secret_seed
from judge.oracle.task import special_rows
from judge.oracle.task.decisions import TRIES
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.names import of_inputs
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import AGAIN, ROWS, Check, expected, measured
from judge.oracle.task.structure import kept

_LOOKS = 2  # draws that must fit before a needle is decided
_MOST = 8  # inputs that get needles; the largest ones
_FEW = 4  # neighbours that become other values: further ones, or values in several rows, are seen more often by a kernel that looks at some
_SHARE = 100  # at most one value of so many becomes another one
_LARGE = 100.0
_SCALED: "dict[str, Callable[[torch.Tensor], torch.Tensor]]" = {
    "zero": torch.zeros_like,
    "negated": lambda own: -own,
    "tenfold": lambda own: own * 10,
    "normal": lambda own: own * torch.randn_like(own),
    "large": lambda own: torch.full_like(own, _LARGE).copysign(torch.randn_like(own)),
}
_BOUNDARY, _BEYOND = "boundary", "beyond"  # a value at which the reference compares, or one of another input; and up to twice as much
VALUES = (*_SCALED, _BOUNDARY, _BEYOND)
_Form = dict[str, Any]  # as JSON: the `values` that the needles of an input have, and whether they fill a `line`


class Needles:
    """The needles of one task. `rows`: the rows that each answer is judged by. `effects`: what a call leaves behind is judged, too."""

    def __init__(self, reference: Reference, sources: special_rows.Sources, rows: int, effects: bool):
        self._reference, self._sources, self._rows, self._effects = reference, sources, rows, effects
        inputs = reference.draw()
        own = [at for at, tensor in enumerate(inputs) if special_rows.varies(tensor) and tensor.numel() > 1]
        chosen = sorted(sorted(own, key=lambda at: -inputs[at].numel())[:_MOST])
        names = of_inputs(reference)
        self.kinds = {f"{ROWS}: needles in {names[at]}": f"needles in {names[at]}" for at in chosen}  # name of a check -> its kind
        self._places = dict(zip(self.kinds, chosen))

    def examined(self, name: str) -> "Check | None":
        """The check of that name, with a new draw. None if no needle of that input changes the answer, or if the reference accepts none."""
        form = self._reference.decisions.once(name, lambda: self._decided(name))
        return self._made(name, form) if form else None

    def _decided(self, name: str) -> "_Form | None":
        """Single values if they change the answer, else a line. All values that the reference accepts, else the first one."""
        for line in (False, True):
            if self._fits(name, whole := {"values": list(VALUES), "line": line}):
                return whole
            single = [value for value in VALUES if self._fits(name, {"values": [value], "line": line})]
            joint = {"values": single, "line": line}
            if single:
                return joint if self._fits(name, joint) else {"values": single[:1], "line": line}
        return None

    def _fits(self, name: str, form: _Form) -> bool:
        return all(self._drawn(name, form) is not None for _look in range(_LOOKS))

    def _made(self, name: str, form: _Form) -> "Check | None":
        return next((check for check in (self._drawn(name, form) for _try in range(TRIES)) if check), None)

    def _drawn(self, name: str, form: _Form) -> "Check | None":
        """A check with a new draw. None if the reference refuses it, differs from fp64, or gives the answer that it gives without needles."""
        reference, at = self._reference, self._places[name.removesuffix(AGAIN)]
        again = name if name.endswith(AGAIN) else f"{name}{AGAIN}"
        reference.variations[name] = lambda inputs: self._with_needles(inputs, at, form)
        check = Check(name, ROWS, [self.kinds[name.removesuffix(AGAIN)]], [], [list(range(self._rows))], self._rows, False, self._effects, secret_seed())
        check.again = lambda: self._made(again, form)
        try:
            if not bool(measured(reference, check, finite_only=True).any()):
                return None
            return check if self._changes(check) else None
        except Exception as error:
            reference.take_refusal(error)
            return None

    def _changes(self, check: Check) -> bool:
        """Whether the answer without the needles is wrong: it differs by more than the tolerance."""
        plain = self._reference.draw(check.seed)
        usual = self._reference.world(plain) if check.effects else self._reference.eager(plain)
        eager, exact = check.answers or expected(self._reference, check, self._reference.draw(check.seed, check.name))
        return bool(row_tolerance.failing_rows(usual, exact, eager, check.tolerances).any())

    def _with_needles(self, inputs: Inputs, at: int, form: _Form) -> Inputs:
        own = inputs[at]
        found = own.clone(memory_format=torch.contiguous_format)
        flat = found.view(-1)
        places = (_line if form["line"] else _neighbours)(found)
        drawn = self._values(flat[places], list(inputs), at, form["values"])
        flat[places] = drawn.masked_fill(flat[places] == 0, 0)  # zeros may be a mask
        return inputs.with_tensors([*inputs[:at], kept(found, own, self._reference.structures[at]), *inputs[at + 1 :]])

    def _values(self, own: torch.Tensor, tensors: "list[torch.Tensor]", at: int, kinds: "list[str]") -> torch.Tensor:
        """Each value becomes one of the kinds, in a random order."""
        turns = torch.randperm(len(kinds), device=own.device)[torch.arange(len(own), device=own.device) % len(kinds)]
        found = own
        for turn, kind in enumerate(kinds):
            found = torch.where(turns == turn, self._of_kind(kind, own, tensors, at), found)
        return found

    def _of_kind(self, kind: str, own: torch.Tensor, tensors: "list[torch.Tensor]", at: int) -> torch.Tensor:
        if kind in _SCALED:
            return _SCALED[kind](own)
        values = special_rows.of_boundaries(own, tensors, at, self._sources)
        return values * (1 + torch.rand_like(values)) if kind == _BEYOND else values


def _neighbours(values: torch.Tensor) -> torch.Tensor:
    """The places of a few neighbours of a tensor, seen as a flat one."""
    count = max(1, min(_FEW, values.numel() // _SHARE))
    return torch.arange(count, device=values.device) + int(torch.randint(0, values.numel() - count + 1, ()))


def _line(values: torch.Tensor) -> torch.Tensor:
    """The places of one line along the last dimension, or of a stretch that begins anywhere."""
    length = values.shape[-1] if values.dim() > 1 and values.shape[-1] < values.numel() else max(1, values.numel() // _SHARE)
    first = int(torch.randint(0, values.numel() - length + 1, ()))
    aligned = bool(torch.randint(0, 2, ())) and values.dim() > 1
    return torch.arange(length, device=values.device) + (first // length * length if aligned else first)
