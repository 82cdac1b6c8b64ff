"""Answers a prepare job: opens the task and measures its baselines."""

import math
import time

from judge.device.access import Device
from judge.protocol.errors import Broken, Failure, Rejected
from judge.protocol.messages import Baselines, Host, LibraryCall, PrepareJob
from judge.server.rivals import rivals_of
from judge.server.sessions import Sessions
from judge.server.task_session import TaskSession


def prepare(job: PrepareJob, device: Device, host: Host, sessions: Sessions) -> Baselines:
    """The Baselines of the job's task on a device. Raises Rejected and Broken."""
    return sessions.with_room(job, device, lambda alone: _measured(job, device, host, sessions, alone))


def _measured(job: PrepareJob, device: Device, host: Host, sessions: Sessions, alone: bool) -> Baselines:
    """`alone`: see `Sessions.of`."""
    started = time.monotonic()
    with device.measuring:
        session = sessions.of(job, device, host, alone)
        noise = session.noise()
        rivals = rivals_of(session, job["task"], job["precision"], device, host, job["baselines"])
        operators = session.operators()
        calls = _library_calls(session) if job.get("libraryCalls") else None
    found: Baselines = {
        "host": host,
        **session.facts,
        "eager": noise["eager"],
        "noiseBand": math.expm1(noise["band"]),
        "promotionPairs": noise["pairs"],
        "rivals": rivals,
        "operators": operators,
        "seconds": time.monotonic() - started,
    }
    if "workloads" in noise:
        found["workloads"] = noise["workloads"]
    if calls is not None:
        found["libraryCalls"] = calls
    return found


def _library_calls(session: TaskSession) -> "list[LibraryCall]":
    """The library calls that give the task's answer. A search that fails finds none. If the session ends with it, the next job opens another."""
    try:
        return session.library_calls()
    except (Broken, Failure, Rejected):
        return []
