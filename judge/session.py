"""The server's side of one oracle: starts it, asks it within limits, and keeps its baseline runners alive.

One session per (task, target, precision). All methods are called inside the device's lane, one at a time.
"""

import json
import shutil
from pathlib import Path

from . import channel, limits
from .errors import Broken, Failure, Rejected, RivalLost
from .isolation import trusted_process
from .jobs import RIVALS
from .opening import opened
from .runner_process import RunnerProcess
from .surroundings import cpu_environment, trusted_folder

_LAST_WORDS = 30.0  # for the oracle to notice that a runner was killed


class Session:
    """An opened task. Construction raises Rejected where the task cannot be used; close it in any case."""

    def __init__(self, job: dict, host: dict):
        self._job, self._host = job, host
        self._runners: "dict[str, RunnerProcess]" = {}
        self._notes: "dict[str, str]" = {}
        self._has_noise = False
        self._folder = trusted_folder()
        path = self._folder / "task.py"
        path.write_text(job["task"]["source"])
        path.chmod(0o600)
        self._channel = self._process = None
        try:
            self.facts = opened(self, job["target"], job["precision"], job["task"]["name"], str(path), host["threads"])
        except BaseException:
            self.close()
            raise

    def ask(
        self, ask: str, stage: str = "correctness", limit: float = limits.CORRECTNESS, runner: "RunnerProcess | None" = None, fd: "int | None" = None, **arguments
    ) -> dict:
        """The oracle's answer. At the limit `runner` is killed and Failure (timeout) raised; a dead one raises its crash.

        Raises also the Failure or Rejected that the oracle found, RivalLost, and Broken when the session is lost.
        """
        try:
            self._channel.send({"ask": ask, **arguments}, () if fd is None else (fd,))
            if not self._channel.wait(limit):
                self._stop(runner)
                raise Failure(status="timeout", stage=stage, limitSeconds=limit)
            answer = self._channel.receive()
        except (EOFError, OSError) as error:
            self.close()
            raise Broken("the oracle process ended unexpectedly") from error
        return self._unwrap(answer, stage, runner)

    def attach(self, runner: RunnerProcess, limit: float, warm: bool = False) -> dict:
        """Gives a ready runner to the oracle, which lets it build its model."""
        group = runner.folder.group
        place = {"folder": str(runner.folder.path), "pid": runner.pid, "uid": runner.folder.uid, "group": str(group.path) if group else None}
        answer = self.ask("attach", "start", limit, runner, runner.hand_over(), name=runner.name, warm=warm, **place)
        runner.handed_over()
        return answer

    def need_baselines(self, rivals: "list[str]") -> "list[str]":
        """Starts the eager runner, and those of `rivals` that can run here; the names of those that do. `note` has the reasons."""
        if "eager" not in self._runners:
            self._start("eager", {})
            self.ask("settle", "start", limits.OPEN)
        for name in rivals:
            if name not in self._runners and name not in self._notes:
                self._start_rival(name)
        return [name for name in rivals if name in self._runners]

    def need_noise(self) -> None:
        """Lets the oracle learn how much two processes of the same differ. Call it while nothing else is timed."""
        if self._has_noise:
            return
        self._start("twin", {})
        try:
            self.ask("noise", "timing", limits.OPEN)
            self._has_noise = True
        finally:
            self.drop("twin")

    def note(self, rival: str) -> str:
        """Why a baseline has no time; empty where it has one."""
        return self._notes.get(rival, "")

    def time_baselines(self, rivals: "list[str]") -> dict:
        """Times of the eager runner and of others beside it. Raises RivalLost."""
        return self.ask("time", "timing", limits.OPEN, name=None, others=rivals, tier="search")

    def given(self) -> Path:
        """A folder with what a process needs that runs a candidate for its profile: parameters, and inputs of its own draw."""
        folder = self._folder / "given"
        if not folder.exists():
            folder.mkdir(mode=0o700)
            load = self.ask("lay_out", "profile", limits.OPEN, folder=str(folder))
            (folder / "load.json").write_text(json.dumps(load))
        return folder

    def drop(self, name: str) -> None:
        """Lets the oracle forget a runner and ends it, if it is one of the session's own."""
        if self.alive:
            self.ask("drop", name=name)
        if name in self._runners:
            self._runners.pop(name).close()

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def close(self) -> None:
        """Ends the oracle and the baseline runners."""
        for runner in list(self._runners.values()):
            runner.close()
        self._runners = {}
        self._end()
        shutil.rmtree(self._folder, ignore_errors=True)

    def restart(self) -> None:
        """A fresh oracle that knows nothing of the task yet; the old one, if there is one, is ended."""
        self._end()
        self._channel, theirs = channel.pair()
        env = cpu_environment(self._host["threads"]) if self._job["target"] == "cpu" else {}
        self._process = trusted_process("judge.oracle_process", theirs, env, self._job["device"].environment)
        theirs.close()

    def _end(self) -> None:
        """Ends the oracle, if there is one."""
        if self._process is None:
            return
        self._channel.close()
        if self.alive:
            self._process.kill()
        self._process.wait()

    def _start_rival(self, name: str) -> None:
        if name == "tf32" and (self._job["target"] != "cuda" or self._job["precision"] != "fp32"):
            self._notes[name] = "TF32 is a matter of the fp32 track on CUDA"
            return
        if RIVALS[name] and self._host["torch"].startswith("1."):
            self._notes[name] = f"torch {self._host['torch']} has no torch.compile"
            return
        try:
            self._start(name, {"compile": bool(RIVALS[name]), "mode": RIVALS[name], "tf32": name == "tf32"})
        except (Failure, Rejected) as problem:
            why = problem.reason if isinstance(problem, Rejected) else str(problem.fields.get("problem", problem.fields))
            self._notes[name] = f"it failed: {why}"[:500]
            self.drop(name)

    def _start(self, name: str, start: dict) -> None:
        files = {"reference.py": self._job["task"]["source"]}
        runner = self._runners[name] = RunnerProcess(name, files, ("reference", "Model"), self._job, self._host, start)
        try:
            runner.ready(limits.START)
            self.attach(runner, limits.START_COMPILING if start.get("compile") else limits.START, warm=bool(start.get("compile")))
        except (Failure, Rejected) as problem:
            if name in RIVALS:
                raise
            self.close()
            if isinstance(problem, Rejected):
                raise
            raise Broken(f"the baseline's runner did not start: {problem}") from problem

    def _stop(self, runner: "RunnerProcess | None") -> None:
        """Kills the runner that the oracle waits for, so that the oracle answers; else the oracle is stuck itself."""
        if runner is not None:
            runner.kill()
            if self._channel.wait(_LAST_WORDS):
                self._channel.receive()
                return
        self.close()

    def _unwrap(self, answer: dict, stage: str, runner: "RunnerProcess | None") -> dict:
        if "ok" in answer:
            return answer["ok"]
        if "failure" in answer:
            raise Failure(**answer["failure"])
        if "rejected" in answer:
            raise Rejected(answer["rejected"], answer["remedy"], answer["degenerate"])
        if "gone" in answer and runner is not None and answer["gone"] == runner.name:
            raise runner.crash(stage, answer["why"], told=not answer["hidden"] and stage not in ("timing", "profile"))
        if answer.get("gone") in RIVALS:
            name = answer["gone"]
            self._notes[name] = f"its runner was lost: {answer['why']}"[:500]
            self.drop(name)
            raise RivalLost(self._notes[name])
        if "gone" in answer:
            lost = self._runners.get(answer["gone"])
            self.close()
            raise Broken(f"the {answer['gone']} baseline's runner was lost: {answer['why'] or (lost and lost.crash(stage).fields['problem'])}")
        self.close()  # the oracle may be lost, such as by a dead CUDA context: the next job gets a fresh one
        raise Broken(answer["broken"])
