"""Makes one call of one candidate under a sanitizer: `python -I judge/runner/one_call.py`, in a private folder.

It imports torch while others are measured, and does the rest when it holds the device. It gets a runner's parameters and one separate draw of
inputs, each tensor in memory of its own. Its outputs are not used.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))  # isolated Python leaves it out


def main() -> None:
    start = json.loads(Path("start.json").read_text())
    sys.path.extend(start["paths"])
    import torch
    from judge.runner import exported
    from judge.runner.worker import Runner

    Path("ready").touch()
    exported.await_file(Path("go"))
    runner = Runner(start)
    runner.load(start)
    arguments = exported.arguments(torch, "cuda" if runner.cuda else "cpu")
    with torch.no_grad():
        runner.model(*arguments)
    runner.sync()
    Path("done").touch()


if __name__ == "__main__":
    main()
