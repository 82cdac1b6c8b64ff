"""Answers a prepare job: opens the task and measures its baselines."""

import math
import time

from judge.device.access import Device
from judge.protocol.messages import Baselines, Host, PrepareJob
from judge.server.rivals import rivals_of
from judge.server.sessions import Sessions


def prepare(job: PrepareJob, device: Device, host: Host, sessions: Sessions) -> Baselines:
    """The Baselines of the job's task on a device. Raises Rejected and Broken."""
    started = time.monotonic()
    with device.measuring:
        session = sessions.of(job, device, host)
        noise = session.noise()
        rivals = rivals_of(session, job["task"], job["precision"], device, host, job["baselines"])
        operators = session.operators()
        calls = session.library_calls() if job.get("libraryCalls") else None
    found: Baselines = {
        "host": host,
        **session.facts,
        "eager": noise["eager"],
        "noiseBand": math.expm1(noise["band"]),
        "rivals": rivals,
        "operators": operators,
        "seconds": time.monotonic() - started,
    }
    if "workloads" in noise:
        found["workloads"] = noise["workloads"]
    if calls is not None:
        found["libraryCalls"] = calls
    return found
