"""Decides on which input distributions a task can be judged.

The reference must be finite and well conditioned there, and its output must depend on the input. A distribution is vacuous if a trivial
answer, such as zeros, would pass. It is precision-blind if a run at the next lower precision would pass.
"""

from dataclasses import dataclass

import torch

from judge.device.memory import available_bytes
from judge.oracle.numerics import tolerance
from judge.oracle.numerics.tensors import finite, secret_seed
from judge.oracle.task.distributions import SHIPPED
from judge.oracle.task.reference import Reference
from judge.protocol.errors import Rejected

_ILL_CONDITIONED = 1e-2  # eager's own RMS error, as a share of the output's RMS
_LOWER_BITS = {"fp32": 10, "tf32": 7, "fp16": 3, "bf16": 3}  # mantissa of TF32, bf16 and fp8 (e4m3)
_LOOKS = 2  # further pairs of draws: a trivial answer must pass on them too before a distribution is vacuous
_KEPT_SHARE = 0.02  # of the device's free memory, for the exact outputs of one draw


@dataclass
class Draw:
    """A secret draw, reused for each candidate. `budgets`: eager's errors per output. `exact`: the fp64 outputs; None if they are too large to keep."""

    distribution: str
    seed: int
    budgets: "list[tolerance.Errors]"
    exact: "list[torch.Tensor] | None"


class Admission:
    """The distributions of a task. `rows`: one row of facts per examined distribution. `draws`: two draws of each usable one."""

    def __init__(self, reference: Reference, precision: str):
        self._reference, self._bits = reference, _LOWER_BITS[precision]
        self.rows: "list[dict]" = []
        self.draws: "dict[str, list[Draw]]" = {}

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
        self.rows.append({"distribution": name, "usable": False, "vacuous": [], "precisionBlind": False, "note": note})

    def examine(self, name: str) -> None:
        """Examines one distribution. Raises the reference's own error if it fails on the shipped inputs."""
        seeds = [secret_seed(), secret_seed()]
        try:
            stale, exact_stale, widest = self._computed(seeds[1], name)
            exact_stale = self._kept(exact_stale)
            right, exact, budgets = self._computed(seeds[0], name)
        except _NotFinite:
            return self.skip(name, "the reference is not finite")
        except Exception as error:  # outside the reference's domain
            if name == SHIPPED or "out of memory" in str(error):
                raise
            return self.skip(name, "the reference refuses it")
        budgets = tolerance.widest(widest, budgets)
        if name != SHIPPED and any(budget.rms > _ILL_CONDITIONED for budget in budgets):
            return self.skip(name, "the reference is ill-conditioned")
        inputs = self._reference.draw(seeds[0], name)
        passing = [kind for kind, outputs in _trivial(self._reference, inputs, right, stale) if _passes(outputs, exact, right, budgets)]
        passing = self._always_passing(name, passing)
        lower = [output.to(like.dtype) for output, like in zip(self._reference.imprecise(inputs, self._bits), right)]
        blind = _passes(lower, exact, right, budgets)
        self.rows.append({"distribution": name, "usable": not passing, "vacuous": passing, "precisionBlind": blind, "note": ""})
        if not passing:
            self.draws[name] = [Draw(name, seeds[0], budgets, self._kept(exact)), Draw(name, seeds[1], budgets, exact_stale)]

    def _always_passing(self, name: str, kinds: "list[str]") -> "list[str]":
        """The trivial answers among `kinds` that pass on further draws too.

        The judge checks many calls. An answer that fails on some of them does no harm. Therefore one draw is too few to refuse a task.
        """
        for _look in range(_LOOKS if kinds else 0):
            seed = secret_seed()
            try:
                stale, _exact, widest = self._computed(secret_seed(), name)
                right, exact, budgets = self._computed(seed, name)
            except _NotFinite:
                continue
            budgets, inputs = tolerance.widest(widest, budgets), self._reference.draw(seed, name)
            kinds = [kind for kind, outputs in _trivial(self._reference, inputs, right, stale) if kind in kinds and _passes(outputs, exact, right, budgets)]
        return kinds

    def _computed(self, seed: int, name: str) -> "tuple[list, list, list[tolerance.Errors]]":
        """Eager's outputs, the exact ones, and eager's errors. Raises _NotFinite for a hidden distribution that overflows."""
        inputs = self._reference.draw(seed, name)
        eager, exact = self._reference.eager(inputs), self._reference.exact(inputs)
        if name != SHIPPED and not (finite(eager) and finite(exact)):
            raise _NotFinite
        return eager, exact, tolerance.eager_errors(eager, exact)

    def _kept(self, exact: list) -> "list | None":
        size = sum(output.numel() * output.element_size() for output in exact)
        return exact if size < _KEPT_SHARE * available_bytes(self._reference.device) else None


class _NotFinite(Exception):
    pass


def _trivial(reference: Reference, inputs: list, right: list, stale: list):
    """Yields trivial answers: (name, outputs). They do not depend on the input, or only in part."""
    yield "zeros", [torch.zeros_like(each) for each in right]
    yield "constant", [_constant(each) for each in stale]
    yield "stale", stale
    given = [next((tensor for tensor in inputs if tensor.shape == each.shape and tensor.dtype == each.dtype), None) for each in right]
    if all(each is not None for each in given) and not any(reference.aliases):
        yield "input", given
    if all(each.numel() > 1 for each in right):
        yield "half", [_half(each) for each in right]


def _constant(like: torch.Tensor) -> torch.Tensor:
    return torch.full_like(like, float(like.double().mean()))


def _half(right: torch.Tensor) -> torch.Tensor:
    half = right.flatten().clone()
    half[half.numel() // 2 :] = 0
    return half.view_as(right)


def _passes(outputs: list, exact: list, eager: list, budgets: list) -> bool:
    return not tolerance.judge(outputs, exact, tolerance.deciding(eager), budgets).problem
