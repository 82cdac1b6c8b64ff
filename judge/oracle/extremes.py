"""Checks that a candidate stays finite where two extremes meet. The one is large parameters, or a Python number far smaller or larger than the
task's. The other is special inputs, such as two inputs that hold the same values.

Each alone may leave a sum of exponentials within its type. Together they overflow it in a kernel without the maximum. Answers are often
tiny or cancel there, so that errors say little. Therefore only NaN and infinity count, where eager and fp64 are finite throughout.
"""

from dataclasses import dataclass

import torch

from judge.oracle.numerics.tensors import finite, secret_seed
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task import special_rows
from judge.oracle.task.arguments import Argument, Variant, varied
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.operator_domain import Undefined
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_checks import SpecialChecks
from judge.oracle.task.structure import is_pattern

EXTREMES = "extremes"  # the name under which all of them are examined
GROWN = 4  # the state with larger parameters
_BESIDE_NUMBERS = ("constant", "grown")  # kinds of inputs: no value of a row is the usual one, or the largest one is 200
_LOOKS = 2  # draws on which the reference must be finite before a kind is decided


@dataclass
class Extreme:
    """A secret draw of one kind of special inputs. `number`: a float argument, and how it varies. Without it, for the grown parameters."""

    kind: str
    seed: int
    number: "tuple[Argument, Variant] | None" = None

    @property
    def name(self) -> str:
        """The name of its draws in the reference."""
        return f"{self.number[0].name} {self.number[1].kind}, inputs {self.kind}" if self.number else f"grown parameters: {self.kind}"


class Extremes:
    """The extremes of a task: with grown parameters, and with extreme Python numbers. Both are empty until they are examined."""

    def __init__(self, reference: Reference, special: SpecialChecks):
        self._reference, self._special = reference, special
        self.grown: "list[Extreme]" = []
        self.of_numbers: "list[Extreme]" = []
        self.why_not = ""  # the reason why they are left out

    def examine(self, _name: str) -> None:
        """Makes the draws. The special checks must have been examined."""
        self.grown, self.of_numbers = extremes(self._reference), of_numbers(self._reference, self._special)

    def skip(self, _name: str, note: str) -> None:
        """Leaves them out, because one breaks the reference's device."""
        self.why_not = note

    def facts(self) -> "dict[str, str]":
        """`extremes`: why they are left out, or an empty text. Nothing if the task has none."""
        return {"extremes": self.why_not} if self.grown or self.of_numbers or self.why_not else {}


def extremes(reference: Reference) -> "list[Extreme]":
    """The draws to check. None in fp16, whose range an honest kernel's sums may leave, and none without a grown state."""
    inputs = reference.draw()
    own = [tuple(tensor.shape) for tensor in inputs if tensor.is_floating_point() and not is_pattern(tensor)]
    if not own or not reference.states[GROWN] or reference.dtype == torch.float16:
        return []
    kinds = ["grown", *([special_rows.TWICE] if len(set(own)) < len(own) else [])]
    found = [Extreme(kind, secret_seed()) for kind in kinds]
    with reference.holding(reference.states[GROWN]):
        return [each for each in found if _takes(reference, each)]


def of_numbers(reference: Reference, special: SpecialChecks) -> "list[Extreme]":
    """The draws to check with the least and the largest value of each float number that the reference takes. None in fp16."""
    if reference.dtype == torch.float16:
        return []
    found = [Extreme(kind, secret_seed(), number) for number in special.extreme_numbers() for kind in _BESIDE_NUMBERS]
    return [each for each in found if _takes(reference, each)]


def _takes(reference: Reference, extreme: Extreme) -> bool:
    def filled(inputs: Inputs) -> Inputs:
        inputs = varied(inputs, *extreme.number) if extreme.number else inputs
        return inputs.with_tensors(special_rows.filled(extreme.kind, inputs, reference.structures))

    reference.variations[extreme.name] = filled
    decided = reference.decisions.once(extreme.name, lambda: all(_is_finite(reference, extreme.name, secret_seed()) for _look in range(_LOOKS)))
    return decided and _is_finite(reference, extreme.name, extreme.seed)


def _is_finite(reference: Reference, name: str, seed: int) -> bool:
    inputs = reference.draw(seed, name)
    try:
        reference.expect_defined(inputs)
        return finite(reference.eager(inputs)) and finite(reference.exact(inputs))
    except Undefined:
        return False
    except Exception as error:
        reference.take_refusal(error)
        return False


def overflows(reference: Reference, client: RunnerClient, extreme: Extreme) -> bool:
    """Whether the candidate gives NaN or infinity. It must hold the grown parameters, if they are meant. Raises Failure and Gone."""
    return not finite(client.answered(reference.kept.inputs(extreme.seed, extreme.name)))
