"""Runs the gates of an exported operator: its package's own tests, in a process that is confined as a candidate's.

The process runs the kernel, so what it prints is the package's own word. The verdict on the package shows that it is right.
"""

import contextlib
import json
import os
import subprocess
import sys
from typing import Any, cast

from judge.device.access import Device
from judge.protocol import limits
from judge.protocol.messages import Gate, GatesJob, GatesReplyBody, Host
from judge.sandbox import reaper
from judge.sandbox.environment import cpu_environment, torch_paths
from judge.sandbox.watchdog import Watch
from judge.sandbox.workdir import Folder

_SAID_BYTES, _END_BYTES = 1 << 18, 1 << 12
_MOST_GATES = 64
_TEXT_CHARS = 500
_TEXTS, _OUTCOMES = ("name", "what", "detail"), ("passed", "failed", "skipped")


def gates_of(job: GatesJob, device: Device, host: Host) -> GatesReplyBody:
    """What the tests of the job's package say on a device, in order. Raises Broken."""
    with contextlib.closing(Folder()) as folder:
        for file in job["files"]:
            folder.add(f"{job['package']}/{file['name']}", file["text"])
        with device.measuring:
            ending = _run(folder, job, device, host)
        said = folder.said(_SAID_BYTES, _END_BYTES)
    gates, ran = _told(said)
    problem = "" if ran == len(gates) and not ending else _problem(ending, gates, said)
    return {"kind": "gates", "gates": gates, "problem": problem}


def _run(folder: Folder, job: GatesJob, device: Device, host: Host) -> str:
    """Why the process ended before its tests did. Empty if it came to their end."""
    cpu = device.target == "cpu"
    env = {**device.environment, **(cpu_environment(host["threads"]) if cpu else {}), "PYTHONPATH": os.pathsep.join(torch_paths()), "TORCHINDUCTOR_COMPILE_THREADS": "1"}
    command = [sys.executable, "-s", "-m", f"{job['package']}.tests", "--json"]
    process = folder.spawn_to_file(command, env=env, pinned=not cpu, cpu=cpu)
    with contextlib.closing(Watch(folder.uid, process.pid, limits.runner_memory(host), folder.kill)) as watch:
        try:
            status = process.wait(limits.GATES)
        except subprocess.TimeoutExpired:
            return f"they took longer than {limits.GATES:g} s"
        finally:
            folder.kill()  # before the next job has the device
    if watch.excess:
        return watch.excess
    return f"their process died of {reaper.signal_name(-status)}" if status < 0 else "" if status in (0, 1) else f"their process ended with status {status}"


def _told(said: str) -> "tuple[list[Gate], int | None]":
    """The gates among the lines, and how many tests ran. None: the process did not come to its end."""
    gates: "list[Gate]" = []
    ran: "int | None" = None
    for line in said.splitlines():
        with contextlib.suppress(ValueError, RecursionError):
            found: Any = json.loads(line)
            if not isinstance(found, dict):
                continue
            fields = cast("dict[str, Any]", found)
            if type(fields.get("ran")) is int:
                ran = int(fields["ran"])
            elif all(isinstance(fields.get(name), str) for name in _TEXTS) and fields.get("outcome") in _OUTCOMES and len(gates) < _MOST_GATES:
                gates.append(cast(Gate, {"outcome": fields["outcome"], **{name: str(fields[name])[:_TEXT_CHARS] for name in _TEXTS}}))
    return gates, ran


def _problem(ending: str, gates: "list[Gate]", said: str) -> str:
    after = f", after {gates[-1]['name']}" if gates else ""
    last = next((line.strip() for line in reversed(said.splitlines()) if line.strip() and not line.startswith("{")), "")
    return f"{ending or 'their process ended early'}{after}{f': {last}' if last else ''}"[:_TEXT_CHARS]
