"""Who may use a device and when: one measurement at a time per device, and silence on the CPU while it is timed."""

import contextlib
import threading


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


class Lanes:
    """The measuring lane of each device, and the CPU's silence."""

    def __init__(self):
        self.quiet = Quiet()
        self._devices = {"cpu": threading.Lock(), "cuda": threading.Lock()}

    def measuring(self, target: str) -> threading.Lock:
        """The lock to hold while anything of the target's oracle or a checked candidate runs."""
        return self._devices[target]

    def timing(self, target: str):
        """What to hold, inside the lane, while calls are timed: a compiler is a noisy neighbour of a CPU candidate."""
        return self.quiet.silence() if target == "cpu" else contextlib.nullcontext()

    def noise(self, target: str):
        """What to hold while compiling or starting a process for the target."""
        return self.quiet.noise() if target == "cpu" else contextlib.nullcontext()
