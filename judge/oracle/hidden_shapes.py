"""The checks of the hidden shapes of a task, which its rows do not declare (see `unseen`).

Each gets a draw of the task's own inputs, one of a secret hidden distribution, and varied arguments. A row's own draws may be all alike: a mask
that is always true stays so when it is cut.
"""

import random
from typing import NamedTuple

from judge.oracle import checks
from judge.oracle.hidden_groups import OTHER_SHAPES
from judge.oracle.numerics import tolerance
from judge.oracle.numerics.tensors import finite, secret_seed
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.special_failures import check_special
from judge.oracle.task import unseen
from judge.oracle.task.admission import Admission, Draw
from judge.oracle.task.budgets import own_errors
from judge.oracle.task.distributions import SHIPPED
from judge.oracle.task.operator_domain import Undefined
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import Check
from judge.oracle.task.special_checks import SpecialChecks
from judge.oracle.task.states import ILL_CONDITIONED
from judge.protocol.errors import Rejected

_secret = random.SystemRandom()


class _Shape(NamedTuple):
    view: Reference
    draws: "list[Draw]"
    special: "list[Check]"


class HiddenShapes:
    """The hidden shapes of one task, the same for all candidates of a session. `refused`: the names of those that the reference refuses."""

    def __init__(self, reference: Reference, admission: Admission, special: SpecialChecks):
        """`admission` and `special` are those of the first shape."""
        self._reference, self._special, self._found = reference, special, list[_Shape]()
        self._hidden = [name for name in admission.draws if name not in (SHIPPED, admission.timed)]
        self.refused: "list[str]" = []
        for hidden in unseen.hidden_shapes(reference.rows):
            try:
                self._found.append(self._made(hidden))
            except (Rejected, Undefined):
                self.refused.append(hidden.name)
            except Exception as error:
                reference.take_refusal(error)
                self.refused.append(hidden.name)

    @property
    def count(self) -> int:
        """The number of hidden shapes that are checked."""
        return len(self._found)

    @property
    def calls(self) -> int:
        """The number of calls that `check` makes."""
        return sum(len(each.draws) + len(each.special) for each in self._found)

    def check(self, client: RunnerClient) -> None:
        """Makes the calls of each hidden shape, and leaves the runner with the first one. Raises Failure, and Gone."""
        for view, draws, special in self._found:
            client.turn(view)
            for draw in draws:
                checks.judged_hidden(view, client, draw, OTHER_SHAPES)
            for each in special:
                check_special(view, client, each)
        client.turn(self._reference)

    def _made(self, hidden: unseen.Hidden) -> _Shape:
        """A hidden shape with its draws. Raises Undefined if the reference has no finite answer, and the reference's error if it refuses it."""
        no_gradients = [] if self._reference.upstream is None else [[]]  # the last argument, of a call that goes forward alone
        if unseen.is_indexed(self._reference.rows) and not self._reference.accepts_on_cpu(unseen.as_inputs([*hidden.inputs(), *no_gradients])):
            raise Undefined("an index is out of range")
        view = self._reference.view(f"hidden shape {hidden.name}", hidden.inputs)
        return _Shape(view, [_drawn(view, SHIPPED), *self._of_a_distribution(view)], self._varied(view))

    def _of_a_distribution(self, view: Reference) -> "list[Draw]":
        """A draw of the first distribution, in a secret order, that the reference accepts on this shape. Empty if it accepts none."""
        for name in _secret.sample(self._hidden, len(self._hidden)):
            try:
                return [_drawn(view, name)]
            except Exception as error:
                view.take_refusal(error)
        return []

    def _varied(self, view: Reference) -> "list[Check]":
        """Checks that vary each argument which varies in the first shape. Those that the reference refuses are left out."""
        found = SpecialChecks(view, [])
        try:
            found.follow(self._special)
        except Exception as error:
            view.take_refusal(error)
        return [each for each in found.checks if not each.unproven]


def _drawn(view: Reference, distribution: str) -> Draw:
    """A new draw of a distribution. Raises Undefined if the reference has no finite answer, or is ill-conditioned."""
    seed = secret_seed()
    inputs = view.draw(seed, distribution)
    view.expect_defined(inputs)
    if distribution != SHIPPED:
        view.expect_inside(inputs)
    eager, exact = view.eager(inputs), view.exact(inputs)
    budgets = own_errors(view, inputs, eager, exact)
    if not (finite(eager) and finite(exact)) or tolerance.conditioning(budgets, view.forward_outputs) > ILL_CONDITIONED:
        raise Undefined("the reference is not finite, or ill-conditioned")
    return Draw(distribution, seed, budgets, view.kept.held(exact))
