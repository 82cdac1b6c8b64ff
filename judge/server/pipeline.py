"""The cascade that makes a verdict: build, start, correctness, timing, profile. It stops at the first failure."""

import contextlib
import math
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from judge.build.compiler import Build, build
from judge.build.demangle import demangled
from judge.device.access import Device
from judge.device.evaluation import Evaluation
from judge.profile.dispatch import is_counted, with_counters
from judge.profile.library_policy import check_policy
from judge.protocol import limits
from judge.protocol.errors import Broken, Failure, Rejected
from judge.protocol.messages import Alternative, AlternativeName, EvaluateJob, Host, KernelBench, OkVerdictBody, Profile, Verdict, VerdictBody
from judge.protocol.oracle_messages import NativeCall, Timed
from judge.sandbox.probe import reached
from judge.sandbox.runner_process import RunnerProcess
from judge.server.bundle import files_of
from judge.server.recovery import examine
from judge.server.sessions import Sessions
from judge.server.task_session import TaskSession


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
        body: VerdictBody = _cascade(work, sessions)
    except Failure as failure:
        body = failure.fields
    explanation = {"explanation": work.explanation} if work.job.get("explain") else {}
    return cast(Verdict, {**body, **explanation, "isolation": reached(), "seconds": work.watch.seconds})


def _cascade(work: Evaluation, sessions: Sessions) -> OkVerdictBody:
    files = files_of(work.job)
    if work.target != "cpu" and work.host["gpu"] is None:
        _build(work, files)
        raise Rejected("this host has no CUDA device that torch can use (the candidate's native code compiles)", "run the judge on a host with an NVIDIA GPU")
    bystanders = work.device.bystanders
    runner = _start(work, files)
    try:
        with bystanders.joined(runner):  # a process that opens a device holds up all others on it
            built = _build(work, files)  # while the runner starts
            if built:
                runner.add_library(built.library)
            with work.watch.stage("start", lambda: bystanders.seconds):
                runner.ready(limits.START, lambda: bystanders.seconds)
        runner.stop()
        with work.device.measuring:
            measured = _measured(work, sessions, runner, built)
        return _with_details(work, files, built, measured)
    finally:
        runner.close()


def _start(work: Evaluation, files: "dict[str, str]") -> RunnerProcess:
    with work.device.noise(), work.watch.stage("start"):
        changes = {"gpuShare": limits.GPU_SHARE}
        return RunnerProcess(f"candidate-{work.job['id']}", files, ("model_new", "ModelNew"), work.job["precision"], work.device, work.host, changes)


def _build(work: Evaluation, files: "dict[str, str]") -> "Build | None":
    native = next((name for name in ("kernel.cu", "kernel.cpp") if name in files), None)
    if native is None:
        return None
    gpu = work.host["gpu"]
    with work.device.noise(), work.watch.stage("build"):
        return build(native, files[native], gpu["capability"] if gpu else None)


def _measured(work: Evaluation, sessions: Sessions, runner: RunnerProcess, built: "Build | None") -> _Measured:
    """Judges a runner that waits, inside the device's lane. Raises Failure, Rejected and Broken."""
    session = sessions.of(work.job, work.device, work.host)
    try:
        return _judged(work, session, runner, built)
    except (Failure, Broken, Rejected) as error:
        examine(error, work, session, runner)
        raise
    finally:
        try:
            runner.kill()  # before the oracle frees the memory that it maps, and before the next job has the device
        finally:
            session.drop(runner.name)


def _judged(work: Evaluation, session: TaskSession, runner: RunnerProcess, built: "Build | None") -> _Measured:
    job, device, watch = work.job, work.device, work.watch
    alternatives = session.need_baselines(job["baselines"])
    with device.timing():
        session.need_noise()
    runner.go_on()  # the oracle had to learn first how its device behaves alone
    with watch.stage("start"):
        attached = session.attach(runner, limits.START_COMPILING if work.compiles_itself else limits.START)
    with watch.stage("correctness"):
        try:
            checked = session.check(runner, job["tier"], work.compiles_itself)
        except Failure:
            _explain(work, session, runner)
            raise
    with device.timing(), watch.stage("timing"):
        timed, twice = _timed(work, session, runner, alternatives)
    profile, native = _profiled(work, session, runner, built, timed)
    kernelbench = _kernelbench(work, session, runner)
    unproven = _unproven(work, session, runner)
    _explain(work, session, runner)
    verdict: OkVerdictBody = {
        "status": "ok",
        "tier": job["tier"],
        "candidate": timed["times"][runner.name],
        "baseline": timed["times"]["eager"],
        "speedup": timed["speedup"],
        "comparison": timed["comparison"],
        "noiseBand": math.expm1(timed["band"]),
        "clocks": timed["clocks"],
        "rivals": [_alternative(name, timed) for name in alternatives],
        "checkedCalls": checked["checked"] + timed["checked"],
        "errorShare": max(checked["errorShare"], timed["errorShare"]),
        "deterministic": checked["deterministic"],
        "precisionBlind": session.facts["precisionBlind"],
        "unproven": unproven,
        "parameters": attached["parameters"],
        "profile": profile,
        "kernelbench": kernelbench,
    }
    if twice:
        verdict["timedTwice"] = True
    if "callTimes" in timed:
        verdict["callTimes"] = timed["callTimes"]
    return _Measured(verdict, native, session.exported_inputs() if is_counted(work) else None)


