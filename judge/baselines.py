"""The server's side of a session's baselines, runners of the reference itself: eager and its twin, and the rivals that jobs ask for."""

from . import limits
from .errors import Failure, Rejected
from .jobs import RIVALS
from .runner_process import RunnerProcess

_OWN = ("eager", "twin")  # those that every session has; the twin is another process of the same


class Baselines:
    """Those of `session`, which gives them to its oracle. `notes` says of a rival why it has no time."""

    def __init__(self, session, job: dict, host: dict):
        self._session, self._job, self._host = session, job, host
        self._runners: "dict[str, RunnerProcess]" = {}
        self.notes: "dict[str, str]" = {}

    def begin_own(self) -> None:
        """Starts eager and its twin: they open the device while the oracle examines the task."""
        for name in _OWN:
            self._begin(name, {})

    def await_own(self) -> None:
        """Waits until both have opened the device: from then on they are silent until they are asked. Raises Failure and Broken."""
        for name in _OWN:
            self._runners[name].ready(limits.START)

    def attach_own(self, name: str) -> None:
        """Gives one of both to the oracle."""
        self._session.attach(self._runners[name], limits.START)

    def attach_rivals(self, rivals: "list[str]") -> "list[str]":
        """Starts those that are missing and gives them to the oracle; the names of all that run."""
        missing = [name for name in rivals if name not in self._runners and name not in self.notes]
        startable = [name for name in missing if self._can_start(name)]
        for name in startable:
            self._begin(name, {"compile": bool(RIVALS[name]), "mode": RIVALS[name], "tf32": name == "tf32"})
        for name in startable:
            self._attach_rival(name)
        return [name for name in rivals if name in self._runners]

    def give_up(self, name: str, why: str) -> str:
        """Drops a rival; its note."""
        self.notes[name] = why[:500]
        self._session.drop(name)
        return self.notes[name]

    def crash(self, name: str, stage: str) -> str:
        """How a runner died, where it is known."""
        return self._runners[name].crash(stage).fields["problem"] if name in self._runners else ""

    def end(self, name: str) -> None:
        """Ends the runner, if there is one of this name."""
        if name in self._runners:
            self._runners.pop(name).close()

    def close(self) -> None:
        """Ends all."""
        for name in list(self._runners):
            self.end(name)

    def _begin(self, name: str, start: dict) -> None:
        """Starts a process; `start` as RunnerProcess takes it."""
        files = {"reference.py": self._job["task"]["source"]}
        self._runners[name] = RunnerProcess(name, files, ("reference", "Model"), self._job, self._host, start)

    def _can_start(self, name: str) -> bool:
        """Whether such a rival makes sense here; if not, its note says why."""
        if name == "tf32" and (self._job["target"] != "cuda" or self._job["precision"] != "fp32"):
            self.notes[name] = "TF32 is a matter of the fp32 track on CUDA"
        elif RIVALS[name] and self._host["torch"].startswith("1."):
            self.notes[name] = f"torch {self._host['torch']} has no torch.compile"
        return name not in self.notes

    def _attach_rival(self, name: str) -> None:
        try:
            self._runners[name].ready(limits.START)
            self._session.attach(self._runners[name], limits.START_COMPILING if RIVALS[name] else limits.START, warm=bool(RIVALS[name]))
        except (Failure, Rejected) as problem:
            why = problem.reason if isinstance(problem, Rejected) else str(problem.fields.get("problem", problem.fields))
            self.give_up(name, f"it failed: {why}")
