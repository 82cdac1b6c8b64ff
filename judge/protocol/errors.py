"""The ways a job can end without an `ok` verdict. Everything else that is raised is a bug or a broken host."""

import re
from typing import Any, Literal, Union, cast, overload

from judge.protocol import messages
from judge.protocol.messages import HiddenGroup, Stage

FailedVerdictBody = Union[
    messages.BuildFailedVerdictBody,
    messages.ContractFailedVerdictBody,
    messages.WrongVerdictBody,
    messages.PrecisionViolationVerdictBody,
    messages.UnstableVerdictBody,
    messages.TimingDisagreesVerdictBody,
    messages.BelowFloorVerdictBody,
    messages.PolicyViolationVerdictBody,
    messages.CrashedVerdictBody,
    messages.TimeoutVerdictBody,
]
_CONTRACT_CHARS = 4000


_MEMORY_SHORT = "to judge it takes more memory than the"  # in the reason of a rejection
_SAYS_SHORT = re.compile(r"out of memory|\ballocate\b|ALLOC_FAILED")  # how torch, the CUDA driver and CUDA's libraries tell it; a function may have the word in its name


class Rejected(Exception):
    """The job cannot be done as asked. `remedy` says what the person can do; `degenerate`: nobody can judge this task."""

    def __init__(self, reason: str, remedy: str, degenerate: bool = False):
        super().__init__(reason)
        self.reason, self.remedy, self.degenerate = reason, remedy, degenerate

    @property
    def lacks_memory(self) -> bool:
        """Whether the device has too little free memory for the task. The reason crosses processes as text."""
        return _MEMORY_SHORT in self.reason


def short_of_memory(what: str, device: str, detail: str) -> Rejected:
    """The rejection of a task that `device` has too little memory for. `what` starts the message."""
    return Rejected(f"{what}: {_MEMORY_SHORT} {device} device has free ({detail})", "make the task's inputs smaller, or use a larger device")


def says_memory_is_short(text: str) -> bool:
    """Whether an error with this text means that memory is short."""
    return _SAYS_SHORT.search(text) is not None


class Failure(Exception):
    """The candidate failed. `fields` is the body of the verdict that says so."""

    fields: FailedVerdictBody

    @overload
    def __init__(self, *, status: Literal["contract_failed", "unstable", "timing_disagrees", "below_floor", "policy_violation"], problem: str) -> None: ...
    @overload
    def __init__(self, *, status: Literal["wrong", "precision_violation"], inputs: Literal["public", "hidden"], problem: str) -> None: ...
    @overload
    def __init__(self, *, status: Literal["wrong", "precision_violation"], inputs: Literal["public", "hidden"], group: HiddenGroup, names: "list[str]", problem: str) -> None: ...
    @overload
    def __init__(self, *, status: Literal["build_failed"], compiler: str, diagnostics: str) -> None: ...
    @overload
    def __init__(self, *, status: Literal["crashed"], stage: Stage, problem: str) -> None: ...
    @overload
    def __init__(self, *, status: Literal["timeout"], stage: Stage, limitSeconds: float) -> None: ...
    def __init__(self, **fields: Any) -> None:
        super().__init__(str(fields))
        self.fields = cast(FailedVerdictBody, fields)

    @classmethod
    def of(cls, fields: FailedVerdictBody) -> "Failure":
        """The failure that another process of the judge found."""
        return cls(**cast("dict[str, Any]", fields))

    @property
    def shape(self) -> "str | None":
        """The declared shape of the task on which it failed, if it is not the first one."""
        return self.fields.get("shape")

    @shape.setter
    def shape(self, name: "str | None") -> None:
        if name is not None:
            self.fields["shape"] = name

    @property
    def problem(self) -> str:
        """The failure in words: its `problem`, or else all of its fields."""
        return str(self.fields.get("problem", self.fields))


class Gone(Exception):
    """A runner died or sent a malformed answer. `name` is the runner's. `hidden`: it happened on hidden inputs, so its output must stay secret.

    `shape`: the declared shape of the task on which it happened, if it is not the first one.
    """

    def __init__(self, name: str, why: str = "", hidden: bool = False, shape: "str | None" = None):
        super().__init__(f"{name}: {why}")
        self.name, self.why, self.hidden, self.shape = name, why, hidden, shape


class Broken(Exception):
    """The judge itself failed; the same job may succeed later."""


class AlternativeLost(Broken):
    """The alternative baseline `name` failed or died. The session goes on without it."""

    def __init__(self, name: str, why: str):
        super().__init__(f"{name}: {why}")
        self.name, self.why = name, why


def contract(problem: str) -> Failure:
    """A Failure (contract_failed) with a message: the error in the form, and the required form."""
    return Failure(status="contract_failed", problem=problem[:_CONTRACT_CHARS])
