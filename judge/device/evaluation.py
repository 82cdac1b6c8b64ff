"""One evaluate job at work. All of its stages share this."""

import contextlib
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from judge.device.access import Device
from judge.protocol.messages import EvaluateJob, Explanation, Host, Stage, Target


class Stopwatch:
    """Wall-clock seconds per stage. Waiting in queues does not count."""

    def __init__(self) -> None:
        self.seconds: "dict[Stage, float]" = {}
        self.latest: Stage = "start"  # the stage that began last

    @contextlib.contextmanager
    def stage(self, name: Stage, waited: "Callable[[], float]" = lambda: 0.0) -> Generator[None, None, None]:
        """Adds the seconds of the block to a stage. `waited()` gives the seconds of waiting so far."""
        self.latest, started = name, time.monotonic() - waited()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.monotonic() - waited() - started


@dataclass
class Evaluation:
    """An evaluate job and everything that its stages share."""

    job: EvaluateJob
    device: Device
    host: Host
    watch: Stopwatch = field(default_factory=Stopwatch)
    explanation: "list[Explanation] | None" = None  # None until the checks are asked again for a person

    @property
    def target(self) -> Target:
        return self.job["target"]

    @property
    def compiles_itself(self) -> bool:
        """Whether the candidate compiles code while it is imported."""
        return any("cpp_extension" in file["text"] for file in self.job["candidate"]["files"])
