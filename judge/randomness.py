"""The random part of references that draw in training mode, such as dropout: keep rate and scaling, by statistics.

Values of such tasks are judged in eval mode. Here reference and candidate run in training mode on one public input; of each
call's outputs the share of zeros, the mean and the RMS are kept, and their averages over calls must agree.
"""

import math
from statistics import fmean, variance

from .errors import Failure
from .peer import Peer
from .task import Reference
from .tensors import same

_CALLS = 16
_SIGMAS, _SHARE = 6.0, 2e-3  # how far averages may lie apart: in standard errors, plus a share of the reference's RMS (rounding)
_MEASURES = ("share of zeros", "mean", "RMS")


def check_random(reference: Reference, peer: Peer, inputs: list) -> None:
    """Raises Failure (wrong) where the candidate is not random in training mode as the reference is. Both are left in eval mode
    with the reference's second state."""
    reference.model.train()
    try:
        shipped = [reference.eager(inputs) for _ in range(_CALLS)]
    finally:
        reference.model.eval()
        reference.use(reference.states[1])
    expected = [_measures(outputs) for outputs in shipped]
    random = [not same(one, other) for one, other in zip(shipped[0], shipped[1])]
    del shipped
    peer.train(True)
    found, repeats, last = [], True, None
    for _ in range(_CALLS):
        peer.put([inputs])
        peer.call()
        outputs = peer.outputs(peer.give()[1], [inputs])[0]
        found.append(_measures(outputs))
        repeats = repeats and (last is None or all(map(same, last, outputs)))
        last = outputs
    peer.train(False)
    if reference.states[0]:
        peer.reload()
    if any(random) and repeats:
        raise _wrong("the outputs are the same in each call; the reference is random in training mode (self.training), such as by dropout")
    for at in range(len(expected[0])):
        for measure, name in enumerate(_MEASURES):
            _agree(name, [call[at][measure] for call in expected], [call[at][measure] for call in found], expected[0][at][2])


def _measures(outputs: list) -> "list[tuple[float, float, float]]":
    values = [output.double() for output in outputs]
    return [(float((each == 0).double().mean()), float(each.mean()), math.sqrt(float(each.square().mean()))) for each in values]


def _agree(name: str, expected: "list[float]", found: "list[float]", scale: float) -> None:
    error = math.sqrt((variance(expected) + variance(found)) / _CALLS)
    bound = _SIGMAS * error + _SHARE * (1.0 if name == _MEASURES[0] else scale)
    if not abs(fmean(found) - fmean(expected)) <= bound:
        raise _wrong(f"the outputs' {name} is {fmean(found):.4g} on average, that of the reference {fmean(expected):.4g}: wrong keep rate or scaling")


def _wrong(problem: str) -> Failure:
    return Failure(status="wrong", inputs="public", problem=f"in training mode {problem}")
