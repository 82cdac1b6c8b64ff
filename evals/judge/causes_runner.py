"""The runner's side of `evals.judge.causes`: `python3 -m evals.judge.causes_runner DESCRIPTOR` makes one kernel's calls as its parent asks.

It answers packets of judge.wire. Its inputs lie in memory of its own, or in memory of the device that the parent shares.
"""

import json
import os
import socket
import sys
import tempfile
import time
from pathlib import Path

import torch

from judge.runner.__main__ import SPIN_SECONDS, receive
from judge.runner.call_loop import make_calls, polled
from judge.wire import control_page
from judge.wire.cuda_driver import device_bytes
from judge.wire.cuda_memory import imported
from judge.wire.tensor_layout import places, specs, views

from .truth import Clock, loaded_pair


class _Runner:
    """One loaded candidate, and `slots` input sets in each kind of memory. Each public method answers the message of its name."""

    def __init__(self, folder: Path):
        self._folder = folder

    def load(self, asked: dict, fds: "list[int]") -> dict:
        """Builds the candidate. {bytes}: of one input set in shared memory."""
        _eager, self._model, self._sets = loaded_pair(asked, self._folder)
        self._clock = Clock(asked["target"])
        self._nudge = torch.zeros(1, device=asked["target"])
        self._own = [self._sets.first, *(self._sets.draw() for _ in range(asked["slots"] - 1))]
        self._page = control_page.words(fds[0])
        self._inputs = self._own
        self._specs = specs([each for each in self._sets.first if isinstance(each, torch.Tensor)])
        return {"bytes": places(self._specs)[1]}

    def share(self, asked: dict, fds: "list[int]") -> dict:
        """Maps the parent's memory and copies the inputs there. Tasks have tensors alone as inputs."""
        [mapping] = imported(fds, [asked["mapped"]])
        memory = device_bytes(mapping.address, mapping.size)
        self._shared = [views(memory[at * asked["bytes"] :], self._specs) for at in range(len(self._own))]
        for shared, own in zip(self._shared, self._own):
            for place, tensor in zip(shared, own):
                place.copy_(tensor)
        self._clock.sync()
        return {}

    def use(self, asked: dict, _fds: "list[int]") -> dict:
        """Chooses the memory of the inputs."""
        self._inputs = self._shared if asked["shared"] else self._own
        return {}

    def wake(self, _asked: dict, _fds: "list[int]") -> dict:
        self._nudge.add_(1)
        self._clock.sync()
        return {}

    def flush(self, _asked: dict, _fds: "list[int]") -> dict:
        self._clock.flush()
        return {}

    def call(self, asked: dict, _fds: "list[int]") -> dict:
        """One call, or none if `empty`. {host, device}: microseconds until forward had returned, and by the device's events."""
        first, last = self._clock.event(), self._clock.event()
        began = time.perf_counter()
        if first:
            first.record()
        if not asked["empty"]:
            self._output = self._model(*self._inputs[asked["slot"]])  # freed in the next call, as in the judge
        if last:
            last.record()
        host = time.perf_counter() - began
        self._clock.sync()
        return {"host": 1e6 * host, "device": 1e3 * first.elapsed_time(last) if first and last else None}

    def page(self, asked: dict, _fds: "list[int]") -> dict:
        """Makes the calls that the control page names, until END."""
        outputs = []
        model = (lambda *_inputs: None) if asked["empty"] else self._model

        def call(slot: int, _number: int) -> None:
            outputs.append(model(*self._inputs[slot]))

        make_calls(self._page, asked["first"], lambda number: polled(self._page, number), call, lambda _at_end: self._clock.sync(), None)
        return {}

    def truth(self, _asked: dict, _fds: "list[int]") -> dict:
        """The times by the device's events, while the parent is off the device."""
        return self._clock.times(self._model, self._sets)


def main() -> None:
    """Answers until the parent closes its end."""
    channel = socket.socket(fileno=int(sys.argv[1]))
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        runner = _Runner(Path(folder))
        while True:
            data, fds = receive(channel, SPIN_SECONDS)
            if not data:
                return
            asked = json.loads(data)
            channel.send(json.dumps(getattr(runner, asked["do"])(asked, fds)).encode())


if __name__ == "__main__":
    os.dup2(2, 1)  # what a candidate prints
    main()