def _alternative(name: AlternativeName, timed: Timed) -> Alternative:
    return {"name": name, "time": timed["times"][name], "speedup": timed["ratios"][name]}


def _timed(work: Evaluation, session: TaskSession, runner: RunnerProcess, alternatives: "list[AlternativeName]") -> "tuple[Timed, bool]":
    """The times, and whether they were taken twice: the first measurement looked like hidden work. Each has the whole time limit."""
    timed = session.time(runner, alternatives, work.job["tier"], again=False)
    if "again" not in timed:
        return timed, False
    timed = session.time(runner, alternatives, work.job["tier"], again=True)
    assert "again" not in timed
    return timed, True


def _profiled(work: Evaluation, session: TaskSession, runner: RunnerProcess, built: "Build | None", timed: Timed) -> "tuple[Profile | None, list[NativeCall]]":
    """The profile and the calls of the candidate's library. A sweep skips it: the judge judges a setting again before the search keeps it.

    Raises Failure if the profile breaks the library policy. Raises it also if the runner ends or breaks the protocol: a time may rest on its trace.
    """
    if work.job["tier"] == "sweep":
        return None, []
    with work.device.timing(), work.watch.stage("profile"):
        profiled = session.profile(runner)
    profile: Profile = {**profiled["profile"], "compiled": built.compiled if built else [], "remarks": built.remarks if built else []}
    names = demangled([row["name"] for row in profile["kernels"]])
    for row, name in zip(profile["kernels"], names):
        row["name"] = name[: limits.KERNEL_NAME_CHARS]  # as in the compiler's rows: rows are matched by name
    check_policy(work.job, profile, timed["times"][runner.name]["medianUs"])
    return profile, profiled["native"]


def _kernelbench(work: Evaluation, session: TaskSession, runner: RunnerProcess) -> "KernelBench | None":
    """KernelBench's view, at promotion. None if it takes too long or loses the runner. Raises Failure where outputs are wrong in it."""
    if work.job["tier"] != "promotion":
        return None
    with work.device.timing(), work.watch.stage("kernelbench"):
        try:
            return session.kernelbench(runner)
        except Failure as failure:
            if failure.fields["status"] in ("timeout", "crashed"):
                return None
            raise
        except Broken:
            return None


def _unproven(work: Evaluation, session: TaskSession, runner: RunnerProcess) -> "list[str]":
    """Names of rare cases on which the candidate is wrong. Raises Failure (wrong) where the job requires one of them."""
    if work.job["tier"] == "sweep":
        return []
    with work.watch.stage("correctness"):
        try:
            found = session.prove(runner)
        except Failure as failure:
            if failure.fields["status"] not in ("timeout", "crashed"):
                raise
            examine(failure, work, session, runner)
            found = session.rare
    missing = [name for name in found if name.split()[0] in work.job.get("require", ())]
    if missing:
        raise Failure(status="wrong", inputs="hidden", group="required", names=missing, problem=f"required, but not right: {', '.join(missing)}")
    return found


def _explain(work: Evaluation, session: TaskSession, runner: RunnerProcess) -> None:
    """Names what is wrong on fresh hidden draws if the job asks for it. Nothing is named if the candidate ends meanwhile."""
    if not work.job.get("explain") or not session.alive:
        return
    with contextlib.suppress(Failure), work.watch.stage("correctness"):
        work.explanation.extend(session.explain(runner))


def _with_details(work: Evaluation, files: "dict[str, str]", built: "Build | None", measured: _Measured) -> OkVerdictBody:
    """The verdict with each compiled kernel's machine code, and with counters where the job asks for them. It stands without them."""
    profile = measured.verdict["profile"]
    if profile is None:
        return measured.verdict
    if built:
        with work.watch.stage("profile"):
            codes = built.codes.result()
        for row in profile["compiled"]:
            if row["name"] in codes:
                row["code"] = codes[row["name"]]
    return {**measured.verdict, "profile": with_counters(work, files, built, profile, measured.native, measured.inputs)}
