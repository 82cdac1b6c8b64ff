"""Runs one candidate for the profiler: `python -I judge/runner/ncu_target.py`, in a private folder, under ncu.

It imports torch while others are measured, and does the rest when it holds the device. It gets a runner's parameters and one separate draw of
inputs. Its times and outputs are not used.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))  # isolated Python leaves it out


def main() -> None:
    from judge.runner import exported

    runner, arguments = exported.loaded()
    import torch

    with torch.no_grad():
        runner.model(*arguments)  # all compilation and tuning happens in this call
        runner.sync()
        torch.cuda.cudart().cudaProfilerStart()
        runner.model(*arguments)
        runner.sync()
        torch.cuda.cudart().cudaProfilerStop()


if __name__ == "__main__":
    main()
