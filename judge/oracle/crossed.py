"""Makes two calls go forward before one goes backward, as when a module is used twice in a model.

Each call gets the upstream gradients of the other. A candidate that keeps what backward needs outside the call then mixes the two up. One
that already computes gradients in forward, from the upstream gradients that lie in memory, has computed others.
"""

from judge.oracle import second_look
from judge.oracle.numerics.tolerance import Errors
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task import upstream
from judge.oracle.task.admission import Draw
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.reference import Reference
from judge.protocol.errors import Failure

_PROBLEM = (
    "right when each backward pass follows its own forward pass, wrong when two forward passes come first: "
    "keep what backward needs with ctx.save_for_backward, never in the module or in a global"
)


def calls(reference: Reference) -> int:
    """The number of calls that `check` makes."""
    return 0 if reference.upstream is None else 2


def check(reference: Reference, client: RunnerClient, draws: "list[Draw]") -> float:
    """Judges the crossed calls on two public draws. Returns the largest errorShare. Raises Failure (unstable), Gone, and Rejected if memory is short."""
    if reference.upstream is None:
        return 0.0
    one, other = [reference.kept.inputs(draw.seed, draw.distribution) for draw in draws]
    client.map(2, timed=False)
    client.put([one, other], late=False)
    client.cross()
    outputs = client.outputs(client.give()[1], [one, other])
    client.map(1)
    budgets = draws[0].budgets
    return max(_judged(reference, *each, found, budgets) for each, found in zip(((one, other), (other, one)), outputs))


def _judged(reference: Reference, inputs: Inputs, other: Inputs, outputs: list, budgets: "list[Errors]") -> float:
    """The errorShare of a call on `inputs` with the upstream gradients of `other`. `budgets`: those of the first draw."""
    own = len(inputs) - upstream.count(reference.upstream)
    mixed = inputs.with_tensors([*inputs[:own], *other[own:]])
    found = second_look.judge(reference, mixed, outputs, reference.exact(mixed), budgets)
    if found.problem:
        raise Failure(status="unstable", problem=f"{_PROBLEM}. {found.problem}")
    return found.share
