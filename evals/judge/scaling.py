"""`python3 -m evals.judge.scaling --gpus 1 2`: candidates per hour of one judge with 1 GPU, with 2, and so on.

Each setting is one judge with an empty build cache, and shows it N GPUs and N shares of the host's cores. Its candidates are building blocks of
`prompts/blocks`, again and again in the same order, each with a changed text. So every one is compiled, checked and timed as in a search.
The judge opens their task on every GPU first. The count begins once every place in the judge has answered a candidate, so neither openings nor a
half-empty judge are in it. `--target cpu` tries the command on a machine without a GPU.
"""

import argparse
import contextlib
import ctypes
import itertools
import os
import queue
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from judge.device.nvml import Gpu
from judge.device.topology import cores_of

from . import lanes
from .blocks import Block, blocks
from .report import Record, add_json_option, table
from .wire import JudgeChild, said

_PLACES = 4  # candidates that the judge takes at once per device, if it has as many cores
_WAITING = 2  # further ones per device that wait for a place
_LANE = ("open", "baselines", "correctness", "timing", "profile")  # stages that hold the GPU for one candidate
_SAMPLE_S = 0.2


class _Utilization(ctypes.Structure):
    _fields_ = [("gpu", ctypes.c_uint), ("memory", ctypes.c_uint)]


class _Busy(Gpu):
    """Samples how much of the time a GPU runs kernels."""

    def sample(self) -> "int | None":
        """Percent of NVML's last sample period in which a kernel ran. None if it is not known."""
        answer = _Utilization()
        return answer.gpu if self._ask("nvmlDeviceGetUtilizationRates", ctypes.byref(answer)) else None


def main() -> None:
    """Measures every setting that is not in --json yet, then writes the table."""
    asked = _options()
    record, every = Record(asked.json), lanes.lanes(asked.target)
    if max(asked.gpus) > len(every):
        sys.exit(f"--gpus {max(asked.gpus)}: only {len(every)} {'is' if len(every) == 1 else 'are'} there on the target {asked.target}; give at most that many")
    chosen = [block for block in blocks(asked.target) if block.task in asked.tasks]
    if {block.task for block in chosen} != set(asked.tasks):
        sys.exit(f"--tasks: every task needs a block of the target {asked.target}; there are {', '.join(sorted({block.task for block in blocks(asked.target)}))}")
    for count in asked.gpus:
        key = f"{asked.target} {count}"
        if key not in record.rows and not asked.show:
            record.keep(key, _measured(every[:count], len(every), chosen, asked.seconds))
    record.write(*_report(record.rows))


