"""Starts a judge, sends it jobs, and returns the replies by id. Holds tasks and candidates that several tests share."""

import atexit
import contextlib
import functools
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

from judge.protocol import schema

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "judge"]
PYTHON = os.environ.get("KERNELWRIGHT_PYTHON", sys.executable)  # for scripts: `npm test` has them forked from a process that has torch
# The allowed statuses of a right candidate on a busy machine: other work can delay its hand-over.
RIGHT_HOWEVER_BUSY = ("ok", "timing_disagrees")
DISTURBED = ("timeout", "timing_disagrees")  # what other work on the machine can make of a candidate that hides none
PATIENCE = 6  # how often other work may disturb a candidate

SOFTMAX = """
import torch, torch.nn as nn
class Model(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)
def get_inputs():
    return [torch.rand(128, 512)]
def get_init_inputs():
    return []
"""

SOFTMAX_CPP = """
#include <cmath>
#include <cstdint>
extern "C" int row_softmax(const float* x, float* y, int64_t rows, int64_t cols) {
  #pragma omp parallel for
  for (int64_t r = 0; r < rows; r++) {
    const float* a = x + r * cols;
    float* b = y + r * cols;
    float sum = 0, most = a[0];
    for (int64_t i = 0; i < cols; i++) most = a[i] > most ? a[i] : most;
    for (int64_t i = 0; i < cols; i++) { b[i] = expf(a[i] - most); sum += b[i]; }
    for (int64_t i = 0; i < cols; i++) b[i] /= sum;
  }
  return 0;
}
"""

SOFTMAX_NEW = """
import torch, torch.nn as nn
from kernel import lib
class ModelNew(nn.Module):
    def forward(self, x):
        y = torch.empty_like(x)
        lib.row_softmax(x, y, x.shape[0], x.shape[1])
        return y
"""


def python_only(body: str, setup: str = "", arguments: str = "x") -> "list[dict]":
    """A candidate in one file whose forward(self, `arguments`) is `body`, with `setup` before the class."""
    lines = "\n".join("        " + line for line in body.strip().splitlines())
    return [{"name": "model_new.py", "text": f"import torch, torch.nn as nn\n{setup}\nclass ModelNew(nn.Module):\n    def forward(self, {arguments}):\n{lines}\n"}]


def with_native(name: str, native: str, model: str = SOFTMAX_NEW) -> "list[dict]":
    return [{"name": "model_new.py", "text": model}, {"name": name, "text": native}]


def on_task(kind: str, job_id: str, source: str = SOFTMAX, target: str = "cpu", **more) -> dict:
    task = {"name": "softmax", "source": source}
    return {"protocol": 3, "id": job_id, "kind": kind, "task": task, "target": target, "precision": "fp32", "baselines": [], **more}


def evaluation(job_id: str, files: "list[dict]", source: str = SOFTMAX, target: str = "cpu", language: str = "cpp", library: str = "library-allowed") -> dict:
    return on_task("evaluate", job_id, source, target, candidate={"language": language, "files": files}, tier="search", library=library, rareChecks=True)


def sweep(job: dict) -> dict:
    """The evaluation in the tier with the fewest timed calls, for tests of the status alone. It makes no rare checks and no profile."""
    return {**job, "tier": "sweep"}


def ask(jobs: "list[dict | str | bytes]", seconds: float = 300, **env: str) -> "dict[str, dict]":
    """Sends the jobs, closes stdin, and returns the replies by id. Fails unless the judge exits 0 with a reply for each job."""
    done = subprocess.run(COMMAND, cwd=ROOT, input=_lines(jobs), capture_output=True, env={**os.environ, **env}, timeout=seconds)
    replies = done.stdout.splitlines()
    assert done.returncode == 0 and len(replies) == len(jobs), f"exit {done.returncode}, {len(replies)} replies\n{done.stderr.decode()}"
    return _by_id(replies)


def ask_shared(jobs: "list[dict | str]", seconds: float = 900) -> "dict[str, dict]":
    """As `ask`, of one judge that serves all tests of this process. To open a task takes longer than to judge a kernel of it."""
    judge = _shared().process
    ending = threading.Timer(seconds, judge.kill)
    sending = threading.Thread(target=_send, args=(judge, jobs))
    ending.start()
    sending.start()
    replies = [judge.stdout.readline() for _ in jobs]
    sending.join()
    ending.cancel()
    if not all(replies):
        _shared.cache_clear()  # the next tests get another one
        raise AssertionError(f"the shared judge ended with {judge.wait()}")
    return _by_id(replies)


