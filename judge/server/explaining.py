"""Says for a person what is wrong on public inputs and on fresh hidden draws, check by check, until a limit of time. No search asks for it."""

import contextlib
import time
from collections.abc import Generator

from judge.device.evaluation import Evaluation
from judge.protocol import limits
from judge.protocol.errors import Failure, Rejected
from judge.protocol.messages import Explanation
from judge.protocol.oracle_messages import without_element
from judge.sandbox.runner_process import RunnerProcess
from judge.server.task_session import TaskSession


@contextlib.contextmanager
def explained(work: Evaluation, session: TaskSession, runner: RunnerProcess) -> Generator[None, None, None]:
    """Explains a Failure that its block raises, which goes on."""
    try:
        yield
    except Failure:
        explain(work, session, runner)
        raise


def explain(work: Evaluation, session: TaskSession, runner: RunnerProcess) -> None:
    """Adds what is wrong to the evaluation's explanation if the job asks for it. A last row says why checks were left, if any were."""
    if not work.job.get("explain") or not session.alive:
        return
    work.explanation = []
    with work.watch.stage("correctness"):
        for found in _mismatches(session, runner):
            work.explanation.append(found)


def _mismatches(session: TaskSession, runner: RunnerProcess) -> "Generator[Explanation, None, None]":
    began, at, left = time.monotonic(), 0, 1
    while left:
        spent = time.monotonic() - began
        if at and spent > limits.EXPLAINING:
            yield without_element("the checks that follow", f"{left} of {at + left} were not asked, because the time of {limits.EXPLAINING:g} s ran out")
            return
        try:
            answer = session.explain(runner, at, limits.CORRECTNESS - spent)
        except (Failure, Rejected) as ended:
            yield without_element("the next check", _reason(ended))
            return
        yield from answer["explanation"]
        at, left = at + 1, answer["left"]


def _reason(ended: "Failure | Rejected") -> str:
    if isinstance(ended, Rejected):
        return ended.reason
    return f"no answer came within {limits.CORRECTNESS:g} s of --explain, so the checks ended here" if ended.fields["status"] == "timeout" else ended.problem
