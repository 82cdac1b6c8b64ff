"""One process of a candidate: its start, its timing against eager, and the profile that its time rests on."""

import contextlib
from collections.abc import Generator

from judge.build.compiler import Build
from judge.build.demangle import demangled
from judge.device.evaluation import Evaluation
from judge.profile.library_policy import check_policy
from judge.protocol import limits
from judge.protocol.errors import Broken, Failure, Rejected
from judge.protocol.messages import Profile
from judge.protocol.oracle_messages import NativeCall, TimedOnce
from judge.sandbox.runner_process import RunnerProcess
from judge.sandbox.workdir import Folder
from judge.server.recovery import examine
from judge.server.task_session import TaskSession


def started(work: Evaluation, files: "dict[str, str]", folder: "Folder | None" = None) -> RunnerProcess:
    """A process that imports torch, in a folder of its own or in `folder`. It imports the candidate when the session attaches it."""
    changes = {"gpuShare": limits.GPU_SHARE}
    return RunnerProcess(f"candidate-{work.job['id']}", files, ("model_new", "ModelNew"), work.job["precision"], work.device, work.host, changes, folder=folder)


def start_limit(work: Evaluation) -> float:
    """Seconds in which the candidate must be imported and built."""
    return limits.START_COMPILING if work.compiles_itself else limits.START


@contextlib.contextmanager
def held(work: Evaluation, session: TaskSession, runner: RunnerProcess) -> Generator[None, None, None]:
    """Hold this while a candidate's process is measured; at the end it is killed. Raises Broken where it left the device out of order."""
    try:
        yield
    except (Failure, Broken, Rejected) as error:
        examine(error, work, session, runner)
        raise
    finally:
        try:
            runner.kill()  # before the oracle frees the memory that it maps, and before the next job has the device
        finally:
            session.drop(runner.name)


@contextlib.contextmanager
def opponent(work: Evaluation, session: TaskSession) -> Generator[str, None, None]:
    """The process of eager to time the candidate against, by name: a fresh one at promotion, else the session's."""
    if work.job["tier"] != "promotion":
        yield "eager"
        return
    with session.fresh_eager() as eager:
        with work.watch.stage("start"):
            session.attach_eager(eager)
            session.settle_eager(eager)
        yield eager.name


def timed(work: Evaluation, session: TaskSession, runner: RunnerProcess, eager: str, first: bool) -> "tuple[TimedOnce, bool]":
    """One measurement of each shape, and whether one was taken twice: the first one looked like hidden work. Each has the whole time limit.

    `candidateUs` is the time on the first shape, of which the profile is.
    """
    found = [_timed(work, session, runner, eager, first, shape) for shape in range(session.shapes)]
    return {"candidateUs": found[0][0]["candidateUs"], "left": found[-1][0]["left"]}, any(twice for _found, twice in found)


def _timed(work: Evaluation, session: TaskSession, runner: RunnerProcess, eager: str, first: bool, shape: int) -> "tuple[TimedOnce, bool]":
    tier = work.job["tier"]
    with work.device.timing(), work.watch.stage("timing"):
        found = session.time(runner, eager, tier, first, again=False, shape=shape)
        if "again" not in found:
            return found, False
        found = session.time(runner, eager, tier, first, again=True, shape=shape)
        assert "again" not in found
        return found, True


def profiled(work: Evaluation, session: TaskSession, runner: RunnerProcess, built: "Build | None", us: float) -> "tuple[Profile, list[NativeCall]]":
    """The profile of a call of `us` microseconds, and the calls of the candidate's library.

    Raises Failure if the profile breaks the library policy. Raises it also if the runner ends or breaks the protocol: a time may rest on its trace.
    """
    with work.device.timing(), work.watch.stage("profile"):
        found = session.profile(runner)
    profile: Profile = {**found["profile"], "compiled": built.compiled if built else [], "remarks": built.remarks if built else []}
    names = demangled([row["name"] for row in profile["kernels"]])
    for row, name in zip(profile["kernels"], names):
        row["name"] = name[: limits.KERNEL_NAME_CHARS]  # as in the compiler's rows: rows are matched by name
    check_policy(work.job, profile, us)
    return profile, found["native"]


def time_fresh(work: Evaluation, session: TaskSession, files: "dict[str, str]", built: "Build | None", folder: Folder) -> "tuple[TimedOnce, bool]":
    """As `timed`, for a fresh process in a fresh `folder` against a fresh one of eager. The process must be right and pass the profile, too."""
    with session.fresh_eager() as eager:
        with work.watch.stage("start"):
            runner = started(work, files, folder)
        with contextlib.closing(runner), held(work, session, runner):
            with work.watch.stage("start"):
                if built:
                    runner.add_library(built.library)
                runner.ready(limits.START)
                session.attach_eager(eager)  # the two build their models at the same time
                session.attach(runner, start_limit(work), "timing")
                session.settle_eager(eager)
            with work.watch.stage("correctness"):
                session.check_again(runner)
            found = timed(work, session, runner, eager.name, first=False)
            profiled(work, session, runner, built, found[0]["candidateUs"])
            return found
