"""Reads hardware counters of a passing candidate with Nsight Compute (ncu), in a separate process and outside all timing. Runs in the server.

The counters are advisory: ncu and the candidate are confined like a runner, so their output is a claim. After an error the verdict has a
note instead. The process imports torch while other candidates are measured. It uses the device only when it holds it, for its first call and
for the replays. `ncu_report` parses ncu's output.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from judge.device.evaluation import Evaluation
from judge.profile.library_policy import base_name
from judge.profile.ncu_report import METRICS, counters_by_kernel
from judge.protocol import limits
from judge.protocol.messages import Counting, Host, KernelRow, Profile
from judge.sandbox.runner_process import add_kernel_module, add_runner, runner_start
from judge.sandbox.watchdog import Watch
from judge.sandbox.workdir import Folder

_MAJOR, _KERNELS, _LAUNCHES = 0.02, 6, 12
_TABLE_BYTES, _KEPT_CHARS = 1 << 20, 1 << 16
_POLL = 0.01
_BELIEVED, _FORGOTTEN = 3, 600.0  # consecutive refusals, because a candidate can forge a single one; seconds until the next try
_FORBIDDEN = ("ERR_NVGPUCTRPERM", "LibraryNotLoaded")
_refused: "list[float]" = []  # the times of consecutive refusals


def available(host: Host) -> bool:
    """Whether counters can be had here, as far as is known."""
    return host["ncu"] == "available" and (len(_refused) < _BELIEVED or time.monotonic() - _refused[-1] > _FORGOTTEN)


def counted(work: Evaluation, bundle: "dict[str, str | Path]", inputs: Path, profile: Profile) -> Profile:
    """The profile with the counters of its major kernels. Call it without holding the device; `inputs` is the folder of exported inputs."""
    watch = work.watch
    seconds = sum(watch.seconds.values())
    with contextlib.closing(Folder()) as folder:
        with watch.stage("profile"):
            process = _start(folder, work, bundle, inputs, profile)
        most = int(limits.MEMORY_SHARE * work.host["memoryBytes"])
        with contextlib.closing(Watch(folder.uid, process.pid, most, folder.kill)):
            late = _run(work, folder, process)
        table, said = folder.read("counters.csv", _TABLE_BYTES), folder.strip(folder.read("said.txt", _TABLE_BYTES))
    return _with(profile, table, late or _error(table) or _error(said) or "ncu ended without a table", sum(watch.seconds.values()) - seconds)


def _run(work: Evaluation, folder: Folder, process: "subprocess.Popen[bytes]") -> str:
    """Lets the process count. Returns in words which step took too long; empty if none did."""
    watch = work.watch
    with watch.stage("profile"):
        if not _await(process, lambda: (folder.path / "ready").exists(), limits.START):
            return "" if process.poll() is not None else f"the candidate did not start under ncu within {limits.START:g} s"
    with work.device.measuring, watch.stage("profile"):
        folder.add("go", "")
        _await(process, lambda: False, limits.COUNTING)
        ended = process.poll() is not None
        folder.kill()  # before the next job has the device
    return "" if ended else f"its kernels could not be replayed within {limits.COUNTING:g} s"


def _start(folder: Folder, work: Evaluation, bundle: "dict[str, str | Path]", inputs: Path, profile: Profile) -> "subprocess.Popen[bytes]":
    for name, content in bundle.items():
        folder.add(name, content)
    add_runner(folder)
    add_kernel_module(folder)
    for name in ("init.pickle", "state.pt", "inputs.pt"):
        folder.add(name, inputs / name)
    start = runner_start(("model_new", "ModelNew"), "cuda", work.job["precision"], threads=1)
    start |= {"gpuShare": limits.GPU_SHARE, **json.loads((inputs / "load.json").read_text())}
    folder.add("start.json", json.dumps(start))
    with open(os.open(folder.path / "said.txt", os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600), "wb") as output:
        command = [*_ncu(profile), *folder.narrowed([sys.executable, "-I", "judge/runner/ncu_target.py"])]
        return folder.spawn(command, env=work.device.environment, traced=True, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)


def _ncu(profile: Profile) -> "list[str]":
    """The ncu command: unchanged clocks, cold caches at every replay, and only the second call, because the first compiles."""
    major = [row for row in profile["kernels"] if row["share"] >= _MAJOR][:_KERNELS]
    names = "|".join(dict.fromkeys(re.escape(base_name(row["name"])) for row in major))
    command = ["ncu", "--target-processes", "all", "--profile-from-start", "off", "--clock-control", "none", "--cache-control", "all", "--replay-mode", "kernel"]
    command += ["--kernel-name-base", "function", "--kernel-name", f"regex:^({names})$", "--launch-count", str(_LAUNCHES), "--metrics", ",".join(METRICS)]
    return [*command, "--csv", "--page", "raw", "--print-units", "base", "--print-kernel-base", "mangled", "--log-file", "counters.csv"]


def _await(process: subprocess.Popen, over, seconds: float) -> bool:
    """Waits until `over()` is true. False if the process ended or the time ran out first."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        if over():
            return True
        time.sleep(_POLL)
    return False


def _with(profile: Profile, table: str, why: str, seconds: float) -> Profile:
    found = counters_by_kernel(table)
    if found:
        _refused.clear()
    elif any(sign in table for sign in _FORBIDDEN):  # from ncu's own log, because the candidate can print too
        _refused.append(time.monotonic())
    kernels: "list[KernelRow]" = [{**row, "counters": found[row["name"]]} if row["name"] in found else row for row in profile["kernels"]]
    counting: Counting = {"by": "none", "note": why, "raw": "", "seconds": seconds}
    if found:
        counting = {"by": "ncu", "note": "", "raw": table[:_KEPT_CHARS], "seconds": seconds}
    return {**profile, "kernels": kernels, "counting": counting}


def _error(said: str) -> str:
    """ncu's own error message, or an empty text."""
    return next((line.removeprefix("==ERROR== ").strip()[:300] for line in said.splitlines() if line.startswith("==ERROR==")), "")
