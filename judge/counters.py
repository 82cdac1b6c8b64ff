"""Hardware counters of a passing candidate, by Nsight Compute (ncu), in a process of its own and off the clock. The server's side.

Advisory, and never more than that: ncu and the candidate under it are as confined as a runner, so what comes out is a claim. Whatever
goes wrong leaves the counters out and says why. The process imports torch beside other candidates' measurements; it touches the device
when it has the lane, for its first call and for the replays. What ncu writes is read by `counter_report`.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from . import limits
from .counter_report import METRICS, counters_by_kernel
from .isolation import Folder
from .policy import base_name
from .runner_process import JUDGES_FILES
from .surroundings import torch_paths
from .watchdog import Watch

_HERE = Path(__file__).parent
_MAJOR, _KERNELS, _LAUNCHES = 0.02, 6, 12
_TABLE_BYTES, _KEPT_CHARS = 1 << 20, 1 << 16
_POLL = 0.01
_BELIEVED, _FORGOTTEN = 3, 600.0  # refusals in a row, for candidates could make them up; seconds after which it is tried again
_FORBIDDEN = ("ERR_NVGPUCTRPERM", "LibraryNotLoaded")
_refused: "list[float]" = []  # when candidates in a row were forbidden to count


def available(host: dict) -> bool:
    """Whether counters may be had here, as far as is known."""
    return host["ncu"] == "available" and (len(_refused) < _BELIEVED or time.monotonic() - _refused[-1] > _FORGOTTEN)


def counted(judge, job: dict, bundle: "dict[str, str | Path]", given: Path, profile: dict, watch) -> dict:
    """The profile with the counters of its major kernels. Call it outside the device's lane; `given` is what `given_for` lent."""
    seconds = sum(watch.seconds.values())
    with contextlib.closing(Folder()) as folder:
        with watch.stage("profile"):
            process = _start(folder, job, bundle, given, profile)
        most = int(limits.MEMORY_SHARE * judge.host()["memoryBytes"])
        with contextlib.closing(Watch(folder.uid, process.pid, most, folder.kill)):
            late = _run(judge, job, folder, process, watch)
        table, said = folder.read("counters.csv", _TABLE_BYTES), folder.strip(folder.read("said.txt", _TABLE_BYTES))
    return _with(profile, table, late or _error(table) or _error(said) or "ncu ended without a table", sum(watch.seconds.values()) - seconds)


def _run(judge, job: dict, folder: Folder, process: subprocess.Popen, watch) -> str:
    """Lets the process count; in words what took too long, empty where nothing did."""
    with watch.stage("profile"):
        if not _await(process, lambda: (folder.path / "ready").exists(), limits.START):
            return "" if process.poll() is not None else f"the candidate did not start under ncu within {limits.START:g} s"
    with judge.lanes.measuring(job["device"]), watch.stage("profile"):
        folder.add("go", "")
        _await(process, lambda: False, limits.COUNTING)
        ended = process.poll() is not None
        folder.kill()  # before the next job has the device
    return "" if ended else f"its kernels could not be replayed within {limits.COUNTING:g} s"


def _start(folder: Folder, job: dict, bundle: dict, given: Path, profile: dict) -> subprocess.Popen:
    for name, content in bundle.items():
        folder.add(name, content)
    for own in JUDGES_FILES[1:]:
        folder.add(own, _HERE / own)
    for name in ("init.pickle", "state.pt", "inputs.pt"):
        folder.add(name, given / name)
    start = {"target": "cuda", "tf32": job["precision"] == "tf32", "threads": 1, "compile": False, "gpuShare": limits.GPU_SHARE, "paths": torch_paths()}
    start |= {"module": "model_new", "model": "ModelNew", **json.loads((given / "load.json").read_text())}
    folder.add("start.json", json.dumps(start))
    with open(os.open(folder.path / "said.txt", os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600), "wb") as output:
        command = [*_ncu(profile), sys.executable, "-I", "counted.py"]
        return folder.spawn(command, env=job["device"].environment, traced=True, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)


def _ncu(profile: dict) -> "list[str]":
    """Clocks are left alone, caches are cold at every replay, and only the second call is looked at: the first compiles."""
    major = [row for row in profile["kernels"] if row["share"] >= _MAJOR][:_KERNELS]
    names = "|".join(dict.fromkeys(re.escape(base_name(row["name"])) for row in major))
    command = ["ncu", "--target-processes", "all", "--profile-from-start", "off", "--clock-control", "none", "--cache-control", "all", "--replay-mode", "kernel"]
    command += ["--kernel-name-base", "function", "--kernel-name", f"regex:^({names})$", "--launch-count", str(_LAUNCHES), "--metrics", ",".join(METRICS)]
    return [*command, "--csv", "--page", "raw", "--print-units", "base", "--print-kernel-base", "mangled", "--log-file", "counters.csv"]


def _await(process: subprocess.Popen, over, seconds: float) -> bool:
    """Whether `over()` came true while the process ran and the time lasted."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        if over():
            return True
        time.sleep(_POLL)
    return False


def _with(profile: dict, table: str, why: str, seconds: float) -> dict:
    found = counters_by_kernel(table)
    if found:
        _refused.clear()
    elif any(sign in table for sign in _FORBIDDEN):  # in ncu's own log: what was printed is the candidate's as well
        _refused.append(time.monotonic())
    kernels = [{**row, "counters": found[row["name"]]} if row["name"] in found else row for row in profile["kernels"]]
    how = {"by": "ncu", "note": "", "raw": table[:_KEPT_CHARS]} if found else {"by": "none", "note": why, "raw": ""}
    return {**profile, "kernels": kernels, "counting": {**how, "seconds": seconds}}


def _error(said: str) -> str:
    """ncu's own error; empty where there is none."""
    return next((line.removeprefix("==ERROR== ").strip()[:300] for line in said.splitlines() if line.startswith("==ERROR==")), "")
