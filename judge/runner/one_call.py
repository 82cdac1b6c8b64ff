"""Makes one call of one candidate under a sanitizer: `python -I judge/runner/one_call.py`, in a private folder.

It imports torch while others are measured, and does the rest when it holds the device. It gets a runner's parameters and one separate draw of
inputs, each tensor in memory of its own. Its outputs are not used.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))  # isolated Python leaves it out


def main() -> None:
    from judge.runner import exported

    runner, arguments = exported.loaded()
    import torch

    with torch.no_grad():
        runner.model(*arguments)
    runner.sync()
    Path("done").touch()


if __name__ == "__main__":
    main()
