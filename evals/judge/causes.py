"""`python3 -m evals.judge.causes`: where a clock that times one call by a message loses its time, a cause at a time.

Two processes work as the judge's do: this one keeps the clock and stands for the oracle, the other one makes the calls of a kernel
(causes_runner.py). Each way of timing leaves out one cause of the way above it. Every round tries all ways, so drift meets all of them.

| way | how a call is timed |
| --- | --- |
| switch inside | the runner is stopped, the oracle writes inputs and flushes the caches, the runner goes on, a message asks for the call |
| old clock | the same with a small kernel of the runner before the clock starts, which makes the device switch to its process |
| never stopped | the same without stopping the runner |
| oracle off the device | the runner itself flushes the caches, and the oracle does nothing on the device |
| own memory | the same with inputs in the runner's own memory |
| warmed up | the old clock, with four calls on other inputs before the clock starts |
| control page | the same, with a word of shared memory in place of messages |
| chain | the same with 16 calls in a row, per call |

`net` is a way's time without its empty call. All times are microseconds, medians.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import torch

from judge.device.topology import two_cores
from judge.oracle.runner_link.buffer_memory import DeviceBuffer, sealed_memory
from judge.oracle.timing.cache_flush import Cache
from judge.sandbox.suspension import Suspension
from judge.wire import control_page, packets

from .honest import Honest, kernels
from .report import Record, add_json_option, table

_ROOT = Path(__file__).resolve().parents[2]
_SLOTS, _CHAIN, _WARM_UPS, _ROUNDS = 4, 16, 4, 20
_SPINS = 4000  # reads of a word between two looks at the runner's process
_KERNELS = ("softmax_vector@softmax_16MB", "gated_vector@gated_1GB", "launches@turns_10_large")
# Way: (stopped, oracle on the device, wake, warm-up calls, shared memory, control page, calls)
_WAYS = {
    "switch inside": (True, True, False, 0, True, False, 1),
    "old clock": (True, True, True, 0, True, False, 1),
    "never stopped": (False, True, True, 0, True, False, 1),
    "oracle off the device": (False, False, False, 0, True, False, 1),
    "own memory": (False, False, False, 0, False, False, 1),
    "warmed up": (True, True, True, _WARM_UPS, True, False, 1),
    "control page": (True, True, True, _WARM_UPS, True, True, 1),
    "chain": (True, True, True, _WARM_UPS, True, True, _CHAIN),
}
# Cause: the way that has it, and the way that leaves it out. None: the device's events on calls in a row.
_CAUSES = {
    "the device switches processes inside the window": ("switch inside", "old clock"),
    "the runner was stopped": ("old clock", "never stopped"),
    "another process used the device and its caches before": ("never stopped", "oracle off the device"),
    "inputs in another process's memory": ("oracle off the device", "own memory"),
    "no warm-up: first touch of instructions, TLB and host": ("old clock", "warmed up"),
    "messages": ("warmed up", "control page"),
    "start and synchronization of every call": ("control page", "chain"),
    "the rest, against the device's events": ("chain", None),
}


class _Pair:
    """The oracle's side: a runner with one kernel."""

    def __init__(self, kernel: Honest, target: str, cache: str):
        self._cuda, self._number = target == "cuda", 1
        self._channel, theirs = packets.pair()
        command = [sys.executable, "-m", "evals.judge.causes_runner", str(theirs.fileno())]
        with theirs:
            environment = {**os.environ, "KERNELWRIGHT_CACHE": cache}
            self._process = subprocess.Popen(command, cwd=_ROOT, env=environment, pass_fds=(theirs.fileno(),), stdout=sys.stderr)
        self._page = sealed_memory(control_page.BYTES)
        self._words = control_page.words(self._page)
        self._suspension = Suspension(self._process.pid, None, None, False)
        self._flush = Cache(target).flush
        request = {"task": kernel.source, "precision": kernel.precision, "target": target, "files": kernel.files, "slots": _SLOTS}
        self._size = self._ask("load", (self._page,), **request)["bytes"]
        self._put = self._share() if self._cuda else lambda: None

    def _share(self):
        """Shares memory for the inputs. Returns the function that writes all of them anew."""
        self._buffer = DeviceBuffer(_SLOTS * self._size)
        self._ask("share", (self._buffer.fd,), mapped=self._buffer.size, bytes=self._size)
        master = self._buffer.bytes.clone()

        def put() -> None:
            self._buffer.bytes.copy_(master)
            torch.cuda.synchronize()

        return put

    def pin(self) -> None:
        """Gives clock and runner a core each."""
        clock, runner = two_cores(os.sched_getaffinity(0))
        os.sched_setaffinity(0, clock)
        self._suspension.keep_to(runner)

    def truth(self) -> dict:
        return self._ask("truth")

    def timed(self, way: str, slot: int, empty: bool) -> dict:
        """One measurement: {wall}, with messages also {host, device} as the runner saw them. Microseconds per call."""
        stopped, on_device, wakes, warm, shared, page, calls = _WAYS[way]
        self._ask("use", shared=shared and self._cuda)
        if stopped:
            self._suspension.stop()
        if on_device:
            self._put()
            self._flush()
        if stopped:
            self._suspension.go_on()
        if not on_device:
            self._ask("flush")
        for do in ["wake"] * wakes:
            self._ask(do)
        if page:
            return self._by_page(slot, warm, calls, empty)
        for _call in range(warm):
            self._ask("call", slot=(slot + 1) % _SLOTS, empty=False)
        started = time.perf_counter()
        answer = self._ask("call", slot=slot, empty=empty)
        return {"wall": 1e6 * (time.perf_counter() - started), **answer}

    def _by_page(self, slot: int, warm: int, calls: int, empty: bool) -> dict:
        self._channel.send({"do": "page", "first": self._number, "empty": empty})
        self._await(control_page.RETURNED, self._number - 1)
        for _ in range(warm):
            self._name((slot + 1) % _SLOTS, control_page.RETURNED)
        self._name(control_page.PAUSE, control_page.DONE)
        started = time.perf_counter()
        for at in range(calls):
            self._name((slot + at) % _SLOTS, control_page.RETURNED)
        self._name(control_page.END, control_page.DONE)
        wall = 1e6 * (time.perf_counter() - started) / calls
        self._channel.receive_bytes(spin=self._cuda)
        return {"wall": wall}

    def _name(self, slot: int, word: int) -> None:
        self._words[control_page.NAMED] = self._number << control_page.SLOT_BITS | slot
        self._await(word, self._number)
        self._number += 1

    def _await(self, word: int, number: int) -> None:
        while True:
            for _ in range(_SPINS):
                if self._words[word] == number:
                    return
            if self._process.poll() is not None:
                raise RuntimeError("the runner ended; its messages are above")

    def _ask(self, do: str, fds: "tuple[int, ...]" = (), **more) -> dict:
        self._channel.send({"do": do, **more}, fds)
        return packets.parse(self._channel.receive_bytes(spin=self._cuda))

    def close(self) -> None:
        self._channel.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._page)
        if self._cuda:
            del self._buffer.bytes
            self._buffer.close()


