"""Runs one candidate for the profiler: `python -I judge/runner/ncu_target.py`, in a private folder, under ncu.

It imports torch while others are measured, and does the rest when it holds the device. It gets a runner's parameters and one separate draw of
inputs. Its times and outputs are not used.
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
    from judge.runner.worker import Runner
    from judge.wire.tensor_layout import unpack

    Path("ready").touch()
    _await(Path("go"))
    runner = Runner(start)
    runner.load(start)
    given = torch.load("inputs.pt", map_location="cuda")
    tensors = [_drawn(torch, one) if isinstance(one, dict) else one for one in given["tensors"]]
    arguments = unpack(given["skeleton"], tensors)
    with torch.no_grad():
        runner.model(*arguments)  # all compilation and tuning happens in this call
        runner.sync()
        torch.cuda.cudart().cudaProfilerStart()
        runner.model(*arguments)
        runner.sync()
        torch.cuda.cudart().cudaProfilerStop()


def _drawn(torch, one: dict):
    """A replacement for a tensor that is too large to copy: normal values with the same mean and standard deviation."""
    drawn = torch.empty(one["shape"], dtype=getattr(torch, one["dtype"]), device="cuda")
    return drawn.normal_(one["mean"], one["spread"])


def _await(file: Path) -> None:
    until = time.monotonic() + _GO_SECONDS
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.005)


if __name__ == "__main__":
    main()
