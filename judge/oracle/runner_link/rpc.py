"""Messages between the oracle and one runner. Every answer must carry the nonce of its request.

This module also decides how much of a runner's failure the verdict may quote.
"""

import contextlib
import json
import os
import socket
import time
from collections.abc import Callable

from judge.protocol.diagnostics import first_errors
from judge.protocol.errors import Failure, Gone, contract
from judge.protocol.messages import Stage
from judge.protocol.trust import CONFIDENTIAL
from judge.sandbox.suspension import Suspension
from judge.wire.control_page import RETURNED_PACKET
from judge.wire.packets import Channel, parse

_SPINS = 4000  # reads of a control word between two reads of the socket: about 0.5 ms
_SAID_CHARS = 4000  # the longest quotation of a runner's error


class Rpc:
    """The connection to one runner. `stage` is the judge's current stage. Methods raise Gone if the runner dies and Failure if it reports an error."""

    def __init__(self, name: str, channel: Channel, suspension: Suspension, is_baseline: bool, spin: bool):
        self._name, self._channel, self._suspension, self._is_baseline, self._spin = name, channel, suspension, is_baseline, spin
        self.stage: Stage = "start"
        self.knows_hidden = False  # whether the runner has seen hidden inputs in the correctness stage
        self._asked, self._nonce, self._stopped = "", "", False
        self._early: "bytes | None" = None  # an answer that was read while the oracle waited for a word

    @property
    def _is_confidential(self) -> bool:
        return self.knows_hidden or self.stage in CONFIDENTIAL

    def stop(self) -> None:
        """Stops the runner until the next request."""
        self._suspension.stop()
        self._stopped = True

    def go_on(self) -> None:
        if self._stopped:
            self._suspension.go_on()
            self._stopped = False

    @property
    def thawed(self) -> float:
        """Processor seconds that the kernel took to let the runner go on, the last time."""
        return self._suspension.thawed

    def close(self) -> None:
        """Closes the channel. The runner then exits."""
        self._channel.close()

    @contextlib.contextmanager
    def in_protocol(self):
        """Wraps code that parses a runner's answer. A malformed answer raises Gone, which ends the runner; the judge continues."""
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
            raise Gone(self._name, "it answered out of protocol") from error

    @contextlib.contextmanager
    def in_confidence(self):
        """Wraps code whose Failure may quote the runner. Once the runner has seen hidden inputs, the quotation is removed."""
        try:
            yield
        except Failure as failure:
            if not self._is_confidential:
                raise
            raise contract("the outputs had the right form at first, but not in a call after the checks") from failure

    def clocked(self, message: dict, release=lambda: None) -> float:
        """Calls `release()`, sends the message and waits. Returns the seconds from the release to the answer."""
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
        """Sends a message, with descriptors if any, and returns the answer."""
        self.begin(message, fds)
        return self.finish()

    def begin(self, message: dict, fds: tuple = ()) -> None:
        """Sends a message and resumes the runner. `finish` returns the answer."""
        packet, self._nonce = self._packet(message)
        try:
            socket.send_fds(self._channel.sock, [packet], list(fds))
        except (BrokenPipeError, ConnectionResetError) as error:
            raise Gone(self._name) from error
        self.go_on()

    def finish(self) -> dict:
        """Waits for the answer to the message of `begin`."""
        data, self._early = self._early, None
        while data is None or data == RETURNED_PACKET:
            data = self._channel.receive_bytes()
        return self._answer(data, self._nonce)

    def await_word(self, words: memoryview, at: int, number: int) -> None:
        """Waits until word `at` of the control page holds `number`. Raises Gone or Failure if the runner answers instead."""
        reads = _SPINS if self._spin else 1
        self.await_calls(lambda: any(words[at] == number for _ in range(reads)))

    def await_calls(self, are_made: "Callable[[], bool]") -> None:
        """Waits until `are_made()` is true. It may poll for half a millisecond. Raises Gone or Failure if the runner answers instead."""
        while not are_made():
            if self._early is not None:
                self._answer(self._early, self._nonce)
                raise Gone(self._name, "it answered before it had made its calls")
            self._early = self._arrived() if self._spin else self._told()

    def _arrived(self) -> "bytes | None":
        """An answer that has arrived."""
        with contextlib.suppress(BlockingIOError):
            return self._channel.receive_now()

    def _told(self) -> "bytes | None":
        """Sleeps until the runner says that a word has changed (None), or answers."""
        data = self._channel.receive_bytes()
        return None if data == RETURNED_PACKET else data

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
        if self._is_confidential:  # its message could reveal hidden inputs
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
