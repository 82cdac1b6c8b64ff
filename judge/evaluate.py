"""The cascade that makes a verdict: build, start, correctness, timing, profile; it stops at the first failure."""

import contextlib
import math
import time
from pathlib import Path

from . import limits
from .abilities import reached
from .builder import Build, build
from .bundle import files_of
from .counting import compiles, given_for, with_counters
from .errors import Broken, Failure, Rejected
from .health import examine
from .policy import check_policy
from .runner_process import RunnerProcess


class Stopwatch:
    """Seconds per stage, without the time spent in queues."""

    def __init__(self):
        self.seconds: "dict[str, float]" = {}

    @contextlib.contextmanager
    def stage(self, name: str, still=lambda: 0.0):
        """`still()`: seconds that were spent waiting so far."""
        started = time.monotonic() - still()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.monotonic() - still() - started


def evaluate(judge, job: dict) -> dict:
    """The Verdict of an evaluate job. `judge` lends host, lanes and sessions. Raises Rejected and Broken."""
    watch = Stopwatch()
    try:
        fields = {"status": "ok", **_cascade(judge, job, watch)}
    except Failure as failure:
        fields = failure.fields
    return {**fields, "isolation": reached(), "seconds": watch.seconds}


def _cascade(judge, job: dict, watch: Stopwatch) -> dict:
    files, host, target = files_of(job), judge.host(), job["target"]
    native = next((name for name in ("kernel.cu", "kernel.cpp") if name in files), None)
    if target != "cpu" and host["gpu"] is None:
        _build(judge, native, files, target, host, watch)
        raise Rejected("this host has no CUDA device that torch can use (the candidate's native code compiles)", "run the judge on a host with an NVIDIA GPU")
    bystanders = job["device"].bystanders
    runner = _start(judge, job, files, watch)
    try:
        with bystanders.joined(runner):  # opening a device holds up whoever else is at work on it
            built = _build(judge, native, files, target, host, watch)  # while the runner starts
            if built:
                runner.add_library(built.library)
            with watch.stage("start", lambda: bystanders.seconds):
                runner.ready(limits.START, lambda: bystanders.seconds)
        runner.stop()
        with judge.lanes.measuring(job["device"]):
            fields, given = _measured(judge, job, runner, built, watch)
        return with_counters(judge, job, files, built, _with_codes(fields, built, watch), given, watch)
    finally:
        runner.close()


def _start(judge, job: dict, files: dict, watch: Stopwatch) -> RunnerProcess:
    with judge.lanes.noise(job["target"]), watch.stage("start"):
        return RunnerProcess(f"candidate-{job['id']}", files, ("model_new", "ModelNew"), job, judge.host(), {"gpuShare": limits.GPU_SHARE})


def _build(judge, native: "str | None", files: dict, target: str, host: dict, watch: Stopwatch) -> "Build | None":
    if native is None:
        return None
    with judge.lanes.noise(target), watch.stage("build"):
        return build(native, files[native], host["gpu"]["capability"] if host["gpu"] else None)


def _measured(judge, job: dict, runner: RunnerProcess, built: "Build | None", watch: Stopwatch) -> "tuple[dict, Path | None]":
    """The verdict's fields, and what a process is given that counts for them; None where that is not wanted."""
    session = judge.session(job)
    name = runner.name
    try:
        rivals = session.need_baselines(job["baselines"])
        with judge.lanes.timing(job["device"]):
            session.need_noise()
        runner.go_on()  # nothing foreign runs while the oracle learns what its device does alone
        with watch.stage("start"):
            start = session.attach(runner, limits.START_COMPILING if compiles(job) else limits.START)
        with watch.stage("correctness"):
            checked = session.ask("check", "correctness", limits.CORRECTNESS, runner, name=name, tier=job["tier"])
        with judge.lanes.timing(job["device"]), watch.stage("timing"):
            timed = _timed(session, runner, name=name, others=rivals, tier=job["tier"])
        profile = kernelbench = None
        if job["tier"] != "sweep":  # the first look at a setting: one that is kept is judged again as any other candidate
            with judge.lanes.timing(job["device"]), watch.stage("profile"):
                profile = _profile(session, runner, built)
            check_policy(job, profile, timed["times"][name]["medianUs"])
        if job["tier"] == "promotion":
            with judge.lanes.timing(job["device"]), watch.stage("kernelbench"):
                kernelbench = _advisory(session, "kernelbench", limits.KERNELBENCH, runner)
        given = given_for(judge, job, session)
    except (Failure, Broken, Rejected) as error:
        examine(error, job["device"], session, runner, watch)
        raise
    finally:
        try:
            runner.kill()  # before the oracle frees the memory that it maps, and before the next job has the device
        finally:
            session.drop(name)
    return {**_told(session, name, rivals, checked, timed), "parameters": start["parameters"], "tier": job["tier"], "profile": profile, "kernelbench": kernelbench}, given


def _timed(session, runner: RunnerProcess, **asked) -> dict:
    """What the clock found; what looks like hidden work is measured twice, each within the limit."""
    found = session.ask("time", "timing", limits.TIMING, runner, **asked)
    return {**session.ask("time", "timing", limits.TIMING, runner, **asked, again=True), "twice": True} if found.get("again") else found


def _told(session, name: str, rivals: "list[str]", checked: dict, timed: dict) -> dict:
    """What the checks and the clock found, in the protocol's terms."""
    return {
        "candidate": timed["times"][name],
        "baseline": timed["times"]["eager"],
        "speedup": timed["speedup"],
        "comparison": timed["comparison"],
        "clocks": timed["clocks"],
        **({"timedTwice": True} if "twice" in timed else {}),
        "noiseBand": math.expm1(timed["band"]),
        "rivals": [{"name": rival, "time": timed["times"][rival], "speedup": timed["ratios"][rival]} for rival in rivals],
        "checkedCalls": checked["checked"] + timed["checked"],
        "errorShare": max(checked["errorShare"], timed["errorShare"]),
        "deterministic": checked["deterministic"],
        "precisionBlind": session.facts["precisionBlind"],
    }


def _profile(session, runner: RunnerProcess, built: "Build | None") -> "dict | None":
    seen = _advisory(session, "profile", limits.PROFILE, runner)
    return seen and {**seen, "compiled": built.compiled if built else [], "remarks": built.remarks if built else []}


def _with_codes(fields: dict, built: "Build | None", watch: Stopwatch) -> dict:
    """The verdict's fields with what each compiled kernel's machine code consists of."""
    profile = fields["profile"]
    if not profile or not built:
        return fields
    with watch.stage("profile"):
        codes = built.codes.result()
    compiled = [{**row, "code": codes[row["name"]]} if row["name"] in codes else row for row in profile["compiled"]]
    return {**fields, "profile": {**profile, "compiled": compiled}}


def _advisory(session, ask: str, limit: float, runner: RunnerProcess) -> "dict | None":
    """What takes too long or loses the runner is left out. Raises Failure where outputs are wrong in it."""
    try:
        return session.ask(ask, "profile", limit, runner, name=runner.name)
    except Failure as failure:
        if failure.fields["status"] in ("timeout", "crashed"):
            return None
        raise
    except Broken:
        return None
