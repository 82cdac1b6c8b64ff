"""The server's side of one oracle process: starts it, asks it within limits, and ends it. Knows no task and no runner."""

import signal
import subprocess
from collections.abc import Callable
from typing import Any, cast

from judge.device.access import Device
from judge.protocol.errors import Broken, Failure, Gone, Rejected
from judge.protocol.messages import Stage
from judge.protocol.oracle_messages import OracleAnswer
from judge.sandbox import reaper
from judge.sandbox.launch import own_environment, trusted_process
from judge.wire import packets

_LAST_WORDS = 30.0  # seconds in which the oracle notices that a runner was killed
_LAST_BREATH = 5.0  # seconds from the end of its channel to that of its process


class Killed(Broken):
    """The oracle died of SIGKILL, most likely because the host lacks memory."""


class OracleProcess:
    """A fresh oracle on a device. It ends where it cannot be relied on any more: `alive` is false then."""

    def __init__(self, device: Device):
        self._channel, theirs = packets.pair()
        with theirs:
            self._process = trusted_process("judge.oracle.process", theirs, own_environment(device.target), device.environment)

    def ask(self, request: str, stage: Stage, limit: float, kill: "Callable[[], None] | None", fd: "int | None", **arguments: Any) -> Any:
        """The value of `ok` in the oracle's answer, of the type that `oracle_messages` gives for the request.

        `limit` is in seconds. Afterwards `kill` ends the runner that the oracle waits for, and Failure (timeout) follows.
        Raises also what the oracle found: Failure, Rejected and Gone (a runner's end), and Broken where the oracle is lost.
        """
        try:
            self._channel.send({"ask": request, **arguments}, () if fd is None else (fd,))
            if not self._channel.wait(limit):
                self._interrupt(kill)
                raise Failure(status="timeout", stage=stage, limitSeconds=limit)
            answer = cast(OracleAnswer, self._channel.receive())
        except (EOFError, OSError) as error:
            killed = self._was_killed()
            self.close()
            raise Killed("the oracle process was killed: the host may lack memory") if killed else Broken("the oracle process ended unexpectedly") from error
        return self._value(answer)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """Ends the process. Raises Broken where it does not end, as inside a driver that hangs."""
        self._channel.close()
        if self.alive:
            self._process.kill()
        reaper.await_end(self._process, "the oracle process")

    def _interrupt(self, kill: "Callable[[], None] | None") -> None:
        """Kills the runner that the oracle waits for, and takes the oracle's answer. Without one, or without an answer, the oracle is stuck and ends."""
        if kill is not None:
            kill()
            if self._channel.wait(_LAST_WORDS):
                self._channel.receive()
                return
        self.close()

    def _was_killed(self) -> bool:
        """Whether the process, whose channel has ended, died of SIGKILL."""
        try:
            return self._process.wait(_LAST_BREATH) == -signal.SIGKILL
        except subprocess.TimeoutExpired:
            return False

    def _value(self, answer: OracleAnswer) -> Any:
        if "ok" in answer:
            return answer["ok"]
        if "failure" in answer:
            raise Failure.of(answer["failure"])
        if "rejected" in answer:
            raise Rejected(answer["rejected"], answer["remedy"], answer["degenerate"])
        if "gone" in answer:
            raise Gone(answer["gone"], answer["why"], answer["hidden"], answer["shape"])
        self.close()  # a dead CUDA context, for example: the next job gets a fresh oracle
        raise Broken(answer["broken"])
