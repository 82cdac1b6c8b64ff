"""Lanes: the parts of a host that measure side by side. Each has one GPU, or the CPU, and its own share of the cores."""

import os
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from judge.device.topology import cores_of, gpu_count


@dataclass(frozen=True)
class Lane:
    """`gpu`: its name for CUDA_VISIBLE_DEVICES, None for the CPU. `cpus`: where its processes run."""

    gpu: "str | None"
    cpus: "frozenset[int]"

    @property
    def environment(self) -> "dict[str, str]":
        """What a process of this lane gets on top of its environment."""
        return {} if self.gpu is None else {"CUDA_VISIBLE_DEVICES": self.gpu}


def lanes(target: str, most: "int | None" = None) -> "list[Lane]":
    """One lane per visible GPU, `most` at most; a single one for the CPU. Raises SystemExit if no GPU is visible."""
    if target == "cpu":
        return [Lane(None, frozenset(os.sched_getaffinity(0)))]
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    gpus = [str(at) for at in range(gpu_count())] if visible is None else visible.split(",")[: gpu_count()]
    if not gpus:
        raise SystemExit("no GPU is visible here: run this on a host with an NVIDIA GPU, or give --target cpu where the command has it")
    gpus = gpus[:most]
    cores = cores_of(os.sched_getaffinity(0))
    shares = [cores[at * len(cores) // len(gpus) : (at + 1) * len(cores) // len(gpus)] for at in range(len(gpus))]
    return [Lane(gpu, frozenset(cpu for core in share or cores for cpu in core)) for gpu, share in zip(gpus, shares)]


class Work:
    """Items that several lanes take one by one. None are given out after `seconds`."""

    def __init__(self, items: Iterable, seconds: float):
        self._items: "queue.SimpleQueue" = queue.SimpleQueue()
        for item in items:
            self._items.put(item)
        self._until = time.monotonic() + seconds

    def __iter__(self):
        while time.monotonic() < self._until:
            try:
                item = self._items.get_nowait()
            except queue.Empty:
                return
            yield item


def side_by_side(chosen: "list[Lane]", items: Iterable, seconds: float, act: "Callable[[Lane, Work], None]") -> None:
    """Calls `act(lane, work)` for all lanes at once, each in a thread that runs on the lane's cores; children inherit them.

    `act` iterates over `work`, which lanes share. Begins no item after `seconds`. Raises the first error of a lane when all have ended.
    """
    work, errors = Work(items, seconds), []

    def run(lane: Lane) -> None:
        os.sched_setaffinity(0, lane.cpus)
        try:
            act(lane, work)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(lane,)) for lane in chosen]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def add_options(parser) -> None:
    """Adds --gpus and --seconds, which every measurement with lanes takes."""
    parser.add_argument("--gpus", type=int, metavar="N", help="use N GPUs at most, side by side (default: all that are visible)")
    parser.add_argument("--seconds", type=float, default=1e9, metavar="S", help="begin nothing after S seconds; a restarted command does the rest")
