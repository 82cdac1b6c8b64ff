"""Reads hardware counters of a passing candidate with Nsight Compute (ncu), in a separate process and outside all timing. Runs in the server.

The counters are advisory: ncu and the candidate are confined like a runner, so their output is a claim. After an error the verdict has a
note instead. The process imports torch while other candidates are measured. It uses the device only when it holds it, for its first call and
for the replays. `ncu_report` parses ncu's output.
"""

import contextlib
import re
import subprocess
import sys
import time
from pathlib import Path

from judge.device.evaluation import Evaluation
from judge.profile import exported_process
from judge.profile.library_policy import base_name
from judge.profile.ncu_report import METRICS, counters_by_kernel, numbers_of
from judge.protocol import limits
from judge.protocol.messages import Counting, Host, KernelRow, Profile
from judge.sandbox.workdir import Folder

_MAJOR, _KERNELS, _LAUNCHES = 0.02, 6, 12
_TABLE_BYTES, _KEPT_CHARS = 1 << 20, 1 << 16
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
    with contextlib.closing(Folder()) as folder, contextlib.ExitStack() as held:
        with watch.stage("profile"):
            exported_process.fill(folder, work, bundle, inputs)
            command = [*_ncu(profile), *folder.narrowed([sys.executable, "-I", "judge/runner/ncu_target.py"])]
            process = held.enter_context(exported_process.started(work, folder, command, work.device.environment, traced=True))
        late = _run(work, folder, process)
        table, said = folder.read("counters.csv", _TABLE_BYTES), folder.said(_TABLE_BYTES)
    return _with(profile, table, late or _error(table) or _error(said) or "ncu ended without a table", sum(watch.seconds.values()) - seconds)


def _run(work: Evaluation, folder: Folder, process: "subprocess.Popen[bytes]") -> str:
    """Lets the process count. Returns in words which step took too long; empty if none did."""
    watch = work.watch
    with watch.stage("profile"):
        if not exported_process.await_ready(process, folder):
            return "" if process.poll() is not None else f"the candidate did not start under ncu within {limits.START:g} s"
    with work.device.measuring, watch.stage("profile"):
        ended = exported_process.await_end(process, folder, limits.COUNTING)
    return "" if ended else f"its kernels could not be replayed within {limits.COUNTING:g} s"


def _ncu(profile: Profile) -> "list[str]":
    """The ncu command: unchanged clocks, cold caches at every replay, and only the second call, because the first compiles."""
    major = [row for row in profile["kernels"] if row["share"] >= _MAJOR][:_KERNELS]
    names = "|".join(dict.fromkeys(re.escape(base_name(row["name"])) for row in major))
    command = ["ncu", "--target-processes", "all", "--profile-from-start", "off", "--clock-control", "none", "--cache-control", "all", "--replay-mode", "kernel"]
    command += ["--kernel-name-base", "function", "--kernel-name", f"regex:^({names})$", "--launch-count", str(_LAUNCHES), "--metrics", ",".join(METRICS)]
    return [*command, "--csv", "--page", "raw", "--print-units", "base", "--print-kernel-base", "mangled", "--log-file", "counters.csv"]


def _with(profile: Profile, table: str, why: str, seconds: float) -> Profile:
    found = counters_by_kernel(table)
    if found:
        _refused.clear()
    elif any(sign in table for sign in _FORBIDDEN):  # from ncu's own log, because the candidate can print too
        _refused.append(time.monotonic())
    kernels: "list[KernelRow]" = [{**row, "counters": found[row["name"]]} if row["name"] in found else row for row in profile["kernels"]]
    counting: Counting = {"by": "none", "note": why, "raw": "", "seconds": seconds}
    if found:
        counting = {"by": "ncu", "note": "", "raw": numbers_of(table, {row["name"] for row in kernels})[:_KEPT_CHARS], "seconds": seconds}
    return {**profile, "kernels": kernels, "counting": counting}


def _error(said: str) -> str:
    """That ncu told of an error, with its name if it is a known one, or an empty text. A candidate can write the other words."""
    lines = [line for line in said.splitlines() if line.startswith("==ERROR==")]
    known = next((sign for line in lines for sign in _FORBIDDEN if sign in line), "")
    return f"ncu told of an error{f', {known}' if known else ''}" if lines else ""
