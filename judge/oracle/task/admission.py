"""Decides on which input distributions a task can be judged.

The reference must be finite and well conditioned there, and its output must depend on the input. A distribution is vacuous if a trivial
answer, such as zeros, would pass. It is precision-blind if a run at the next lower precision would pass. Each is decided once, over
several pairs of draws (see `decisions`).
"""

from dataclasses import dataclass, replace

import torch

from judge.oracle.numerics import pieces, tolerance
from judge.oracle.numerics.tensors import finite, secret_seed
from judge.oracle.task.budgets import own_errors
from judge.oracle.task.decisions import TRIES
from judge.oracle.task.distributions import SHIPPED
from judge.oracle.task.reference import Reference
from judge.oracle.task.states import ILL_CONDITIONED
from judge.oracle.task.strays import CountsFromTheEnd
from judge.protocol.errors import Rejected

_LOWER_BITS = {"fp32": 10, "tf32": 7, "fp16": 3, "bf16": 3}  # mantissa of TF32, bf16 and fp8 (e4m3)
_MARGIN = 0.5  # a distribution is admitted if eager's error is below this share of the bound; a later draw may reach the bound
_LOOKS = 2  # pairs of draws that decide whether a distribution is usable
_FURTHER_LOOKS = 4  # a trivial answer must pass on them too before a distribution is vacuous
_TRIVIAL = ("zeros", "constant", "stale", "input", "half")  # the answers of `_trivial`


@dataclass
class Draw:
    """A secret draw, reused for each candidate. `budgets`: eager's errors per output. `exact`: the fp64 outputs; None if they are too large to keep.

    `state`: the reference's state under which both hold. None: the one that it has when a candidate is judged.
    `amplified`: the errors that roundings may have under this state, once a candidate needed them (see `second_look`).
    """

    distribution: str
    seed: int
    budgets: "list[tolerance.Errors]"
    exact: "list[torch.Tensor] | None"
    state: "dict[str, torch.Tensor] | None" = None
    amplified: "list[tolerance.Errors] | None" = None


@dataclass
class _Look:
    """A pair of draws. `passing`: the trivial answers that pass on the first. `inputs`, `exact`: of the first. `rms`: eager's largest error.

    `deciding`: eager's integer outputs of the first, see `tolerance.deciding`. Drop it before the next one: it may take much memory.
    """

    draws: "list[Draw]"
    passing: "list[str]"
    inputs: list
    exact: list
    deciding: list
    rms: float


