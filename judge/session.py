"""The server's side of one oracle: starts it, asks it within limits, and keeps its baseline runners alive.

One session per (task, target, precision). All methods are called inside the device's lane, one at a time.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from . import channel, limits
from .errors import Broken, CompiledLost, Failure, Gone, Rejected
from .isolation import cpu_environment, trusted_folder
from .runner_process import RunnerProcess

_PACKAGE_PARENT = Path(__file__).resolve().parent.parent
_LAST_WORDS = 30.0  # for the oracle to notice that a runner was killed


class Session:
    """An opened task. Construction raises Rejected where the task cannot be used; close it in any case."""

    def __init__(self, job: dict, host: dict):
        self._job, self._host = job, host
        self._runners: "dict[str, RunnerProcess]" = {}
        self._compiled_note: "str | None" = None
        self._folder = trusted_folder()
        self._channel, theirs = channel.pair()
        env = {**os.environ, "PYTHONPATH": str(_PACKAGE_PARENT)}
        env.update(cpu_environment(host["threads"]) if job["target"] == "cpu" else {})
        command = [sys.executable, "-m", "judge.oracle", str(theirs.fileno())]
        streams = {"stdin": subprocess.DEVNULL, "stdout": sys.stderr}
        self._process = subprocess.Popen(command, env=env, pass_fds=(theirs.fileno(),), start_new_session=True, **streams)
        theirs.close()
        try:
            self.facts = self._open()
        except BaseException:
            self.close()
            raise

    def ask(
        self, ask: str, stage: str = "correctness", limit: float = limits.CORRECTNESS, runner: "RunnerProcess | None" = None, fd: "int | None" = None, **arguments
    ) -> dict:
        """The oracle's answer. At the limit `runner` is killed and Failure (timeout) raised; a dead one raises its crash.

        Raises also the Failure or Rejected that the oracle found, CompiledLost, and Broken when the session is lost.
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
        answer = self.ask("attach", "start", limit, runner, runner.hand_over(), name=runner.name, folder=str(runner.folder.path), warm=warm)
        runner.handed_over()
        return answer

    def need_baselines(self, compiled: bool) -> "tuple[bool, str]":
        """Starts the eager runner, and the torch.compile one if asked; whether that one runs, and why not."""
        if "eager" not in self._runners:
            self._start("eager", compiled=False)
        if self._host["torch"].startswith("1."):
            self._compiled_note = f"torch {self._host['torch']} has no torch.compile"
        if compiled and "compiled" not in self._runners and self._compiled_note is None:
            try:
                self._start("compiled", compiled=True)
            except (Failure, Rejected) as problem:
                why = problem.reason if isinstance(problem, Rejected) else str(problem.fields.get("problem", problem.fields))
                self._compiled_note = f"torch.compile failed: {why}"[:500]
                self.drop("compiled")
        return compiled and "compiled" in self._runners, self._compiled_note or ""

    def time_baselines(self, compiled: bool) -> dict:
        """Times of the eager runner and, if asked, of the compiled one beside it. Raises CompiledLost."""
        return self.ask("time", "timing", limits.OPEN, name=None, compiled=compiled, tier="search")

    def drop(self, name: str) -> None:
        """Lets the oracle forget a runner and ends it, if it is one of the session's own."""
        if self.alive:
            self.ask("drop", name=name)
        if name in self._runners:
            self._runners.pop(name).close()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """Ends the oracle and the baseline runners."""
        for runner in list(self._runners.values()):
            runner.close()
        self._runners = {}
        self._channel.close()
        if self.alive:
            self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _open(self) -> dict:
        job, path = self._job, self._folder / "task.py"
        path.write_text(job["task"]["source"])
        path.chmod(0o600)
        try:
            arguments = {"target": job["target"], "precision": job["precision"], "threads": self._host["threads"]}
            return self.ask("open", "start", limits.OPEN, name=job["task"]["name"], source=str(path), **arguments)
        except Failure as failure:
            raise Rejected(f"the reference took longer than {limits.OPEN:g} s", "make the task's inputs smaller") from failure

    def _start(self, name: str, compiled: bool) -> None:
        files = {"reference.py": self._job["task"]["source"]}
        runner = self._runners[name] = RunnerProcess(name, files, ("reference", "Model"), self._job, self._host, compiled)
        try:
            runner.ready(limits.START)
            self.attach(runner, limits.START_COMPILING if compiled else limits.START, warm=compiled)
        except (Failure, Rejected) as problem:
            if compiled:
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
            raise Rejected(answer["rejected"], answer["remedy"])
        if "gone" in answer and runner is not None and answer["gone"] == runner.name:
            raise runner.crash(stage, answer["why"])
        if answer.get("gone") == "compiled":
            self._compiled_note = f"torch.compile's runner was lost: {answer['why']}"[:500]
            self.drop("compiled")
            raise CompiledLost(self._compiled_note)
        if "gone" in answer:
            lost = self._runners.get(answer["gone"])
            self.close()
            raise Broken(f"the {answer['gone']} baseline's runner was lost: {lost.crash(stage).fields['problem'] if lost else answer['why']}")
        self.close()  # the oracle may be lost, such as by a dead CUDA context: the next job gets a fresh one
        raise Broken(answer["broken"])
