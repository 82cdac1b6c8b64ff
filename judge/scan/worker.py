"""Examines KernelBench tasks one after the other as an oracle would: `python -m judge.scan.worker DESCRIPTOR`.

It reports every step at once. The results so far survive if `scan` must kill a task.
"""

import gc
import json
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

import torch

from judge.oracle.service import Oracle
from judge.protocol.errors import Rejected
from judge.scan.report import NO_MEMORY
from judge.wire.packets import Channel


def serve(channel: Channel) -> None:
    """Answers requests {name, path, target, precision, threads, skip, openings} until the other end is closed."""
    while True:
        try:
            request = channel.receive()
        except EOFError:
            return
        channel.send(_scanned(channel, request))
        gc.collect()
        if torch.cuda.is_initialized():
            torch.cuda.empty_cache()


def _scanned(channel: Channel, request: dict) -> dict:
    """The last message of a task: {done, seconds, ...}. Before it go {examining} and {rows} messages."""
    started = time.monotonic()
    if torch.cuda.is_initialized():
        torch.cuda.reset_peak_memory_stats()
    try:
        done = _opened(channel, request)
    except Rejected as rejected:
        done: "dict[str, Any]" = {"done": "memory" if rejected.lacks_memory else "rejected", "note": rejected.reason[:300]}
    except Exception as error:
        done = {"done": "memory" if "out of memory" in str(error) else "failed", "note": f"{type(error).__name__}: {str(error)[:200]}"}
    if torch.cuda.is_initialized():
        done["peakBytes"] = torch.cuda.max_memory_allocated()
    return {**done, "seconds": time.monotonic() - started}


def _opened(channel: Channel, request: dict) -> "dict[str, Any]":
    """Opens the task several times: the first oracle decides, later ones open by its decisions. `differing`: openings with another admission."""
    oracle = Oracle()
    _examine(channel, oracle, request, {}, lambda name: channel.send({"examining": name}))
    first, decided, differing = _admission(oracle), json.dumps(oracle.decisions()), []
    channel.send({"rows": oracle.admission.rows, "examining": None})
    for at in range(1, request["openings"]):
        del oracle
        gc.collect()
        oracle = Oracle()
        _examine(channel, oracle, request, json.loads(decided), lambda _name: None)
        if _admission(oracle) != first:
            differing.append(at + 1)
    return {"done": "examined", **first, "openings": request["openings"], "differing": differing}


def _admission(oracle: Oracle) -> "dict[str, Any]":
    """What is decided about the task: how it is judged."""
    return {"evalMode": oracle.reference.eval, "checks": oracle.special.facts(), "rows": [dict(row) for row in oracle.admission.rows]}


def _examine(channel: Channel, oracle: Oracle, request: dict, decided: dict, begin: "Callable[[str], None]") -> None:
    arguments = {name: request[name] for name in ("target", "precision", "threads")}
    opened = oracle.open(name=request["name"], source=request["path"], broken=request["skip"], decided=decided, **arguments)
    for at, distribution in enumerate(opened["distributions"]):
        begin(distribution)
        if distribution in request["skip"]:
            oracle.skip(distribution, "it breaks the reference's device or takes too long")
        else:
            _examine_one(oracle, distribution, first=at == 0)
        channel.send({"rows": oracle.admission.rows})


def _examine_one(oracle: Oracle, distribution: str, first: bool) -> None:
    """Raises the reference's error for the first distribution, which is the task's own. Skips others if memory is short."""
    try:
        oracle.examine(distribution)
    except Rejected as rejected:
        if first or not rejected.lacks_memory:
            raise
        oracle.skip(distribution, NO_MEMORY)
    if torch.cuda.is_initialized():
        torch.cuda.synchronize()  # raises here where the distribution broke the device, not in the next one


if __name__ == "__main__":
    serve(Channel(socket.socket(fileno=int(sys.argv[1]))))
