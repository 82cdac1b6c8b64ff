"""The random part of references that draw in training mode, such as dropout: keep rate and scaling, by statistics.

Values of such tasks are judged in eval mode. Here reference and candidate run in training mode on one public input; of each
call's outputs the share of zeros, the mean and the RMS are kept, and their averages over calls must agree.
"""

import math
from statistics import fmean, stdev, variance

from .errors import Failure
from .peer import Peer
from .task import Reference
from .tensors import same

_CALLS = 16
_SIGMAS, _SHARE = 6.0, 2e-3  # how far averages may lie apart: in standard errors, plus a share of the reference's RMS (rounding)
_SCATTER = 8.0  # how many times the reference's a candidate's standard deviation may be: chance alone reaches three
_MEASURES = ("share of zeros", "mean", "RMS")


def check_random(reference: Reference, peer: Peer, inputs: list) -> None:
    """Raises Failure (wrong) where the candidate is not random in training mode as the reference is. Both are left in eval mode
    with the reference's second state."""
    reference.model.train()
    try:
        expected, varies = _observed(lambda: reference.eager(inputs))
    finally:
        reference.model.eval()
        reference.use(reference.states[1])
    peer.train(True)
    found, differs = _observed(lambda: _called(peer, inputs))
    peer.train(False)
    if reference.states[0]:
        peer.reload()
    if varies and not differs:
        raise _wrong("calls give the same outputs; the reference is random in training mode (self.training), such as by dropout")
    for at in range(len(expected[0])):
        for measure, name in enumerate(_MEASURES):
            _agree(name, [call[at][measure] for call in expected], [call[at][measure] for call in found], expected[0][at][2])


def _called(peer: Peer, inputs: list) -> list:
    peer.put([inputs])
    peer.call()
    return peer.outputs(peer.give()[1], [inputs])[0]


def _observed(call) -> "tuple[list, bool]":
    """The measures of each call's outputs, and whether every two calls in a row differ."""
    measures, differ, last = [], True, None
    for _ in range(_CALLS):
        outputs = call()
        measures.append(_measures(outputs))
        differ = differ and (last is None or not all(map(same, last, outputs)))
        last = outputs
    return measures, differ


def _measures(outputs: list) -> "list[tuple[float, float, float]]":
    values = [output.double() for output in outputs]
    return [(float((each == 0).double().mean()), float(each.mean()), math.sqrt(float(each.square().mean()))) for each in values]


def _agree(name: str, expected: "list[float]", found: "list[float]", scale: float) -> None:
    if not all(map(math.isfinite, found)):
        raise _wrong(f"the outputs' {name} is not finite")
    rounding = _SHARE * (1.0 if name == _MEASURES[0] else scale)
    bound = _SIGMAS * math.sqrt(2 * variance(expected) / _CALLS) + rounding
    if abs(fmean(found) - fmean(expected)) > bound:
        raise _wrong(f"the outputs' {name} is {fmean(found):.4g} on average, that of the reference {fmean(expected):.4g}: wrong keep rate or scaling")
    if stdev(found) > _SCATTER * stdev(expected) + rounding:
        raise _wrong(f"the outputs' {name} scatters by {stdev(found):.4g} from call to call, that of the reference by {stdev(expected):.4g}")


def _wrong(problem: str) -> Failure:
    return Failure(status="wrong", inputs="public", problem=f"in training mode {problem}")
