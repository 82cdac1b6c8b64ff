"""The cascade that makes a verdict: build, start, correctness, timing, profile. It stops at the first failure."""

import contextlib
import math
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from judge.build.compiler import Build, build
from judge.device.access import Device
from judge.device.evaluation import Evaluation
from judge.profile.dispatch import is_counted, with_counters
from judge.profile.sanitizers import RACE, is_sanitized, sanitized
from judge.protocol import limits
from judge.protocol.errors import Broken, Failure, Rejected
from judge.protocol.messages import EvaluateJob, Host, KernelBench, OkVerdictBody, Place, Profile, Verdict, VerdictBody
from judge.protocol.oracle_messages import Checked, NativeCall
from judge.sandbox.probe import reached
from judge.sandbox.runner_process import RunnerProcess
from judge.server.bundle import files_of
from judge.server.candidate_process import held, opponent, profiled, start_limit, started, time_fresh, timed
from judge.server.compiled_files import CompiledFiles
from judge.server.explaining import explain, explained
from judge.server.recovery import examine
from judge.server.rivals import against, rivals_of
from judge.server.sessions import Sessions
from judge.server.task_session import TaskSession


@dataclass
class _Judged:
    """What the first process of a candidate showed. `left`: pairs of fresh processes still to be timed."""

    parameters: Literal["loaded", "none"]
    checked: Checked
    twice: bool
    left: int
    profile: "Profile | None"
    native: "list[NativeCall]"
    kernelbench: "KernelBench | None"
    unproven: "list[str] | None"


@dataclass(frozen=True)
class _Measured:
    """A verdict that stands, and what is left to count: `native` calls by simulation, or a run on `inputs` (a folder) by the hardware's counters."""

    verdict: OkVerdictBody
    native: "list[NativeCall]"
    inputs: "Path | None"


def evaluate(job: EvaluateJob, device: Device, host: Host, sessions: Sessions) -> Verdict:
    """The verdict on the job's candidate. Raises Rejected and Broken."""
    work = Evaluation(job, device, host)
    try:
        body: VerdictBody = sessions.with_room(job, device, lambda alone: _cascade(work, sessions, alone))
    except Failure as failure:
        body = failure.fields
    explanation = {"explanation": work.explanation} if work.explanation is not None else {}
    return cast(Verdict, {**body, **explanation, "isolation": reached(), "place": _place(work), "seconds": work.watch.seconds})


def _place(work: Evaluation) -> Place:
    host, gpu = work.host, work.host["gpu"]
    if work.target == "cpu" or gpu is None:
        return {"host": host.get("name", ""), "device": f"{host['cpu']}, {host['threads']} threads", "driver": None}
    return {"host": host.get("name", ""), "device": gpu["name"], "driver": host["driver"]}


def _cascade(work: Evaluation, sessions: Sessions, alone: bool) -> OkVerdictBody:
    """`alone`: see `Sessions.of`."""
    files = files_of(work.job)
    if work.target != "cpu" and work.host["gpu"] is None:
        _build(work, files)
        raise Rejected("this host has no CUDA device that torch can use (the candidate's native code compiles)", "run the judge on a host with an NVIDIA GPU")
    bystanders = work.device.bystanders
    with work.device.noise(), work.watch.stage("start"):
        runner = started(work, files)
    try:
        with bystanders.joined(runner):  # a process that opens a device holds up all others on it
            built = _build(work, files)  # while the runner starts
            if built:
                runner.add_library(built.library)
            with work.watch.stage("start", lambda: bystanders.seconds):
                runner.ready(limits.START, lambda: bystanders.seconds)
        runner.stop()
        with work.device.measuring:
            with work.watch.stage("open"):  # the oracle had to learn first how its device behaves alone
                session = sessions.of(work.job, work.device, work.host, alone)
                session.noise()
            measured = _measured(work, session, runner, built, files)
        return _with_details(work, files, built, measured)
    finally:
        runner.close()


def _build(work: Evaluation, files: "dict[str, str]") -> "Build | None":
    native = next((name for name in ("kernel.cu", "kernel.cpp") if name in files), None)
    if native is None:
        return None
    gpu = work.host["gpu"]
    with work.device.noise(), work.watch.stage("build"):
        return build(native, files[native], gpu["capability"] if gpu else None)


def _measured(work: Evaluation, session: TaskSession, runner: RunnerProcess, built: "Build | None", files: "dict[str, str]") -> _Measured:
    """Judges a runner that waits, inside the device's lane, and at promotion further processes of it. Raises Failure, Rejected and Broken."""
    job, watch = work.job, work.watch
    with watch.stage("baselines"):
        rivals = rivals_of(session, job["task"], job["precision"], work.device, work.host, job["baselines"])
    with held(work, session, runner):
        judged = _judged(work, session, runner, built)
    if judged.left:
        judged.twice |= _time_pairs(work, session, runner, built, files, judged.left)
    with watch.stage("timing"):
        result = session.compare(job["tier"])
    verdict: OkVerdictBody = {
        "status": "ok",
        "tier": job["tier"],
        "candidate": result["candidate"],
        "baseline": result["baseline"],
        "speedup": result["speedup"],
        "comparison": result["comparison"],
        "noiseBand": math.expm1(result["band"]),
        "clocks": result["clocks"],
        "rivals": [against(rival, result["speedup"]) for rival in rivals if rival["time"]],
        "checkedCalls": judged.checked["checked"] + result["checked"],
        "errorShare": max(judged.checked["errorShare"], result["errorShare"]),
        "publicErrorShare": judged.checked["publicErrorShare"],
        "deterministic": judged.checked["deterministic"],
        "precisionBlind": session.facts["precisionBlind"],
        "parameters": judged.parameters,
        "profile": judged.profile,
        "kernelbench": judged.kernelbench,
    }
    if judged.unproven is not None:
        verdict["unproven"] = judged.unproven
    if judged.twice:
        verdict["timedTwice"] = True
    if "forward" in result:
        verdict["forward"] = result["forward"]
    if "callTimes" in result:
        verdict["callTimes"] = result["callTimes"]
    if "pairs" in result:
        verdict["pairs"] = result["pairs"]
    if "shapes" in result:
        verdict["shapes"] = result["shapes"]
    if "unseen" in judged.checked:
        verdict["unseen"] = judged.checked["unseen"]
    return _Measured(verdict, judged.native, session.exported_inputs() if is_counted(work) or is_sanitized(work) else None)


