"""Chooses the device of each job."""

import contextlib
import threading
from collections.abc import Callable, Generator

from judge.device.access import Device
from judge.protocol.messages import Target


class Scheduler:
    """The CPU and all GPUs of the host."""

    def __init__(self, gpus: "list[str]"):
        """`gpus` are names for CUDA_VISIBLE_DEVICES. Without any, GPU jobs wait for a device like others, and the judge then rejects them."""
        self._devices: "dict[Target, list[Device]]" = {"cpu": [Device("cpu")], "cuda": [Device("cuda", gpu) for gpu in gpus] or [Device("cuda")]}
        self._choosing = threading.Lock()

    @contextlib.contextmanager
    def device(self, target: Target, holds: "Callable[[Device], bool]", jobs: int = 1) -> Generator[Device, None, None]:
        """Sends a job, or `jobs` together, to the device with the fewest jobs until they are answered. Among equals it prefers one that `holds` the task's session."""
        with self._choosing:
            held = {device for device in self._devices[target] if holds(device)}
            chosen = min(self._devices[target], key=lambda device: (device.load, device not in held))
            chosen.load += jobs
        try:
            yield chosen
        finally:
            with self._choosing:
                chosen.load -= jobs
