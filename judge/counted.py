"""Runs one candidate for the profiler: `python -I counted.py`, in a private folder, under ncu.

Copied beside the candidate with what calls.py imports. It imports torch beside others' measurements and does all else when it has
the device for itself. It gets what a runner gets, and one draw of inputs of its own;
nothing that it does is timed or compared.
"""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))  # isolated Python leaves it out

_GO_SECONDS = 300.0


def main() -> None:
    start = json.loads(Path("start.json").read_text())
    sys.path.extend(start["paths"])
    import torch
    from calls import Runner
    from layout import unpack

    Path("ready").touch()
    _await(Path("go"))
    runner = Runner(start)
    runner.load(start)
    given = torch.load("inputs.pt", map_location="cuda")
    tensors = [_drawn(torch, one) if isinstance(one, dict) else one for one in given["tensors"]]
    arguments = unpack(given["skeleton"], tensors)
    with torch.no_grad():
        runner.model(*arguments)  # whatever it compiles or tunes, it does now
        runner.sync()
        torch.cuda.cudart().cudaProfilerStart()
        runner.model(*arguments)
        runner.sync()
        torch.cuda.cudart().cudaProfilerStop()


def _drawn(torch, one: dict):
    """A tensor too large to be handed over, with normal values of the same mean and spread."""
    drawn = torch.empty(one["shape"], dtype=getattr(torch, one["dtype"]), device="cuda")
    return drawn.normal_(one["mean"], one["spread"])


def _await(file: Path) -> None:
    until = time.monotonic() + _GO_SECONDS
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.005)


if __name__ == "__main__":
    main()