def _measured(used: "list[lanes.Lane]", there: int, chosen: "list[Block]", seconds: float) -> dict:
    """The figures of one judge on the lanes `used` of all that are `there`, asked for `seconds` after it opened its tasks."""
    started, gpus = time.monotonic(), [lane.gpu for lane in used if lane.gpu is not None]
    with tempfile.TemporaryDirectory() as cache, _cores(len(used), there), JudgeChild(Path(cache), {"CUDA_VISIBLE_DEVICES": ",".join(gpus)} if gpus else {}) as judge:
        try:
            hardware = _opened(judge, chosen, len(used))
            opening = time.monotonic() - started
            print(f"{len(used)} x {hardware}: the judge is ready after {opening:.0f} s", flush=True)
            with _sampled(gpus) as busy:
                replies, began, ended = _stream(judge, chosen, len(used), started + opening + seconds, busy)
        finally:
            judge.stop()
    lane = sum(reply["verdict"]["seconds"].get(stage, 0.0) for reply in replies for stage in _LANE)
    shares = {gpu: statistics.fmean(samples) / 100 if samples else None for gpu, samples in busy.items()}
    row = {"hardware": hardware, "cores": len(cores_of(os.sched_getaffinity(0))) * len(used) // there, "openS": opening, "countedS": ended - began}
    row |= {"candidates": len(replies), "perHour": len(replies) * 3600 / (ended - began), "lane": lane / (ended - began) / len(used), "busy": shares}
    return {**row, "verdicts": dict(Counter(map(said, replies)))}


@contextlib.contextmanager
def _cores(used: int, there: int) -> Iterator[None]:
    """Gives what starts meanwhile `used` of `there` equal shares of the cores."""
    allowed = os.sched_getaffinity(0)
    cores = cores_of(allowed)
    os.sched_setaffinity(0, {cpu for core in cores[: max(1, len(cores) * used // there)] for cpu in core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def _opened(judge: JudgeChild, chosen: "list[Block]", devices: int) -> str:
    """Opens every task on every device: jobs that come together go to different ones. Returns the hardware's name."""
    reply: dict = {}
    for job in {block.task: block.job("search") for block in chosen}.values():
        prepare = {key: job[key] for key in ("protocol", "task", "target", "precision", "baselines")}
        for at in range(devices):
            judge.send({**prepare, "id": f"open{at}", "kind": "prepare"})
        for _ in range(devices):
            reply = judge.reply()
            if reply["kind"] != "prepared":
                raise RuntimeError(f"{job['task']['name']} could not be opened: {reply.get('reason')}")
    host = reply["baselines"]["host"]
    return host["gpu"]["name"] if chosen[0].target == "cuda" else host["cpu"]


def _stream(judge: JudgeChild, chosen: "list[Block]", devices: int, until: float, busy: "dict[str, list[int]]") -> "tuple[list[dict], float, float]":
    """Keeps the judge full until then. Returns the verdicts counted, and when their count began and ended."""
    replies: "queue.SimpleQueue[dict | None]" = queue.SimpleQueue()
    jobs = (_anew(block, f"scaling-{at}") for at, block in enumerate(itertools.cycle(chosen)))
    for _ in range((_PLACES + _WAITING) * devices):
        judge.send(next(jobs))
    threading.Thread(target=_listen, args=(judge, replies), daemon=True).start()
    counted: "list[dict]" = []
    places = min(_PLACES * devices, len(os.sched_getaffinity(0)))
    began = ended = None
    for at in itertools.count(1):
        try:
            reply = replies.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            break
        if reply is None or reply["kind"] != "verdict":
            raise RuntimeError(f"the judge gave no verdict: {reply and said(reply)}; its messages are above")
        ended = time.monotonic()
        if began is not None:
            counted.append(reply)
        elif at >= places:
            began = ended
            for samples in busy.values():
                samples.clear()
        judge.send(next(jobs))
    if began is None or ended is None or not counted:
        sys.exit(f"the judge answered fewer than {places + 1} candidates in its time: give --seconds a larger number")
    return counted, began, ended


def _listen(judge: JudgeChild, replies: "queue.SimpleQueue[dict | None]") -> None:
    """Hands the judge's replies on, and None at its end."""
    with contextlib.suppress(RuntimeError, ValueError):  # it was stopped, and its pipe may be closed
        while True:
            replies.put(judge.reply())
    replies.put(None)


def _anew(block: Block, mark: str) -> dict:
    """The job of the block with a changed text, which no cache holds."""
    job, comment = block.job("search"), {"model_new.py": "#"}
    files = [{"name": file["name"], "text": f"{file['text']}{comment.get(file['name'], '//')} {mark}\n"} for file in job["candidate"]["files"]]
    return {**job, "id": mark, "candidate": {**job["candidate"], "files": files}}


@contextlib.contextmanager
def _sampled(gpus: "list[str]") -> "Iterator[dict[str, list[int]]]":
    """Fills a list of samples of each GPU meanwhile."""
    found: "dict[str, list[int]]" = {gpu: [] for gpu in gpus}
    watched, ending = {gpu: _Busy(gpu) for gpu in gpus}, threading.Event()

    def watch() -> None:
        while not ending.wait(_SAMPLE_S):
            for gpu, device in watched.items():
                share = device.sample()
                if share is not None:
                    found[gpu].append(share)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield found
    finally:
        ending.set()
        thread.join()


def _report(rows: "dict[str, dict]") -> "list[str]":
    heads = ["devices", "cores", "ready after, s", "candidates", "in, s", "candidates per hour", "share of linear", "GPU lane held", "GPU busy", "verdicts"]
    lines = []
    for key, row in rows.items():
        target, count = key.split()
        one = rows.get(f"{target} 1")
        linear = row["perHour"] / one["perHour"] / int(count) if one else None
        busy = ", ".join("–" if share is None else f"{share:.0%}" for share in row["busy"].values()) or None
        verdicts = ", ".join(f"{status} {number}" for status, number in row["verdicts"].items())
        lines.append([f"{count} x {row['hardware']}", row["cores"], row["openS"], row["candidates"], row["countedS"], row["perHour"], linear, f"{row['lane']:.0%}", busy, verdicts])
    return ["# Candidates per hour of one judge", table(heads, lines)]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.scaling", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", choices=("cpu", "cuda"), default="cuda")
    parser.add_argument("--gpus", type=int, nargs="+", default=[1], metavar="N", help="the settings: how many GPUs the judge has (default: 1)")
    parser.add_argument("--tasks", nargs="+", default=["layer_norm"], metavar="TASK", help="of prompts/blocks/tasks, at most two, which one GPU keeps open (default: layer_norm)")
    parser.add_argument("--seconds", type=float, default=50, metavar="S", help="of candidates for each setting, after the opening of the task (default: 50)")
    parser.add_argument("--show", action="store_true", help="measure nothing, only write the table again")
    add_json_option(parser, "scaling")
    asked = parser.parse_args()
    if min(asked.gpus) < 1 or len(asked.tasks) > 2:
        parser.error("--gpus takes numbers from 1, and --tasks at most two names")
    return asked


if __name__ == "__main__":
    main()
