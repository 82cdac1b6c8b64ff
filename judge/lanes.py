"""Who may use a device and when: one measurement at a time per device, and silence on the CPU while it is timed."""

import contextlib
import threading
import time


class Quiet:
    """Many may be noisy at once, or one may have silence. Silence that is waited for keeps new noise out."""

    def __init__(self):
        self._changed = threading.Condition()
        self._noisy = 0
        self._silences = 0

    @contextlib.contextmanager
    def noise(self):
        """Held by compilers and starting processes."""
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
    def silence(self):
        """Held while a CPU candidate is timed."""
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
    """Runners that start: they open the device. They stand still while another is timed."""

    def __init__(self):
        self._changing, self._runners = threading.Lock(), set()
        self._still: "float | None" = None  # since when
        self._before = 0.0

    @contextlib.contextmanager
    def joined(self, runner):
        """Around the start of such a runner: it is told to `stop` and to `go_on`."""
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
    def still(self):
        """Around what is timed; one at a time."""
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
        """For which all have stood still so far: they are no part of a limit."""
        return self._before + (0.0 if self._still is None else time.monotonic() - self._still)


class Device:
    """One GPU, or the CPU. `visible` is what CUDA_VISIBLE_DEVICES says of it in its oracle and runners, None for the CPU."""

    def __init__(self, target: str, visible: "str | None" = None):
        self.target, self.visible = target, visible
        self.load = 0  # jobs that were sent here and are not answered
        self.lane, self.bystanders = threading.Lock(), Bystanders()

    @property
    def environment(self) -> dict:
        """What makes a process see this device and no other."""
        return {} if self.visible is None else {"CUDA_VISIBLE_DEVICES": self.visible}


class Lanes:
    """The devices, each with a measuring lane, and the CPU's silence."""

    def __init__(self, gpus: "list[str]"):
        """`gpus` as CUDA_VISIBLE_DEVICES names them. Jobs for a host without one are queued like others, and then rejected."""
        self.quiet = Quiet()
        self._devices = {"cpu": [Device("cpu")], "cuda": [Device("cuda", gpu) for gpu in gpus] or [Device("cuda")]}
        self._choosing = threading.Lock()

    @contextlib.contextmanager
    def device(self, target: str, holds):
        """Sends a job to a device until it is answered: a free one that `holds(device)` the task's session, else the
        one with the fewest jobs."""
        with self._choosing:
            held = {device for device in self._devices[target] if holds(device)}
            chosen = min(self._devices[target], key=lambda device: (device.load, device not in held))
            chosen.load += 1
        try:
            yield chosen
        finally:
            with self._choosing:
                chosen.load -= 1

    def measuring(self, device: Device) -> threading.Lock:
        """The lock to hold while anything of the device's oracles or a checked candidate runs."""
        return device.lane

    @contextlib.contextmanager
    def timing(self, device: Device):
        """What to hold, inside the lane, while calls are timed: a compiler is a noisy neighbour of a CPU candidate."""
        with self.quiet.silence() if device.target == "cpu" else contextlib.nullcontext(), device.bystanders.still():
            yield

    def noise(self, target: str):
        """What to hold while compiling or starting a process for the target."""
        return self.quiet.noise() if target == "cpu" else contextlib.nullcontext()
