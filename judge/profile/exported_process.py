"""Runs a candidate on exported inputs in a confined process of its own, under a tool. Runs in the server.

`runner.exported` is the process's side. It imports torch and writes `ready`. It waits for `go` before it opens the device.
"""

import contextlib
import json
import subprocess
import time
from collections.abc import Callable, Generator, Mapping
from pathlib import Path

from judge.device.evaluation import Evaluation
from judge.protocol import limits
from judge.sandbox.runner_process import add_kernel_module, add_runner, runner_start
from judge.sandbox.watchdog import Watch
from judge.sandbox.workdir import Folder

_POLL = 0.01


def fill(folder: Folder, work: Evaluation, bundle: "Mapping[str, str | Path]", inputs: Path) -> None:
    """Writes what the process reads. `bundle` has the candidate's files and its library. `inputs` is the folder of exported inputs."""
    for name, content in bundle.items():
        folder.add(name, content)
    add_runner(folder)
    add_kernel_module(folder)
    for name in ("init.pickle", "state.pt", "inputs.pt"):
        folder.add(name, inputs / name)
    start = runner_start(("model_new", "ModelNew"), work.target, work.job["precision"], work.host["threads"] if work.target == "cpu" else 1)
    start |= {"gpuShare": limits.GPU_SHARE, **json.loads((inputs / "load.json").read_text())}
    folder.add("start.json", json.dumps(start))


@contextlib.contextmanager
def started(work: Evaluation, folder: Folder, command: "list[str]", env: "dict[str, str]", traced: bool = False) -> "Generator[subprocess.Popen[bytes], None, None]":
    """Starts the process. It waits for `await_end` before it calls the candidate. A watch ends it when it takes too much memory."""
    process = folder.spawn_to_file(command, env=env, traced=traced, cpu=work.target == "cpu")
    with contextlib.closing(Watch(folder.uid, process.pid, limits.runner_memory(work.host), folder.kill)):
        yield process


def await_ready(process: "subprocess.Popen[bytes]", folder: Folder) -> bool:
    """Waits until the process has imported torch. False if it ended or the time ran out first."""
    return _await(process, (folder.path / "ready").exists, limits.START)


def await_end(process: "subprocess.Popen[bytes]", folder: Folder, seconds: float) -> bool:
    """Lets the process call the candidate, and kills it after `seconds`. Whether it ended by itself."""
    folder.add("go", "")
    _await(process, lambda: False, seconds)
    ended = process.poll() is not None
    folder.kill()  # before something else has the device
    return ended


def _await(process: "subprocess.Popen[bytes]", over: "Callable[[], bool]", seconds: float) -> bool:
    """Waits until `over()` is true. False if the process ended or the time ran out first."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        if over():
            return True
        time.sleep(_POLL)
    return False
