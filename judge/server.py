"""The judge itself: jobs in, replies out. Schedules and lends what jobs share; imports no torch."""

import json
import os
import subprocess
import sys
import threading
import time
import traceback
from collections import OrderedDict

from . import abilities, isolation, limits, surroundings
from .errors import Broken, Rejected, RivalLost
from .evaluate import evaluate
from .jobs import malformation, parsed
from .lanes import Device, Lanes
from .session import Session

_PER_DEVICE = 4  # jobs at once: one is measured while others build and start
WORKERS = max(1, min(_PER_DEVICE * max(1, surroundings.gpu_count()), len(os.sched_getaffinity(0))))
_KEPT_SESSIONS = 2  # per device: an oracle and its baseline runners hold inputs and outputs in device memory


class Judge:
    """Answers jobs, several at once from several threads. Close it in any case: it kills all children."""

    def __init__(self):
        isolation.sweep()
        self._sessions: "OrderedDict[tuple, Session]" = OrderedDict()
        self._host: "dict | None" = None
        self._is_ending = False
        self._host_lock, self._session_lock = threading.Lock(), threading.Lock()

    def answer(self, text: bytes) -> dict:
        """The Reply to one job as JSON in UTF-8. Never raises: a bug is a `broken` reply, its traceback goes to stderr."""
        job_id = "unknown"
        try:
            job = parsed(text)
            job_id = str(job.get("id", job_id))
            if self._is_ending:
                raise Broken("the judge is ending")
            problem = malformation(job)
            if problem:
                raise Rejected(f"the job is malformed: {problem}", "send a Job as src/domain/protocol.ts defines it")
            return {"id": job_id, **self._answered(job)}
        except Rejected as rejected:
            return {"id": job_id, "kind": "rejected", "reason": rejected.reason, "remedy": rejected.remedy, "degenerate": rejected.degenerate}
        except Broken as broken:
            return {"id": job_id, "kind": "broken", "reason": str(broken)}
        except Exception as error:
            if not self._is_ending:  # else it is what killing the children comes to
                traceback.print_exc()
            return {"id": job_id, "kind": "broken", "reason": f"{type(error).__name__}: {error}"}

    def host(self) -> dict:
        """The Host of the protocol, asked once of a child that imports torch."""
        with self._host_lock:
            if self._host is None:
                env = {**os.environ, **surroundings.cpu_environment(1), "PYTHONPATH": str(surroundings.PACKAGE_PARENT)}
                done = subprocess.run([sys.executable, "-m", "judge.host"], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
                if done.returncode != 0:
                    raise Broken(f"the host could not be described: {done.stderr[-1000:]}")
                found = json.loads(done.stdout.splitlines()[-1])
                self.lanes = Lanes(found.pop("visible"))
                self._host = {**found, "isolation": abilities.reached()}
            return self._host

    def session(self, job: dict) -> Session:
        """The task's session on the job's device, opened if need be; the least recently used one there gives way.

        Call it inside the device's lane.
        """
        key = _key(job, job["device"])
        with self._session_lock:
            kept = self._sessions.pop(key, None)
            old = [] if kept is not None and kept.alive else [other for other in self._sessions if other[0] is job["device"]]
            ended = [self._sessions.pop(other) for other in old[: len(old) - _KEPT_SESSIONS + 1]]
        if kept is None or not kept.alive:
            for session in [*ended, *([kept] if kept is not None else [])]:
                session.close()  # baseline runners outlive a dead oracle
            kept = Session(job, self.host())
        with self._session_lock:
            self._sessions[key] = kept
        return kept

    def close(self) -> None:
        self._is_ending = True
        for session in list(self._sessions.values()):
            session.close()
        isolation.close_all()

    def _answered(self, job: dict) -> dict:
        if job["kind"] == "probe":
            return {"kind": "host", "host": self.host()}
        isolation.prepare(job["target"])
        if self.host()["torch"] is None:
            raise Rejected(f"the judge's Python ({sys.executable}) has no torch", "start the judge with a Python that has PyTorch installed")
        with self.lanes.device(job["target"], lambda device: _key(job, device) in self._sessions) as device:
            placed = {**job, "device": device}
            if job["kind"] == "prepare":
                return {"kind": "prepared", "baselines": self._prepare(placed)}
            return {"kind": "verdict", "verdict": evaluate(self, placed)}

    def _prepare(self, job: dict) -> dict:
        started = time.monotonic()
        with self.lanes.measuring(job["device"]):
            session = self.session(job)
            rivals = session.need_baselines(job["baselines"])
            with self.lanes.timing(job["device"]):
                session.need_noise()
                try:
                    timed = session.time_baselines(rivals)
                except RivalLost:
                    rivals = []
                    timed = session.time_baselines(rivals)
            seen = session.ask("operators", "profile", limits.OPEN)
        return {
            "host": self.host(),
            **session.facts,
            "eager": timed["times"]["eager"],
            "rivals": [
                {"name": name, "time": timed["times"].get(name), "speedup": _inverse(timed["ratios"].get(name)), "note": session.note(name)}
                for name in job["baselines"]
            ],
            **seen,
            "seconds": time.monotonic() - started,
        }


def _key(job: dict, device: Device) -> tuple:
    return device, job["precision"], job["task"]["name"], job["task"]["source"]


def _inverse(ratio: "dict | None") -> "dict | None":
    """A Ratio the other way round: the oracle compares rivals with what is timed, here eager."""
    return {**ratio, "median": 1 / ratio["median"], "low": 1 / ratio["high"], "high": 1 / ratio["low"]} if ratio else None
