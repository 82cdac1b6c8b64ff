"""`python3 -m judge.scan`: finds out which KernelBench tasks can be judged as shipped, and how the judge treats the others.

It opens and examines each task at its real size, as for a candidate (see `admission`). It tests trivial answers: zeros, a constant, the
answer for another input, the input itself, and half of the answer. It also tests operands of lower precision. It counts what the special
checks vary. With --openings it opens each task again by what the first opening decided, on fresh secret draws, and compares the admissions.
Reports name tasks by level and number only. An interrupted scan continues: tasks in --out are skipped.
"""

import argparse
import json
import math
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from judge.oracle.kernelbench.tasks import COMMIT, REPRESENTATIVE, Problem, problems
from judge.protocol.errors import Rejected
from judge.sandbox.paths import write_whole
from judge.scan import report
from judge.scan.report import NO_MEMORY
from judge.wire import packets

_HARD = 4  # a task is killed if one distribution takes this multiple of --seconds
_ALONE = 3  # the limit of a failed task that runs again alone, as a multiple of --seconds
_PACKAGE_PARENT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Examines the missing tasks, several at once. Then examines the failed ones again, one at a time. Then writes the report."""
    options = _options()
    options.out.mkdir(parents=True, exist_ok=True)
    kept = Kept(options.out / "scan.json")
    try:
        every = [problem for level in options.levels for problem in problems(options.kernelbench, level)]
    except Rejected as rejected:
        sys.exit(f"{rejected.reason}; {rejected.remedy}")
    every = [problem for problem in every if options.subset == "all" or problem.number in REPRESENTATIVE[problem.level]]
    mine = [problem for at, problem in enumerate(every) if at % options.shard[1] == options.shard[0] - 1]
    missing = [problem for problem in mine if problem.name not in kept.rows]
    _examine_all(missing, kept, options, options.workers, options.seconds)
    failed = [problem for problem in mine if problem.name in kept.rows and _is_unsure(kept.rows[problem.name])]
    _examine_all(failed, kept, options, 1, options.seconds * _ALONE)
    text = report.markdown([kept.rows[problem.name] for problem in every if problem.name in kept.rows])
    (options.out / "scan.md").write_text(text)
    print(text)


def _is_unsure(row: dict) -> bool:
    """Whether the failure may come from tasks that ran at the same time, or from the time limit."""
    failed = row["status"] in ("memory", "timeout", "failed") or any(each["note"] == NO_MEMORY for each in row["rows"])
    return failed and not row["alone"]


class Kept:
    """Rows by task name in a JSON file. Each write replaces the file atomically."""

    def __init__(self, path: Path):
        self._path, self._lock = path, threading.Lock()
        self.rows: "dict[str, dict]" = json.loads(path.read_text()) if path.exists() else {}

    def keep(self, row: dict) -> None:
        """Adds a row and writes the file."""
        with self._lock:
            self.rows[row["task"]] = row
            write_whole(self._path, json.dumps(self.rows, indent=1, allow_nan=False) + "\n")
            print(f"{row['task']}: {row['status']} in {row['seconds']:.1f} s {row['note']}", flush=True)


class Worker:
    """A process that examines tasks until it breaks; the next task then gets a fresh one."""

    def __init__(self, options: argparse.Namespace, workers: int):
        self._options, self._threads = options, max(1, len(os.sched_getaffinity(0)) // workers)
        self._process: "subprocess.Popen | None" = None

    def examine(self, problem: Problem, seconds: float) -> dict:
        """The task's row. Skips a distribution that breaks the process or takes too long, and examines the rest."""
        skip: "list[str]" = []
        started = time.monotonic()
        while True:
            found = self._once(problem, skip, seconds)
            if found["status"] == "examined" or found["examining"] in (None, "shipped", *skip):
                return {"task": problem.name, **found, "seconds": time.monotonic() - started}
            skip.append(found["examining"])

    def close(self) -> None:
        """Ends the process, if it runs."""
        if self._process is not None:
            self._channel.close()
            self._process.kill()
            self._process.wait()
            self._process = None

    def _once(self, problem: Problem, skip: "list[str]", seconds: float) -> dict:
        if self._process is None or self._process.poll() is not None or self._options.target == "cpu":
            self._start()  # on a CPU each task sets its own memory limit, which cannot be raised again
        request = {"name": problem.name, "path": str(problem.path.resolve()), "skip": skip, "threads": self._threads, "openings": self._options.openings}
        row = {"status": "failed", "note": "", "examining": None, "rows": [], "evalMode": None, "peakBytes": None}
        try:
            self._channel.send({**request, "target": self._options.target, "precision": self._options.precision})
            while self._channel.wait(seconds * _HARD):
                said = self._channel.receive()
                if "done" in said:
                    row |= {"status": said.pop("done"), **said}
                    break
                row |= said
            else:
                row |= {"status": "timeout", "note": f"more than {seconds * _HARD:g} s in one step"}
        except (EOFError, OSError):
            row["note"] = "the process died"
        if row["status"] in ("failed", "timeout"):
            self.close()
        return row

    def _start(self) -> None:
        self.close()
        self._channel, theirs = packets.pair()
        env = {**os.environ, "PYTHONPATH": str(_PACKAGE_PARENT), "PYTORCH_CUDA_ALLOC_CONF": "expandable_segments:True"}
        streams: "dict[str, Any]" = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        command = [sys.executable, "-m", "judge.scan.worker", str(theirs.fileno())]
        self._process = subprocess.Popen(command, env=env, pass_fds=(theirs.fileno(),), start_new_session=True, **streams)
        theirs.close()


def _examine_all(todo: "list[Problem]", kept: Kept, options: argparse.Namespace, workers: int, seconds: float) -> None:
    """Examines tasks with several processes at once. One can draw inputs on the CPU while another uses the device."""
    waiting: "queue.SimpleQueue[Problem]" = queue.SimpleQueue()
    for problem in todo:
        waiting.put(problem)

    def work() -> None:
        worker = Worker(options, workers)
        try:
            while time.monotonic() < options.until:
                kept.keep({**worker.examine(waiting.get_nowait(), seconds), "alone": seconds > options.seconds})
        except queue.Empty:
            pass
        finally:
            worker.close()

    threads = [threading.Thread(target=work) for _ in range(min(workers, len(todo)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _shard(text: str) -> "tuple[int, int]":
    at, of = (int(part) for part in text.split("/"))
    if not 1 <= at <= of:
        raise ValueError(text)
    return at, of


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m judge.scan", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernelbench", type=Path, required=True, metavar="DIR", help=f"a KernelBench checkout at {COMMIT}")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--subset", choices=("all", "representative"), default="all", help="representative: KernelBench's own choice (default: all)")
    parser.add_argument("--openings", type=int, default=1, metavar="N", help="open each task N times and compare the admissions (default: 1)")
    parser.add_argument("--shard", type=_shard, default=(1, 1), metavar="I/N", help="every Nth task, from the Ith")
    parser.add_argument("--out", type=Path, default=Path("runs/judge"), metavar="DIR", help="where scan.json and scan.md are kept (default: runs/judge)")
    parser.add_argument("--target", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--precision", choices=("fp32", "tf32", "bf16", "fp16"), default="fp32")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="tasks at once; those that then lack memory are examined alone (default: 2)")
    parser.add_argument("--seconds", type=float, default=8.0, help="a quarter of what one step of a task may take (default: 8)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which no further task is begun (default: no limit)")
    options = parser.parse_args()
    options.until = time.monotonic() + 60 * options.minutes
    return options


if __name__ == "__main__":
    main()
