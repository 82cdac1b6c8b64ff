"""Rejects a candidate that works outside the timed window. `charges` finds the signs."""

from judge.oracle.timing.samples import Samples
from judge.protocol.errors import Failure


def check_contention(samples: Samples) -> None:
    """Raises Failure if the device was busy while a call was prepared. All other processes are stopped then."""
    if samples.had_company:
        problem = "the device was busy before calls had begun: a kernel of the candidate ran on after its call had returned. Finish all work inside forward."
        raise Failure(status="timing_disagrees", problem=problem)


def check_beside(samples: Samples) -> None:
    """Raises Failure if most chains show work outside the timed window."""
    if samples.suspicion:
        problem = f"{samples.suspicion}: no threads, unjoined streams or lazy tensors, and return contiguous outputs."
        raise Failure(status="timing_disagrees", problem=problem)
