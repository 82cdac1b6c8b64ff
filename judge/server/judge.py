"""The judge itself: jobs in, replies out. Imports no torch."""

import contextlib
import os
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from judge.device import topology
from judge.protocol.errors import Broken, Rejected
from judge.protocol.jobs import parsed, well_formed
from judge.protocol.messages import Host, Job, Reply, ReplyBody
from judge.sandbox import launch, probe
from judge.server.gates import gates_of
from judge.server.pipeline import evaluate
from judge.server.preparation import prepare
from judge.server.scheduler import Scheduler
from judge.server.series import AT_ONCE, Series
from judge.server.sessions import Sessions
from judge.wire import packets

_DESCRIBE, _END = 300.0, 30.0  # seconds to import torch and to describe the host, and to end
_PER_DEVICE = 4  # jobs at once: one is measured while others build and start
WORKERS = max(1, min(_PER_DEVICE * max(1, topology.gpu_count()), len(os.sched_getaffinity(0))))


class Judge:
    """Answers jobs, several at once from several threads. Close it in any case: it kills all children."""

    def __init__(self) -> None:
        launch.sweep()
        self._sessions = Sessions()
        self._found: "tuple[Host, Scheduler] | None" = None
        self._finding = threading.Lock()
        self._is_ending = False
        self._threads = ThreadPoolExecutor(WORKERS)  # of series

    def answer(self, text: bytes) -> Reply:
        """The Reply to one job as JSON in UTF-8. Never raises: a bug is a `broken` reply, and its traceback goes to stderr."""
        job_id = "unknown"
        try:
            fields = parsed(text)
            job_id = str(fields.get("id", job_id))
            if self._is_ending:
                raise Broken("the judge is ending")
            return cast(Reply, {"id": job_id, **self._answered(well_formed(fields))})
        except Rejected as rejected:
            return {"id": job_id, "kind": "rejected", "reason": rejected.reason, "remedy": rejected.remedy, "degenerate": rejected.degenerate}
        except Broken as broken:
            return {"id": job_id, "kind": "broken", "reason": str(broken)}
        except Exception as error:
            if not self._is_ending:  # at the end, killed children cause errors
                traceback.print_exc()
            return {"id": job_id, "kind": "broken", "reason": f"{type(error).__name__}: {error}"}

    def close(self) -> None:
        self._is_ending = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._sessions.close()
        launch.close_all()

    def _answered(self, job: Job) -> ReplyBody:
        if job["kind"] == "probe":
            return {"kind": "host", "host": self._host()[0]}
        launch.prepare(job["target"])
        host, scheduler = self._host()
        if host["torch"] is None:
            raise Rejected(f"the judge's Python ({sys.executable}) has no torch", "start the judge with a Python that has PyTorch installed")
        jobs = min(AT_ONCE, len(job["candidates"])) if job["kind"] == "series" else 1
        with scheduler.device(job["target"], lambda device: self._sessions.holds(job, device), jobs) as device:
            if job["kind"] == "series":
                return Series(job, device, host, self._sessions, self._threads).answer()
            if job["kind"] == "gates":
                return gates_of(job, device, host)
            if job["kind"] == "prepare":
                return {"kind": "prepared", "baselines": prepare(job, device, host, self._sessions)}
            return {"kind": "verdict", "verdict": evaluate(job, device, host, self._sessions)}

    def _host(self) -> "tuple[Host, Scheduler]":
        """The host and its devices. Another process finds them once, because the judge imports no torch."""
        with self._finding:
            if self._found is None:
                described = _described()
                gpus: "list[str]" = described.pop("visible")
                self._found = cast(Host, {**described, "isolation": probe.reached()}), Scheduler(gpus)
            return self._found


def _described() -> "dict[str, Any]":
    """The answer of `judge.device.host`. It runs in the environment of the cpu target, because this decides which BLAS torch uses.

    Raises Broken where it sends nothing; its own words are on stderr then.
    """
    channel, theirs = packets.pair()
    with theirs:
        process = launch.trusted_process("judge.device.host", theirs, launch.own_environment("cpu"), {})
    with contextlib.closing(channel):
        try:
            if not channel.wait(_DESCRIBE):
                raise Broken(f"the host could not be described within {_DESCRIBE:g} s")
            return channel.receive()
        except EOFError as error:
            raise Broken("the host could not be described: the process for it ended") from error
        finally:
            process.kill()
            process.wait(_END)
