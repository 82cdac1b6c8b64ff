"""Answers a prepare job: opens the task and measures its baselines."""

import time

from judge.device.access import Device
from judge.protocol.errors import AlternativeLost
from judge.protocol.messages import Alternative, AlternativeName, Baselines, Host, PrepareJob, Ratio
from judge.protocol.oracle_messages import BaselineTimes
from judge.server.sessions import Sessions
from judge.server.task_session import TaskSession


def prepare(job: PrepareJob, device: Device, host: Host, sessions: Sessions) -> Baselines:
    """The Baselines of the job's task on a device. Raises Rejected and Broken."""
    started = time.monotonic()
    with device.measuring:
        session = sessions.of(job, device, host)
        runnable = session.need_baselines(job["baselines"])
        with device.timing():
            session.need_noise()
            try:
                timed = session.time_baselines(runnable)
            except AlternativeLost:
                timed = session.time_baselines([])
        operators = session.operators()
    return {
        "host": host,
        **session.facts,
        "eager": timed["times"]["eager"],
        "rivals": [_alternative(name, timed, session) for name in job["baselines"]],
        "operators": operators,
        "seconds": time.monotonic() - started,
    }


def _alternative(name: AlternativeName, timed: BaselineTimes, session: TaskSession) -> Alternative:
    ratio = timed["ratios"].get(name)
    return {"name": name, "time": timed["times"].get(name), "speedup": _inverse(ratio) if ratio else None, "note": session.note(name)}


def _inverse(ratio: Ratio) -> Ratio:
    """A ratio the other way round: the oracle gives alternative / eager, a reply gives eager / alternative."""
    return {**ratio, "median": 1 / ratio["median"], "low": 1 / ratio["high"], "high": 1 / ratio["low"]}
