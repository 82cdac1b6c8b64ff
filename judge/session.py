"""The server's side of one oracle: starts it, and asks it within limits.

One session per (task, target, precision). All methods are called inside the device's lane, one at a time.
"""

import json
import shutil
from pathlib import Path

from . import channel, limits
from .baselines import Baselines
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
        self._baselines = Baselines(self, job, host)
        self._is_settled = self._has_noise = False
        self._channel = self._process = self._folder = None
        try:
            self.facts = opened(self, job["target"], job["precision"], job["task"]["name"], host["threads"])
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
        """Readies the eager runner, and those of `rivals` that can run here; the names of those that do. `note` has the reasons."""
        if not self._is_settled:
            self._essential(self._settle)
            self._is_settled = True
        return self._baselines.attach_rivals(rivals)

    def await_baselines(self) -> None:
        """Waits until those that start with the session have opened the device. Raises Rejected and Broken."""
        self._essential(self._baselines.await_own)

    def need_noise(self) -> None:
        """Lets the oracle learn how much two processes of the same differ. Call it while nothing else is timed."""
        if not self._has_noise:
            self._essential(self._compare_twins)
            self._has_noise = True

    def note(self, rival: str) -> str:
        """Why a baseline has no time; empty where it has one."""
        return self._baselines.notes.get(rival, "")

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
        self._baselines.end(name)

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def close(self) -> None:
        """Ends the oracle and the baseline runners."""
        self._baselines.close()
        self._end()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def restart(self) -> str:
        """A fresh oracle that knows nothing of the task yet, and the file that holds it. What is left of an old one is ended."""
        self.close()
        self._folder = trusted_folder()
        source = self._folder / "task.py"
        source.write_text(self._job["task"]["source"])
        source.chmod(0o600)
        self._baselines.begin_own()
        self._channel, theirs = channel.pair()
        env = cpu_environment(self._host["threads"]) if self._job["target"] == "cpu" else {}
        self._process = trusted_process("judge.oracle_process", theirs, env, self._job["device"].environment)
        theirs.close()
        return str(source)

    def _end(self) -> None:
        """Ends the oracle, if there is one."""
        if self._process is None:
            return
        self._channel.close()
        if self.alive:
            self._process.kill()
        self._process.wait()

    def _settle(self) -> None:
        self._baselines.attach_own("eager")
        self.ask("settle", "start", limits.OPEN)

    def _compare_twins(self) -> None:
        self._baselines.attach_own("twin")
        self.ask("noise", "timing", limits.OPEN)
        self.drop("twin")

    def _essential(self, act) -> None:
        """Does what no session can do without: where it fails, the session is closed. Raises Rejected and Broken."""
        try:
            act()
        except Rejected:
            self.close()
            raise
        except Failure as problem:
            self.close()
            raise Broken(f"the baseline failed: {problem}") from problem

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
            raise RivalLost(self._baselines.give_up(answer["gone"], f"its runner was lost: {answer['why']}"))
        if "gone" in answer:
            why = answer["why"] or self._baselines.crash(answer["gone"], stage)
            self.close()
            raise Broken(f"the {answer['gone']} baseline's runner was lost: {why}")
        self.close()  # the oracle may be lost, such as by a dead CUDA context: the next job gets a fresh one
        raise Broken(answer["broken"])
