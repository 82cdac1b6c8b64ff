"""Work that a timed candidate does where the clock does not look: before the call or after it.

Works on what `timing` has measured. What outputs and launches give away is seen in `checks` and `peer`.
"""

from . import stats
from .errors import Failure
from .peer import Peer
from .samples import Samples

_SLACK_SHARE = 0.3  # of the candidate's own time: more than that cannot be hidden beside the clock
_SLACK_SECONDS = {"cpu": 3e-4, "cuda": 3e-5}  # by so much messages scatter


def check_company(samples: Samples) -> None:
    """Raises Failure where the device was busy while a call was prepared: every process that may work then is stopped."""
    slowest = max(stats.quarter([each.flushed for each in samples.of(peer)]) for peer in (0, 1))
    if slowest > samples.busy:
        problem = "the device was busy before calls had begun: a kernel of the candidate ran on after its call had returned. Finish all work inside forward."
        raise Failure(status="timing_disagrees", problem=problem)


def check_beside(samples: Samples, candidate: int, device: str) -> None:
    """Raises Failure where the messages beside the clock took longer than the baseline's: work done early or left for later."""
    problem = suspicion(samples, candidate, device)
    if problem:
        raise Failure(status="timing_disagrees", problem=f"{problem}: no threads, unjoined streams or lazy tensors, and return contiguous outputs.")


def suspicion(samples: Samples, candidate: int, device: str) -> str:
    """What was seen of work beside the clock in most calls; empty where nothing was. What is done so now and then counts as time (`timing`)."""
    slack = max(_SLACK_SHARE * stats.fastest(samples.calls(candidate)) * samples.sets, _SLACK_SECONDS[device])
    late, early = samples.late(candidate), _least_woken(samples, candidate) - _least_woken(samples, 0)
    if late > max(slack, stats.resolution([each.given for each in samples.of(0)]) if samples.paired else 0.0):
        return f"the outputs were not ready when the call returned: handing them over took {late * 1e3:.3g} ms longer than the baseline's. Finish all work inside forward"
    if early > max(slack, stats.resolution([each.woken for each in samples.of(0)])):
        return f"the process was busy before the call for {early * 1e3:.3g} ms longer than the baseline's. Do all work inside forward"
    return ""


def _least_woken(samples: Samples, peer: int) -> float:
    """The shortest wake-up of the faster half of calls: wake-ups take one of two times."""
    rows = sorted(samples.of(peer), key=lambda each: each.called)
    return min(each.woken for each in rows[: len(rows) // 2 + 1])