def ask_shared_patiently(jobs: "list[dict]") -> "dict[str, dict]":
    """As `ask_shared`, for candidates that neither hang nor hide work. One that other work on the machine disturbed is judged again."""
    found = ask_shared(jobs)
    for at in range(PATIENCE):
        again = [job for job in jobs if not _statuses(found[job["id"]]).isdisjoint(DISTURBED)]
        if not again:
            break
        replies = ask_shared([{**job, "id": f"{job['id']}-{at}"} for job in again])
        found |= {job["id"]: replies[f"{job['id']}-{at}"] for job in again}
    return found


def _statuses(reply: dict) -> "set[str]":
    """The statuses of all verdicts of a reply."""
    verdicts = [reply.get("verdict"), *reply.get("verdicts", []), *(each["verdict"] for each in reply.get("again", []))]
    return {verdict["status"] for verdict in verdicts if verdict}


def _send(judge: "subprocess.Popen[bytes]", jobs: "list[dict | str]") -> None:
    with contextlib.suppress(BrokenPipeError):  # its replies show that it has ended
        judge.stdin.write(_lines(jobs))
        judge.stdin.flush()


@functools.lru_cache(maxsize=None)
def _shared() -> "Running":
    """A judge whose environment has a secret. It ends with this process, which fails if the judge does."""
    judge = Running(SECRET_OF_TEST="1")

    def end() -> None:
        judge.__exit__()
        if judge.process.returncode != 0:
            print(f"the shared judge ended with {judge.process.returncode}", file=sys.stderr, flush=True)
            os._exit(1)

    atexit.register(end)
    return judge


def _lines(jobs: "list[dict | str | bytes]") -> bytes:
    return b"".join((job if isinstance(job, bytes) else (job if isinstance(job, str) else json.dumps(job)).encode()) + b"\n" for job in jobs)


def _by_id(lines: "list[bytes]") -> "dict[str, dict]":
    """The replies by id. Fails where one breaks the protocol."""
    replies = [json.loads(line) for line in lines]
    malformed = {reply["id"]: found for reply in replies if (found := schema.problem("Reply", reply))}
    assert not malformed, malformed
    return {reply["id"]: reply for reply in replies}


def own_cache(test: unittest.TestCase) -> Path:
    """The folder of a cache that the code under test uses until the test ends."""
    kept = tempfile.TemporaryDirectory()
    test.addCleanup(kept.cleanup)
    environment = mock.patch.dict(os.environ, {"KERNELWRIGHT_CACHE": kept.name})
    environment.start()
    test.addCleanup(environment.stop)
    return Path(kept.name)


class Running:
    """A context manager: a judge that answers one job at a time until the test ends."""

    def __init__(self, **env: str):
        self.process = subprocess.Popen(COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **env})

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_raised) -> None:
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()

    def send(self, job: dict) -> None:
        self.process.stdin.write(json.dumps(job).encode() + b"\n")
        self.process.stdin.flush()

    def reply(self, job: dict) -> dict:
        self.send(job)
        return json.loads(self.process.stdout.readline())

    def ask(self, job: dict) -> dict:
        """The reply's verdict, or the whole reply if it has none."""
        reply = self.reply(job)
        return reply.get("verdict", reply)

    def ask_patiently(self, job: dict) -> dict:
        """As `ask`, of a right candidate under shortened limits. A busy moment, which exceeds them, passes; harm to the judge stays."""
        for at in range(PATIENCE):
            verdict = self.ask({**job, "id": f"{job['id']}-{at}"})
            if verdict.get("status") != "timeout":
                break
        return verdict


def processes(judge: "int | None" = None) -> "set[str]":
    """Command lines of running processes of the judge with this process id, or of any judge."""
    found, folder = set(), f"kernelwright-judge-{judge}-" if judge else "kernelwright-judge-"  # 12 is no beginning of 123
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if folder in line or (judge is None and "sleep 4242" in line):
            found.add(f"{entry.parent.name} {line}")
    return found
