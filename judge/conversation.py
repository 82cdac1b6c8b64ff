"""The messages between the oracle and one runner, and the clock that decides: every answer is held against the question's nonce.

What a runner may be told of its own failure, and what is said of it, is decided here.
"""

import contextlib
import json
import os
import socket
import time

from .channel import Channel, parse
from .compiler_report import first_errors
from .errors import Failure, Gone
from .form import contract
from .processes import Suspension

_CONFIDENTIAL = ("timing", "profile")  # stages in which a candidate has seen hidden inputs
_SAID_CHARS = 4000  # of what a runner says that is passed on


class Conversation:
    """With a runner. `stage` is what it is judged for now. Methods raise Gone when it dies and Failure when it fails."""

    def __init__(self, name: str, channel: Channel, suspension: Suspension, is_baseline: bool, spin: bool):
        self._name, self._channel, self._suspension, self._is_baseline, self._spin = name, channel, suspension, is_baseline, spin
        self.stage, self._asked, self._stopped = "start", "", False

    def stop(self) -> None:
        """Stops the runner until it is next spoken to."""
        self._suspension.stop()
        self._stopped = True

    def go_on(self) -> None:
        if self._stopped:
            self._suspension.go_on()
            self._stopped = False

    def close(self) -> None:
        """Ends the conversation: the runner exits."""
        self._channel.close()

    @contextlib.contextmanager
    def in_protocol(self):
        """Around the reading of what a runner said: whatever is wrong with it ends the runner, not the judge."""
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise Gone(self._name, "it answered out of protocol") from error

    @contextlib.contextmanager
    def in_confidence(self):
        """Around what quotes the runner: once it has seen hidden inputs, none of it is passed on."""
        try:
            yield
        except Failure as failure:
            if self.stage not in _CONFIDENTIAL:
                raise
            raise contract("the outputs had the right form at first, but not in a call after the checks") from failure

    def clocked(self, message: dict, release=lambda: None) -> float:
        """Seconds from `release()` and the message after it to the answer."""
        packet, nonce = self._packet(message)
        sock = self._channel.sock
        try:
            started = time.perf_counter()
            release()
            sock.send(packet)
            self.go_on()
            data = self._channel.receive_bytes(spin=self._spin)
            seconds = time.perf_counter() - started
        except (BrokenPipeError, ConnectionResetError) as error:
            raise Gone(self._name) from error
        self._answer(data, nonce)
        return seconds

    def ask(self, message: dict, fds: tuple = ()) -> dict:
        """The answer to a message that may carry descriptors."""
        packet, nonce = self._packet(message)
        try:
            socket.send_fds(self._channel.sock, [packet], list(fds))
            self.go_on()
            return self._answer(self._channel.receive_bytes(), nonce)
        except (BrokenPipeError, ConnectionResetError) as error:
            raise Gone(self._name) from error

    def _packet(self, message: dict) -> "tuple[bytes, str]":
        nonce, self._asked = os.urandom(8).hex(), message["ask"]
        return json.dumps({**message, "nonce": nonce}).encode(), nonce

    def _answer(self, data: bytes, nonce: str) -> dict:
        try:
            answer = parse(data)
        except (EOFError, ValueError) as error:
            raise Gone(self._name, "" if isinstance(error, EOFError) else "it answered out of protocol") from error
        if answer.get("nonce") != nonce:
            raise Gone(self._name, "it answered a question that was not asked")
        if "error" in answer:
            raise self._failure(str(answer["error"]), str(answer.get("kind")))
        return answer

    def _failure(self, error: str, kind: str) -> Exception:
        if self._is_baseline:
            return Gone(self._name, f"it raised {error}")
        if self.stage in _CONFIDENTIAL:  # it has seen hidden inputs: nothing that it says is passed on
            return Failure(status="crashed", stage=self.stage, problem="ModelNew raised an error in a call after the checks")
        if "Error building extension" in error or kind == "CompilationError":
            compiler = "triton" if kind == "CompilationError" else "load_inline"
            return Failure(status="build_failed", compiler=compiler, diagnostics=error[:_SAID_CHARS] if compiler == "triton" else first_errors(error))
        error = error[:_SAID_CHARS]
        if self.stage == "start":
            return contract(f"the model could not be built: {error}")
        if self._asked in ("give", "say"):
            return contract(f"the outputs could not be read: {error}")
        return Failure(status="crashed", stage=self.stage, problem=f"ModelNew raised {error}")
