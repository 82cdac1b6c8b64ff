"""Who may use a device, and when: one measurement at a time, and silence on the CPU while it is timed."""

import contextlib
import threading
import time
from collections.abc import Generator
from typing import Protocol

from judge.device.turn import turn_on
from judge.protocol.messages import Target


class Stoppable(Protocol):
    """A runner, as far as this module needs it."""

    def stop(self) -> None: ...
    def go_on(self) -> None: ...


class Quiet:
    """Keeps noise and silence apart: many may be noisy at once, or all are silent. A waiting silence keeps new noise out."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._noisy = 0
        self._silences = 0

    @contextlib.contextmanager
    def noise(self) -> Generator[None, None, None]:
        """Compilers and starting processes hold this."""
        with self._changed:
            self._changed.wait_for(lambda: self._silences == 0)
            self._noisy += 1
        try:
            yield
        finally:
            with self._changed:
                self._noisy -= 1
                self._changed.notify_all()

    @contextlib.contextmanager
    def silence(self) -> Generator[None, None, None]:
        """The timing of a CPU candidate holds this."""
        with self._changed:
            self._silences += 1
            self._changed.wait_for(lambda: self._noisy == 0)
        try:
            yield
        finally:
            with self._changed:
                self._silences -= 1
                self._changed.notify_all()


class Bystanders:
    """Runners that start and open the device. They stand still while another runner is timed."""

    def __init__(self) -> None:
        self._changing, self._runners = threading.Lock(), set[Stoppable]()
        self._still: "float | None" = None  # since when
        self._before = 0.0

    @contextlib.contextmanager
    def joined(self, runner: Stoppable) -> Generator[None, None, None]:
        """Hold this while `runner` starts."""
        with self._changing:
            self._runners.add(runner)
            if self._still is not None:
                runner.stop()
        try:
            yield
        finally:
            with self._changing:
                self._runners.discard(runner)

    @contextlib.contextmanager
    def still(self) -> Generator[None, None, None]:
        """Hold this while something is timed. Only one at a time may hold it."""
        with self._changing:
            self._still = time.monotonic()
            for runner in self._runners:
                runner.stop()
        try:
            yield
        finally:
            with self._changing:
                self._before, self._still = self.seconds, None
                for runner in self._runners:
                    runner.go_on()

    @property
    def seconds(self) -> float:
        """Total seconds that bystanders stood still. Time limits leave them out."""
        return self._before + (0.0 if self._still is None else time.monotonic() - self._still)


class Device:
    """One GPU, or the CPU. `visible` is a GPU's name in CUDA_VISIBLE_DEVICES."""

    def __init__(self, target: Target, visible: "str | None" = None):
        self.target: Target = target
        self.visible = visible
        self.load = 0  # jobs that were sent here and are not answered
        self.measuring = turn_on(target, visible)  # hold it while the device's oracles or a checked candidate run
        self.bystanders = Bystanders()
        self._quiet = Quiet() if target == "cpu" else None  # a compiler disturbs a candidate that runs on the CPU

    @property
    def environment(self) -> "dict[str, str]":
        """Environment variables that show this device alone to a process."""
        return {} if self.visible is None else {"CUDA_VISIBLE_DEVICES": self.visible}

    @contextlib.contextmanager
    def timing(self) -> Generator[None, None, None]:
        """Hold this while calls are timed, inside `measuring`."""
        with self._quiet.silence() if self._quiet else contextlib.nullcontext(), self.bystanders.still():
            yield

    def noise(self) -> "contextlib.AbstractContextManager[None]":
        """Hold this while something compiles or a process starts for the device."""
        return self._quiet.noise() if self._quiet else contextlib.nullcontext()
