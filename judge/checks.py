"""What a candidate must show before it is timed: right outputs for public and hidden inputs, and no dependence on luck.

Feedback on public inputs says where and how; on hidden ones it says only that they differ.
"""

from . import compare
from .admission import Admission, Draw
from .errors import Failure, Gone
from .form import contract
from .peer import Peer
from .randomness import check_random
from .task import Reference
from .tensors import same, secret_seed


def first_draw(reference: Reference, distribution: str) -> Draw:
    """A public draw with its answer under the reference's first state; the second is in use before and after."""
    seed = secret_seed()
    reference.use(reference.states[0])
    try:
        inputs = reference.draw(seed, distribution)
        exact = reference.exact(inputs)
        budgets = compare.eager_errors(reference.eager(inputs), exact)
    finally:
        reference.use(reference.states[1])
    return Draw(distribution, seed, budgets, exact)


def check(reference: Reference, admission: Admission, first: Draw, peer: Peer, hidden_draws: int) -> dict:
    """The largest error over its budget, the number of checked calls, and whether outputs repeat bit by bit. Raises Failure."""
    public, share = admission.draws[admission.timed], 0.0
    if reference.states[0]:
        share = _judged(reference, peer, first)
        peer.reload()
    try:
        share = max(share, _judged(reference, peer, public[0]))
    except Failure as failure:
        raise _after_reload(failure) if reference.states[0] else failure
    repeated, deterministic = _pair(reference, peer, public)
    share = max(share, repeated, _consumed(reference, peer, public[0]))
    if reference.eval:
        check_random(reference, peer, reference.draw(public[0].seed, public[0].distribution))
    hidden = [draw for draws in admission.draws.values() for draw in draws[:hidden_draws] if draw is not public[0]]
    for draw in hidden:
        share = max(share, _judged_hidden(reference, peer, draw))
    return {"errorShare": share, "checked": 4 + bool(reference.states[0]) + len(hidden), "deterministic": deterministic}


def recheck(admission: Admission, inputs: list, exact: list, outputs: list, reference: Reference, worst: "list[float]") -> None:
    """Judges a call that comes after the checks; the largest share goes into `worst`. Raises Failure (unstable)."""
    budgets = admission.draws[admission.timed][0].budgets
    found = compare.judge(outputs, exact, _deciding(reference, inputs), budgets)
    if found.problem:
        # No numbers: a candidate that has seen hidden inputs could tell of them by its outputs.
        raise Failure(status="unstable", problem="right at first, but wrong in a later call: a race, work left undone, or state kept between calls")
    worst[0] = max(worst[0], found.share)


def check_strays(peer: Peer) -> None:
    """Raises Failure where the runner started processes while it was timed."""
    strays = peer.suspension.look()
    if strays:
        raise Failure(status="policy_violation", problem=f"the candidate started {len(strays)} processes while it was timed; do all work in forward's own process")


def _judged_hidden(reference: Reference, peer: Peer, draw: Draw) -> float:
    """As `_judged`, but whatever goes wrong is told without a word of what the candidate saw or said."""
    try:
        return _judged(reference, peer, draw)
    except Failure as failure:
        imprecise = failure.fields["status"] == "precision_violation"
        problem = "too imprecise" if imprecise else "wrong"
        raise Failure(status=failure.fields["status"] if imprecise else "wrong", inputs="hidden", problem=f"{problem} for hidden inputs drawn from another distribution") from failure
    except Gone as gone:
        raise Gone(gone.name, gone.why, hidden=True) from gone


def _judged(reference: Reference, peer: Peer, draw: Draw) -> float:
    inputs = reference.draw(draw.seed, draw.distribution)
    peer.put([inputs])
    peer.call()
    return _compared(reference, draw, inputs, peer.outputs(peer.give()[1], [inputs])[0])


def _compared(reference: Reference, draw: Draw, inputs: list, outputs: list) -> float:
    exact = draw.exact or reference.exact(inputs)
    found = compare.judge(outputs, exact, _deciding(reference, inputs), draw.budgets)
    if found.problem:
        status = "precision_violation" if found.imprecise else "wrong"
        raise Failure(status=status, inputs="public", problem=found.problem)
    return found.share


def _pair(reference: Reference, peer: Peer, draws: "list[Draw]") -> "tuple[float, bool]":
    """Two calls whose outputs are both alive, the second as the first of another draw; then the first draw again."""
    one, other = [reference.draw(draw.seed, draw.distribution) for draw in draws]
    peer.put([one])
    peer.call()
    before = peer.outputs(peer.give()[1], [one])[0]
    peer.put([other], keep=True)
    peer.call(keep=True)
    share = _compared(reference, draws[1], other, peer.outputs(peer.give(first=1)[1], [other])[0])
    kept = peer.outputs(peer.give()[1], [other])[0]
    if not all(map(same, before, kept)) and not reference.writes_inputs and not any(reference.aliases):
        raise contract("an output changed when forward was called again: return a new tensor from each call, not a buffer that is used again")
    peer.put([one])
    peer.call()
    again = peer.outputs(peer.give()[1], [one])[0]
    share = max(share, _compared(reference, draws[0], one, again))
    return share, all(map(same, before, again))


def _consumed(reference: Reference, peer: Peer, draw: Draw) -> float:
    """A call between a producer and a consumer on the same stream."""
    inputs = reference.draw(draw.seed, draw.distribution)
    peer.put([inputs])
    peer.consume()
    outputs = peer.outputs(peer.give()[1], [inputs])[0]
    try:
        return _compared(reference, draw, inputs, outputs)
    except Failure as failure:
        problem = (
            "right when the device is synchronized before and after the call, wrong without: the work is not ordered with the current stream. "
            "Launch on the current stream, join other streams with events, and leave nothing to threads. " + failure.fields["problem"]
        )
        raise Failure(status="timing_disagrees", problem=problem) from failure


def _after_reload(failure: Failure) -> Failure:
    if failure.fields.get("status") not in ("wrong", "precision_violation"):
        return failure
    problem = (
        "right at first, wrong after other parameters were loaded in place (load_state_dict): "
        f"do not keep values derived from parameters, or renew them when a parameter's _version changes. {failure.fields['problem']}"
    )
    return Failure(status="unstable", problem=problem)


def _deciding(reference: Reference, inputs: list) -> list:
    if all(dtype.startswith(("float", "bfloat")) for _shape, dtype in reference.output_specs):
        return [None] * len(reference.output_specs)
    return compare.deciding(reference.eager(inputs))
