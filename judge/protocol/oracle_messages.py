"""The messages between the server and an oracle process, as types. `HANDLERS` in `oracle.process` names the requests.

A request is {"ask": name, ...arguments}. `OracleAnswer` is what comes back. The other types are the values of `ok`, by request.
"""

from typing import Any, Literal, TypedDict, Union

from judge.protocol.errors import FailedVerdictBody
from judge.protocol.messages import AlternativeName, CallTimes, Ceilings, Checks, Clocks, Distribution, Explanation, Forward, KernelRow, LibraryCall, Pair, Profile, Ratio, ShapeTime, TensorSpec, Time, Unseen, Work, Workload


class Done(TypedDict):
    ok: Any


class CandidateFailed(TypedDict):
    failure: FailedVerdictBody


class RunnerGone(TypedDict):
    """The runner named `gone` died or broke the protocol. `hidden`: it has seen hidden inputs by then."""

    gone: str
    why: str
    hidden: bool
    shape: "str | None"


class TaskRejected(TypedDict):
    rejected: str
    remedy: str
    degenerate: bool


class OracleBroken(TypedDict):
    broken: str


OracleAnswer = Union[Done, CandidateFailed, RunnerGone, TaskRejected, OracleBroken]


class Opened(TypedDict):
    distributions: "list[str]"  # what to examine, by name: the task's own inputs first, then hidden distributions, special checks and extremes, also those of further shapes


class _TaskFacts(TypedDict):
    inputs: "list[TensorSpec]"
    outputs: "list[TensorSpec]"
    parameters: "list[TensorSpec]"
    floorBytes: float
    floorUs: float
    copyGBps: float
    ceilings: Ceilings
    admission: "list[Distribution]"
    timedOn: str
    precisionBlind: bool
    checks: Checks


class TaskFacts(_TaskFacts, total=False):
    """Facts of a task that do not depend on a candidate."""

    neededUs: float
    work: Work
    gradients: "list[TensorSpec]"  # of a task with gradients


class Examined(TypedDict):
    facts: TaskFacts
    rare: "list[str]"  # every name that `Proven.unproven` may hold
    shapes: int  # 1 for a task without get_workloads


class Attached(TypedDict):
    parameters: Literal["loaded", "none"]


class _Checked(TypedDict):
    checked: int  # calls
    errorShare: float
    publicErrorShare: float
    deterministic: bool


class Checked(_Checked, total=False):
    unseen: Unseen  # at promotion, for a task that declares shapes


class _Noise(TypedDict):
    eager: Time
    band: float  # the search's noise band, as a natural logarithm
    pairs: int  # of fresh processes, at promotion


class Noise(_Noise, total=False):
    workloads: "list[Workload]"  # for a task that declares shapes


Comparison = Literal["faster", "same", "slower", "ambiguous"]


class BaselineTimes(TypedDict):
    """Of alternative baselines, by name. A ratio is eager's time over the alternative's."""

    times: "dict[AlternativeName, Time]"
    ratios: "dict[AlternativeName, Ratio]"


class Compared(TypedDict):
    speedup: Ratio
    comparison: Comparison
    band: float  # the natural logarithm of the ratio within which two times count as equal


class TimedOnce(TypedDict):
    candidateUs: float  # the median time of a call
    left: int  # pairs of fresh processes that the plan still wants


class Doubted(TypedDict):
    """The measurement looks like hidden work. The server asks `again`."""

    again: Literal[True]


class _Timed(Compared):
    candidate: Time
    baseline: Time
    clocks: "Clocks | None"
    checked: int
    errorShare: float


class Timed(_Timed, total=False):
    forward: Forward  # for a task with gradients: forward alone
    shapes: "list[ShapeTime]"  # for a task that declares shapes; the other fields are then weighted over them
    callTimes: CallTimes  # at promotion, for a task that declares no shapes
    pairs: "list[Pair]"  # at promotion


NativeCall = tuple[str, list[Any]]  # a function of the candidate's library and its arguments, see `runner_link.claims`


class Profiled(TypedDict):
    profile: Profile  # without the compiler's part
    native: "list[NativeCall]"


class Loading(TypedDict):
    """How a process loads its model (see `Runner.load`). `gradients`: the parameters that get a gradient; None for a task without gradients."""

    seed: int
    dtype: str
    eval: bool
    gradients: "list[str] | None"


class Proven(TypedDict):
    unproven: "list[str]"
    ended: "str | None"  # why the candidate's process died meanwhile, if it did


class Explained(TypedDict):
    """What one check of `explain` found. `left`: how many checks follow it."""

    explanation: "list[Explanation]"
    left: int


def without_element(check: str, problem: str) -> Explanation:
    """A row of an explanation that names no element."""
    return {"check": check, "element": None, "expected": "", "got": "", "problem": problem}


class Operators(TypedDict):
    operators: "list[KernelRow]"


class LibraryCalls(TypedDict):
    calls: "list[LibraryCall]"
