"""Examines a GPU after a candidate failed on it: does it still compute, and did the driver free the candidate's memory?

It asks the driver's management library (NVML) and the task's oracle. Without the library it asks the oracle alone.
"""

import time

from judge.device.evaluation import Evaluation
from judge.device.nvml import Gpu
from judge.protocol import limits
from judge.protocol.errors import Broken, Failure, Rejected
from judge.sandbox.runner_process import RunnerProcess
from judge.server.task_session import TaskSession

_PATIENCE = 20.0  # seconds for the driver to let go of a killed process
_FELL_OVER = ("crashed", "timeout")


def examine(error: Exception, work: Evaluation, session: TaskSession, runner: RunnerProcess) -> None:
    """Call it after `error` ended the measurement of a candidate, while holding `device.measuring`. Kills a runner that fell over.

    Raises Broken if the candidate left the device out of order. Raises Failure (crashed) if the oracle or a baseline failed because the
    candidate held the device's memory. Returns if neither is so: then `error` stands.
    """
    if work.device.visible is None:
        return
    gpu = Gpu(work.device.visible)
    if isinstance(error, (Broken, Rejected)):
        held, free = _held(gpu, runner)
        if free and held > limits.GPU_SHARE * free:
            problem = f"it held {held / 2**30:.0f} of the {free / 2**30:.0f} GiB of memory that the device had free, so that nothing else had room; {limits.GPU_SHARE:.0%} are allowed"
            raise Failure(status="crashed", stage=work.watch.latest, problem=problem)
    elif isinstance(error, Failure) and error.fields["status"] in _FELL_OVER:
        runner.kill()
        _await_release(gpu, runner.pid)
        if session.alive:
            session.pulse()


def _await_release(gpu: Gpu, pid: int) -> None:
    until = time.monotonic() + _PATIENCE
    while pid in gpu.processes():
        if time.monotonic() > until:
            raise Broken(f"the GPU did not let go of a candidate's process within {_PATIENCE:g} s of its end")
        time.sleep(0.05)


def _held(gpu: Gpu, runner: RunnerProcess) -> "tuple[int, int]":
    """Bytes that a runner held, which its end gives back, and bytes that are free without it."""
    before, _total = gpu.memory()
    runner.kill()
    _await_release(gpu, runner.pid)
    after, total = gpu.memory()
    return before - after, total - after
