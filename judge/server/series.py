"""A series: several candidates of one task on one device, of which some are built while one is timed. One job, one answer."""

import math
import statistics
import threading
from concurrent.futures import Executor, Future
from typing import cast

from judge.device.access import Device
from judge.protocol.messages import Again, Candidate, EvaluateJob, Host, OkVerdict, SecondLook, SeriesJob, SeriesReplyBody, Tier, Verdict
from judge.server.pipeline import evaluate
from judge.server.sessions import Sessions

AT_ONCE = 4


class Series:
    """The judging of one series. `threads` must outlive it: a session's processes end with the thread that opened them."""

    def __init__(self, job: SeriesJob, device: Device, host: Host, sessions: Sessions, threads: Executor):
        self._job, self._device, self._host, self._sessions, self._threads = job, device, host, sessions, threads
        self._spent, self._lock = 0.0, threading.Lock()

    def answer(self) -> SeriesReplyBody:
        """The verdicts of all looks. Raises Rejected and Broken."""
        looks = self._judged(list(range(len(self._job["candidates"]))), self._job["tier"], self._job.get("seconds"), self._job.get("counters"))
        again = self._job.get("again")
        chosen = best(looks, again) if again else []
        second = self._judged(chosen, again["tier"], None, None) if again else []
        return {"kind": "series", "verdicts": looks, "again": [cast(Again, {"candidate": at, "verdict": verdict}) for at, verdict in zip(chosen, second)]}

    def _judged(self, places: "list[int]", tier: Tier, seconds: "float | None", counters: "bool | None") -> "list[Verdict | None]":
        """Verdicts of the candidates at `places`. After `seconds` of work none is begun, and its verdict is None."""
        verdicts: "list[Verdict | None]" = [None] * len(places)
        rest = iter(enumerate(places))

        def work() -> None:
            while seconds is None or self._spent < seconds:
                with self._lock:
                    at, place = next(rest, (-1, -1))
                if at < 0:
                    return
                verdict = evaluate(self._single(place, tier, counters), self._device, self._host, self._sessions)
                with self._lock:
                    self._spent += sum(verdict["seconds"].values())
                verdicts[at] = verdict

        working: "list[Future[None]]" = [self._threads.submit(work) for _ in range(min(AT_ONCE, len(places)))]
        errors = [error for error in (one.exception() for one in working) if error]  # all of them end first
        if errors:
            raise errors[0]
        return verdicts

    def _single(self, place: int, tier: Tier, counters: "bool | None") -> EvaluateJob:
        job = self._job
        candidate: Candidate = job["candidates"][place]
        single: EvaluateJob = {
            "protocol": job["protocol"],
            "id": f"{job['id']}-{place}-{tier}",
            "kind": "evaluate",
            "task": job["task"],
            "target": job["target"],
            "precision": job["precision"],
            "candidate": candidate,
            "tier": tier,
            "baselines": job["baselines"],
            "library": job["library"],
        }
        if "require" in job:
            single["require"] = job["require"]
        if counters is not None:
            single["counters"] = counters
        return single


def best(looks: "list[Verdict | None]", again: SecondLook) -> "list[int]":
    """The places of the candidates to judge again, fastest first: faster than the first one, the best `oneIn`-th of those that were judged.

    A speedup rests on the baseline of its minute. As far as that one differs from the median of the series' baselines within the noise band,
    the difference is chance and left out. The search's `steadySpeedup` (src/domain/measure.ts) has the same rule.
    """
    eager = statistics.median([verdict["baseline"]["medianUs"] for verdict in looks if verdict and verdict["status"] == "ok"] or [1.0])
    gains = [_steady(verdict, eager) if verdict and verdict["status"] == "ok" else 0.0 for verdict in looks]
    judged = sum(verdict is not None for verdict in looks)
    faster = [place for place in range(1, len(looks)) if gains[place] > gains[0]]
    return sorted(faster, key=lambda place: -gains[place])[: min(again["most"], math.ceil(judged / again["oneIn"]))]


def _steady(verdict: OkVerdict, eager_us: float) -> float:
    """The speedup without the chance in the baseline of its minute. `eager_us`: the baseline of the whole series."""
    drift, most = math.log(verdict["baseline"]["medianUs"] / eager_us), math.log1p(verdict["noiseBand"])
    return verdict["speedup"]["median"] / math.exp(max(-most, min(most, drift)))