def _judged(work: Evaluation, session: TaskSession, runner: RunnerProcess, built: "Build | None") -> _Judged:
    tier = work.job["tier"]
    runner.go_on()
    with work.watch.stage("start"):
        attached = session.attach(runner, start_limit(work))
    with explained(work, session, runner), work.watch.stage("correctness"):
        checked = session.check(runner, tier, work.compiles_itself)
    with opponent(work, session) as eager:
        found, twice = timed(work, session, runner, eager, first=True)
    # Each time on a GPU rests on the trace of its launches. On a CPU it does not, and a sweep has a profile only for counters.
    wants_profile = tier != "sweep" or work.target == "cuda" or bool(work.job.get("counters"))
    profile, native = profiled(work, session, runner, built, found["candidateUs"]) if wants_profile else (None, [])
    kernelbench = _kernelbench(work, session, runner)
    with explained(work, session, runner):
        unproven = _unproven(work, session, runner)
    explain(work, session, runner)
    return _Judged(attached["parameters"], checked, twice, found["left"], profile, native, kernelbench, unproven)


def _time_pairs(work: Evaluation, session: TaskSession, runner: RunnerProcess, built: "Build | None", files: "dict[str, str]", left: int) -> bool:
    """Times `left` further pairs of fresh processes after the first `runner`, which it closes. Returns whether a pair was timed twice.

    A candidate that compiled itself need not do so again: each process gets the files that the first one compiled, at the same path.
    """
    twice = False
    with contextlib.closing(CompiledFiles(runner.folder)) as compiled:
        runner.close()
        while left:
            found, again = time_fresh(work, session, files, built, compiled.folder())
            twice, left = twice or again, found["left"]
    return twice


def _kernelbench(work: Evaluation, session: TaskSession, runner: RunnerProcess) -> "KernelBench | None":
    """KernelBench's view, at promotion. None if it takes too long or too much memory, or loses the runner. Raises Failure where outputs are wrong in it."""
    if work.job["tier"] != "promotion":
        return None
    with work.device.timing(), work.watch.stage("kernelbench"):
        try:
            return session.kernelbench(runner)
        except Failure as failure:
            if failure.fields["status"] in ("timeout", "crashed"):
                return None
            raise
        except (Broken, Rejected):
            return None


def _unproven(work: Evaluation, session: TaskSession, runner: RunnerProcess) -> "list[str] | None":
    """Names of rare cases on which the candidate is wrong. None if nobody has looked.

    Raises Failure (wrong) where the job requires one of them, and for what only a GPU leaves until now.
    """
    job = work.job
    if job["tier"] == "sweep":
        return None
    rare = job["tier"] == "promotion" or job.get("rareChecks", False) or bool(job.get("require"))
    ended: "Failure | None" = None
    with work.watch.stage("correctness"):
        try:
            found, why = session.prove(runner, rare)
        except Failure as failure:
            if failure.fields["status"] != "timeout":
                raise
            found, why, ended = session.rare, None, failure
    if why is not None:  # its end is no check: every process of a candidate is ended, and no stage counts that
        ended = runner.crash("profile", why, told=False)
    if ended is not None:
        examine(ended, work, session, runner)
    _expect_required(work, found)
    return found if rare else None


def _expect_required(work: Evaluation, unproven: "list[str]") -> None:
    """Raises Failure (wrong) where the job requires one of the names."""
    missing = [name for name in unproven if not {name.split()[0], f"{name.split()[0]}s"}.isdisjoint(work.job.get("require", ()))]
    if missing:
        raise Failure(status="wrong", inputs="hidden", group="required", names=missing, problem=f"required, but not right: {', '.join(missing)}")


def _with_details(work: Evaluation, files: "dict[str, str]", built: "Build | None", measured: _Measured) -> OkVerdictBody:
    """The verdict with each compiled kernel's machine code, with what sanitizers found, and with counters where the job asks for them.

    It stands without them. Raises Failure for an access out of bounds, a race, and a name that the job requires.
    """
    verdict = measured.verdict
    try:
        if is_sanitized(work):
            verdict["sanitizers"], unproven = sanitized(work, files, built, measured.inputs)
            _expect_required(work, unproven)
            verdict["unproven"] = [*verdict.get("unproven", []), *unproven]
        elif work.job["tier"] == "promotion":
            _expect_required(work, [RACE])
        profile = verdict["profile"]
        if profile is None:
            return verdict
        if built:
            with work.watch.stage("profile"):
                codes = built.codes.result()
            for row in profile["compiled"]:
                if row["name"] in codes:
                    row["code"] = codes[row["name"]]
        return {**verdict, "profile": with_counters(work, files, built, profile, measured.native, measured.inputs)}
    finally:
        if measured.inputs is not None:
            shutil.rmtree(measured.inputs, ignore_errors=True)