class Admission:
    """The distributions of a task. `rows`: one row of facts per examined distribution. `draws`: two draws of each usable one.

    Without `keeps`, as for the further shapes of a task, the draws have no exact outputs yet.
    """

    def __init__(self, reference: Reference, precision: str, keeps: bool = True):
        self._reference, self._bits, self._keeps = reference, _LOWER_BITS[precision], keeps
        self.rows: "list[dict]" = []
        self.draws: "dict[str, list[Draw]]" = {}
        self._ready: "dict[str, list[Draw]]" = {}

    @property
    def timed(self) -> str:
        """The distribution of public and timed calls: the task's own, or the first usable one.

        Raises Rejected if every distribution is unusable, because the judge could then show nothing about a candidate.
        """
        if self.draws:
            return next(iter(self.draws))
        passing = ", ".join(self.rows[0]["vacuous"])
        reason = f"the task cannot be judged: {f'its answer hardly depends on its input ({passing} would pass)' if passing else self.rows[0]['note']}"
        raise Rejected(reason, "change the task so that its output depends on its input, for example by other inputs or parameters", degenerate=True)

    @property
    def blind(self) -> bool:
        """Whether lower precision passes everywhere."""
        return all(row["precisionBlind"] for row in self.rows if row["usable"])

    def skip(self, name: str, note: str) -> None:
        """Skips a distribution. `note` is the reason."""
        self.rows.append(_row(name, note))

    def examine(self, name: str) -> None:
        """Examines one distribution. Raises the reference's own error if it fails on the shipped inputs."""
        row = self._reference.decisions.once(name, lambda: self._decided(name))
        if row["usable"]:
            draws = self._ready.pop(name, None) or self.drawn(name)
            if not draws:
                return self.skip(name, f"none of {TRIES} draws is usable, but earlier ones were")
            self.draws[name] = [replace(each, exact=self._reference.kept.held(each.exact)) for each in draws]
            del draws
        self.rows.append(row)

    def _decided(self, name: str) -> dict:
        """The row of a distribution. Keeps a pair of draws on which no trivial answer passes."""
        passing, blind = list(_TRIVIAL), True
        for turn in range(_LOOKS + _FURTHER_LOOKS):
            if turn >= _LOOKS and not passing:
                break
            try:
                look = self._look(name)
            except _NotFinite:
                return _row(name, note="the reference is not finite")
            except Exception as error:  # outside the reference's domain
                if name == SHIPPED:
                    raise
                self._reference.take_refusal(error)
                return _row(name, note="places count from the end of a tensor" if isinstance(error, CountsFromTheEnd) else "the reference refuses it")
            if name != SHIPPED and look.rms > _MARGIN * ILL_CONDITIONED:
                return _row(name, note="the reference is ill-conditioned")
            passing = [kind for kind in passing if kind in look.passing]
            blind = blind and (turn >= _LOOKS or self._is_blind(look))
            if not look.passing:
                self._ready[name] = look.draws
            del look
        return {**_row(name), "usable": not passing, "vacuous": passing, "precisionBlind": blind}

    def _is_blind(self, look: _Look) -> bool:
        """Whether a run at the next lower precision passes. It changes the inputs of the look."""
        found = self._reference.imprecise(look.inputs, self._bits)
        lower = [output.to(getattr(torch, dtype)) for output, (_shape, dtype) in zip(found, self._reference.output_specs)]
        return tolerance.passes(lower, look.exact, look.deciding, look.draws[0].budgets)

    def drawn(self, name: str) -> "list[Draw]":
        """Two new draws of a usable distribution, if possible such that no trivial answer passes. Empty if none of several pairs is usable."""
        spare: "list[Draw]" = []
        for at in range(TRIES):
            if spare and at >= _LOOKS + _FURTHER_LOOKS:
                break
            try:
                look = self._look(name)
            except Exception as error:  # in this draw, not in those that decided
                if name == SHIPPED:
                    raise
                self._reference.take_refusal(error)
                continue
            if name == SHIPPED or look.rms <= ILL_CONDITIONED:
                spare = look.draws
                if not look.passing:
                    break
            del look
        return spare

    def _look(self, name: str) -> _Look:
        """Examines a new pair of draws. Raises _NotFinite, and Undefined."""
        seeds = [secret_seed(), secret_seed()]
        stale, exact_stale, widest = self._computed(seeds[1], name)[1:]
        exact_stale = self._fitting(exact_stale)
        inputs, right, exact, budgets = self._computed(seeds[0], name)
        budgets, deciding = tolerance.widest(widest, budgets), tolerance.deciding(right)
        passing = [kind for kind, outputs in _trivial(self._reference, inputs, right, stale) if tolerance.passes(outputs, exact, deciding, budgets)]
        draws = [Draw(name, seeds[0], budgets, self._fitting(exact)), Draw(name, seeds[1], budgets, exact_stale)]
        return _Look(draws, passing, inputs, exact, deciding, tolerance.conditioning(budgets, self._reference.forward_outputs))

    def _computed(self, seed: int, name: str) -> "tuple[list, list, list, list[tolerance.Errors]]":
        """Inputs, eager's outputs, the exact ones, and eager's errors. Raises _NotFinite for a hidden distribution that overflows, and Undefined.

        The exact ones come first: for large tensors that call takes most memory.
        """
        inputs = self._reference.draw(seed, name)
        if name != SHIPPED:
            self._reference.expect_defined(inputs)
            self._reference.expect_inside(inputs)
        exact = self._reference.exact(inputs)
        eager = self._reference.eager(inputs)
        if name != SHIPPED and not (finite(eager) and finite(exact)):
            raise _NotFinite
        return inputs, eager, exact, own_errors(self._reference, inputs, eager, exact)

    def _fitting(self, exact: list) -> "list | None":
        """The outputs, if they may find room when the draw is taken."""
        return exact if self._keeps and self._reference.kept.fits(exact) else None


class _NotFinite(Exception):
    pass


def _row(name: str, note: str = "") -> dict:
    return {"distribution": name, "usable": False, "vacuous": [], "precisionBlind": False, "note": note}


def _trivial(reference: Reference, inputs: list, right: list, stale: list):
    """Yields trivial answers: (name, outputs). They do not depend on the input, or only in part. One of equal elements holds a single one in memory."""
    yield "zeros", [each.new_zeros(()).expand(each.shape) for each in right]
    yield "constant", [_constant(each) for each in stale]
    yield "stale", stale
    given = [next((tensor for tensor in inputs if tensor.shape == each.shape and tensor.dtype == each.dtype), None) for each in right]
    if all(each is not None for each in given) and not any(reference.aliases):
        yield "input", given
    if all(each.numel() > 1 for each in right):
        yield "half", [_half(each) for each in right]


def _constant(like: torch.Tensor) -> torch.Tensor:
    return like.new_full((), pieces.mean(like)).expand(like.shape)


def _half(right: torch.Tensor) -> torch.Tensor:
    half = right.flatten().clone()
    half[half.numel() // 2 :] = 0
    return half.view_as(right)
