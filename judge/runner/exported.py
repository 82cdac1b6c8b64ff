"""What a process does that makes a few calls of a candidate under a tool: it waits for its turn and reads the inputs that the oracle wrote. Copied beside each runner."""

import json
import sys
import time
from pathlib import Path

_GO_SECONDS = 3600.0  # the judge ends a process that it no longer needs; this ends those of a judge that was killed


def loaded():
    """The runner with its candidate, and the arguments of one call. Imports torch while others are measured; returns when this process holds the device."""
    start = json.loads(Path("start.json").read_text())
    sys.path.extend(start["paths"])
    import torch
    from judge.runner.worker import Runner

    Path("ready").touch()
    await_file(Path("go"))
    runner = Runner(start)
    runner.load(start)
    return runner, arguments(torch, "cuda" if runner.cuda else "cpu")


def arguments(torch, device: str):
    """The arguments of one call, from inputs.pt. A tensor that was too large to copy is drawn: normal values with the same mean and spread."""
    from judge.wire.tensor_layout import unpack

    given = torch.load("inputs.pt", map_location=device)
    return unpack(given["skeleton"], [_drawn(torch, device, one) if isinstance(one, dict) else one.clone() for one in given["tensors"]])


def _drawn(torch, device: str, one: dict):
    return torch.empty(one["shape"], dtype=getattr(torch, one["dtype"]), device=device).normal_(one["mean"], one["spread"])


def await_file(file: Path) -> None:
    """Waits until a file is there. Raises TimeoutError after an hour: without its turn a process must not open the device."""
    until = time.monotonic() + _GO_SECONDS
    while not file.exists():
        if time.monotonic() > until:
            raise TimeoutError(f"{file.name} did not come within {_GO_SECONDS:g} s")
        time.sleep(0.005)