def main() -> None:
    """Measures the kernels that --json does not hold yet, then writes the tables."""
    asked, began = _options(), time.monotonic()
    record = Record(asked.json)
    known = {kernel.name: kernel for group in kernels(asked.target) for kernel in group}
    before = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as cache:
        for name in asked.kernels or (_KERNELS if asked.target == "cuda" else ("in_place@turns_10_tiny",)):
            if name not in known:
                raise SystemExit(f"there is no kernel {name} for {asked.target}; choose of {', '.join(known)}")
            if name not in record.rows and time.monotonic() - began < asked.seconds:
                record.keep(name, _measured(known[name], asked.target, cache, asked.rounds))
                os.sched_setaffinity(0, before)
    record.write(*_report(record.rows))


def _measured(kernel: Honest, target: str, cache: str, rounds: int) -> dict:
    """{truth, ways: {way: {wall, empty, host, device}}} of one kernel."""
    pair = _Pair(kernel, target, cache)
    try:
        truth = pair.truth()
        pair.pin()
        found: "dict[str, dict[str, list[float]]]" = {way: {} for way in _WAYS}
        for at in range(rounds + 2):
            for way, samples in found.items():
                empty, full = pair.timed(way, at % _SLOTS, True), pair.timed(way, (at + 1) % _SLOTS, False)
                if at >= 2:  # the first rounds warm up
                    for key, value in {"empty": empty["wall"], **full}.items():
                        samples.setdefault(key, []).append(value)
        ways = {way: {key: median(values) for key, values in samples.items() if values[0] is not None} for way, samples in found.items()}
        return {"truth": truth, "ways": ways}
    finally:
        pair.close()


def _report(rows: "dict[str, dict]") -> "list[str]":
    parts = ["# Where the time of a call goes"]
    causes = [[cause, *(_cause(row, *pair) for row in rows.values())] for cause, pair in _CAUSES.items()]
    parts.append("Microseconds that a cause adds to a call, without the empty call:\n\n" + table(["cause", *rows], causes))
    for name, row in rows.items():
        truth = row["truth"]
        events = f"{truth['chainedUs']:.4g} us in a row" + (f", {truth['deviceUs']:.4g} us alone" if "deviceUs" in truth else "")
        lines = [[way, *(found.get(key) for key in ("wall", "empty")), _net(found), found.get("host"), found.get("device")] for way, found in row["ways"].items()]
        heads = ["way", "wall", "empty call", "net", "until forward returned", "by the runner's events"]
        parts.append(f"## {name}\n\nBy the device's events: {events}.\n\n{table(heads, lines)}")
    return parts


def _net(found: dict) -> float:
    return found["wall"] - found["empty"]


def _cause(row: dict, has: str, lacks: "str | None") -> float:
    less = row["truth"]["chainedUs"] if lacks is None else _net(row["ways"][lacks])
    return _net(row["ways"][has]) - less


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.causes", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_json_option(parser, "causes")
    parser.add_argument("--kernels", nargs="+", metavar="NAME", help=f"of honest.py (default: {', '.join(_KERNELS)})")
    parser.add_argument("--rounds", type=int, default=_ROUNDS, metavar="N", help=f"measurements of each way (default: {_ROUNDS})")
    parser.add_argument("--target", choices=("cuda", "cpu"), default="cuda", help="cpu: for a trial without a GPU")
    parser.add_argument("--seconds", type=float, default=1e9, metavar="S", help="begin no kernel after S seconds")
    return parser.parse_args()


if __name__ == "__main__":
    main()
